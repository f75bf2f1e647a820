"""The README's pictures, drawn anew: `python -m tests.project.pictures [GAME ...]`.

Of each game one that computer players play, at a moment with much on the table: the game's tests say which
(`tests/<game>/samples.py`).
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

from engines.kernel import LANGS, SEED_BYTES, Decision, Event, Game, Match, Rng, policies, think
from render import Look, Step, arts, paint
from tests.contract.pictures.shown import heard
from tests.discovered import samples, shipped

from . import ROOT

FOLDER = ROOT / "docs" / "pictures"
NAMES = {"en": ("Aoi", "Marco", "Jules", "Nina"), "ja": ("あおい", "マルコ", "ことり", "ニーナ")}


class Showpiece(NamedTuple):
    """When a game is drawn.

    past:     whether a View shows that the moment is over; the last View before it is drawn
    pictures: name in the file -> name of the picture, from the View that is drawn
    """

    seats: int
    past: Callable[[Any], bool]
    pictures: Callable[[Any], dict[str, str]]


TURNS = 2
"""So many turns before that moment are told on the overview."""


def reached(game: Game[Any], piece: Showpiece) -> tuple[Any, tuple[Step, ...]]:
    """The public View of that moment, and the turns before it."""
    strongest = next(iter(policies(game).values()))
    rng = Rng(b"readme".ljust(SEED_BYTES, b"."))
    match = Match.start(game, game.setup(piece.seats), rng.seed)
    seen = match.view(None)
    turns: list[Step] = []
    unseen: list[Event] = []
    """What only the seat that acts may read yet."""
    while match.ask is not None:
        seat = match.waiting[0]
        if not turns or turns[-1].seat != seat:
            turns.append(Step(seat, seen))
        applied = match.apply(Decision(match.step, seat, think(match, seat, strongest, rng)[0]))
        before, seen = seen, match.view(None)
        if piece.past(seen):
            return before, tuple(turns[-TURNS:])
        unseen += applied.events
        if applied.public:
            turns[-1], unseen = heard(turns[-1], unseen), []
    raise LookupError(f"{game.id}: the moment did not come")


def main() -> None:
    drawn = [name for name in shipped() if name in arts()]
    parser = ArgumentParser("python -m tests.project.pictures", description="Draw the README's pictures anew.")
    parser.add_argument("games", nargs="*", metavar="GAME", help="only of these games")
    named: list[str] = parser.parse_args().games
    if unknown := sorted({*named} - {*drawn}):
        parser.error(f"expected of {', '.join(drawn)}, got {', '.join(unknown)}")
    FOLDER.mkdir(parents=True, exist_ok=True)
    for game in (shipped()[name] for name in named or drawn):
        piece: Showpiece = samples(game.id).SHOWPIECE
        art = arts()[game.id]
        view, turns = reached(game, piece)
        for lang in LANGS:
            for name, picture in piece.pictures(view).items():
                look = Look(lang, NAMES[lang][: piece.seats])
                if picture == art.pictures(view)[0]:
                    look = replace(look, before=turns[0].before, turns=turns)
                (FOLDER / f"{game.id}-{name}-{lang}.png").write_bytes(paint(art.compose(view, picture, look)))


if __name__ == "__main__":
    main()
