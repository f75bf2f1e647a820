"""Options of a question as numbered lines, grouped into menus. Text, controls and picture use the same numbers."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from os.path import commonprefix

from bot.discord_ui.page.pages import MAX_CHOICES
from bot.discord_ui.text.localizer import Localizer
from bot.table import Table
from engines.kernel import Option, Prompt, resolve_text
from engines.kernel.kana import fold_text, replace_with_readings
from engines.kernel.stars.suggestions import find_reason, is_suggested, strip_reason

MAX_BUTTON_LABEL = 38
"""Characters of a label that a phone shows on a button."""
MAX_BEGINNING = 32
"""Characters of it after the star and the number of the option."""

MAX_TOPIC = 14
"""Characters of the first word, with its colon or comma, that stays where the beginning of a label is left out."""
KEPT_CHARACTERS = 4
"""Characters of a common beginning without spaces that stay, so that the rest is not taken for a word of its own."""

SINGLE_MENU_OPTIONS = 8
"""Up to this many options share one menu, whatever their groups."""

FEW_GROUPS = 5
"""Up to this many groups get a menu each; more groups share menus."""

MENUS_ON_PAGE = 8
"""Maximum menus on one page of preset answers."""


@dataclass(frozen=True, slots=True)
class OptionLine:
    """One option as a reader sees it.

    Suggestions (stars) arrive seconds after the panel and change neither number nor order of the lines.
    """

    number: int
    """From 1, in picture order; 0 for an option of a variant that is not shown, and a confirmation beside side actions.
    """
    option: Option
    """With the key that a press sends."""
    label: str
    """In the reader's language, without the number."""
    detail: str
    """Consequence and the star's reason; "" without either."""
    brief: str = ""
    """The detail without the reason of its star."""
    reason: str = ""
    """The reason of its star; "" without a star."""
    heading: str = ""
    """Name of the option's group, "" if none."""
    readings: Mapping[str, str] | None = None
    """Kana readings of words in the label."""
    is_suggested: bool = False
    """The option is suggested (has a star)."""

    @property
    def numbered_label(self) -> str:
        return f"{self.number}. {self.label}" if self.number else self.label

    @property
    def search_reading(self) -> str:
        """Reading of the label, normalized for searching."""
        return fold_text(replace_with_readings(self.label, self.readings or {}))


@dataclass(frozen=True, slots=True)
class MenuBlock:
    """The lines of one menu, at most 25."""

    title: str
    """Names of the groups; "" if there are none or the options share one short menu."""
    lines: tuple[OptionLine, ...]
    """Adjacent options, at least one."""

    @property
    def menu_title(self) -> str:
        """Title of the menu: its groups' names; "" if too many or some option has no group."""
        headings = tuple(dict.fromkeys(line.heading for line in self.lines))
        named = len(headings) <= FEW_GROUPS and all(headings)
        return self.title or (" · ".join(headings) if named else "")

    @property
    def number_range(self) -> str:
        first, last = self.lines[0].number, self.lines[-1].number
        return str(first) if first == last else f"{first}–{last}"

    def build_detail(self, line: OptionLine, is_brief: bool = False) -> str:
        """Return the text below a line's label, with its group if groups share the menu and the label does not name it.

        The group comes first if the menu is titled by groups, else last, as a narrow screen cuts the end. is_brief:
        leave out the reason of a star.
        """
        shared = len({other_line.heading for other_line in self.lines}) > 1
        heading = line.heading if shared and line.heading not in line.label else ""
        text = line.brief if is_brief else line.detail
        parts = (heading, text) if self.title else (text, heading)
        return " · ".join(filter(None, parts))


def build_lines(
    table: Table, options: Sequence[Option], localizer: Localizer, first_number: int = 1
) -> tuple[OptionLine, ...]:
    """Return numbered lines for the options, with texts rendered now, beginning with `first_number`."""
    return tuple(_build_line(table, option, localizer, number) for number, option in enumerate(options, first_number))


def _build_line(table: Table, option: Option, localizer: Localizer, number: int) -> OptionLine:
    """Build one line. Each lazy text is evaluated only once, as some rules simulate the option for it."""
    detail = None if option.detail is None else resolve_text(option.detail)
    reason = None if detail is None else find_reason(detail)
    own_detail = None if detail is None else strip_reason(detail)
    if reason is not None and own_detail is detail:
        own_detail = None  # it has only the reason, which stands above the choices
    return OptionLine(
        number,
        option,
        localizer.render_message_label(resolve_text(option.label), table.catalogue, table.names),
        "" if detail is None else localizer.render_message_label(detail, table.catalogue, table.names),
        "" if own_detail is None else localizer.render_message_label(own_detail, table.catalogue, table.names),
        "" if reason is None else localizer.render_message_label(reason, table.catalogue, table.names),
        ""
        if option.group is None
        else localizer.render_message_label(resolve_text(option.group), table.catalogue, table.names),
        table.catalogue.readings,
        is_suggested(detail),
    )


def build_all_lines(table: Table, prompt: Prompt, localizer: Localizer) -> tuple[OptionLine, ...]:
    """Return all lines of a question, options and side actions; those without a number are last."""
    shown_options = prompt.list_options()
    hidden = [option for option in prompt.options if option not in shown_options] if prompt.variants else []
    unnumbered = (replace(line, number=0) for line in build_lines(table, hidden, localizer))
    lines = build_lines(table, (*shown_options, *prompt.side_actions), localizer, prompt.first_number)
    return (*sorted(lines, key=lambda line: not line.number), *unnumbered)


def format_answer(option_lines: Sequence[OptionLine], keys: Sequence[str], localizer: Localizer) -> str:
    """Return an answer as the labels of its options: `Tea ×3, Silk`."""
    by_key = {line.option.key: line.label for line in option_lines}
    return localizer.join_names(f"{by_key[key]}{format_count(keys.count(key))}" for key in dict.fromkeys(keys)) or "—"


def format_count(count: int) -> str:
    return f" ×{count}" if count > 1 else ""


def distinguish_labels(lines: Sequence[OptionLine], colon: str) -> dict[int, str]:
    """Return a label for each line by its number. No two begin alike, since a phone shows only their beginnings.

    A label that occurs twice gets the name of its group, or what the option costs and brings; of labels with a long
    common beginning it is left out.
    """
    texts = [line.label for line in lines]
    prefixes = [line.heading or line.brief if texts.count(line.label) > 1 else "" for line in lines]
    named = [
        f"{prefix}{colon}{line.label}" if prefix else line.label for prefix, line in zip(prefixes, lines, strict=True)
    ]
    shown = [_drop_beginning(label, [other for other in named if _is_alike(other, label)], colon) for label in named]
    # While the rest of two labels is the same, the words that tell their groups apart stay.
    while clashing_texts := _list_clashes(named, shown):
        clashing_labels = [label for label, text in zip(named, shown, strict=True) if text in clashing_texts]
        longer = [
            _drop_beginning(label, clashing_labels, colon) if text in clashing_texts else text
            for label, text in zip(named, shown, strict=True)
        ]
        if longer == shown:
            break
        shown = longer
    return {line.number: text for line, text in zip(lines, shown, strict=True)}


def _list_clashes(labels: Sequence[str], shown: Sequence[str]) -> set[str]:
    """Return the texts that are shown for several of these labels."""
    counts = Counter(text for _, text in dict.fromkeys(zip(labels, shown, strict=True)))
    return {text for text, count in counts.items() if count > 1}


def _is_alike(label: str, other: str) -> bool:
    return label[:MAX_BEGINNING] == other[:MAX_BEGINNING]


def _drop_beginning(label: str, lookalikes: Sequence[str], colon: str) -> str:
    """Return the label without the words with which all of these labels begin; unchanged if it is the only one.

    A short word before a colon or comma, which says what the label is about, stays.
    """
    if len(set(lookalikes)) == 1:
        return label
    shared = commonprefix(lookalikes)
    shared = shared[: shared.rfind(" ") + 1] or shared[:-KEPT_CHARACTERS]
    ends = (shared.find(sign) + len(sign) for sign in (colon, ", ", "、") if sign in shared)
    topics = (shared[:end] for end in sorted(ends) if end <= MAX_TOPIC)
    return f"{next(topics, '')}…{label.removeprefix(shared)}"


def build_kinds(prompt: Prompt, lines: tuple[OptionLine, ...]) -> tuple[MenuBlock, ...]:
    """Return the parts of a list that is too long for one menu, each of at most 25 lines: its groups, if it has any.

    For kind "each" these are the groups with more than one option.
    """
    groups: dict[str, list[OptionLine]] = {}
    for line in lines:
        groups.setdefault(line.heading, []).append(line)
    kinds = [
        kind
        for title, members in groups.items()
        if prompt.kind != "each" or len(members) > 1
        for kind in _split_group(title, members)
    ]
    return tuple(kinds if len(kinds) <= MAX_CHOICES else _merge_groups(kinds))


def build_blocks(option_lines: tuple[OptionLine, ...]) -> tuple[MenuBlock, ...]:
    """Group the lines into menus.

    One menu for few options or options without a small number of groups; a menu for each of a few groups; shared menus
    for many small groups. Long groups are split.
    """
    groups: dict[str, list[OptionLine]] = {}
    for line in option_lines:
        groups.setdefault(line.heading, []).append(line)
    few = 1 < len(groups.keys() - {""}) <= FEW_GROUPS
    if len(option_lines) <= SINGLE_MENU_OPTIONS or (len(option_lines) <= MAX_CHOICES and not few):
        return (MenuBlock("", option_lines),)
    group_blocks = [block for title, members in groups.items() for block in _split_group(title, members)]
    return tuple(group_blocks if few else _merge_groups(group_blocks))


def _split_group(title: str, members: Sequence[OptionLine]) -> Iterator[MenuBlock]:
    for first in range(0, len(members), MAX_CHOICES):
        yield MenuBlock(title, tuple(members[first : first + MAX_CHOICES]))


def _merge_groups(group_blocks: Sequence[MenuBlock]) -> list[MenuBlock]:
    """Merge neighbouring groups into menus of at most 25 lines; options without a group stay separate."""
    merged: list[MenuBlock] = []
    for block in group_blocks:
        last = merged[-1] if merged else None
        if last and last.title and block.title and len(last.lines) + len(block.lines) <= MAX_CHOICES:
            merged[-1] = MenuBlock(f"{last.title} · {block.title}", last.lines + block.lines)
        else:
            merged.append(block)
    return merged
