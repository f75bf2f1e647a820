"""Sample pictures of a game played at random: `python -m render.signorie OUT_DIR [SEATS] [SEED]`."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engines.kernel import SEED_BYTES, Decision, Match, Rng, games, random_answer
from render import Look, arts, paint

NAMES = ("あおい", "Marco", "ことり", "Jules")


def _moments(seats: int, seed: str) -> Iterator[tuple[str, Any]]:
    """Views of one random game: half way, at a reward, and after the end."""
    game = games()["signorie"]
    rng = Rng(seed.encode().ljust(SEED_BYTES, b"."))
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


def main(arguments: list[str]) -> None:
    if not 1 <= len(arguments) <= 3:
        raise SystemExit("usage: python -m render.signorie OUT_DIR [SEATS] [SEED]")
    folder = Path(arguments[0])
    seats = int(arguments[1]) if len(arguments) > 1 else 4
    seed = arguments[2] if len(arguments) > 2 else "sample"
    folder.mkdir(parents=True, exist_ok=True)
    art = arts()["signorie"]
    for moment, view in _moments(seats, seed):
        for picture in art.pictures(view):
            for lang in ("ja", "en"):
                name = f"{moment}-{picture.replace(':', '-')}-{lang}.png"
                (folder / name).write_bytes(paint(art.compose(view, picture, Look(lang, NAMES[:seats]))))
                print(folder / name)


if __name__ == "__main__":
    main(sys.argv[1:])
