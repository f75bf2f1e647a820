"""`teban check`: run all probes and questions in a channel, print a line each, and write the recording."""

import asyncio
import datetime
import secrets
import sys
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path

import aiohttp

from bot.fake_discord import point_client_at
from bot.fake_discord.model.quirks import Quirks
from bot.settings import Settings

from .connection import CheckStopped, Connection, RequestPace
from .gateway import GatewayEvents, GatewayListener
from .probe import HttpRequest, Outcome, Probe
from .probes import WITH_OPERATOR, WITHOUT_PEOPLE
from .questions import QUESTIONS, Question
from .recording import AnsweredQuestion, Recording, build_recording, encode_recording
from .runner import PATIENCE, Operator, Result, Runner

STRANGER, UNKNOWN = "643945264868098049", "100000000000000001"
"""Discord's own account, which is on no server; an id that belongs to nothing."""
REQUEST_SECONDS = 60.0
YES, NO, SKIP = ("y", "yes"), ("n", "no"), ("s", "skip")
INTRODUCTION = """\
This check finds out whether Discord behaves as Teban expects. It posts in the channel that you named and deletes
everything again; it sends at most two requests a second. Use a private channel made for this, with nobody else in it.
The bot itself may run or not. If the check is interrupted, a message or a thread "teban check" may be left: delete it.
"""


class Terminal:
    """The operator at the terminal."""

    def instruct(self, probe: str, sentence: str) -> None:
        print(f"\n  >> {sentence}", flush=True)

    async def answer_question(self, question: str, sentence: str) -> bool | None:
        while True:
            print(f"\n  ?? {sentence}\n     y (yes), n (no) or s (skip): ", end="", flush=True)
            line = await asyncio.to_thread(sys.stdin.readline)
            word = line.strip().casefold()
            if word in YES or word in NO:
                return word in YES
            if word in SKIP or not line:
                return None


class Check:
    """One run of the check. Give it an operator, or None to try only what needs nobody.

    person_id: the operator's account, which is mentioned; None: the application's owner.
    """

    def __init__(
        self, token: str, channel_id: str, *, operator: Operator | None, quirks: Quirks | None = None,
        pace: RequestPace | None = None, patience: float = PATIENCE, is_complete: bool = False,
        person_id: str | None = None,
    ) -> None:  # fmt: skip
        self._token, self._channel_id, self._operator = token, channel_id, operator
        self._person_id = person_id
        self._quirks, self._pace = quirks or Quirks(), pace or RequestPace()
        self._patience, self._is_complete = patience, is_complete
        self.results: list[Result] = []
        """Of the probes that have run so far."""
        self.answers: list[AnsweredQuestion] = []
        """Given by the operator so far."""
        self.stopped_because = ""
        """Why the check ended early; empty: it did not."""
        self.leftovers = 0
        """Number of things that Discord did not let it delete."""

    async def run(self) -> None:
        """Run probes and questions. Results are complete or, if something stopped it, partial."""
        timeout = aiohttp.ClientTimeout(total=REQUEST_SECONDS)
        async with AsyncExitStack() as stack:
            session = await stack.enter_async_context(
                aiohttp.ClientSession(timeout=timeout, trace_configs=[self._pace.build_trace()])
            )
            connection = Connection(session, self._token, self._pace)
            try:
                await self._find_names(connection)
                events: GatewayEvents | None = None
                if self._operator is not None:
                    events = GatewayEvents(self._channel_id)
                    await stack.enter_async_context(GatewayListener(events, self._token, self._pace))
                await self._run_parts(connection, events)
                self.leftovers = len(await connection.delete_created(includes_kept=True))
            except CheckStopped as error:
                self.stopped_because = str(error)

    async def _find_names(self, connection: Connection) -> None:
        """Find the ids that requests name. Raises CheckStopped if the channel cannot be used."""
        connection.names |= {
            "channel": self._channel_id, "unknown": UNKNOWN, "stranger": STRANGER, "nonce": secrets.token_hex(8),
        }  # fmt: skip
        channel = await connection.send(HttpRequest(method="GET", path="/channels/{channel}"))
        if not channel.is_accepted or not channel.body.get("guild_id"):
            raise CheckStopped(
                "the bot does not see a server's channel with this id. Invite the bot to the server, let it see the"
                " channel, and copy the id of the channel (Developer Mode, then Copy Channel ID)."
            )
        application = await connection.send(HttpRequest(method="GET", path="/applications/@me"))
        owner = (application.body.get("team") or {}).get("owner_user_id") or application.body["owner"]["id"]
        connection.names |= {
            "guild": channel.body["guild_id"],
            "application": application.body["id"],
            "person": self._person_id or owner,
        }

    async def _run_parts(self, connection: Connection, events: GatewayEvents | None) -> None:
        runner = Runner(connection, self._quirks, self._operator or Terminal(), events, patience=self._patience)
        await runner.run_probes(self._list_probes(WITHOUT_PEOPLE), self._report_result)
        if self._operator is not None:
            for question in QUESTIONS:
                await self._ask_question(connection, self._operator, question)
            await runner.run_probes(self._list_probes(WITH_OPERATOR), self._report_result)

    def _list_probes(self, probes: Sequence[Probe]) -> list[Probe]:
        return [probe for probe in probes if self._is_complete or not probe.is_slow]

    async def _ask_question(self, connection: Connection, operator: Operator, question: Question) -> None:
        answer: bool | None = None
        answers = [await connection.send(request) for request in question.requests]
        if all(one.is_accepted for one in answers):
            answer = await operator.answer_question(question.name, question.sentence)
        await connection.delete_created()
        self.answers.append(
            AnsweredQuestion(question=question.name, row=question.row, expected=question.is_expected, answer=answer)
        )
        verdict = "unknown" if answer is None else "same" if answer is question.is_expected else "different"
        print(f"{verdict:9}  {question.row:2}  {question.sentence}", flush=True)

    def _report_result(self, probe: Probe, result: Result) -> None:
        self.results.append(result)
        print(f"{result.verdict:9}  {result.row:2}  {probe.claim}{_describe_difference(result)}", flush=True)

    def build_recording(self, date: datetime.date) -> Recording:
        """Return what was found."""
        return build_recording((*WITHOUT_PEOPLE, *WITH_OPERATOR), self.results, self.answers, date)


def _describe_difference(result: Result) -> str:
    if result.reason:
        return f" ({result.reason})"
    if result.verdict == "different" and result.observed is not None:
        return f"\n               expected {_describe(result.expected)}; came {_describe(result.observed)}"
    return ""


def _describe(outcome: Outcome) -> str:
    parts = [f"HTTP {outcome.status}"] if outcome.status else []
    parts += [] if outcome.code is None else [f"code {outcome.code}"]
    parts += [f"{name} {value}" for name, value in outcome.fields.items()]
    return ", ".join(parts) or "nothing"


async def check_discord(
    settings: Settings, channel_id: str, target: Path, *, is_unattended: bool, is_complete: bool,
    person_id: str | None = None,
) -> int:  # fmt: skip
    """Run the check at the terminal and write its recording. Returns 0 if nothing differs, 1 if something does or the
    check was stopped, 2 without a token.
    """
    if settings.token is None:
        print("teban: DISCORD_TOKEN: the check needs the bot's token, as the bot itself does", file=sys.stderr)
        return 2
    if settings.api_url is not None:
        point_client_at(str(settings.api_url))
    print(INTRODUCTION)
    check = Check(
        settings.token,
        channel_id,
        operator=None if is_unattended else Terminal(),
        is_complete=is_complete,
        person_id=person_id,
    )
    await check.run()
    today = datetime.datetime.now(datetime.UTC).date()
    await asyncio.to_thread(target.write_bytes, encode_recording(check.build_recording(today)))
    verdicts = [result.verdict for result in check.results]
    different_count = verdicts.count("different") + sum(a.answer is (not a.expected) for a in check.answers)
    print(f"\n{len(verdicts)} probes: {verdicts.count('same')} as expected,"
          f" {different_count} differ (answers included),"
          f" {verdicts.count('unknown')} not tried. Recording (no ids, no names): {target}")  # fmt: skip
    if check.leftovers:
        print(
            f'{check.leftovers} things could not be deleted: delete the thread "teban check 2" in the channel by hand.'
        )
    if check.stopped_because:
        print(f"teban: the check was stopped: {check.stopped_because}", file=sys.stderr)
    return 1 if different_count or check.stopped_because else 0
