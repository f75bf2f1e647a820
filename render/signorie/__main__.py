"""Sample pictures of a game played at random: `python -m render.signorie FOLDER`."""

from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engines.kernel import SEED_BYTES, Decision, Match, Rng, games, random_answer
from render import Look, arts, paint

NAMES = ("あおい", "Marco", "ことり", "Jules")


def _moments(seats: int, seed: str) -> Iterator[tuple[str, Any]]:
    """Views of one random game: half way, at a reward, and after the end."""
    game = games()["signorie"]
    rng = Rng(seed.encode()[:SEED_BYTES].ljust(SEED_BYTES, b"."))
    match = Match.start(game, game.setup(seats), rng.seed)
    wanted = {"middle": "actions", "reward": "rewards"}
    while match.ask is not None:
        view = match.view(None)
        for moment, phase in tuple(wanted.items()):
            if view.round > view.rounds // 2 and view.phase == phase and len(view.mats[view.turn].dice) != 1:
                del wanted[moment]
                yield moment, view
        seat = match.waiting[0]
        prompt = match.prompt(seat)
        assert prompt is not None
        match.apply(Decision(match.step, seat, random_answer(match, prompt, rng)))
    yield "end", match.view(None)


def main() -> None:
    parser = ArgumentParser("python -m render.signorie", description="Draw every picture of a game played at random.")
    parser.add_argument("folder", type=Path, help="where the pictures are written")
    parser.add_argument("--seats", type=int, choices=games()["signorie"].seats, default=4, help="players (4)")
    parser.add_argument("--seed", default="sample", help="another seed is another game (sample)")
    given = parser.parse_args()
    folder, seats, seed = given.folder, given.seats, given.seed
    folder.mkdir(parents=True, exist_ok=True)
    art = arts()["signorie"]
    for moment, view in _moments(seats, seed):
        for picture in art.pictures(view):
            for lang in ("ja", "en"):
                name = f"{moment}-{picture.replace(':', '-')}-{lang}.png"
                (folder / name).write_bytes(paint(art.compose(view, picture, Look(lang, NAMES[:seats]))))
                print(folder / name)


if __name__ == "__main__":
    main()
