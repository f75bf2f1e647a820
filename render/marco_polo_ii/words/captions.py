"""Short captions for long turns: what a reader looks for first, without the amounts in brackets."""

import re
from collections.abc import Sequence
from dataclasses import replace

from render import kit

_LONG, _LONG_EARLIER = 2400.0, 1250.0
"""px of the words of the newest turn, and of an earlier one, above which amounts in brackets are left out: about two
lines, and one.
"""
_AMOUNTS = {
    "en": re.compile(r" \((?:needs )?\d+ (?!times)[^()]*\)"),
    "ja": re.compile(r"（\d+(?!回)[^（）]*）"),
}
"""Amounts in brackets: needs of a contract, its price, gains of a tile. The log has them."""


def shorten_long_turns(turns: Sequence[kit.TurnActions], lang: kit.Lang) -> tuple[kit.TurnActions, ...]:
    """Return the turns for captions: of long ones without the amounts in brackets."""
    newest = max((i for i, turn in enumerate(turns) if turn.seat is not None), default=0)
    return tuple(
        _leave_out_amounts(turn, lang) if _measure(turn) > (_LONG if i >= newest else _LONG_EARLIER) else turn
        for i, turn in enumerate(turns)
    )


def _measure(turn: kit.TurnActions) -> float:
    return sum(kit.measure_text(phrase.words, kit.BODY) for phrase in turn.phrases)


def _leave_out_amounts(turn: kit.TurnActions, lang: kit.Lang) -> kit.TurnActions:
    pattern = _AMOUNTS[lang]
    return replace(turn, phrases=tuple(replace(phrase, words=pattern.sub("", phrase.words)) for phrase in turn.phrases))
