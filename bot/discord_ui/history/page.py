"""Page of one step of a game: time, events, the board at that time, and controls to other steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.discord_ui.interaction.arguments import read_number
from bot.discord_ui.page import picture_requests
from bot.discord_ui.page.custom_ids import build_table_id
from bot.discord_ui.page.pages import GREY, MAX_CHOICES, ActionRow, Button, Choice, Page, SelectMenu
from bot.discord_ui.page.pictures import PictureRequest
from bot.discord_ui.text import titles
from bot.discord_ui.text.event_report import ReportWriter, list_events
from bot.discord_ui.text.localizer import Localizer, cut_text
from bot.table import Table
from bot.table.history.game_log import LogLine
from bot.table.history.seat_players import find_player
from bot.table.history.timeline import GameHistory, HistoryStep, find_step_index
from engines.kernel import Seat

from .log import build_player_choices

MAX_EVENT_TEXT = 2600
"""Maximum characters of one step's events; the log has all of them."""


@dataclass(frozen=True, slots=True)
class HistoryPosition:
    """A reader's position in the history of a game, as encoded in the controls."""

    n: int
    """After this decision."""
    is_by_turn: bool = True
    """Step by turns, not by decisions."""
    player: str | None = None
    """Key of a player (`SeatPlayer`): only their steps."""
    shows_own_view: bool = False
    """Show the View of the reader's own seat."""

    def encode(self, use: str = "") -> str:
        """Return the argument of a control: `34.t.-.o`. use: distinguishes buttons that lead to the same position."""
        steps, view = "t" if self.is_by_turn else "d", "o" if self.shows_own_view else "-"
        return f"{self.n}.{steps}.{self.player or '-'}.{view}.{use}"

    @classmethod
    def decode(cls, text: str) -> HistoryPosition:
        n, step_code, player, view_code, *_ = (*text.split("."), "", "", "")
        return cls(
            read_number(n or "0"), step_code != "d", player if player not in ("", "-") else None, view_code == "o"
        )

    def select_steps(self, table: Table, history: GameHistory) -> tuple[HistoryStep, ...]:
        """Return the steps among which the position is."""
        return history.select_steps(self.is_by_turn, None if self.player is None else find_player(table, self.player))


@dataclass(frozen=True, slots=True)
class HistoryContent:
    """The content of a history page."""

    position: HistoryPosition
    """As the controls ask for it, with the number of `step`."""
    step: HistoryStep
    """The step that is shown for it."""
    lines: Sequence[LogLine]
    """The log of this step, as far as the reader may see it."""
    picture_request: PictureRequest | None
    """None: the game has no pictures, or the position cannot be reconstructed."""
    is_readable: bool
    """The current rules can reconstruct the position."""


def build_history_page(
    table: Table, history: GameHistory, content: HistoryContent, reader: Seat | None, localizer: Localizer
) -> Page:
    """Return the page of one step. reader: the reader's seat, or None."""
    position, steps = content.position, content.position.select_steps(table, history)
    index = find_step_index(steps, content.step.n)
    unit = "history.count" if position.is_by_turn else "history.count_decisions"
    count = localizer.render_label(unit, nth=index, of=len(steps) - 1)
    head = f"-# {titles.name_table(table, localizer)} · {count} · <t:{content.step.decided_at // 1000}:f>"
    texts = [
        head,
        f"### {_build_title(table, history, content, localizer)}",
        *_build_event_text(table, content, localizer),
    ]
    if not content.is_readable:
        texts.append(localizer.render_line("history.unreadable"))
    elif (
        position.shows_own_view
        and reader is not None
        and (content.picture_request is None or content.picture_request.context.viewer is None)
    ):
        texts.append("-# " + localizer.render_line("history.not_yours_then"))
    rows = [
        _build_step_buttons(table, steps, index, position, localizer),
        *_build_links(table, position, reader, localizer),
    ]
    rows += [
        menu
        for menu in (
            _build_player_menu(table, position, localizer),
            _build_chapter_menu(table, history, position, localizer),
        )
        if menu is not None
    ]
    return Page(tuple(texts), tuple(rows), content.picture_request, GREY)


def _build_title(table: Table, history: GameHistory, content: HistoryContent, localizer: Localizer) -> str:
    chapter = history.find_chapter(content.step.n)
    if content.step.n == 0:
        return localizer.render_label("history.beginning")
    if chapter is None:
        return localizer.render_label("changed.history")
    return localizer.render_message_label(chapter.heading, table.catalogue, table.names)


def _build_event_text(table: Table, content: HistoryContent, localizer: Localizer) -> list[str]:
    events = list_events(content.lines)
    lines = ReportWriter(table, localizer.first_lang).write_lines(events)
    text = "\n".join(lines)
    if len(text) <= MAX_EVENT_TEXT:
        return [text] if text else []
    shown_lines: list[str] = []
    for line in lines:
        if sum(map(len, shown_lines)) + len(shown_lines) + len(line) > MAX_EVENT_TEXT:
            break
        shown_lines.append(line)
    return ["\n".join(shown_lines), localizer.render_line("turn.more", count=len(lines) - len(shown_lines))]


def _build_step_buttons(
    table: Table, steps: Sequence[HistoryStep], index: int, position: HistoryPosition, localizer: Localizer
) -> ActionRow:
    """Return the buttons first, previous, next, last, and the switch between turns and decisions."""
    last = len(steps) - 1
    buttons = (
        ("first", 0, "|◀"),
        ("before", max(0, index - 1), "◀"),
        ("after", min(last, index + 1), "▶"),
        ("last", last, "▶|"),
    )
    step_buttons = [
        Button(
            build_table_id(table.key, "history", replace(position, n=steps[target_step].n).encode(use)),
            symbol,
            is_disabled=index == (0 if use in ("first", "before") else last),
        )
        for use, target_step, symbol in buttons
    ]
    switched = replace(position, is_by_turn=not position.is_by_turn)
    label = localizer.render_label("history.by_decisions" if position.is_by_turn else "history.by_turns")
    return (*step_buttons, Button(build_table_id(table.key, "history", switched.encode("mode")), label))


def _build_links(table: Table, position: HistoryPosition, reader: Seat | None, localizer: Localizer) -> list[ActionRow]:
    buttons = []
    if reader is not None and picture_requests.find_art(table) is not None:
        label = localizer.render_label("history.public" if position.shows_own_view else "history.own")
        buttons.append(
            Button(
                build_table_id(
                    table.key, "history", replace(position, shows_own_view=not position.shows_own_view).encode("own")
                ),
                label,
            )
        )
    buttons.append(Button(build_table_id(table.key, "since", str(position.n)), localizer.render_label("history.since")))
    if table.row.status in ("over", "ended"):
        buttons.append(Button(build_table_id(table.key, "export"), localizer.render_label("history.export")))
    if table.row.status == "over" and reader is not None and picture_requests.find_art(table) is not None:
        buttons.append(Button(build_table_id(table.key, "replay"), localizer.render_label("history.replay")))
    return [tuple(buttons)]


def _build_player_menu(table: Table, position: HistoryPosition, localizer: Localizer) -> SelectMenu | None:
    """Return the menu that limits the steps to one player; None for less than two seats."""
    if len(table.seats) < 2:
        return None
    choices = build_player_choices(table, position.player, localizer.render_label("history.everybody"))
    return SelectMenu(
        build_table_id(table.key, "historyby", position.encode()), localizer.render_label("history.whose"), choices
    )


def _build_chapter_menu(
    table: Table, history: GameHistory, position: HistoryPosition, localizer: Localizer
) -> SelectMenu | None:
    """Return the menu of rounds or phases (the newest if there are too many); None for less than two."""
    if len(history.chapters) < 2:
        return None
    current = history.find_chapter(position.n)
    choices = [
        Choice(
            str(chapter.after_n),
            cut_text(localizer.render_message_label(chapter.heading, table.catalogue, table.names), 100),
            is_selected=chapter == current,
        )
        for chapter in history.chapters[-MAX_CHOICES:]
    ]
    return SelectMenu(
        build_table_id(table.key, "historyat", position.encode()),
        localizer.render_label("history.chapter"),
        tuple(choices),
    )
