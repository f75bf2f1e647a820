"""Environment variables: what they mean, and what a wrong one is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.main import main
from bot.settings import Settings, WrongSetting
from bot.standin import StandIn
from bot.standin.server import validation


def test_nothing_set_is_a_playground_beside_us() -> None:
    assert Settings.read({}) == Settings()
    assert Settings.read({"DISCORD_TOKEN": " ", "TEBAN_PORT": ""}).token is None


def test_everything_set() -> None:
    settings = Settings.read(
        {
            "DISCORD_TOKEN": "abc",
            "TEBAN_DB": "/data/games.sqlite3",
            "TEBAN_LANG": "Both",
            "TEBAN_LOG": "debug",
            "TEBAN_HOST": "0.0.0.0",
            "TEBAN_PORT": "0",
            "TEBAN_API": "http://127.0.0.1:8230",
            "TEBAN_VALIDATE": "on",
        }
    )
    assert (settings.token, settings.database) == ("abc", Path("/data/games.sqlite3"))
    assert (settings.language, settings.log, settings.host, settings.port) == ("both", "DEBUG", "0.0.0.0", 0)
    assert str(settings.api) == "http://127.0.0.1:8230"
    assert settings.validate


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("TEBAN_LANG", "fr", "ja, en, both"),
        ("TEBAN_LOG", "loud", "DEBUG, INFO, WARNING, ERROR"),
        ("TEBAN_PORT", "http", "0 to 65535"),
        ("TEBAN_PORT", "70000", "0 to 65535"),
        ("TEBAN_API", "discord.com", "http://"),
        ("TEBAN_VALIDATE", "maybe", "off, on"),
        ("TEBAN_FONT_BOLD", "/nowhere/bold.otf", "font file"),
    ],
)
def test_a_wrong_one_is_named_with_what_was_expected(name: str, value: str, expected: str) -> None:
    with pytest.raises(WrongSetting) as error:
        Settings.read({name: value})
    assert str(error.value).startswith(name) and expected in str(error.value) and repr(value) in str(error.value)


@pytest.mark.parametrize(
    ("there", "library", "expected"), [(False, True, "from a checkout"), (True, False, "pip install --editable")]
)
def test_checks_that_cannot_be_made_here_stop_the_start(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    there: bool,
    library: bool,
    expected: str,
) -> None:
    if not there:
        monkeypatch.setattr(validation, "DESCRIPTION", tmp_path / "openapi.json")
    if not library:
        monkeypatch.setattr(validation, "find_spec", lambda name: None)
    monkeypatch.setenv("TEBAN_VALIDATE", "on")
    assert main([]) == 2
    told = capsys.readouterr().err
    assert told.startswith("teban: TEBAN_VALIDATE: ") and expected in told
    with pytest.raises(validation.NothingToCheckWith, match=expected.split(maxsplit=1)[0]):
        StandIn(validate=True)


def test_the_program_says_it_and_stops(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("TEBAN_LANG", "fr")
    assert main([]) == 2
    assert "TEBAN_LANG" in capsys.readouterr().err


def test_a_database_that_cannot_be_opened_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("TEBAN_DB", str(tmp_path / "missing" / "teban.sqlite3"))
    monkeypatch.setenv("DISCORD_TOKEN", "abc")
    assert main([]) == 1
    assert "teban.sqlite3" in capsys.readouterr().err


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["--version"])
    assert end.value.code == 0 and capsys.readouterr().out.startswith("teban ")
