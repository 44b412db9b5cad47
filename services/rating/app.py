"""Rating on the bus."""

from services.rating import decide, react, state, view
from services.rules import loader
from services.runtime.service import Application, Service, application
from services.runtime.settings import Settings

SERVICE = Service(context="rating", state=state, decide=decide, view=view, react=react, rules=loader.digest())


def app(settings: Settings) -> Application:
    """Wire rating to the bus of the settings."""
    return application(SERVICE, settings)
