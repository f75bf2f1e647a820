"""All the pictures of a game, to be looked at: `python -m tests.project.gallery FOLDER [--game ID] [--seats N]`.

Computer players play a game for every number of seats. Each picture is there 1600 px wide, and with `@400` in its name
as a phone shows it, in both languages: the public ones early, in the middle, late and at the end; the overview for
somebody who comes back after two rounds; of each kind of question the one with most options. `crowded` are the
hand-made states of `tests/<game>/pictures/boards.py`. To compare with an earlier version, run it there, too.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image

from engines.kernel import LANGS, SEED_BYTES, Budget, Decision, Game, Lang, Match, Rng, policies, think
from render import Look, Scene, Step, arts, paint
from tests.contract.pictures.shown import public, question
from tests.discovered import shipped

NAMES = {
    "en": ("Aoi", "Marco", "Kotori", "Jules", "Bartholomew"),
    "ja": ("あおい", "マルコ", "ことり", "ニーナ", "ジュール"),
}
MOMENTS = {"early": 0.12, "middle": 0.5, "late": 0.88}
"""After which share of all decisions."""
TRIES = 40
"""The budget of one thought: these games are looked at, not won."""
PHONE = 400

Drawn = Iterator[tuple[str, Scene]]


def played(game: Game[Any], seats: int, tries: int) -> tuple[bytes, list[Decision]]:
    """The seed of a game between computer players, and all of its decisions."""
    strongest = next(iter(policies(game).values()))
    rng = Rng(f"gallery {seats}".encode().ljust(SEED_BYTES, b"."))
    match = Match.start(game, game.setup(seats), rng.seed)
    decisions: list[Decision] = []
    while match.ask is not None:
        seat = match.waiting[0]
        answer = think(match, seat, strongest, rng, Budget(tries))[0]
        decisions.append(Decision(match.step, seat, answer))
        match.apply(decisions[-1])
    return rng.seed, decisions


def drawn(game: Game[Any], seats: int, tries: int) -> Drawn:
    """Name and Scene of everything that one game shows."""
    seed, decisions = played(game, seats, tries)
    match = Match.start(game, game.setup(seats), seed)
    due = {int(len(decisions) * share): moment for moment, share in MOMENTS.items()}
    asked: dict[tuple[str, str], tuple[int, dict[Lang, Scene]]] = {}
    steps: list[Step] = []
    for number, decision in enumerate(decisions):
        if not steps or steps[-1].seat != decision.seat:
            steps = [*steps, Step(decision.seat, match.view(None))][-1 - 2 * seats :]
        if number in due:
            yield from _public(match, due[number])
            yield from _away(match, steps, due[number])
        _ask(match, asked)
        match.apply(decision)
    yield from _public(match, "end")
    for (key, picture), (_, scenes) in asked.items():
        yield from ((f"asked-{key}-{picture}-{lang}", scene) for lang, scene in scenes.items())


def _names(match: Match[Any], lang: str) -> tuple[str, ...]:
    return NAMES[lang][: match.setup.seats]


def _public(match: Match[Any], moment: str) -> Drawn:
    for lang in LANGS:
        for shown in public(match, _names(match, lang), lang):
            yield f"{moment}-{shown.name}-{lang}", shown.scene


def _away(match: Match[Any], steps: list[Step], moment: str) -> Drawn:
    """The overview for somebody who was away during the last turns of everybody."""
    art, view = arts()[match.game.id], match.view(None)
    for lang in LANGS:
        look = Look(lang, _names(match, lang), before=steps[0].before, steps=tuple(steps))
        yield f"{moment}-away-{lang}", art.compose(view, art.pictures(view)[0], look)


def _ask(match: Match[Any], asked: dict[tuple[str, str], tuple[int, dict[Lang, Scene]]]) -> None:
    """Keeps the picture of the open question if it has more options than those of its kind before."""
    seat = match.waiting[0]
    prompt = match.prompt(seat)
    assert prompt is not None
    places = [option.place for option in prompt.options if option.place is not None]
    if not places:
        return
    kind = prompt.text.key, arts()[match.game.id].panel(match.view(seat), seat, places).split(":")[1]
    if len(places) <= asked.get(kind, (0, {}))[0]:
        return
    scenes = {
        lang: shown.scene
        for lang in LANGS
        if (shown := question(match, seat, _names(match, lang), lang, match.public().view(seat))) is not None
    }
    asked[kind] = len(places), scenes


def crowded(game: Game[Any]) -> Drawn:
    """The hand-made states."""
    art = arts()[game.id]
    for name, view in import_module(f"tests.{game.id}.pictures.boards").CROWDED.items():
        for lang in LANGS:
            for picture in art.pictures(view):
                yield f"{name}-{picture}-{lang}", art.compose(view, picture, Look(lang, NAMES[lang]))


def save(folder: Path, name: str, scene: Scene) -> None:
    """The picture as it is sent, and as a phone shows it."""
    painted = paint(scene)
    file = name.replace(":", "-").replace("/", "-")
    (folder / f"{file}.png").write_bytes(painted)
    picture = Image.open(BytesIO(painted)).convert("RGB")
    small = picture.resize((PHONE, round(picture.height * PHONE / picture.width)), Image.Resampling.LANCZOS)
    small.save(folder / f"{file}@{PHONE}.png")


def main() -> None:
    pictured = [name for name in shipped() if name in arts()]
    parser = ArgumentParser("python -m tests.project.gallery", description="Draw everything that a game shows.")
    parser.add_argument("folder", type=Path, help="where the pictures are written")
    parser.add_argument("--game", action="append", choices=pictured, help="may be repeated (all)")
    parser.add_argument("--seats", action="append", type=int, help="may be repeated (all); 0: hand-made states only")
    parser.add_argument("--tries", type=int, default=TRIES, help=f"budget of one thought ({TRIES})")
    given = parser.parse_args()
    for name in given.game or pictured:
        game = shipped()[name]
        for seats in given.seats or (0, *game.seats):
            folder: Path = given.folder / name / (f"{seats}" if seats else "crowded")
            folder.mkdir(parents=True, exist_ok=True)
            pictures = list(drawn(game, seats, given.tries) if seats else crowded(game))
            for picture, scene in pictures:
                save(folder, picture, scene)
            print(f"{folder}: {len(pictures)} pictures", flush=True)


if __name__ == "__main__":
    main()
