"""The presses of every control in the registry, and their answers compared with `expected_answers.txt`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.discord_ui.controls import ENTRY_FORM_VERBS, HELP_VERBS, QUESTION_VERBS, TABLE_VERBS
from bot.discord_ui.interaction import handling
from bot.discord_ui.interaction.context import InteractionContext
from bot.discord_ui.interaction.errors import UserError
from bot.fake_discord.model import components as c
from engines.kernel import Refused

from .stage import OWNERS, PERSONAL, PERSONS, STATES, TWINS, Stage

EXPECTED_FILE = Path(__file__).parent / "expected_answers.txt"

COUNTING = frozenset(["counting", "late", "paused", "asleep"])
"""States in which A is asked to distribute marks."""
MALFORMED = ("x", "-1", "99", "9" * 30, "..", "\u0661", "\u00b2")
"""Arguments and values that no control of the bot has."""
ARGUMENTS = {
    **{"t:hours": "Europe/Rome", "t:give": "claim.0", "t:revoke": "claim", "t:standing": "~confirm"},
    **{"t:day": "0", "t:options": "0", "t:snooze": "1", "t:undo": "1", "t:take": "3", "t:takeit": "3", "t:sit": "2"},
    **{
        "t:press": "0",
        "t:autopilot": "3",
        "t:score": "3",
        "t:void": "3",
        "t:log": "1",
        "t:why": "1.1",
        "t:since": "0.0.",
    },
    **{
        "t:relieve": "3",
        "f:options": "0.0",
        "p:pick": "yes",
        "p:end": "yes",
        "p:look": "yes",
        "p:plus": "0.",
        "p:minus": "0.",
        "p:details": "0.",
    },
    **{"p:handful": "0.", "p:rest": "0.", "p:leaf": "0.", "p:variant": "0.", "p:looking": "0.", "p:tick": "0."},
    **{
        "p:line": "0",
        "h:turn": "flotsam.R1",
        "h:learn": "flotsam.1",
        "h:lesson": "flotsam",
        "h:net": "0",
        "h:listed": "0",
        "h:look": "flotsam.R1",
        "h:contents": "flotsam",
        "h:rule": "flotsam",
    },
}
"""By verb, an argument with which the press would have an effect if it was allowed."""
VALUES = {
    **{"t:colour": "purple", "t:computer": "+", "t:up": "2", "t:option": "length=long", "t:setting": "rated=1"},
    "t:ask": "relief:3",
    **{"t:logby": "1", "t:login": "-", "t:historyby": "-", "t:historyat": "1", "t:span": "0.0.", "t:picture": "board"},
    **{"t:give": "from:3", "h:language": "en", "h:public": "ja", "h:rule": "R1"},
    **{"p:choose": "bid:1", "p:aside": "bid:1", "p:way": "AQ", "p:tick": "tea", "p:lookmenu": "bid:1"},
    **{"f:word": "pepper", "f:options": "long", "f:report": "It hangs."},
    **{"p:lookway": "AQ", "p:put": "0.1", "p:kind": "1", "p:lookkind": "1", "p:amounts": "0.2", "p:lookamounts": "0.2"},
}
"""By verb of a menu or entry form, the selected or typed value."""
FIELDS = {"f:word": "word", "f:options": "length", "f:report": "what"}
"""By verb of an entry form, the field with that value."""
PATTERNS: Mapping[str, Mapping[str, object]] = {
    "t": TABLE_VERBS,
    "p": QUESTION_VERBS,
    "h": HELP_VERBS,
    "f": ENTRY_FORM_VERBS,
}
ALL_VERBS = tuple(f"{prefix}:{verb}" for prefix, verbs in PATTERNS.items() for verb in verbs)

CHANGED, OWN_CHANGED, SHOWN, REFUSED, FAILED = "+", "o", "r", ".", "!"
"""The press was carried out; changed only what the bot stores about this person; showed a page and changed nothing; was
refused in a sentence without any content of the game, and changed nothing; failed unexpectedly, which no press may.
"""
DEFERRED_UPDATE = 6
"""Type of an answer that only says that the press has arrived."""
FORM = 9
"""Type of an answer that opens a form."""
HARMLESS = frozenset(["interactions", "seen", "sqlite_sequence", "presence"])
"""Tables that tell that somebody was there."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The effect of a press."""

    letter: str
    text: str


def build_custom_id(stage: Stage, verb: str, state: str, argument: str | None = None) -> str:
    """Return the custom_id of a verb at the table in this state, with the right tag and A's question."""
    prefix, name = verb.split(":")
    if argument is None:
        argument = _find_argument(stage, verb, state)
    number = "99" if state == "unknown" else "1"
    match prefix:
        case "t" | "f":
            head = f"t:{number}.{stage.tag}:{name}"
        case "p":
            ref = stage.refs.get(state, stage.refs["counting"])
            head = f"p:{number}.{ref.partition('.')[2]}:{name}"
        case _:
            head = f"h:{name}"
    return f"{head}:{argument}" if argument else head


def _find_argument(stage: Stage, verb: str, state: str) -> str:
    if verb in ("h:sure", "h:keep"):
        return stage.confirmations.get(state, "none")
    if verb in ("t:agree", "t:refuse"):
        return stage.request
    if verb in ("p:ok", "p:enddraft", "p:lookdraft", "p:put", "p:kind"):
        return stage.draft if state in COUNTING else "AQ"
    return ARGUMENTS.get(verb, "")


async def press_forged(
    stage: Stage, verb: str, state: str, person: str, *, argument: str | None = None, value: str | None = None
) -> Answer:
    """Press a forged control, compare the database with before, and put it back. argument, value: others than usual."""
    with record_errors() as errors:
        custom_id = build_custom_id(stage, verb, state, argument)
        reply = await stage.press(person, custom_id, value or VALUES.get(verb), FIELDS.get(verb))
    changed = stage.list_changed_tables()
    text = "" if reply.type in (DEFERRED_UPDATE, FORM) else c.read_text(reply.message)
    if changed:
        await stage.restore(stage.state)
    if any(not isinstance(error, Refused | UserError) for error in errors):
        letter = FAILED
    elif changed - PERSONAL:
        letter = CHANGED
    elif errors:
        letter = REFUSED
    else:
        letter = OWN_CHANGED if changed - HARMLESS else SHOWN
    return Answer(letter, text)


@contextmanager
def record_errors() -> Iterator[list[BaseException]]:
    """Collect the errors that the bot reports to people meanwhile."""
    errors: list[BaseException] = []
    report_error = handling.report_error

    async def record_error(interaction: Any, error: BaseException, ctx: InteractionContext | None = None) -> None:
        errors.append(error)
        await report_error(interaction, error, ctx)

    handling.report_error = record_error
    try:
        yield errors
    finally:
        handling.report_error = report_error


async def press_malformed(stage: Stage, verb: str, state: str, text: str) -> list[str]:
    """Let A press a control with a text that the bot never sends: as its argument, as the last part of that, and as its
    selected value.
    """
    answers = [await press_forged(stage, verb, state, "A", argument=text)]
    first_parts, dot, _ = ARGUMENTS.get(verb, "").rpartition(".")
    if dot:
        answers.append(await press_forged(stage, verb, state, "A", argument=f"{first_parts}.{text}"))
    if verb in VALUES:
        answers.append(await press_forged(stage, verb, state, "A", value=text))
    return [answer.letter for answer in answers]


async def list_leaks(stage: Stage, state: str, verbs: Sequence[str]) -> list[tuple[str, str]]:
    """Return the verbs and persons who read another text where only a choice differs that they do not know."""
    texts: list[dict[tuple[str, str], str]] = []
    for twin in (state, TWINS[state]):
        await stage.restore(twin)
        answers = {
            (verb, person): await press_forged(stage, verb, twin, person)
            for verb in verbs
            for person in PERSONS
            if person != OWNERS[state]
        }
        texts.append({key: answer.text for key, answer in answers.items() if answer.letter != CHANGED})
    return sorted(key for key in texts[0].keys() & texts[1].keys() if texts[0][key] != texts[1][key])


def read_expected(text: str) -> dict[tuple[str, str, str], str]:
    """Return the expected letters by verb, state and person."""
    header, *lines = [line.split() for line in text.splitlines() if line and not line.startswith("#")]
    return {
        (verb, state, person): letter
        for verb, *cells in lines
        for state, cell in zip(header[1:], cells, strict=True)
        for person, letter in zip(PERSONS, cell, strict=True)
    }


def list_telling_presses(expected: Mapping[tuple[str, str, str], str]) -> list[tuple[str, str, str]]:
    """Return one press for each answer that a control gives at a table in some state, by the person who elsewhere can
    do most with it: a check that is missing shows there first.
    """
    powers = Counter((verb, person) for (verb, _, person), letter in expected.items() if letter == CHANGED)
    chosen: dict[tuple[str, str, str], str] = {}
    for (verb, state, person), letter in expected.items():
        best = chosen.get((verb, state, letter))
        if best is None or powers[verb, person] > powers[verb, best]:
            chosen[verb, state, letter] = person
    return sorted((state, verb, person) for (verb, state, _), person in chosen.items())


def write_expected(letters: Mapping[tuple[str, str, str], str]) -> str:
    """Return the table as a text that `read_expected` reads."""
    lines = [f"{'verb':14}" + "".join(f"{state:11}" for state in STATES).rstrip()]
    for verb in ALL_VERBS:
        cells = ("".join(letters[verb, state, person] for person in PERSONS) for state in STATES)
        lines.append(f"{verb:14}" + "".join(f"{cell:11}" for cell in cells).rstrip())
    return "\n".join(lines) + "\n"
