"""/move: the same options by typing. `3`, `1 + 4`, `1, 1, 2`, a label, or whatever the completion offers.

A completed answer reads `2. Red die + 5. Grey die`; only the numbers in it count, so the person may go on typing.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from engines.kernel import Prompt, Refused
from engines.kernel.kana import heard

from .draft import Draft
from .menus import Line

PLUS = " + "
MAX_CHOICES = 25
MAX_NAME = 100
MOST_NAMED = 10
"""Options that a refusal names; an ellipsis says that there are more."""

_NUMBERS = re.compile(r"\d+(?:\s*(?:[,、+＋]|\s)\s*\d+)*[,、+＋\s]*")
_NUMBERED = re.compile(r"(\d+)\.\s?(.*)", re.DOTALL)


class _Unclear(Exception):
    """A part of what was typed means none of the lines, or (fitting) not one alone."""

    def __init__(self, part: str, fitting: Sequence[Line]) -> None:
        super().__init__(part)
        self.part = part
        self.fitting = fitting


def read(prompt: Prompt, lines: Sequence[Line], text: str) -> tuple[str, ...]:
    """The option keys that were typed. Raises Refused naming the part that fits no option.

    Where one of each group is chosen, what is the only one of its group need not be typed.
    """
    try:
        found = _parts(lines, text)
    except _Unclear as error:
        names = [line.numbered for line in error.fitting or _asked(prompt, lines)]
        options = (*names[:MOST_NAMED], *(("…",) if len(names) > MOST_NAMED else ()))
        key = "move.refused.several" if error.fitting else "move.refused.unknown"
        raise Refused(key, got=error.part, options=options) from None
    beside = [line for line in found if _is_aside(prompt, (line.option.key,))]
    if beside and len(found) > 1:
        raise Refused("move.refused.alone", got=beside[0].numbered)
    keys = tuple(line.option.key for line in found)
    if prompt.kind != "each" or _is_aside(prompt, keys):
        return keys
    return (*keys, *(key for key in Draft.start(prompt, ()).keys(prompt) if key not in keys))


def _asked(prompt: Prompt, lines: Sequence[Line]) -> list[Line]:
    """Those that the question shows as a choice: not another variant's, nor what is the only one of its group."""
    alone = {group[0].key for group in prompt.groups if len(group) == 1} if prompt.kind == "each" else set()
    return [line for line in lines if line.number and line.option.key not in alone]


def _is_aside(prompt: Prompt, keys: tuple[str, ...]) -> bool:
    return len(keys) == 1 and keys[0] in {option.key for option in prompt.asides}


def complete(prompt: Prompt, lines: Sequence[Line], text: str) -> list[str]:
    """At most 25 ways to go on from what was typed."""
    if prompt.kind in ("one", "confirm"):
        return [_name([line]) for line in _matching(lines, text)][:MAX_CHOICES]
    done, rest = _settled(lines, text)
    keys = tuple(line.option.key for line in done)
    if _is_aside(prompt, keys):
        return [] if rest else [_name(done)]
    typed = Draft.of(prompt, keys)
    draft = Draft.of(prompt, (*keys, *(Draft.start(prompt, ()).keys(prompt) if prompt.kind == "each" else ())))
    found = [_name(done)] if done and not rest and draft.is_answer(prompt) else []
    if draft.total < prompt.max:
        found += [_name([*done, line]) for line in _matching(_free(prompt, lines, draft), rest)]
    if not typed.total:
        found += [_name([line]) for line in _matching(lines[len(prompt.options) :], rest)]
    # A name that Discord would cut no longer says what it means: such long answers are given in the panel.
    return [name for name in dict.fromkeys(found) if len(name) <= MAX_NAME][:MAX_CHOICES]


def _free(prompt: Prompt, lines: Sequence[Line], draft: Draft) -> list[Line]:
    """Options that may still be added."""
    options = [line for line in lines[: len(prompt.options)] if draft.counts[line.number - 1] < line.option.limit]
    if prompt.kind != "each":
        return options
    chosen = set(draft.keys(prompt))
    closed = {option.key for group in prompt.groups if any(o.key in chosen for o in group) for option in group}
    return [line for line in options if line.option.key not in closed]


def _name(lines: Sequence[Line]) -> str:
    full = PLUS.join(line.numbered for line in lines)
    if len(full) <= MAX_NAME:
        return full
    if len(lines) == 1:
        return full[: MAX_NAME - 1] + "…"
    return PLUS.join(str(line.number) for line in lines)


def _parts(lines: Sequence[Line], text: str) -> list[Line]:
    plain = _plain(text)
    if _NUMBERS.fullmatch(plain):
        return [_numbered(lines, number) for number in re.findall(r"\d+", plain)]
    whole = _exact(lines, plain)
    if whole is not None:
        return [whole]
    return [_one(lines, part) for part in plain.split("+") if part.strip()] if "+" in plain else [_one(lines, plain)]


def _one(lines: Sequence[Line], part: str) -> Line:
    numbered = _NUMBERED.fullmatch(part.strip())
    if numbered is not None:
        return _numbered(lines, numbered[1])
    if part.strip().isdigit():
        return _numbered(lines, part.strip())
    fitting = _matching(lines, part)
    found = _exact(lines, part) or _only(fitting)
    if found is None:
        raise _Unclear(part.strip(), fitting)
    return found


def _settled(lines: Sequence[Line], text: str) -> tuple[list[Line], str]:
    """What is complete of a text still being typed, and the part after the last plus (or comma)."""
    plain = _plain(text)
    if _NUMBERS.fullmatch(plain) and "." not in plain:
        numbers = re.findall(r"\d+", plain)
        if all(1 <= _whole(number) <= _last(lines) for number in numbers):
            return [lines[_whole(number) - 1] for number in numbers], ""
    *parts, rest = plain.split("+") if "+" in plain else [plain]
    done = []
    for part in parts:
        try:
            done.append(_one(lines, part))
        except (_Unclear, Refused):
            return done, part.strip()
    last = _NUMBERED.fullmatch(rest.strip())
    if (
        last is not None
        and 1 <= _whole(last[1]) <= _last(lines)
        and _plain(lines[_whole(last[1]) - 1].label) == last[2].strip()
    ):
        return [*done, lines[_whole(last[1]) - 1]], ""
    return done, rest.strip()


def _whole(digits: str) -> int:
    """The number; of a longer one than any list is, the first digits, which are too many as well."""
    return int(digits.lstrip("0")[:6] or 0)


def _last(lines: Sequence[Line]) -> int:
    """The last number; lines without one come after it."""
    return sum(1 for line in lines if line.number)


def _numbered(lines: Sequence[Line], number: str) -> Line:
    if not 1 <= _whole(number) <= _last(lines):
        raise Refused("move.refused.number", got=_whole(number), most=_last(lines))
    return lines[_whole(number) - 1]


def _exact(lines: Sequence[Line], plain: str) -> Line | None:
    wanted = plain.strip()
    return _only([x for x in lines if wanted in (x.option.key, _plain(x.label).strip(), _plain(x.numbered).strip())])


def _only(found: Sequence[Line]) -> Line | None:
    return found[0] if len(found) == 1 else None


def _matching(lines: Sequence[Line], text: str) -> list[Line]:
    """Those that begin with it first, then those that contain it; else those that are read so, in kana or romaji.

    All for an empty text.
    """
    wanted = _plain(text).strip()
    begins = [x for x in lines if _plain(x.numbered).startswith(wanted) or _plain(x.label).startswith(wanted)]
    contains = [x for x in lines if x not in begins and wanted in _plain(f"{x.numbered} {x.detail}")]
    if begins or contains:
        return begins + contains
    meant = heard("".join(wanted.split()))
    return [x for x in lines if any(one in x.aloud.replace(" ", "") for one in meant)]


def _plain(text: str) -> str:
    """Half and full width, upper and lower case are alike."""
    return unicodedata.normalize("NFKC", text).casefold()
