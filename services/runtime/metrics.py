"""What Prometheus may ask for."""

from typing import Final

from prometheus_client import Counter, Gauge, Histogram

COMMANDS: Final = Counter("omkamp_commands", "Commands by answer.", ["context", "name", "answer"])
DECIDED: Final = Histogram(
    "omkamp_command_seconds",
    "From the arrival of a command to its answer.",
    ["context"],
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1, 5),
)
CONFLICTS: Final = Counter("omkamp_conflicts", "Appends the fence refused.", ["context"])
POSITION: Final = Gauge("omkamp_projection_position", "Sequence of the last event in the view.", ["context"])
PARKED: Final = Gauge("omkamp_projection_parked", "Events the view could not take in.", ["context"])
STUCK: Final = Gauge("omkamp_reactions_stuck", "Reactions that fail again and again.", ["context"])
