"""Log sentences of a turn, for the tests of the turn captions below the board."""

from __future__ import annotations

from engines.kernel import Lang, Message, SeatRef, message
from engines.quo_vadis import GAME
from engines.quo_vadis.table import names
from render import RecentStep, RenderContext, load_arts
from render.kit.marks.captions import ActionPhrase
from tests.quo_vadis.stage import NAMES, A, B, C, build_table

ART = load_arts()["quo_vadis"]
ANN, BELA, CEM = SeatRef(A), SeatRef(B), SeatRef(C)
BUILT = message("build.done", who=ANN, space=names.name_space("2-4:b"), population=1)
SCORED = message("territory.done", who=ANN, cards=2, areas=3, vp=6, total=9)
DRAWN = message("hand.drawn", who=ANN, cards=1)


def describe_events(*events: Message, lang: Lang = "en") -> tuple[ActionPhrase, ...]:
    """Return the action phrases of a turn of A."""
    view = GAME.view(build_table(), None)
    return ART.describe_step(RecentStep(A, view, messages=events), view, RenderContext(lang, NAMES[:3]))


def build_area(faith: int = 0) -> Message:
    return message(
        "area.paid" if faith else "area.done", who=ANN, area=names.name_area("2-4"), cards=("2", "4"), faith=faith
    )


def build_card(kind: str, cards: int = 1, counts_as: str = "", generation: int = 0) -> Message:
    key = f"card.done_{'change' if generation else 'continue'}{'_as' if counts_as else ''}"
    return message(
        key,
        who=ANN,
        kind=names.name_kind(kind),
        counts_as=names.name_kind(counts_as or kind),
        generation=names.name_generation(generation or 1),
        cards=cards,
        actions=cards,
    )


def build_home(seat_ref: SeatRef, n: int) -> Message:
    return message("workers.home", who=seat_ref, workers=n)


def build_shrinking(seat_ref: SeatRef, space: str, population: int) -> Message:
    key = "town.shrunk" if population else "town.destroyed"
    return message(key, who=seat_ref, space=names.name_space(space), population=population)
