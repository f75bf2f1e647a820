"""The options of a question as buttons, a menu, or several menus: the same numbers everywhere, on the picture too."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.discord_ui.page.layout import MAX_BUTTONS, MAX_CHOICES
from bot.discord_ui.text.voice import Voice
from bot.table import LiveTable
from engines.kernel import Option, read

BUTTON_ROOM = 38
"""Longer labels do not fit a button on a phone: a menu shows them."""

AT_A_GLANCE = 8
"""So many options stand in one menu, whatever their groups."""

FEW_GROUPS = 4
"""So many groups get a menu each; with more of them one menu for all is shorter, as long as it holds them."""

MENUS_ON_PAGE = 8
"""Menus on one page (200 options); more than these go over several pages."""


@dataclass(frozen=True, slots=True)
class Line:
    """One option as a reader sees it. number: from 1, in the order of the prompt."""

    number: int
    option: Option
    label: str
    detail: str

    @property
    def numbered(self) -> str:
        return f"{self.number}. {self.label}"


@dataclass(frozen=True, slots=True)
class Block:
    """The lines of one menu, at most 25. title: their group; "" if they have none."""

    title: str
    lines: tuple[Line, ...]

    @property
    def range(self) -> str:
        return f"{self.lines[0].number}–{self.lines[-1].number}"


def lines(live: LiveTable, options: Sequence[Option], voice: Voice) -> tuple[Line, ...]:
    """All options, labels made now."""
    return tuple(
        Line(
            number,
            option,
            voice.msg_label(read(option.label), live.words, live.names),
            "" if option.detail is None else voice.msg_label(read(option.detail), live.words, live.names),
        )
        for number, option in enumerate(options, 1)
    )


def fit_buttons(lines: tuple[Line, ...]) -> bool:
    return len(lines) <= MAX_BUTTONS and all(len(line.label) <= BUTTON_ROOM for line in lines)


def blocks(live: LiveTable, shown: tuple[Line, ...], voice: Voice) -> tuple[Block, ...]:
    """One menu for what is read at a glance or has no few groups, else one for each group, long groups in parts."""
    grouped = tuple(_grouped(live, shown, voice))
    groups = {block.title for block in grouped if block.title}
    if len(shown) <= AT_A_GLANCE or (len(shown) <= MAX_CHOICES and not 1 < len(groups) <= FEW_GROUPS):
        return (Block("", shown),)
    return grouped


def _grouped(live: LiveTable, shown: tuple[Line, ...], voice: Voice) -> Iterator[Block]:
    groups: dict[str, list[Line]] = {}
    for line in shown:
        group = line.option.group
        title = "" if group is None else voice.msg_label(group, live.words, live.names)
        groups.setdefault(title, []).append(line)
    for title, members in groups.items():
        for first in range(0, len(members), MAX_CHOICES):
            yield Block(title, tuple(members[first : first + MAX_CHOICES]))
