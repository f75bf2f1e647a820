"""Sample pictures of a game played at random: `python -m render.pax_pamir FOLDER`."""

from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engines.kernel import SEED_BYTES, Decision, Match, Rng, games, random_answer
from render import Look, arts, paint

GAME = "pax_pamir"
NAMES = ("あおい", "Marco", "ことり", "Jules", "Kotori")
_MOMENTS = {"early": 6, "middle": 30}


def _moments(seats: int, options: dict[str, str], seed: str) -> Iterator[tuple[str, Any, int]]:
    """Views of one random game, each with the seat that sees it: early, in the middle, and after the end."""
    game = games()[GAME]
    rng = Rng(seed.encode()[:SEED_BYTES].ljust(SEED_BYTES, b"."))
    match = Match.start(game, game.setup(seats, (), options), rng.seed)
    wanted = dict(_MOMENTS)
    while match.ask is not None:
        seat = match.waiting[0]
        for moment, step in tuple(wanted.items()):
            if match.step >= step:
                del wanted[moment]
                yield moment, match.view(seat), seat
        prompt = match.prompt(seat)
        assert prompt is not None
        match.apply(Decision(match.step, seat, random_answer(match, prompt, rng)))
    yield "end", match.view(0), 0


def main() -> None:
    parser = ArgumentParser("python -m render.pax_pamir", description="Draw every picture of a game played at random.")
    parser.add_argument("folder", type=Path, help="where the pictures are written")
    parser.add_argument("--seats", type=int, choices=games()[GAME].seats, default=4, help="players (4)")
    parser.add_argument("--wakhan", action="store_true", help="with Wakhan at a table of two")
    parser.add_argument("--seed", default="sample", help="another seed is another game (sample)")
    given = parser.parse_args()
    folder, seats = given.folder, given.seats
    folder.mkdir(parents=True, exist_ok=True)
    art = arts()[GAME]
    for moment, view, seat in _moments(seats, {"wakhan": "two"} if given.wakhan else {}, given.seed):
        for picture in (*art.pictures(view), "panel:hand"):
            for lang in ("ja", "en"):
                name = f"{moment}-{picture.replace(':', '-')}-{lang}.png"
                (folder / name).write_bytes(paint(art.compose(view, picture, Look(lang, NAMES[:seats], viewer=seat))))
                print(folder / name)


if __name__ == "__main__":
    main()
