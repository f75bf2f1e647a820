"""The custom_id of buttons and menus: the table or question, a verb, an argument. It outlives restarts of the bot.

Examples: `t:12.0fa3c1:join`, `p:12.0.45.2.0fa3c1:pick:city:roma`, `h:language`. At most 100 characters (Discord's
limit). After the number of a table comes its tag, which tables older than 0.14 do not have: `t:12:join`.
"""

from bot.table import QuestionRef

MAX_ID = 100

TABLE_PATTERN = r"t:(?P<table>\d{1,18})(?:\.(?P<tag>[0-9a-f]{6}))?:(?P<verb>[a-z]+)(?::(?P<arg>.*))?"
PANEL_PATTERN = r"p:(?P<ref>\d{1,18}\.\d{1,18}\.\d{1,18}\.\d{1,18}(?:\.[0-9a-f]{6})?):(?P<verb>[a-z]+)(?::(?P<arg>.*))?"
HELP_PATTERN = r"h:(?P<verb>[a-z]+)(?::(?P<arg>.*))?"
"""Numbers fit SQLite integers. The prefixes exclude each other: discord.py calls every pattern that matches an id."""


def build_table_id(key: str, verb: str, arg: str = "") -> str:
    """Return the custom_id of a control that belongs to a table. key: see `GameRow.key`."""
    return _check_length(f"t:{key}:{verb}", arg)


def build_question_id(ref: QuestionRef, verb: str, arg: str = "") -> str:
    """Return the custom_id of a control of one question to one seat; it is stale once the question is closed."""
    return _check_length(f"p:{ref.encode()}:{verb}", arg)


def build_help_id(verb: str, arg: str = "") -> str:
    """Return the custom_id of a control that belongs to no table."""
    return _check_length(f"h:{verb}", arg)


def _check_length(head: str, arg: str) -> str:
    custom_id = f"{head}:{arg}" if arg else head
    if len(custom_id) > MAX_ID:
        raise ValueError(f"custom_id: expected at most {MAX_ID} characters, got {len(custom_id)}: {custom_id}")
    return custom_id
