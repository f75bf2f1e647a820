"""Sample pictures of a game that a computer plays: `python -m render.<game> FOLDER`."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engines.kernel import LANGS, SEED_BYTES, Decision, Match, Rng, games, random_answer
from render import arts
from render.kit.look import Look, Mark
from render.kit.painter import paint

NAMES = ("あおい", "Marco", "ことり", "Jules", "Kotori", "Sofia")
_MOMENTS = {"early": 0.1, "middle": 0.5, "late": 0.85, "end": 1.0}
"""After which share of all decisions."""


def main(game: str) -> None:
    """Draws every public picture at four moments, and the private one of the question that is open then."""
    parser = ArgumentParser(f"python -m render.{game}", description="Draw every picture of a game played by chance.")
    parser.add_argument("folder", type=Path, help="where the pictures are written")
    parser.add_argument("--seats", type=int, choices=games()[game].seats, default=games()[game].seats[-1])
    parser.add_argument("--seed", default="sample", help="another seed is another game (sample)")
    parser.add_argument("--option", action="append", default=[], metavar="ID=VALUE", help="an option of the table")
    given = parser.parse_args()
    folder: Path = given.folder
    folder.mkdir(parents=True, exist_ok=True)
    for moment, match in _moments(game, given):
        for name, picture in _pictures(match):
            file = folder / f"{moment}-{name}.png"
            file.write_bytes(picture)
            print(file)


def _start(game: str, given: Namespace) -> tuple[Match[Any], Rng]:
    rules, seed = games()[game], given.seed.encode()[:SEED_BYTES].ljust(SEED_BYTES, b".")
    options = dict(option.split("=", 1) for option in given.option)
    return Match.start(rules, rules.setup(given.seats, (), options), seed), Rng(seed)


def _played(match: Match[Any], rng: Rng, steps: int | None = None) -> int:
    """Plays so many decisions, or to the end; returns how many there were."""
    number = 0
    while match.ask is not None and (steps is None or number < steps):
        seat = match.waiting[0]
        prompt = match.prompt(seat)
        assert prompt is not None
        match.apply(Decision(match.step, seat, random_answer(match, prompt, rng)))
        number += 1
    return number


def _moments(game: str, given: Namespace) -> Iterator[tuple[str, Match[Any]]]:
    whole = _played(*_start(game, given))
    match, rng = _start(game, given)
    done = 0
    for moment, share in _MOMENTS.items():
        done += _played(match, rng, round(whole * share) - done)
        yield moment, match


def _pictures(match: Match[Any]) -> Iterator[tuple[str, bytes]]:
    art, names, public = arts()[match.game.id], NAMES[: match.setup.seats], match.view(None)
    for lang in LANGS:
        for picture in art.pictures(public):
            look = Look(lang, names)
            yield f"{picture.replace(':', '-')}-{lang}", paint(art.compose(public, picture, look))
        for seat in match.waiting[:1]:
            prompt, view = match.prompt(seat), match.view(seat)
            assert prompt is not None
            options = [(option.place, option.group) for option in prompt.options]
            order = art.order(view, seat, options)
            numbered = [(n, prompt.options[i]) for n, i in enumerate(order, 1)]
            marks = tuple(Mark(one.place, n, key=one.key) for n, one in numbered if one.place is not None)
            picture = art.panel(view, seat, [mark.place for mark in marks])
            look = Look(lang, names, seat, marks, question=prompt.text)
            yield f"{picture.replace(':', '-')}-{lang}", paint(art.compose(view, picture, look))
