"""A probe as data: the requests, presses and events that try one behaviour of Discord, and the expected outcome."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec

from bot.fake_discord.model.quirks import Quirks

Json = dict[str, Any]
Verdict = Literal["same", "different", "unknown"]
_NAME = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpRequest:
    """One HTTP request. `{names}` in it stand for ids; they are filled in when it is sent and never recorded."""

    method: str
    """Of HTTP, in capitals."""
    path: str
    """Path below the API's address, with `{names}`."""
    payload: Any = None
    """The JSON body."""
    files: tuple[str, ...] = ()
    """Names of the uploaded files (`files.py`)."""
    saves: Mapping[str, str] = field(default_factory=dict)
    """Name for later requests -> path of the id in the answer."""
    is_kept: bool = False
    """Whether the created thing stays until the end of the check."""
    is_escaped: bool = False
    """Whether the JSON has `\\uXXXX` instead of UTF-8, as discord.py sends it."""
    times: int = 1
    """Number of times that it is sent; the last answer counts, or the first refusal."""
    pause: float = 0.0
    """Seconds to wait before it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Press:
    """A press in Discord for which the operator is asked."""

    control: str
    """custom_id that must arrive."""
    instruction: str
    """The sentence that asks the operator for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Wait for an event of the gateway."""

    label: str
    """Name of the event."""
    instruction: str = ""
    """The act of the operator that causes it; empty: the request before it does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SizeSearch:
    """Find the largest number that Discord accepts, by halving. The outcome has the field `largest`."""

    low: int
    """A number that is accepted."""
    high: int
    """A number that is refused."""
    build_request: Callable[[int], HttpRequest]
    """(number) -> the request that tests it, e.g. with that many characters."""


Step = HttpRequest | Press | Event | SizeSearch


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to the last request of a probe, reduced to what is compared."""

    status: int = 200
    """HTTP status; 0: no request was sent."""
    code: int | None = None
    """Discord's code of a refusal."""
    fields: dict[str, Any] = {}
    """Selected fields of the answer, and how often events came."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OutcomeByQuirk:
    """An expectation that depends on a switch of the fake server."""

    quirk: str
    """Name of the field of `Quirks`."""
    outcome_on: Outcome
    """The expectation while the switch is on."""
    outcome_off: Outcome
    """The expectation while it is off."""


Expectation = Outcome | OutcomeByQuirk | Callable[[Quirks], Outcome]


@dataclass(frozen=True, slots=True, kw_only=True)
class Probe:
    """One behaviour of Discord and how it is tried."""

    name: str
    """Names its result in a recording, so it stays the same."""
    row: int
    """Number of the behaviour in docs/discord-behaviour.md."""
    claim: str
    """The expectation, as a sentence."""
    steps: tuple[Step, ...]
    """Taken in order; only the last request may be refused."""
    expected: Expectation = field(default_factory=Outcome)
    """Outcome, or how the switches of the fake server decide it; without one: HTTP 200."""
    reads: Mapping[str, str] = field(default_factory=dict)
    """Field of the outcome -> path into the answer, e.g. `attachments.#` (`read_path`)."""
    headers: tuple[str, ...] = ()
    """Headers that become fields of the outcome."""
    counts: tuple[str, ...] = ()
    """Events whose number becomes a field of the outcome."""
    is_slow: bool = False
    """Whether it waits for minutes: only tried with --slow."""

    def expect_outcome(self, quirks: Quirks) -> Outcome:
        """Return the outcome on a server with these quirks."""
        match self.expected:
            case Outcome() as outcome:
                return outcome
            case OutcomeByQuirk(quirk=name, outcome_on=outcome_on, outcome_off=outcome_off):
                return outcome_on if getattr(quirks, name) else outcome_off
            case build_outcome:
                return build_outcome(quirks)

    @property
    def needs_operator(self) -> bool:
        """Whether somebody must press or change something, and the gateway must be connected."""
        return bool(self.counts) or any(isinstance(step, (Press, Event)) for step in self.steps)


def read_path(answer: Any, path: str) -> Any:
    """Return a value inside an answer. `#` is the length of a list, a final `?` whether the value is there and not
    empty; a missing one is None.
    """
    asks_presence = path.endswith("?")
    value = answer
    for key in path.removesuffix("?").split("."):
        if key == "#":
            value = len(value or ())
        elif isinstance(value, list):
            value = value[int(key)] if int(key) < len(value) else None
        elif isinstance(value, dict):
            value = value.get(key)
        else:
            value = None
    return bool(value) if asks_presence else value


def fill_names(value: Any, names: Mapping[str, str]) -> Any:
    """Return the value with each `{name}` in its strings replaced. Raises KeyError for an unknown name."""
    if isinstance(value, str):
        return _NAME.sub(lambda match: names[match[1]], value)
    if isinstance(value, dict):
        return {key: fill_names(item, names) for key, item in value.items()}
    if isinstance(value, list):
        return [fill_names(item, names) for item in value]
    return value
