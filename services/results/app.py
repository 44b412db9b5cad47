"""Results on the bus."""

from services.results import decide, state, view
from services.runtime.service import Application, Service, application
from services.runtime.settings import Settings

SERVICE = Service(context="results", state=state, decide=decide, view=view)


def app(settings: Settings) -> Application:
    """Wire results to the bus of the settings."""
    return application(SERVICE, settings)
