"""Environment variables: their meaning, and the error messages for wrong values."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import Mock

import pytest

from bot import main as main_module
from bot import start_checks
from bot.fake_discord import FakeDiscord
from bot.fake_discord.server import schema_validation
from bot.main import main
from bot.settings import Settings, WrongSetting
from storage import ServerAddress


def test_defaults_without_environment() -> None:
    assert Settings.read({}) == Settings()
    assert Settings.read({"DISCORD_TOKEN": " ", "TEBAN_PORT": ""}).token is None


def test_the_settings_show_no_password() -> None:
    settings = Settings.read({"TEBAN_DB": "postgresql://ann:s3cret@db.example/teban"})
    assert settings.database == ServerAddress("postgresql://ann:s3cret@db.example/teban")
    assert "ServerAddress('postgresql://db.example/teban')" in repr(settings) and "s3cret" not in repr(settings)


def test_processes_share_a_servers_database() -> None:
    settings = Settings.read({"TEBAN_DB": "postgresql://db/teban", "TEBAN_SHARDS": "4", "TEBAN_HEARTBEAT": "/run/beat"})
    assert (settings.shard_count, settings.heartbeat) == (4, Path("/run/beat"))


def test_all_settings_are_read() -> None:
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
    assert (settings.language, settings.log_level, settings.listen_address, settings.port) == (
        "both",
        "DEBUG",
        "0.0.0.0",
        0,
    )
    assert str(settings.api_url) == "http://127.0.0.1:8230"
    assert settings.is_strict


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("TEBAN_LANG", "fr", "ja, en, both"),
        ("TEBAN_LOG", "loud", "DEBUG, INFO, WARNING, ERROR"),
        ("TEBAN_PORT", "http", "0 to 65535"),
        ("TEBAN_PORT", "70000", "0 to 65535"),
        ("TEBAN_API", "discord.com", "http://"),
        ("TEBAN_VALIDATE", "maybe", "off, on"),
        ("TEBAN_SHARDS", "many", "a number of shards from 1 to 4096"),
        ("TEBAN_SHARDS", "0", "a number of shards from 1 to 4096"),
        ("TEBAN_SHARDS", "2", "TEBAN_DB to be like postgresql://"),
        ("TEBAN_FONT_BOLD", "/nowhere/bold.otf", "font file"),
    ],
)
def test_wrong_setting_is_named_with_the_expected_values(name: str, value: str, expected: str) -> None:
    with pytest.raises(WrongSetting) as error:
        Settings.read({name: value})
    assert str(error.value).startswith(name) and expected in str(error.value) and repr(value) in str(error.value)


def test_a_heartbeat_that_cannot_be_written_stops_the_start(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """It would be logged every ten seconds, and the process would count as not running."""
    monkeypatch.setenv("TEBAN_DB", str(tmp_path / "teban.sqlite3"))
    monkeypatch.setenv("TEBAN_HEARTBEAT", str(tmp_path / "missing" / "beat"))
    assert main([]) == 2
    assert capsys.readouterr().err.startswith(f"teban: TEBAN_HEARTBEAT: {tmp_path / 'missing'} or beat in it cannot be")
    assert main(["doctor"]) == 1, "other commands write none"


@pytest.mark.parametrize(
    ("has_description", "has_library", "expected"),
    [(False, True, "from a checkout"), (True, False, "pip install --editable")],
)
def test_impossible_validation_stops_the_start(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    has_description: bool,
    has_library: bool,
    expected: str,
) -> None:
    if not has_description:
        monkeypatch.setattr(schema_validation, "API_DESCRIPTION", tmp_path / "openapi.json")
    if not has_library:
        monkeypatch.setattr(schema_validation, "find_spec", lambda name: None)
    monkeypatch.setenv("TEBAN_VALIDATE", "on")
    assert main([]) == 2
    error_text = capsys.readouterr().err
    assert error_text.startswith("teban: TEBAN_VALIDATE: ") and expected in error_text
    with pytest.raises(schema_validation.ValidationUnavailable, match=expected.split(maxsplit=1)[0]):
        FakeDiscord(is_strict=True)


def test_program_reports_a_wrong_setting_and_stops(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
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


COMMANDS = ("run", "doctor", "doctor --before-upgrade", "backup copy", "export 1", "migrate")


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("mysql://ann:s3cret@db.example/teban", "TEBAN_DB: expected the path of a file, or an address like"),
        ("postgresql:/ann:s3cret@db.example/teban", "TEBAN_DB: expected the path of a file, or an address like"),
        ("postgresql://ann:s3cret@127.0.0.1:1/teban", "teban: postgresql://127.0.0.1:1/teban: "),
        ("postgresql://ann:s3cret@127.0.0.1:port/teban", "teban: postgresql://...: "),
    ],
)
def test_a_password_in_the_name_of_the_database_is_not_repeated(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
    command: str,
    address: str,
    words: str,
) -> None:
    monkeypatch.setattr(start_checks, "check_processes", lambda: None)  # it takes a second
    monkeypatch.setenv("TEBAN_DB", address)
    monkeypatch.setenv("DISCORD_TOKEN", "abc")
    assert main(command.split()) != 0
    output = capsys.readouterr()
    assert words in output.err
    assert "s3cret" not in output.out + output.err + caplog.text


@pytest.mark.parametrize(("words", "code"), [(["doctor"], 1), (["migrate", "--to", "new.db"], 1), ([], 0)])
def test_a_command_that_was_interrupted_has_not_succeeded(
    words: list[str], code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Only the bot itself runs until it is interrupted."""
    monkeypatch.setattr(main_module, "_run_command", Mock(side_effect=KeyboardInterrupt))
    assert main(words) == code
    stopped = f"teban: {words[0]} was stopped before its end\n" if words else ""
    assert capsys.readouterr().err == stopped


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["--version"])
    assert end.value.code == 0 and capsys.readouterr().out.startswith("teban ")
