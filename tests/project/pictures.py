"""The README's pictures, drawn anew: `python -m tests.project.pictures`.

Of each game one that computer players play, at a moment with much on the table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from engines.kernel import LANGS, SEED_BYTES, Decision, Match, Rng, games, policies
from render import Look, arts, paint

from . import ROOT

FOLDER = ROOT / "docs" / "pictures"
NAMES = {"en": ("Aoi", "Marco", "Jules", "Nina"), "ja": ("あおい", "マルコ", "ことり", "ニーナ")}


class Moment(NamedTuple):
    """When a game is drawn.

    past:     whether a View shows that the moment is over; the last View before it is drawn
    pictures: name in the file -> name of the picture, from the View that is drawn
    """

    game: str
    seats: int
    past: Callable[[Any], bool]
    pictures: Callable[[Any], dict[str, str]]


def _board_and_leaders_mat(view: Any) -> dict[str, str]:
    leader = max(range(len(view.mats)), key=lambda seat: view.mats[seat].vp)
    return {"board": "board", "mat": f"mat:{leader}"}


MOMENTS = (
    Moment("signorie", 3, lambda view: view.round == 5 and view.phase != "actions", _board_and_leaders_mat),
    Moment("pax_pamir", 4, lambda view: view.checks_left < 2, lambda view: {"board": "board"}),
)


def reached(moment: Moment) -> Any:
    """The public View of that moment."""
    game = games()[moment.game]
    strongest = next(iter(policies(game).values()))
    rng = Rng(b"readme".ljust(SEED_BYTES, b"."))
    match = Match.start(game, game.setup(moment.seats), rng.seed)
    seen = match.view(None)
    while match.ask is not None:
        seat = match.waiting[0]
        world = match.world(seat, rng)
        prompt = world.prompt(seat)
        assert prompt is not None
        match.apply(Decision(match.step, seat, strongest(world, prompt, rng)))
        before, seen = seen, match.view(None)
        if moment.past(seen):
            return before
    raise LookupError(f"{moment.game}: the moment did not come")


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for moment in MOMENTS:
        art, view = arts()[moment.game], reached(moment)
        for lang in LANGS:
            for name, picture in moment.pictures(view).items():
                look = Look(lang, NAMES[lang][: moment.seats])
                (FOLDER / f"{moment.game}-{name}-{lang}.png").write_bytes(paint(art.compose(view, picture, look)))


if __name__ == "__main__":
    main()
