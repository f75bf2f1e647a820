"""Pax Pamir, second edition (Cole Wehrle; Wehrlegig Games 2019), for 2 to 5 players, or 1 and 2 with Wakhan.

Rules are cited as R8.2 and so on; `locale/rules.*.toml` has their text. What a table is: state, content (data.toml),
standing, abilities and ruling (R4). A chapter is a module: setup (R3), pieces, money, discards and loyalty (R4), turn,
start and menu (R5), market, purchase, play (R6), bribes (R7), tax, gift, build, move, betray, battle (R8), cleanup and
refill (R9), dominance, check and scoring (R10), events (R12), redeal and view (R13), wakhan and wakhan_* (R14).
"""

from __future__ import annotations

from collections.abc import Mapping

from engines.kernel import OFF_ON, Game, TableOption

from .bribes import STANDING
from .content import CONTENT
from .greedy import greedy
from .handbook import entries
from .problems import problems
from .redeal import redeal
from .scoring import over, scores
from .setup import new
from .state import State
from .turn import turn
from .view import view

META = CONTENT.data.meta
SEATS = tuple(range(META.players_min, META.players_max + 1))


def seats_for(options: Mapping[str, str]) -> tuple[int, ...]:
    """R3.1 Two people may take Wakhan in; more cannot."""
    return META.wakhan_human_counts if options.get("wakhan") == "two" else SEATS


GAME: Game[State] = Game(
    id="pax_pamir",
    package="engines.pax_pamir",
    seats=SEATS,
    colors=CONTENT.data.player_colors.published,
    rules=1,
    state=State,
    new=new,
    turn=turn,
    over=over,
    view=view,
    scores=scores,
    problems=problems,
    redeal=redeal,
    options=(
        TableOption("wakhan", ("alone", "two"), "alone"),
        TableOption("coin_limit", OFF_ON, "on"),
        TableOption("aids", OFF_ON, "off"),
        TableOption("open_hands", OFF_ON, "off"),
    ),
    policies={"greedy": greedy},
    standing=STANDING,
    seats_for=seats_for,
    automa="concept.wakhan",
    entries=entries,
)
