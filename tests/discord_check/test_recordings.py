"""Recordings of `teban check` are replayed on the fake Discord server: it must answer as the recorded one did.

`fake_discord.json` was recorded on the fake server itself, so that a change of it shows; recordings of the real Discord
lie beside it, named by their date.
"""

from __future__ import annotations

import asyncio
import tomllib
from collections.abc import Collection, Iterator
from pathlib import Path

import msgspec
import pytest

from bot.discord_check.command import Check
from bot.discord_check.probe import Outcome
from bot.discord_check.probes import WITH_OPERATOR, WITHOUT_PEOPLE
from bot.discord_check.recording import Recording, decode_recording, describe_steps

from .stage import Stage, run_check

HERE = Path(__file__).parent
RECORDINGS = sorted((HERE / "recordings").glob("*.json"))
KNOWN_DIFFERENCES: dict[str, str] = tomllib.loads((HERE / "known_differences.toml").read_text())


@pytest.fixture(scope="module")
def replay() -> Check:
    """Return a check of the fake server, for all recordings."""

    async def check_fake_server() -> Check:
        async with Stage() as stage:
            return await run_check(stage)

    return asyncio.run(check_fake_server())


def iter_differences(recording: Recording, replay: Check, known: Collection[str] = ()) -> Iterator[str]:
    """Yield a line for each probe in which the fake server differs from the recording without a known reason."""
    replayed = {result.probe: result.observed for result in replay.results}
    present = {probe.name: probe for probe in (*WITHOUT_PEOPLE, *WITH_OPERATOR)}
    for result in recording.results:
        if result.observed is None:
            continue
        if result.probe not in present:
            yield f"{result.probe}: there is no such probe any more"
        elif normalize(describe_steps(present[result.probe])) != normalize(recording.steps[result.probe]):
            yield f"{result.probe}: it was recorded with other steps, so record it again"
        elif (result.observed != replayed[result.probe]) is not (result.probe in known):
            reason = "it is listed as different, but is not" if result.probe in known else "it differs"
            yield f"{result.probe}: {reason}; recorded {result.observed}, here {replayed[result.probe]}"


def normalize(value: object) -> object:
    """Return the value as JSON has it."""
    return msgspec.json.decode(msgspec.json.encode(value))


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.stem)
def test_the_fake_server_answers_as_recorded(path: Path, replay: Check) -> None:
    known = () if path.stem == "fake_discord" else KNOWN_DIFFERENCES
    assert list(iter_differences(decode_recording(path.read_bytes()), replay, known)) == []


def test_differences_are_found(replay: Check) -> None:
    recording = decode_recording((HERE / "recordings/fake_discord.json").read_bytes())
    first, second, third, *rest = recording.results
    changed = msgspec.structs.replace(first, observed=Outcome(status=418))
    renamed = msgspec.structs.replace(second, probe="gone")
    other_steps = {**recording.steps, third.probe: ()}
    differing = msgspec.structs.replace(recording, results=(changed, renamed, third, *rest), steps=other_steps)
    lines = [line.partition(":")[0] for line in iter_differences(differing, replay)]
    assert lines == [first.probe, "gone", third.probe]
    assert len(list(iter_differences(differing, replay, [first.probe]))) == 2, "a named difference is accepted"
    assert len(list(iter_differences(recording, replay, [first.probe]))) == 1, "a name that is not needed is refused"


def test_each_known_difference_has_a_reason() -> None:
    assert [probe for probe, reason in KNOWN_DIFFERENCES.items() if len(reason) < 20] == []
