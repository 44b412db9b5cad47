"""Discipline on the bus."""

from services.discipline import decide, state, view
from services.runtime.service import Application, Service, application
from services.runtime.settings import Settings

SERVICE = Service(context="discipline", state=state, decide=decide, view=view)


def app(settings: Settings) -> Application:
    """Wire discipline to the bus of the settings."""
    return application(SERVICE, settings)
