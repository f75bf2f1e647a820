"""The options of a question as buttons, a menu, or several menus: the same numbers everywhere, on the picture too."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.discord_ui.page.layout import MAX_BUTTONS, MAX_CHOICES
from bot.discord_ui.text.voice import Voice
from bot.table import LiveTable
from engines.kernel import Option, Prompt, read
from engines.kernel.kana import folded, spoken
from engines.kernel.stars.suggestions import is_suggested, unreasoned

BUTTON_ROOM = 38
"""Longer labels do not fit a button on a phone: they stand above it."""

AT_A_GLANCE = 8
"""Up to this many options stand in one menu, whatever their groups."""

FEW_GROUPS = 5
"""Up to this many groups get a menu each; more of them share menus, as many in one as it holds."""

MENUS_ON_PAGE = 8
"""Menus on one page (200 options); more than these go over several pages."""

BLOCKS_TO_DISTRIBUTE = 4
"""The same of a distribution, where a block of options has up to three menus: more, less, the rest."""


@dataclass(frozen=True, slots=True)
class Line:
    """One option as a reader sees it.

    number: from 1, in the order in which the question is arranged on its picture; 0: the question shows another variant
    just now. heading: its group, "" if none.
    readings: of words in the label; is_advised: it looks good. A star comes seconds after the panel, so that it changes
    neither number nor place of any line. brief: the detail without its reason.
    """

    number: int
    option: Option
    label: str
    detail: str
    brief: str = ""
    heading: str = ""
    readings: Mapping[str, str] | None = None
    is_advised: bool = False

    @property
    def numbered(self) -> str:
        return f"{self.number}. {self.label}" if self.number else self.label

    @property
    def aloud(self) -> str:
        """The label as it is read, folded for a search."""
        return folded(spoken(self.label, self.readings or {}))


@dataclass(frozen=True, slots=True)
class Block:
    """The lines of one menu, at most 25. title: their groups; "" if they have none, or stand together at a glance."""

    title: str
    lines: tuple[Line, ...]

    @property
    def name(self) -> str:
        """What its menu is called: its groups, also where a few stand together; "" if some option has none."""
        headings = tuple(dict.fromkeys(line.heading for line in self.lines))
        named = len(headings) <= FEW_GROUPS and all(headings)
        return self.title or (" · ".join(headings) if named else "")

    @property
    def range(self) -> str:
        first, last = self.lines[0].number, self.lines[-1].number
        return str(first) if first == last else f"{first}–{last}"

    def detail(self, line: Line, brief: bool = False) -> str:
        """What stands below the label; its group too, where groups share the menu and the label does not say it.
        brief: without the reason of a star.

        The group leads where the menu is named after its groups; at a glance what the option brings comes first, for a
        narrow screen cuts the rest.
        """
        shared = len({other.heading for other in self.lines}) > 1
        heading = line.heading if shared and line.heading not in line.label else ""
        said = line.brief if brief else line.detail
        both = (heading, said) if self.title else (said, heading)
        return " · ".join(filter(None, both))


def lines(live: LiveTable, options: Sequence[Option], voice: Voice, first: int = 1) -> tuple[Line, ...]:
    """All options, labels made now; `first`: the number of the first."""
    return tuple(_line(live, option, voice, number) for number, option in enumerate(options, first))


def _line(live: LiveTable, option: Option, voice: Voice, number: int) -> Line:
    """Each text is read once: to say what an option brings, some rules try it out."""
    detail = None if option.detail is None else read(option.detail)
    return Line(
        number,
        option,
        voice.msg_label(read(option.label), live.words, live.names),
        "" if detail is None else voice.msg_label(detail, live.words, live.names),
        "" if detail is None else voice.msg_label(unreasoned(detail), live.words, live.names),
        "" if option.group is None else voice.msg_label(read(option.group), live.words, live.names),
        live.words.readings,
        is_suggested(detail),
    )


def all_lines(live: LiveTable, prompt: Prompt, voice: Voice) -> tuple[Line, ...]:
    """The options, and after them, numbered on, those beside the question; then, without a number, those of variants
    that it does not show at first.
    """
    shown = prompt.shown()
    hidden = [option for option in prompt.options if option not in shown] if prompt.variants else []
    unnumbered = (replace(line, number=0) for line in lines(live, hidden, voice))
    return (*lines(live, (*shown, *prompt.asides), voice), *unnumbered)


def labels(shown: Sequence[Line], keys: Sequence[str]) -> str:
    """An answer in the words of its options: `Tea ×3, Silk`."""
    by_key = {line.option.key: line.label for line in shown}
    return ", ".join(f"{by_key[key]}{times(keys.count(key))}" for key in dict.fromkeys(keys)) or "—"


def times(count: int) -> str:
    return f" ×{count}" if count > 1 else ""


def fit_buttons(lines: tuple[Line, ...]) -> bool:
    """Few. Long words stand above, where no button cuts them."""
    return len(lines) <= MAX_BUTTONS


def fits_button(line: Line) -> bool:
    return len(line.label) <= BUTTON_ROOM


def blocks_of(prompt: Prompt, shown: tuple[Line, ...]) -> tuple[Block, ...]:
    """The menus of a question's options. One of each group: a menu for each group in which there is a choice."""
    if prompt.kind != "each":
        return blocks(shown)
    found: list[Block] = []
    at = 0
    for group in prompt.groups:
        members = shown[at : at + len(group)]
        at += len(group)
        if len(group) > 1:
            found += _parted(members[0].heading, members)
    return tuple(found)


def on_page(prompt: Prompt) -> int:
    """How many blocks stand on one page."""
    return BLOCKS_TO_DISTRIBUTE if prompt.kind == "allocate" else MENUS_ON_PAGE


def blocks(shown: tuple[Line, ...]) -> tuple[Block, ...]:
    """One menu for what is read at a glance or has no few groups; a menu for each of a few groups; many small groups
    share menus. Long groups go in parts.
    """
    groups: dict[str, list[Line]] = {}
    for line in shown:
        groups.setdefault(line.heading, []).append(line)
    few = 1 < len(groups.keys() - {""}) <= FEW_GROUPS
    if len(shown) <= AT_A_GLANCE or (len(shown) <= MAX_CHOICES and not few):
        return (Block("", shown),)
    parted = [block for title, members in groups.items() for block in _parted(title, members)]
    return tuple(parted if few else _shared(parted))


def _parted(title: str, members: Sequence[Line]) -> Iterator[Block]:
    for first in range(0, len(members), MAX_CHOICES):
        yield Block(title, tuple(members[first : first + MAX_CHOICES]))


def _shared(parted: Sequence[Block]) -> list[Block]:
    """Neighbours in one menu as long as it holds them; options without a group keep to themselves."""
    found: list[Block] = []
    for block in parted:
        last = found[-1] if found else None
        if last and last.title and block.title and len(last.lines) + len(block.lines) <= MAX_CHOICES:
            found[-1] = Block(f"{last.title} · {block.title}", last.lines + block.lines)
        else:
            found.append(block)
    return found
