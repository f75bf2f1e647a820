"""What is written in a button so that it works for ever: the table or question it belongs to, a verb, an argument.

`t:12:join`, `t:12:colour`, `p:12.0.45.2:pick:city:roma`, `h:language`. At most 100 characters (Discord's limit).
"""

from __future__ import annotations

from bot.table import QuestionRef

MAX_ID = 100

TABLE = r"t:(?P<game>\d{1,18}):(?P<verb>[a-z]+)(?::(?P<arg>.*))?"
PANEL = r"p:(?P<ref>\d{1,18}\.\d{1,18}\.\d{1,18}\.\d{1,18}):(?P<verb>[a-z]+)(?::(?P<arg>.*))?"
HELP = r"h:(?P<verb>[a-z]+)(?::(?P<arg>.*))?"
"""Numbers fit SQLite. Three prefixes that exclude each other: every pattern that fits an id would be called."""


def at_table(game: int, verb: str, arg: str = "") -> str:
    """A control of a table."""
    return _checked(f"t:{game}:{verb}", arg)


def at_question(ref: QuestionRef, verb: str, arg: str = "") -> str:
    """A control of one question to one seat. It is stale when the question is no longer open."""
    return _checked(f"p:{ref.encode()}:{verb}", arg)


def for_help(verb: str, arg: str = "") -> str:
    """A control that belongs to no table."""
    return _checked(f"h:{verb}", arg)


def _checked(head: str, arg: str) -> str:
    custom_id = f"{head}:{arg}" if arg else head
    if len(custom_id) > MAX_ID:
        raise ValueError(f"custom_id: expected at most {MAX_ID} characters, got {len(custom_id)}: {custom_id}")
    return custom_id
