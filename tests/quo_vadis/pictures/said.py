"""What the log of a turn says, for the lines below the board."""

from __future__ import annotations

from engines.kernel import Lang, Msg, Who, say
from engines.quo_vadis import GAME
from engines.quo_vadis.table import names
from render import Look, Step, arts
from render.kit.marks.news import Said
from tests.quo_vadis.stage import NAMES, A, B, C, table

ART = arts()["quo_vadis"]
ANN, BELA, CEM = Who(A), Who(B), Who(C)
BUILT = say("build.done", who=ANN, space=names.space("2-4:b"), population=1)
SCORED = say("territory.done", who=ANN, cards=2, areas=3, vp=6, total=9)
DRAWN = say("hand.drawn", who=ANN, cards=1)


def told(*events: Msg, lang: Lang = "en") -> tuple[Said, ...]:
    """What the lines tell of a turn of A."""
    view = GAME.view(table(), None)
    return ART.told(Step(A, view, told=events), view, Look(lang, NAMES[:3]))


def area(faith: int = 0) -> Msg:
    return say("area.paid" if faith else "area.done", who=ANN, area=names.area("2-4"), cards=("2", "4"), faith=faith)


def card(kind: str, cards: int = 1, counts_as: str = "", generation: int = 0) -> Msg:
    key = f"card.done_{'change' if generation else 'continue'}{'_as' if counts_as else ''}"
    return say(
        key,
        who=ANN,
        kind=names.kind(kind),
        counts_as=names.kind(counts_as or kind),
        generation=names.generation(generation or 1),
        cards=cards,
        actions=cards,
    )


def home(who: Who, n: int) -> Msg:
    return say("workers.home", who=who, workers=n)


def shrunk(who: Who, space: str, population: int) -> Msg:
    key = "town.shrunk" if population else "town.destroyed"
    return say(key, who=who, space=names.space(space), population=population)
