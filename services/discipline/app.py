"""Discipline on the bus."""

from faststream import FastStream

from services.discipline import decide, state, view
from services.runtime.service import Service, application
from services.runtime.settings import Settings

SERVICE = Service(context="discipline", state=state, decide=decide, view=view)


def app(settings: Settings) -> FastStream:
    """Wire discipline to the bus of the settings."""
    return application(SERVICE, settings)
