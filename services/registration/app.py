"""Registration on the bus."""

from services.registration import decide, react, state, view
from services.runtime.service import Application, Service, application
from services.runtime.settings import Settings

SERVICE = Service(context="registration", state=state, decide=decide, view=view, react=react)


def app(settings: Settings) -> Application:
    """Wire registration to the bus of the settings."""
    return application(SERVICE, settings)
