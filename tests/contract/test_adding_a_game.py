"""Adding a game changes no other file: following `docs/add-a-game.md` in an empty folder gives a working game."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests import EXAMPLE
from tests.discovered import list_shipped_games
from tests.tutorial import (
    PAGE,
    Block,
    extract_definitions,
    list_blocks,
    list_copied_files,
    refresh_page,
    write_tutorial_files,
)

ROOT = Path(__file__).parents[2]
TEXT = PAGE.read_text("utf-8")

PLAY = """
from engines import flotsam
from engines.kernel import LANGS, Decision, Match, Rng, load_catalogue, load_games, load_rulebook, pick_random_answer
from render import RenderContext, load_arts

assert flotsam.__file__.startswith(r"{folder}"), flotsam.__file__
game, art = load_games()["flotsam"], load_arts()["flotsam"]
words, rng, names = load_catalogue(game.package), Rng(bytes(32)), ("Ada", "Ben", "Cleo", "Dan")
assert words.list_problems() == [] and load_rulebook(game.package).list_problems() == []
for seats in game.seat_counts:
    for length in ("short", "long"):
        match = Match.start(game, game.build_setup(seats, (), {{"length": length}}), bytes(32))
        while not match.is_over:
            seat = match.waiting_seats[0]
            answer = pick_random_answer(match, match.find_prompt(seat), rng)
            events = match.apply(Decision(match.step, seat, answer)).events
            assert game.problems(match.state) == []
            assert all(words.render(event.text, lang, names) for event in events for lang in LANGS)
            for lang in LANGS:
                for viewer in (None, seat):
                    view, ctx = match.build_view(viewer), RenderContext(lang, names, viewer)
                    art.compose(view, "board", ctx)
                    art.describe_picture(view, "board", ctx)
        print(seats, length, *(score.total for score in match.compute_scores()))
"""


@pytest.mark.parametrize("block", list_blocks(TEXT), ids=lambda block: f"{block.file}:{'+'.join(block.names)}")
def test_the_page_shows_the_code_of_the_example(block: Block) -> None:
    assert block.text == block.source, "run `python -m tests.tutorial`"


def test_every_definition_of_the_rules_is_shown() -> None:
    shown_code = "\n".join(block.text for block in list_blocks(TEXT))
    for path in sorted((Path(EXAMPLE) / "engines" / "flotsam").rglob("*.py")):
        for name in re.findall(r"^(?:async def|def|class) (\w+)", path.read_text("utf-8"), re.M):
            assert extract_definitions(path.read_text("utf-8"), (name,)) in shown_code + "\n", f"{path.name}: {name}"


def test_page_is_up_to_date() -> None:
    assert refresh_page(TEXT) == TEXT


def test_following_the_page_in_an_empty_folder_makes_a_game_that_plays(tmp_path: Path) -> None:
    write_tutorial_files(TEXT, tmp_path)
    written = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_file()}
    assert written == {block.file for block in list_blocks(TEXT) if block.is_followed} | set(list_copied_files(TEXT))
    assert all(name.startswith(("engines/flotsam/", "render/flotsam/")) for name in written)
    ran = subprocess.run(
        [sys.executable, "-c", PLAY.format(folder=tmp_path)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)])},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert len(ran.stdout.splitlines()) == 6


@pytest.mark.parametrize("folder", ["bot", "storage", "render", "engines"])
def test_no_other_code_names_the_examples(folder: str) -> None:
    """The examples are found by discovery alone: their names occur nowhere in the project's code."""
    files = [
        path for path in sorted((ROOT / folder).rglob("*")) if path.suffix in {".py", ".toml", ".js", ".html", ".sql"}
    ]
    assert files
    named = re.compile("flotsam|meadow", re.IGNORECASE)
    assert [str(path.relative_to(ROOT)) for path in files if named.search(path.read_text("utf-8"))] == []


OF_A_GAME = ("engines/{0}/", "render/{0}/", "tests/{0}/", "docs/", "README.md", "README.ja.md", "CHANGELOG.md")


FROZEN = {"recorded", "greedy_0_12"}
"""Folders that hold earlier versions of shipped games; a new game has none."""


@pytest.mark.parametrize("game", list_shipped_games())
def test_adding_a_game_touches_three_folders_and_nothing_else(game: str) -> None:
    """The game's id occurs in no other file, except in the documents that present the games."""
    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    foreign = []
    for name in tracked.rstrip("\0").split("\0"):
        path = ROOT / name
        is_recorded = FROZEN & {*path.parts} or path.suffix in {".png", ".webp", ".otf", ".json", ".lock", ".xz"}
        if is_recorded or not path.is_file():
            continue
        if not name.startswith(tuple(prefix.format(game) for prefix in OF_A_GAME)) and _contains_name(
            game, path.read_text("utf-8")
        ):
            foreign.append(name)
    assert foreign == []


def _contains_name(game: str, text: str) -> bool:
    return re.search(rf"(?<![\w]){game}(?![\w])", text) is not None


def test_a_name_is_found_as_a_word() -> None:
    assert _contains_name("chess", "engines.chess.GAME") and _contains_name("chess", 'game="chess"')
    assert not _contains_name("chess", "chessboard") and not _contains_name("chess", "Chess")
