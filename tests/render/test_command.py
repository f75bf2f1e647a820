"""`python -m render` draws pictures of every game, and refuses wrong arguments with a sentence."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from engines.kernel import LANGS, load_games
from render import load_arts
from render.__main__ import STAGES, main


@pytest.fixture(autouse=True)
def _work_in_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def draw(*words: str) -> bytes:
    """Run the command with `--out`; return the picture."""
    main([*words, "--out", "picture.png"])
    return Path("picture.png").read_bytes()


def test_the_name_of_the_file_says_its_format(tmp_path: Path) -> None:
    for name, start in (("board.png", b"\x89PNG"), ("board.jpg", b"\xff\xd8")):
        main(["flotsam", "--at", "3", "--out", str(tmp_path / name)])
        assert (tmp_path / name).read_bytes().startswith(start)


def refuse(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Run the command with wrong arguments; return what it says."""
    with pytest.raises(SystemExit) as stopped:
        main(words)
    assert stopped.value.code == 2
    assert list(Path().rglob("*")) == []
    return capsys.readouterr().err.rpartition("error: ")[2].strip()


def count_decisions(capsys: pytest.CaptureFixture[str]) -> int:
    """Return the number of decisions in the game that the command plays."""
    return int(refuse(capsys, "flotsam", "--at", "9999").split(",")[0].rpartition(" ")[2])


@pytest.mark.parametrize("game", load_arts())
@pytest.mark.parametrize("lang", LANGS)
def test_overview_and_panel_of_every_game_are_drawn(
    game: str, lang: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main([game, "--lang", lang])
    main([game, "--lang", lang, "--view", "panel"])
    overview, panel = capsys.readouterr().out.split()
    extension = overview.rpartition(".")[2]
    assert overview.startswith(f"{game}-") and overview.endswith(f"-{lang}.{extension}")
    assert panel == f"{game}-panel-{lang}.{extension}" and extension in ("png", "jpg")
    pictures = [(tmp_path / name).read_bytes() for name in (overview, panel)]
    assert all(Image.open(io.BytesIO(picture)).width == 1600 for picture in pictures)
    assert pictures[0] != pictures[1]


@pytest.mark.parametrize("game", load_arts())
def test_all_pictures_of_every_game_are_drawn_at_four_stages(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("render.__main__.paint", lambda scene: str(scene).encode())  # painting takes long
    main([game, "--all", "drawn/all", "--seats", str(load_games()[game].seat_counts[0])])
    printed = capsys.readouterr().out.split()
    names = {path.stem for path in (tmp_path / "drawn" / "all").iterdir()}
    assert sorted(names) == sorted(Path(file).stem for file in printed)
    for stage in STAGES:
        for lang in LANGS:
            of_stage = [name for name in names if name.startswith(f"{stage}-") and name.endswith(f"-{lang}")]
            public = [name for name in of_stage if not name.startswith(f"{stage}-panel-")]
            assert public and len(of_stage) - len(public) == (stage != "end"), (stage, lang)


def test_all_pictures_can_be_drawn_in_one_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("render.__main__.paint", lambda scene: str(scene).encode())
    main(["flotsam", "--all", "drawn", "--lang", "ja"])
    names = [path.stem for path in Path("drawn").iterdir()]
    assert "end-final-ja" in names and all(name.endswith("-ja") for name in names)


def test_arguments_choose_the_picture() -> None:
    middle = draw("flotsam")
    assert draw("flotsam") == middle
    assert draw("flotsam", "--view", "board", "--lang", "en") == middle
    others = [
        draw("flotsam", *words.split())
        for words in ("--at 0", "--seats 2", "--seed other", "--option length=long", "--lang ja", "--view panel")
    ]
    assert len({middle, *others}) == 7


def test_default_position_is_half_of_all_decisions(capsys: pytest.CaptureFixture[str]) -> None:
    count = count_decisions(capsys)
    assert draw("flotsam", "--at", str(count // 2)) == draw("flotsam")
    assert draw("flotsam", "--at", str(count)) == draw("flotsam", "--at", str(count), "--view", "final")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("chess", "argument GAME: invalid choice: 'chess' (choose from "),
        ("flotsam --view moon", "--view moon: expected one of board, panel"),
        ("flotsam --view panel:hold", "--view panel:hold: expected one of board, panel"),
        ("flotsam --view final", "--view final: expected one of board, panel"),
        ("flotsam --at 9999", "--at 9999: expected 0 to "),
        ("flotsam --at half", "argument --at: expected a whole number, 0 or more, not 'half'"),
        ("flotsam --at -1", "argument --at: expected a whole number, 0 or more, not '-1'"),
        ("flotsam --seats 9", "This game is for 2, 3, 4 players, not 9."),
        ("flotsam --seats many", "argument --seats: expected a whole number, 0 or more, not 'many'"),
        ("flotsam --lang fr", "argument --lang: invalid choice: 'fr' (choose from "),
        ("flotsam --option moon=on", "There is no table option moon. There are: length."),
        ("flotsam --option length=endless", "The option length can be short, long, not endless."),
        ("flotsam --option length", "--option length: expected ID=VALUE"),
        ("flotsam --all drawn --at 3", "--all draws every picture at four stages: expected no --at, --view or --out"),
        ("flotsam --out .", ".: expected a file that can be written (Is a directory)"),
    ],
)
def test_wrong_arguments_are_refused_with_a_sentence(
    words: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert refuse(capsys, *words.split()).startswith(sentence)


def test_the_end_has_no_panel(capsys: pytest.CaptureFixture[str]) -> None:
    count = count_decisions(capsys)
    sentence = f"--view panel: expected --at 0 to {count - 1}, since the end has no question"
    assert refuse(capsys, "flotsam", "--at", str(count), "--view", "panel") == sentence
