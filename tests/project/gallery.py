"""Draw all pictures of a game for inspection: `python -m tests.project.gallery FOLDER [--game ID] [--seats N]`.

Computer players play a game for every number of seats. Each picture is saved in both languages, 1600 px wide, and again
with `@400` in its name as a phone shows it: the public pictures early, in the middle, late and at the end; the overview
for a player who comes back after two rounds; for each kind of question the one with the most options. `crowded` has the
hand-made states of `tests/<game>/pictures/boards.py`. To compare with an earlier version, run the command there too.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image

from engines.kernel import LANGS, SEED_BYTES, Decision, Game, Lang, Match, Rng, SearchBudget, choose_line, list_policies
from render import RecentStep, RenderContext, Scene, load_arts, paint
from render.kit.painting.encoding import find_extension
from tests.contract.pictures.picture_sample import draw_question_picture, iter_public_pictures
from tests.discovered import list_shipped_games

NAMES = {
    "en": ("Aoi", "Marco", "Kotori", "Jules", "Bartholomew"),
    "ja": ("あおい", "マルコ", "ことり", "ニーナ", "ジュール"),
}
STAGES = {"early": 0.12, "middle": 0.5, "late": 0.88}
"""Stages of a game, as shares of all decisions."""
SEARCH_BUDGET = 40
"""Budget of one search: small, because the strength of play does not matter here."""
PHONE = 400

NamedScenes = Iterator[tuple[str, Scene]]


def play_game(game: Game[Any], seats: int, tries: int) -> tuple[bytes, list[Decision]]:
    """The seed of a game between computer players, and all of its decisions."""
    strongest = next(iter(list_policies(game).values()))
    rng = Rng(f"gallery {seats}".encode().ljust(SEED_BYTES, b"."))
    match = Match.start(game, game.build_setup(seats), rng.seed)
    decisions: list[Decision] = []
    while match.open_prompts is not None:
        seat = match.waiting_seats[0]
        answer = choose_line(match, seat, strongest, rng, SearchBudget(tries))[0]
        decisions.append(Decision(match.step, seat, answer))
        match.apply(decisions[-1])
    return rng.seed, decisions


def draw_game(game: Game[Any], seats: int, tries: int) -> NamedScenes:
    """Yield name and Scene of every picture of one game."""
    seed, decisions = play_game(game, seats, tries)
    match = Match.start(game, game.build_setup(seats), seed)
    stage_by_number = {int(len(decisions) * share): moment for moment, share in STAGES.items()}
    largest_questions: dict[tuple[str, str], tuple[int, dict[Lang, Scene]]] = {}
    steps: list[RecentStep] = []
    for number, decision in enumerate(decisions):
        if not steps or steps[-1].seat != decision.seat:
            steps = [*steps, RecentStep(decision.seat, match.build_view(None))][-1 - 2 * seats :]
        if number in stage_by_number:
            yield from _draw_public_pictures(match, stage_by_number[number])
            yield from _draw_absence_overview(match, steps, stage_by_number[number])
        _keep_largest_question(match, largest_questions)
        match.apply(decision)
    yield from _draw_public_pictures(match, "end")
    for (key, picture), (_, scenes) in largest_questions.items():
        yield from ((f"asked-{key}-{picture}-{lang}", scene) for lang, scene in scenes.items())


def _list_names(match: Match[Any], lang: str) -> tuple[str, ...]:
    return NAMES[lang][: match.setup.seats]


def _draw_public_pictures(match: Match[Any], stage: str) -> NamedScenes:
    for lang in LANGS:
        for sample in iter_public_pictures(match, _list_names(match, lang), lang):
            yield f"{stage}-{sample.name}-{lang}", sample.scene


def _draw_absence_overview(match: Match[Any], steps: list[RecentStep], stage: str) -> NamedScenes:
    """The overview for somebody who was away during the last turns of everybody."""
    art, view = load_arts()[match.game.id], match.build_view(None)
    for lang in LANGS:
        look = RenderContext(lang, _list_names(match, lang), view_before=steps[0].view_before, steps=tuple(steps))
        yield f"{stage}-away-{lang}", art.compose(view, art.list_pictures(view)[0], look)


def _keep_largest_question(
    match: Match[Any], largest_questions: dict[tuple[str, str], tuple[int, dict[Lang, Scene]]]
) -> None:
    """Keeps the picture of the open question if it has more options than those of its kind before."""
    seat = match.waiting_seats[0]
    prompt = match.find_prompt(seat)
    assert prompt is not None
    places = [option.place for option in prompt.options if option.place is not None]
    if not places:
        return
    kind = prompt.text.key, load_arts()[match.game.id].choose_panel(match.build_view(seat), seat, places).split(":")[1]
    if len(places) <= largest_questions.get(kind, (0, {}))[0]:
        return
    scenes = {
        lang: sample.scene
        for lang in LANGS
        if (
            sample := draw_question_picture(
                match, seat, _list_names(match, lang), lang, match.build_public_match().build_view(seat)
            )
        )
        is not None
    }
    largest_questions[kind] = len(places), scenes


def draw_crowded_boards(game: Game[Any]) -> NamedScenes:
    """The hand-made states."""
    art = load_arts()[game.id]
    for name, view in import_module(f"tests.{game.id}.pictures.boards").CROWDED.items():
        for lang in LANGS:
            for picture in art.list_pictures(view):
                yield f"{name}-{picture}-{lang}", art.compose(view, picture, RenderContext(lang, NAMES[lang]))


def save_picture(folder: Path, name: str, scene: Scene) -> None:
    """Save the picture in full size and as a phone shows it."""
    painted = paint(scene)
    file = name.replace(":", "-").replace("/", "-")
    (folder / f"{file}.{find_extension(painted)}").write_bytes(painted)
    picture = Image.open(BytesIO(painted)).convert("RGB")
    small = picture.resize((PHONE, round(picture.height * PHONE / picture.width)), Image.Resampling.LANCZOS)
    small.save(folder / f"{file}@{PHONE}.png")


def main() -> None:
    pictured = [name for name in list_shipped_games() if name in load_arts()]
    parser = ArgumentParser("python -m tests.project.gallery", description="Draw everything that a game shows.")
    parser.add_argument("folder", type=Path, help="where the pictures are written")
    parser.add_argument("--game", action="append", choices=pictured, help="may be repeated (all)")
    parser.add_argument("--seats", action="append", type=int, help="may be repeated (all); 0: hand-made states only")
    parser.add_argument("--tries", type=int, default=SEARCH_BUDGET, help=f"budget of one thought ({SEARCH_BUDGET})")
    arguments = parser.parse_args()
    for name in arguments.game or pictured:
        game = list_shipped_games()[name]
        for seats in arguments.seats or (0, *game.seat_counts):
            folder: Path = arguments.folder / name / (f"{seats}" if seats else "crowded")
            folder.mkdir(parents=True, exist_ok=True)
            pictures = list(draw_game(game, seats, arguments.tries) if seats else draw_crowded_boards(game))
            for picture, scene in pictures:
                save_picture(folder, picture, scene)
            print(f"{folder}: {len(pictures)} pictures", flush=True)


if __name__ == "__main__":
    main()
