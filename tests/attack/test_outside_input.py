"""Inputs from outside that crashed or lied in an attack (T9, T13), each with its new answer."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from aiohttp import ClientSession

from bot import audit, operator_commands
from bot.audit import GameFile, PostedValues
from bot.game_file_bounds import MAX_FILE_BYTES, TimeBudget, escape_text
from bot.playground import Playground
from bot.table import TableService
from engines.kernel import Decision, load_games
from tests.discovered import list_shipped_games
from tests.table.conftest import AOI, JULES, MARCO, Players

DEEP = 100_000


@pytest.fixture
async def true_file(service: TableService, players: Players) -> GameFile:
    table_id = await players.start_table(AOI, MARCO, JULES)
    await players.play_to_end(table_id)
    return await audit.export_game(service.db, table_id)


def build_file(game_id: str, **fields: Any) -> bytes:
    """Return a small forged file of a game, with the given fields."""
    game = load_games()[game_id]
    setup = {"seats": game.seat_counts[0], "colors": game.colors[: game.seat_counts[0]], "options": {}}
    file = {
        "format": audit.FORMAT,
        "engine": game_id,
        "setup": setup,
        "seed": "00" * 32,
        "commitment": "0" * 64,
        "decisions": [],
        "checksum": "0" * 64,
        "over": True,
    }
    return json.dumps(file | fields).encode()


@pytest.mark.parametrize("game_id", list_shipped_games())
def test_seats_are_bounded_before_the_game_is_built(game_id: str) -> None:
    """Fifty million seats in 507 bytes took more than 2 GB."""
    for seats in (50_000_000, 10**30, 0, -1):
        content = build_file(game_id, setup={"seats": seats, "colors": [], "options": {}})
        try:
            (finding,) = audit.verify_game_file(audit.decode_game_file(content, "x"))
        except audit.NotAGameFile:
            assert seats == 10**30, "no number of this size is read at all"
            continue
        assert not finding.is_ok and "seats, got" in finding.text


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"decisions": [[{"step": 0, "seat": 0, "keys": ["k"]}, 1]] * 20_001}, "at most 20000 decisions"),
        ({"decisions": [[{"step": 0, "seat": 0, "keys": ["k"] * 201}, 1]]}, "expected an answer of at most"),
        ({"decisions": [[{"step": 0, "seat": 0, "keys": ["k" * 201]}, 1]]}, "expected an answer of at most"),
        ({"decisions": [[{"step": 0, "seat": 9, "keys": []}, 1]]}, "expected a seat of 0 to"),
        ({"decisions": [[{"step": -1, "seat": 0, "keys": []}, 1]]}, "expected a step of 0 to"),
        ({"decisions": [[{"step": 0, "seat": 0, "keys": []}, 10**9]]}, "expected a version of the rules"),
        ({"table": -5}, "expected a number of 0 to"),
        ({"seed": "00" * 200}, "expected a text of at most"),
        ({"shares": ["a"] * 101}, "expected a text of at most"),
        ({"shares": ["a" * 201]}, "expected a text of at most"),
        ({"setup": {"seats": 2, "colors": ["c"] * 99, "options": {}}}, "expected a setting of at most"),
        ({"setup": {"seats": 2, "colors": [], "options": {"length": "9" * 100}}}, "expected length to be one of"),
    ],
)
def test_every_part_is_bounded(fields: dict[str, Any], sentence: str) -> None:
    (finding,) = audit.verify_game_file(audit.decode_game_file(build_file("flotsam", **fields), "x"))
    assert not finding.is_ok and "OutOfBounds" in finding.text and sentence in finding.text


@pytest.mark.parametrize(
    "content",
    [
        b"[" * DEEP,
        b'{"format":' * DEEP,
        b'{"unknown":' + b"[" * DEEP,
        b"\xff\xfe",
        b'{"format": "\xff"}',
        b'{"table": ' + b"9" * 5_000 + b"}",
        b" " * (MAX_FILE_BYTES + 1),
        b"",
    ],
    ids=["deep list", "deep object", "deep unknown", "not UTF-8", "half UTF-8", "5,000 digits", "large", "empty"],
)
async def test_what_is_no_game_file_is_refused_in_a_line(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "false.json"
    path.write_bytes(content)
    assert await operator_commands.verify_file(path) == 1
    captured = capsys.readouterr()
    assert captured.out == "" and captured.err.count("\n") == 1 and "not a game file" in captured.err


@pytest.mark.parametrize("name", ["format", "game_id", "commitment", "checksum", "order", "seed", "share", "key"])
async def test_file_cannot_write_on_the_terminal(
    true_file: GameFile, tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    """Escape sequences could overwrite the lines that tell of the forgery."""
    evil = "\x1b[2A\x1b[2K\r  all is well\n\u202e\x9b1A"
    fields: dict[str, Any] = {name: evil}
    if name == "share":
        fields = {"shares": (evil, *true_file.shares[1:])}
    if name == "key":
        fields = {"decisions": ((Decision(0, 0, (evil,)), 1),)}
    forged = msgspec.structs.replace(true_file, **fields)
    path = tmp_path / "false.json"
    path.write_bytes(msgspec.json.encode(forged))
    assert await operator_commands.verify_file(path) == (0 if name == "order" else 1), "an unknown order claims nothing"
    captured = capsys.readouterr()
    for line in (captured.out + captured.err).split("\n"):
        assert line.isprintable(), repr(line)


def test_escaped_text_is_one_short_line() -> None:
    assert escape_text("\x1b[0m\nä木\u202e") == "\\u001b[0m\\nä木\\u202e"
    assert len(escape_text("x" * 10_000)) < 400


@pytest.mark.parametrize("posted", [None, ()])
def test_words_of_the_shuffle_are_printed_in_full(true_file: GameFile, posted: tuple[str, ...] | None) -> None:
    """One may have 200 characters, and they are compared by eye."""
    words = tuple(f"{letter * 199}{seat}" for seat, letter in enumerate("abc"))
    file = msgspec.structs.replace(true_file, shares=words)
    texts = [finding.text for finding in audit.verify_game_file(file, PostedValues(words=posted))]
    assert any(", ".join(words) in text for text in texts)


def test_replay_stops_when_its_time_is_over(true_file: GameFile, monkeypatch: pytest.MonkeyPatch) -> None:
    assert all(finding.is_ok for finding in audit.verify_game_file(true_file))
    monkeypatch.setattr(TimeBudget, "is_over", True)
    texts = [finding.text for finding in audit.verify_game_file(true_file) if not finding.is_ok]
    assert len(texts) == 1 and f"stopped before decision 1 of {len(true_file.decisions)}" in texts[0]


def test_time_of_a_file_is_less_than_ten_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    budget = TimeBudget()
    assert not budget.is_over
    now[0] += 9
    assert budget.is_over


# ---------------------------------------------------------------------- playground


@pytest.fixture
async def http() -> AsyncIterator[ClientSession]:
    async with Playground(port=0) as running, ClientSession(running.url) as session:
        yield session


async def test_playground_answers_400_to_other_shapes(http: ClientSession) -> None:
    async with http.get("/play/api/world") as answer:
        world = await answer.json()
    person, channel = world["users"][0]["id"], world["channels"][0]["id"]
    known = {"as": person, "channel_id": channel}
    press = {"type": 3, "data": {"custom_id": "x"}}
    bodies: list[bytes] = [
        b"[" * DEEP,
        b'{"as":' * DEEP,
        b"\xff\xfe{}",
        b'{"hours": ' + b"9" * 5_000 + b"}",
        b"null",
        b'"text"',
        b"[]",
        b"",
        *(
            json.dumps(body).encode()
            for body in (
                {"as": {"a": 1}, "channel_id": channel, **press},
                {"as": [person], "channel_id": channel, **press},
                {**known, "channel_id": {"a": 1}, **press},
                {**known, "channel_id": [channel], **press},
                {**known, **press, "message_id": {"a": 1}},
                {**known, **press, "message_id": [1]},
                {**known, "type": True, "data": {}},
                {**known, "type": {"a": 1}, "data": {}},
                {**known, "type": 2, "data": {"name": ["x"]}},
                {**known, "type": 2, "data": {"name": "table", "options": "x"}},
                {**known, "type": 2, "data": {"name": "table", "options": [1]}},
                {**known, "type": 2, "data": {"name": "table", "options": [{"value": 1}]}},
                {**known, "type": 3, "message_id": "1", "data": {"custom_id": {"a": 1}}},
                {**known, "type": 3, "message_id": "1", "data": {"custom_id": "x", "values": [{"a": 1}]}},
                {**known, "type": 5, "data": {"custom_id": ["x"], "components": []}},
                {**known, "type": 5, "data": {"custom_id": "x", "components": [[]]}},
                {"as": person, "name": {"a": 1}},
                {"as": person, "name": "Ada", "locale": ["ja"]},
                {"as": person, "hours": "1"},
                {"as": person, "hours": 1.5},
                {"as": person, "game": {"a": 1}},
                {"as": person, "content": {"a": 1}},
            )
        ),
    ]
    for body in bodies:
        for route in ("interact", "users", "clock", "sample", f"channels/{channel}/messages"):
            async with http.post(
                f"/play/api/{route}", data=body, headers={"Content-Type": "application/json"}
            ) as answer:
                # A body that is wrong for one route may be a refusal in words of the fake Discord on another.
                assert answer.status in (200, 400), (route, body[:80], answer.status)
                is_shape = route == "interact" or b"channel_id" not in body
                assert answer.status == 400 or not is_shape or route in ("users", "clock"), (route, body[:80])
    for charset in ("no-such-charset", "utf-7", "\x00"):
        headers = {"Content-Type": f"application/json; charset={charset}" if charset != "\x00" else "application/json"}
        async with http.post("/play/api/interact", data=b"{}", headers=headers) as answer:
            assert answer.status == 400


ENDLESS_DECISION = """
import asyncio
from pathlib import Path
from bot import audit, operator_commands
operator_commands.VERIFICATION_SECONDS = 0.2
audit.read_game_file = lambda path: None
def decide_for_ever(*values):
    while True:
        pass
audit.verify_game_file = decide_for_ever
asyncio.run(operator_commands.verify_file(Path("x")))
"""


def test_a_decision_that_takes_for_ever_ends_the_verification() -> None:
    command = [sys.executable, "-c", ENDLESS_DECISION]
    run = subprocess.run(command, capture_output=True, text=True, timeout=900, check=False)
    assert run.returncode == 1 and run.stdout.startswith("! not verified"), run.stderr
