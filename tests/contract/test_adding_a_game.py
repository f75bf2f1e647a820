"""Adding a game touches nothing else: whoever follows `docs/add-a-game.md` in an empty folder has a game that plays."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests import EXAMPLE
from tests.discovered import shipped
from tests.tutorial import PAGE, Block, blocks, copied, excerpt, follow, refreshed

ROOT = Path(__file__).parents[2]
TEXT = PAGE.read_text("utf-8")

PLAY = """
from engines import flotsam
from engines.kernel import LANGS, Decision, Match, Rng, catalogue, games, random_answer, rulebook
from render import Look, arts

assert flotsam.__file__.startswith(r"{folder}"), flotsam.__file__
game, art = games()["flotsam"], arts()["flotsam"]
words, rng, names = catalogue(game.package), Rng(bytes(32)), ("Ada", "Ben", "Cleo", "Dan")
assert words.problems() == [] and rulebook(game.package).problems() == []
for seats in game.seats:
    for length in ("short", "long"):
        match = Match.start(game, game.setup(seats, (), {{"length": length}}), bytes(32))
        while not match.over:
            seat = match.waiting[0]
            events = match.apply(Decision(match.step, seat, random_answer(match, match.prompt(seat), rng))).events
            assert game.problems(match.state) == []
            assert all(words.render(event.text, lang, names) for event in events for lang in LANGS)
            for lang in LANGS:
                for looker in (None, seat):
                    view, look = match.view(looker), Look(lang, names, looker)
                    art.compose(view, "board", look)
                    art.alt(view, "board", look)
        print(seats, length, *(score.total for score in match.scores()))
"""


@pytest.mark.parametrize("block", blocks(TEXT), ids=lambda block: f"{block.file}:{'+'.join(block.names)}")
def test_the_page_shows_the_code_of_the_example(block: Block) -> None:
    assert block.text == block.source, "run `python -m tests.tutorial`"


def test_every_definition_of_the_rules_is_shown() -> None:
    shown = "\n".join(block.text for block in blocks(TEXT))
    for path in sorted((Path(EXAMPLE) / "engines" / "flotsam").rglob("*.py")):
        for name in re.findall(r"^(?:async def|def|class) (\w+)", path.read_text("utf-8"), re.M):
            assert excerpt(path.read_text("utf-8"), (name,)) in shown + "\n", f"{path.name}: {name}"


def test_refreshing_changes_nothing_today() -> None:
    assert refreshed(TEXT) == TEXT


def test_following_the_page_in_an_empty_folder_makes_a_game_that_plays(tmp_path: Path) -> None:
    follow(TEXT, tmp_path)
    written = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_file()}
    assert written == {block.file for block in blocks(TEXT) if block.is_followed} | set(copied(TEXT))
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
def test_nothing_else_knows_the_examples(folder: str) -> None:
    """They are played through discovery alone: no name occurs in the project, in no list and no special case."""
    files = [
        path for path in sorted((ROOT / folder).rglob("*")) if path.suffix in {".py", ".toml", ".js", ".html", ".sql"}
    ]
    assert files
    named = re.compile("flotsam|meadow", re.IGNORECASE)
    assert [str(path.relative_to(ROOT)) for path in files if named.search(path.read_text("utf-8"))] == []


OF_A_GAME = ("engines/{0}/", "render/{0}/", "tests/{0}/", "docs/", "README.md", "README.ja.md", "CHANGELOG.md")


@pytest.mark.parametrize("game", shipped())
def test_adding_a_game_touches_three_folders_and_nothing_else(game: str) -> None:
    """Its id stands in no other file; the documents that present the games may name it."""
    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    foreign = []
    for name in tracked.rstrip("\0").split("\0"):
        path = ROOT / name
        if path.suffix in {".png", ".json", ".lock", ".xz"} or not path.is_file():
            continue
        if not name.startswith(tuple(own.format(game) for own in OF_A_GAME)) and _names(game, path.read_text("utf-8")):
            foreign.append(name)
    assert foreign == []


def _names(game: str, text: str) -> bool:
    return re.search(rf"(?<![\w]){game}(?![\w])", text) is not None


def test_a_name_is_found_as_a_word() -> None:
    assert _names("chess", "engines.chess.GAME") and _names("chess", 'game="chess"')
    assert not _names("chess", "chessboard") and not _names("chess", "Chess")
