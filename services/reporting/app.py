"""Reporting on the bus."""

from services.reporting import decide, state, view
from services.runtime.service import Application, Service, application
from services.runtime.settings import Settings

SERVICE = Service(context="reporting", state=state, decide=decide, view=view, live=True)


def app(settings: Settings) -> Application:
    """Wire reporting to the bus of the settings."""
    return application(SERVICE, settings)
