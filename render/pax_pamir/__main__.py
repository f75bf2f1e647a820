"""Sample pictures of a game that a computer plays: `python -m render.pax_pamir FOLDER`."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path

from engines.kernel import SEED_BYTES, Decision, Match, Prompt, Rng, games, policies, think
from engines.pax_pamir.view import View
from render import Look, Mark, arts, paint

GAME = "pax_pamir"
NAMES = ("あおい", "Marco", "ことり", "Jules", "Kotori")
_MOMENTS = {"early": 0.9, "middle": 0.6, "late": 0.3}
"""When so much of the deck is left."""


def _moments(given: Namespace) -> Iterator[tuple[str, View, Prompt | None]]:
    """Views of one game, each with what its seat is asked: at three moments, and after the end."""
    game = games()[GAME]
    play = policies(game)[given.player]
    rng = Rng(given.seed.encode()[:SEED_BYTES].ljust(SEED_BYTES, b"."))
    options = {"wakhan": "two"} if given.wakhan else {}
    match = Match.start(game, game.setup(given.seats, (), options), rng.seed)
    whole = match.view(None).deck
    wanted = dict(_MOMENTS)
    while match.ask is not None:
        (seat, *_) = match.waiting
        prompt = match.prompt(seat)
        assert prompt is not None
        view: View = match.view(seat)
        for moment, share in tuple(wanted.items()):
            if view.deck <= share * whole:
                del wanted[moment]
                yield moment, view, prompt
        match.apply(Decision(match.step, seat, think(match, seat, play, rng)[0]))
    yield "end", match.view(0), None


def _marks(prompt: Prompt | None) -> tuple[Mark, ...]:
    """The numbers of the options, where they lie."""
    options = () if prompt is None else prompt.options
    return tuple(Mark(option.place, n) for n, option in enumerate(options, 1) if option.place is not None)


def main() -> None:
    parser = ArgumentParser("python -m render.pax_pamir", description="Draw every picture of a game played by chance.")
    parser.add_argument("folder", type=Path, help="where the pictures are written")
    parser.add_argument("--seats", type=int, choices=games()[GAME].seats, default=4, help="players (4)")
    parser.add_argument("--wakhan", action="store_true", help="with Wakhan at a table of two")
    parser.add_argument("--player", choices=policies(games()[GAME]), default="random", help="who plays (random)")
    parser.add_argument("--seed", default="sample", help="another seed is another game (sample)")
    given = parser.parse_args()
    folder: Path = given.folder
    folder.mkdir(parents=True, exist_ok=True)
    art, names = arts()[GAME], NAMES[: given.seats]
    for moment, view, prompt in _moments(given):
        seat = 0 if view.seat is None else view.seat
        marks = _marks(prompt)
        question = art.panel(view, seat, tuple(mark.place for mark in marks))
        shown = dict.fromkeys((*art.pictures(view), "panel:hand"), ()) | {question: marks}
        for picture, numbers in shown.items():
            for lang in ("ja", "en"):
                name = f"{moment}-{picture.replace(':', '-')}-{lang}.png"
                look = Look(lang, names, seat, numbers)
                (folder / name).write_bytes(paint(art.compose(view, picture, look)))
                print(folder / name)


if __name__ == "__main__":
    main()
