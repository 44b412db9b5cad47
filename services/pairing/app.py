"""Pairing on the bus."""

from services.pairing import decide, state, view
from services.runtime.service import Application, Service, application
from services.runtime.settings import Settings

SERVICE = Service(context="pairing", state=state, decide=decide, view=view, deliberate=True)


def app(settings: Settings) -> Application:
    """Wire pairing to the bus of the settings."""
    return application(SERVICE, settings)
