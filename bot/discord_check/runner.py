"""Try probes one after another, and compare each outcome with the expected one."""

from collections.abc import Callable, Iterable
from typing import Protocol

import msgspec

from bot.fake_discord.model.quirks import Quirks

from .connection import Answer, Connection
from .gateway import PRESS, GatewayEvents
from .probe import Event, HttpRequest, Json, Outcome, Press, Probe, SizeSearch, Verdict, read_path

PATIENCE = 180.0
"""Seconds in which the operator must have pressed."""
GRACE = 3.0
"""Seconds after an event in which others that belong to it may come."""
MISSING_PERMISSION = (50001, 50013)
"""Codes that say something about the channel, not about Discord."""


class Operator(Protocol):
    """The person who runs the check."""

    def instruct(self, probe: str, sentence: str) -> None:
        """Ask for a press or a change in Discord."""

    async def answer_question(self, question: str, sentence: str) -> bool | None:
        """Return yes, no, or None for "I cannot tell"."""


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """The outcome of a probe."""

    probe: str
    """`Probe.name`."""
    row: int
    """Number of the behaviour in docs/discord-behaviour.md."""
    verdict: Verdict
    """Whether `observed` equals `expected`; unknown: it was not tried, or a permission is missing."""
    expected: Outcome
    """Outcome on the fake server, with the switches of the check."""
    observed: Outcome | None
    """None: it could not be tried."""
    reason: str = ""
    """Why it could not be tried."""


class NotTried(Exception):
    """A probe could not be tried: the message says why."""


class Runner:
    """Runs probes. events: None if the gateway is not connected, so that probes with presses are not tried."""

    def __init__(
        self, connection: Connection, quirks: Quirks, operator: Operator, events: GatewayEvents | None,
        *, patience: float = PATIENCE,
    ) -> None:  # fmt: skip
        self._connection, self._quirks, self._operator, self._events = connection, quirks, operator, events
        self._patience = patience

    async def run_probes(self, probes: Iterable[Probe], on_result: Callable[[Probe, Result], None]) -> list[Result]:
        """Try all probes and delete after each what it made. Raises CheckStopped."""
        results = []
        for probe in probes:
            result = await self._run_probe(probe)
            results.append(result)
            on_result(probe, result)
        return results

    async def _run_probe(self, probe: Probe) -> Result:
        expected = probe.expect_outcome(self._quirks)
        observed, reason = None, ""
        verdict: Verdict = "unknown"
        try:
            observed = await self._try_probe(probe)
        except NotTried as error:
            reason = str(error)
        await self._connection.delete_created()
        if observed is not None:
            if observed.code in MISSING_PERMISSION and observed.code != expected.code:
                reason = f"the bot lacks a permission here (code {observed.code})"
            else:
                verdict = "same" if observed == expected else "different"
        return Result(
            probe=probe.name, row=probe.row, verdict=verdict, expected=expected, observed=observed, reason=reason
        )

    async def _try_probe(self, probe: Probe) -> Outcome:
        """Take the steps of a probe. Only the last request may be refused."""
        if self._events is None and probe.needs_operator:
            raise NotTried("it needs somebody who presses (leave out --unattended)")
        if self._events is not None:
            self._events.forget_events()
        last_request = max((n for n, step in enumerate(probe.steps) if isinstance(step, HttpRequest)), default=-1)
        answer: Answer | None = None
        fields: Json = {}
        for number, step in enumerate(probe.steps):
            match step:
                case HttpRequest():
                    answer = await self._send_request(step)
                    if number < last_request and not answer.is_accepted:
                        raise NotTried(f"step {number + 1} was refused: HTTP {answer.status}, code {answer.code}")
                case Press():
                    await self._await_press(probe, step)
                case Event():
                    await self._await_event(probe, step)
                case SizeSearch():
                    fields["largest"] = await self._search_largest(step)
        if answer is not None:
            fields |= {name: read_path(answer.body, path) for name, path in probe.reads.items()}
            fields |= {name: answer.headers.get(name) for name in probe.headers}
        if self._events is not None:
            fields |= {label: self._events.count_events(label) for label in probe.counts}
        return Outcome(status=0, fields=fields) if answer is None else answer.build_outcome(fields)

    async def _send_request(self, request: HttpRequest) -> Answer:
        try:
            return await self._connection.send(request)
        except KeyError as error:
            raise NotTried(f"an earlier probe did not make {error.args[0]!r}") from error

    async def _await_press(self, probe: Probe, press: Press) -> None:
        assert self._events is not None, "needs_operator"
        self._operator.instruct(probe.name, press.instruction)
        data = await self._events.wait_for_event(f"{PRESS} {press.control}", self._patience)
        if data is None:
            raise NotTried("nobody pressed, or the press did not arrive")
        self._connection.names |= {"interaction": data["id"], "interaction_token": data["token"]}

    async def _await_event(self, probe: Probe, event: Event) -> None:
        assert self._events is not None, "needs_operator"
        if event.instruction:
            self._events.forget_latest(event.label)
            self._operator.instruct(probe.name, event.instruction)
        if await self._events.wait_for_event(event.label, self._patience) is None:
            raise NotTried(f"{event.label} did not come")
        await self._connection.pause(GRACE)

    async def _search_largest(self, search: SizeSearch) -> int:
        low, high = search.low, search.high
        while high - low > 1:
            middle = (low + high) // 2
            if (await self._send_request(search.build_request(middle))).is_accepted:
                low = middle
            else:
                high = middle
        return low
