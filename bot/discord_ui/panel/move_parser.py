"""Parser and completion of answers typed with /move: `3`, `1 + 4`, `1, 1, 2`, a label, or a completion.

A completed answer reads `2. Red die + 5. Grey die`; only its numbers count, so the person may continue typing.
"""

import re
import unicodedata
from collections.abc import Sequence

from engines.kernel import Message, Prompt, Refused
from engines.kernel.kana import list_readings

from .draft import Draft
from .option_menus import OptionLine

JOINER = " + "
MAX_CHOICES = 25
MAX_NAME = 100
MAX_NAMED = 10
"""Maximum options named in a refusal; of more it says how many."""

_NUMBERS = re.compile(r"\d+(?:\s*(?:[,、+＋]|\s)\s*\d+)*[,、+＋\s]*")
_NUMBERED = re.compile(r"(\d+)\.\s?(.*)", re.DOTALL)


class _UnclearAnswer(Exception):
    """Raised for a part of the text that matches no line, or several (`matches`)."""

    def __init__(self, part: str, matches: Sequence[OptionLine]) -> None:
        super().__init__(part)
        self.part = part
        self.matches = matches


def parse_answer(prompt: Prompt, lines: Sequence[OptionLine], text: str) -> tuple[str, ...]:
    """Return the option keys of the typed answer. Raises Refused naming the part that fits no option.

    For kind "each", options that are alone in their group may be omitted.
    """
    try:
        answer_lines = _parse_lines(lines, text)
    except _UnclearAnswer as error:
        names = [line.numbered_label for line in error.matches or _list_choices(prompt, lines)]
        rest = len(names) - MAX_NAMED
        options = (*names[:MAX_NAMED], *((Message("move.refused.more", {"count": rest}),) if rest > 0 else ()))
        key = "move.refused.several" if error.matches else "move.refused.unknown"
        raise Refused(key, got=error.part, options=options) from None
    aside_lines = [line for line in answer_lines if _is_side_action(prompt, (line.option.key,))]
    if aside_lines and len(answer_lines) > 1:
        raise Refused("move.refused.alone", got=aside_lines[0].numbered_label)
    keys = tuple(line.option.key for line in answer_lines)
    if prompt.kind != "each" or _is_side_action(prompt, keys):
        return keys
    return (*keys, *(key for key in Draft.build_initial(prompt, ()).list_keys(prompt) if key not in keys))


def _list_choices(prompt: Prompt, lines: Sequence[OptionLine]) -> list[OptionLine]:
    """Return the lines that are real choices: not of another variant, not alone in their group."""
    single_keys = {group[0].key for group in prompt.groups if len(group) == 1} if prompt.kind == "each" else set()
    is_confirmation = prompt.kind == "confirm"
    return [line for line in lines if (line.number or is_confirmation) and line.option.key not in single_keys]


def _is_side_action(prompt: Prompt, keys: tuple[str, ...]) -> bool:
    return len(keys) == 1 and keys[0] in {option.key for option in prompt.side_actions}


def complete_answer(prompt: Prompt, lines: Sequence[OptionLine], text: str) -> list[str]:
    """Return at most 25 completions of the typed text."""
    if prompt.kind in ("one", "confirm"):
        return [_format_completion([line]) for line in _list_matches(lines, text)][:MAX_CHOICES]
    complete_lines, rest = _split_incomplete(lines, text)
    keys = tuple(line.option.key for line in complete_lines)
    if _is_side_action(prompt, keys):
        return [] if rest else [_format_completion(complete_lines)]
    typed = Draft.from_keys(prompt, keys)
    draft = Draft.from_keys(
        prompt, (*keys, *(Draft.build_initial(prompt, ()).list_keys(prompt) if prompt.kind == "each" else ()))
    )
    completions = (
        [_format_completion(complete_lines)] if complete_lines and not rest and draft.is_answer(prompt) else []
    )
    if draft.total < prompt.max:
        completions += [
            _format_completion([*complete_lines, line])
            for line in _list_matches(_list_addable(prompt, lines, draft), rest)
        ]
    if not typed.total:
        completions += [_format_completion([line]) for line in _list_matches(lines[len(prompt.options) :], rest)]
    # Discord would cut longer names and make them ambiguous; such answers are given in the panel.
    return [name for name in dict.fromkeys(completions) if len(name) <= MAX_NAME][:MAX_CHOICES]


def _list_addable(prompt: Prompt, lines: Sequence[OptionLine], draft: Draft) -> list[OptionLine]:
    """Return the options that may still be added to the draft."""
    options = [line for line in lines[: len(prompt.options)] if draft.counts[line.number - 1] < line.option.limit]
    if prompt.kind != "each":
        return options
    chosen = set(draft.list_keys(prompt))
    taken_keys = {option.key for group in prompt.groups if any(o.key in chosen for o in group) for option in group}
    return [line for line in options if line.option.key not in taken_keys]


def _format_completion(lines: Sequence[OptionLine]) -> str:
    full = JOINER.join(line.numbered_label for line in lines)
    if len(full) <= MAX_NAME:
        return full
    if len(lines) == 1:
        return full[: MAX_NAME - 1] + "…"
    return JOINER.join(str(line.number) for line in lines)


def _parse_lines(lines: Sequence[OptionLine], text: str) -> list[OptionLine]:
    plain = _normalize(text)
    if _NUMBERS.fullmatch(plain):
        return [_find_numbered(lines, number) for number in re.findall(r"\d+", plain)]
    exact_line = _find_exact(lines, plain)
    if exact_line is not None:
        return [exact_line]
    return (
        [_parse_part(lines, part) for part in plain.split("+") if part.strip()]
        if "+" in plain
        else [_parse_part(lines, plain)]
    )


def _parse_part(lines: Sequence[OptionLine], part: str) -> OptionLine:
    numbered = _NUMBERED.fullmatch(part.strip())
    if numbered is not None:
        return _find_numbered(lines, numbered[1])
    if part.strip().isdigit():
        return _find_numbered(lines, part.strip())
    matches = _list_matches(lines, part)
    line = _find_exact(lines, part) or _require_single(matches)
    if line is None:
        raise _UnclearAnswer(part.strip(), matches)
    return line


def _split_incomplete(lines: Sequence[OptionLine], text: str) -> tuple[list[OptionLine], str]:
    """Return the complete parts of a text still being typed, and the rest after the last plus (or comma)."""
    plain = _normalize(text)
    if _NUMBERS.fullmatch(plain) and "." not in plain:
        numbers = re.findall(r"\d+", plain)
        if all(1 <= _parse_number(number) <= _count_numbered(lines) for number in numbers):
            return [lines[_parse_number(number) - 1] for number in numbers], ""
    *parts, rest = plain.split("+") if "+" in plain else [plain]
    complete_lines = []
    for part in parts:
        try:
            complete_lines.append(_parse_part(lines, part))
        except (_UnclearAnswer, Refused):
            return complete_lines, part.strip()
    last = _NUMBERED.fullmatch(rest.strip())
    if (
        last is not None
        and 1 <= _parse_number(last[1]) <= _count_numbered(lines)
        and _normalize(lines[_parse_number(last[1]) - 1].label) == last[2].strip()
    ):
        return [*complete_lines, lines[_parse_number(last[1]) - 1]], ""
    return complete_lines, rest.strip()


def _parse_number(digits: str) -> int:
    """Return the number, limited to six digits (still larger than any list)."""
    return int(digits.lstrip("0")[:6] or 0)


def _count_numbered(lines: Sequence[OptionLine]) -> int:
    """Return the largest line number; unnumbered lines follow it."""
    return sum(1 for line in lines if line.number)


def _find_numbered(lines: Sequence[OptionLine], number: str) -> OptionLine:
    if not 1 <= _parse_number(number) <= _count_numbered(lines):
        raise Refused("move.refused.number", got=_parse_number(number), most=_count_numbered(lines))
    return lines[_parse_number(number) - 1]


def _find_exact(lines: Sequence[OptionLine], plain: str) -> OptionLine | None:
    target = plain.strip()
    return _require_single(
        [
            x
            for x in lines
            if target in (x.option.key, _normalize(x.label).strip(), _normalize(x.numbered_label).strip())
        ]
    )


def _require_single(matches: Sequence[OptionLine]) -> OptionLine | None:
    return matches[0] if len(matches) == 1 else None


def _list_matches(lines: Sequence[OptionLine], text: str) -> list[OptionLine]:
    """Return the lines that match the text: those beginning with it, then those containing it.

    If there are none: those whose reading in kana or romaji contains it. An empty text matches all.
    """
    target = _normalize(text).strip()
    beginning_lines = [
        x for x in lines if _normalize(x.numbered_label).startswith(target) or _normalize(x.label).startswith(target)
    ]
    containing_lines = [
        x for x in lines if x not in beginning_lines and target in _normalize(f"{x.numbered_label} {x.detail}")
    ]
    if beginning_lines or containing_lines:
        return beginning_lines + containing_lines
    readings = list_readings("".join(target.split()))
    return [x for x in lines if any(reading in x.search_reading.replace(" ", "") for reading in readings)]


def _normalize(text: str) -> str:
    """Normalize character width and case."""
    return unicodedata.normalize("NFKC", text).casefold()
