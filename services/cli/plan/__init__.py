"""
A tournament report file as commands: pure, checked whole before the first one is sent.

`plan` makes them; `wanted_players` asks the register for who of the file is known already.
"""

from services.cli.plan.model import Plan, Planned, RoundPlan, Wanted, tournament_id
from services.cli.plan.players import own_id, wanted_players
from services.cli.plan.whole import plan

__all__ = ["Plan", "Planned", "RoundPlan", "Wanted", "own_id", "plan", "tournament_id", "wanted_players"]
