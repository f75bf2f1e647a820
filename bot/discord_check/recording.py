"""The recording of a check: one JSON file without ids, names, tokens or addresses."""

import datetime
from collections.abc import Sequence
from importlib.metadata import version
from typing import Any

import discord
import msgspec

from .probe import Event, HttpRequest, Json, Press, Probe, SizeSearch, Step
from .runner import Result

API = "v10"
MAX_STRING, MAX_ITEMS = 120, 6


class AnsweredQuestion(msgspec.Struct, frozen=True, kw_only=True):
    """The operator's answer."""

    question: str
    """`Question.name`."""
    row: int
    """Number of the behaviour in docs/discord-behaviour.md."""
    expected: bool
    """The answer that the bot relies on, at the time of the check."""
    answer: bool | None
    """None: the operator could not tell."""


class Recording(msgspec.Struct, frozen=True, kw_only=True):
    """The findings of a check."""

    date: str
    """Day of the check, `2026-01-31`."""
    api: str
    """Version of Discord's API, as in its address."""
    library: str
    """Versions of discord.py and of this program."""
    results: tuple[Result, ...]
    """In the order in which the probes were tried."""
    steps: dict[str, tuple[Json, ...]]
    """By probe: its steps, ids as `{names}`."""
    answers: tuple[AnsweredQuestion, ...] = ()
    """In the order asked; () if nobody was there to ask."""


def build_recording(
    probes: Sequence[Probe], results: Sequence[Result], answers: Sequence[AnsweredQuestion], date: datetime.date
) -> Recording:
    """Return the recording of a check."""
    tried_probes = {result.probe for result in results}
    return Recording(
        date=date.isoformat(),
        api=API,
        library=f"discord.py {discord.__version__}, teban {version('teban')}",
        results=tuple(results),
        steps={probe.name: describe_steps(probe) for probe in probes if probe.name in tried_probes},
        answers=tuple(answers),
    )


def describe_steps(probe: Probe) -> tuple[Json, ...]:
    """Return the steps of a probe as plain data, so that a recording tells with what it was made."""
    return tuple(_describe_step(step) for step in probe.steps)


def _describe_step(step: Step) -> Json:
    match step:
        case HttpRequest():
            fields = {
                "payload": _shorten(step.payload),
                "files": list(step.files),
                "times": step.times,
                "pause": step.pause,
            }
            written_fields = {name: value for name, value in fields.items() if value not in (None, [], 1, 0.0)}
            return {"request": f"{step.method} {step.path}", **written_fields}
        case Press():
            return {"press": step.control}
        case Event():
            return {"event": step.label}
        case SizeSearch():
            low = step.build_request(step.low)
            return {"search": [step.low, step.high], "smallest": _describe_step(low)}


def _shorten(value: Any) -> Any:
    """Return the value with long strings cut: a recording is read by people."""
    match value:
        case str() if len(value) > MAX_STRING:
            return f"{value[:20]}… ({len(value)} characters)"
        case dict():
            return {key: _shorten(item) for key, item in value.items()}
        case list() if len(value) > MAX_ITEMS:
            return [_shorten(value[0]), f"… ({len(value)} in all)"]
        case list():
            return [_shorten(item) for item in value]
        case _:
            return value


def encode_recording(recording: Recording) -> bytes:
    return msgspec.json.format(msgspec.json.encode(recording), indent=1) + b"\n"


def decode_recording(content: bytes) -> Recording:
    """Read a recording. Raises msgspec.DecodeError."""
    return msgspec.json.decode(content, type=Recording)
