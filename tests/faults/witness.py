"""Observations at one table, and the possible histories of the table that explain them.

If the bot is killed during a press, the press may or may not have been applied. So there may be several histories, each
a `ShadowTable`. Every answer, every opened panel and the database exclude those that do not match. If none is left, the
bot has lost, doubled or invented something.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from bot.discord_ui.card.board import build_overview_page
from bot.discord_ui.page.pages import Button, Page, SelectMenu
from bot.discord_ui.panel.page import build_panel
from bot.discord_ui.panel.question import PanelState
from bot.discord_ui.text.localizer import Localizer
from bot.fake_discord.model import components as c
from engines.kernel import LANGS, Lang, Seat
from engines.kernel.stars.suggestions import is_advisable
from tests.clicker import list_controls, list_tokens

from .shadow import Press, ShadowTable, join_texts, replace_seat_emoji, use_seat_emoji

MAX_HISTORIES = 64
"""Maximum number of histories followed in parallel; unanswered presses are rare."""

MAX_NEWS = 30
"""Maximum number of decisions reported above a question: those since the same player's last answer."""
FULL_CHECK_INTERVAL = 8
"""One panel in this many is compared completely."""
COMMAND_MENTION = re.compile(r"</[^>]+>|`/[^`]+`")
READINGS_STARTS = tuple(Localizer((lang,)).render_line("panel.readings", names="") for lang in LANGS)
LEGEND_START = re.compile(r"-# \*\*\d+\.\*\* ")
"""Beginning of a line that tells in words what numbers on buttons mean."""


@dataclass(slots=True)
class Witness:
    """Compares all observations at one table with its possible histories."""

    table_id: int
    histories: list[ShadowTable]
    """The possible histories."""
    unanswered: list[Press] = field(default_factory=list)
    """Presses without an answer, which may or may not have been applied."""
    problems: list[str] = field(default_factory=list)
    """Descriptions of observations that match no history."""
    presses: dict[int, Press] = field(default_factory=dict)
    """Every press that could decide something, by interaction id."""
    notes: deque[str] = field(default_factory=lambda: deque(maxlen=60))
    """The latest observations in words, for debugging a failed run."""
    check_count: int = 0
    """Number of observations compared."""
    load_line: Callable[[int], list[tuple[str, ...]]] = lambda interaction: []
    """Returns the answers that the database has from a press on *Do ★*. Only the bot knows what it suggests."""
    has_suggestions: bool = False
    """Whether the panels have stars, which the expected ones lack: only their questions are compared."""

    @property
    def is_done(self) -> bool:
        """Whether play at the table has stopped: the game is over, or an observation matches no history.

        The problem is reported once.
        """
        return bool(self.problems) or (self.first_history.is_over and not self.unanswered)

    @property
    def has_ended(self) -> bool:
        """Whether no player can press any more; the effect of a last press may still be unknown."""
        return self.is_done or all(history.is_over for history in self.histories)

    @property
    def first_history(self) -> ShadowTable:
        """The first of the histories; the only one once no press is in doubt."""
        return self.histories[0]

    def may_be_asked(self, seat: Seat) -> bool:
        """Return whether the seat has an open question in any history."""
        return any(seat in history.waiting for history in self.histories)

    def may_be_advised(self, seat: Seat) -> bool:
        """Return whether the seat has an open question in any history to which suggestions can come."""
        prompts = (history.match.find_prompt(seat) for history in self.histories if seat in history.waiting)
        return any(prompt is not None and is_advisable(prompt) for prompt in prompts)

    def record_unanswered(self, press: Press) -> None:
        """Record a press that has no answer yet."""
        self.unanswered.append(press)
        self.notes.append(f"press {press}")

    def find_line(self, press: Press) -> Press:
        """Return the press with the answers that it gave, if it gives suggested ones and is stored."""
        given = self.load_line(press.interaction) if press.is_open_line else []
        if not given:
            return press
        known = replace(press, keys=given[0], following=tuple(given[1:]))
        self.presses[press.interaction] = known
        return known

    def record_answer(self, press: Press, message: Any) -> None:
        """Record a press whose answer shows the next question."""
        press = self.find_line(press)
        self._forget_unanswered(press)
        histories = [history for history in self._list_possible_histories() if history.is_allowed(press)]
        for history in histories:
            history.apply_press(press)
        self._keep_matching(
            histories,
            f"answer {press.keys} of seat {press.seat}",
            lambda candidate: _compare_question(candidate, press.seat, message),
        )

    def record_refusal(self, press: Press, message: Any) -> None:
        """Record a press whose answer says that another question is open by now.

        A press delivered twice may be the reason itself: it was applied the first time, and only the second answer
        arrived.
        """
        if not press.is_doubled:
            self._forget_unanswered(press)
        histories = [
            history
            for history in self._list_possible_histories()
            if history.build_question_ref(press.seat) != press.ref or press.interaction in history.applied_interactions
        ]
        self._keep_matching(
            histories,
            f"stale press of seat {press.seat}",
            lambda history: _compare_question(history, press.seat, message),
        )

    def _forget_unanswered(self, press: Press) -> None:
        self.unanswered = [other for other in self.unanswered if other.interaction != press.interaction]

    def record_panel(self, seat: Seat, message: Any, lang: Lang) -> None:
        """Record an opened panel. Some panels are compared completely with the expected page."""
        is_full = self.check_count % FULL_CHECK_INTERVAL == 0 and not self.has_suggestions

        def find_difference(history: ShadowTable) -> str | None:
            return (
                _compare_panel(history, seat, message, lang)
                if is_full or history.is_over
                else _compare_question(history, seat, message)
            )

        self._keep_matching(self._list_possible_histories(), f"panel of seat {seat}", find_difference)

    def check_final_state(self, identity: tuple[object, ...]) -> None:
        """Compare with the database of a stopped bot; presses that are not applied now never will be."""
        self.check_current_state(identity)
        self.unanswered.clear()

    def check_current_state(self, identity: tuple[object, ...]) -> None:
        """Compare with the database of a running bot; unanswered presses may still be applied later."""
        histories = self._list_possible_histories()
        self._keep_matching(
            histories,
            "database",
            lambda history: None if history.identity == identity else _describe_difference(history, identity),
        )

    def _list_possible_histories(self) -> list[ShadowTable]:
        """Return every possible history, including those in which unanswered presses have been applied."""
        self.unanswered = [self.find_line(press) for press in self.unanswered]
        by_identity = {history.identity: history for history in self.histories}
        unexplored = list(by_identity.values())
        while unexplored and len(by_identity) < MAX_HISTORIES:
            history = unexplored.pop()
            for press in self.unanswered:
                if history.is_allowed(press):
                    extended = history.copy_table()
                    extended.apply_press(press)
                    if extended.identity not in by_identity:
                        by_identity[extended.identity] = extended
                        unexplored.append(extended)
        return list(by_identity.values())

    def _keep_matching(
        self, histories: list[ShadowTable], observation: str, find_difference: Callable[[ShadowTable], str | None]
    ) -> None:
        self.check_count += 1
        differences = [find_difference(history) for history in histories]
        positions = [(history.identity[0], *history.identity[-2:]) for history in histories]
        self.notes.append(f"{observation}: {positions}, differ: {differences}")
        matching = [history for history, difference in zip(histories, differences, strict=True) if difference is None]
        if not matching:
            reasons = (
                "; or ".join(sorted({text for text in differences if text})) or "nothing of the kind could be done"
            )
            self.problems.append(f"{observation.split(maxsplit=1)[0]}: table {self.table_id}: {observation}: {reasons}")
            return
        self.histories = matching
        self.unanswered = [
            p for p in self.unanswered if any(history.build_question_ref(p.seat) == p.ref for history in matching)
        ]


def _compare_panel(history: ShadowTable, seat: Seat, message: Any, lang: Lang) -> str | None:
    """Compare a panel opened with Play completely; return the difference, or None if it is as expected.

    Recent actions may stand above the question. Their number is known only to the bot, so every number is allowed.
    """
    table_state, localizer = history.refresh_table(), Localizer((lang,))
    sentence = localizer.render_line("posting_failure.for_reader")  # it depends on what Discord has refused
    is_shown = _remove_mentions(sentence) in _remove_mentions(c.read_text(message))
    state = PanelState(notice=sentence if is_shown else "")
    with use_seat_emoji(c.read_text(message)):
        if history.is_over:
            return _compare_page(history, build_overview_page(table_state, localizer), message)
        log_lines = history.build_lines(seat)
        difference = _compare_page(history, build_panel(table_state, seat, localizer, state), message)
        news = (log_lines[first:] for first in range(len(log_lines) - 1, max(0, len(log_lines) - MAX_NEWS) - 1, -1))
        pages = (build_panel(table_state, seat, localizer, state, since=lines) for lines in news)
        is_expected = difference is None or any(_compare_page(history, page, message) is None for page in pages)
    return None if is_expected else difference


def _compare_page(history: ShadowTable, page: Page, message: Any) -> str | None:
    expected_ids = [key for row in page.rows for key in _list_control_ids(row)]
    shown_ids = [
        _describe_component(part) for part in c.list_of_types(message, c.BUTTON, *c.SELECTS) if part.get("custom_id")
    ]
    if expected_ids != shown_ids:
        unexpected = [shown for shown in shown_ids if shown not in expected_ids]
        missing = [expected for expected in expected_ids if expected not in shown_ids]
        return f"it offers {unexpected}, expected {missing}"
    words, shown_words = (
        _remove_personal_lines(replace_seat_emoji(join_texts(page.texts))),
        _remove_personal_lines(replace_seat_emoji(c.read_text(message))),
    )
    return None if history.is_over or shown_words == words else f"it says {c.read_text(message)!r}, expected {words!r}"


def _remove_personal_lines(words: str) -> str:
    """Return the text without the readings of names that the reader meets for the first time, without the words of
    numbers, and without the names of commands.

    The bot may forget the names a reader has met when it is killed, so they are not tracked here. Numbers are told in
    words as long as the picture is missing. Commands are mentioned by ids that Discord assigns.
    """
    return "\n".join(
        _remove_mentions(line)
        for line in words.splitlines()
        if not line.startswith(READINGS_STARTS) and not LEGEND_START.match(line)
    )


def _remove_mentions(words: str) -> str:
    return COMMAND_MENTION.sub("/", words)


def _compare_question(history: ShadowTable, seat: Seat, message: Any) -> str | None:
    """Describe the fault of the question on a panel: another question, or options that it does not have. None: no
    fault.
    """
    prompt, ref = history.match.find_prompt(seat), history.build_question_ref(seat)
    expected = set() if ref is None else {f"{history.table.id}.{'.'.join(map(str, ref))}"}
    if (shown_tokens := list_tokens(message)) != expected:
        return f"it shows the question {sorted(shown_tokens)}, expected {sorted(expected)}"
    if prompt is None:
        return None
    keys = {option.key for option in (*prompt.options, *prompt.side_actions)}
    offered = {str(part["custom_id"]).split(":", 3)[-1] for part in list_controls(message, "pick", c.BUTTON)}
    for verb in ("choose", "aside"):
        offered |= {row["value"] for menu in list_controls(message, verb, *c.SELECTS) for row in menu["options"]}
    return f"it offers {sorted(offered - keys)}, which are not allowed" if offered - keys else None


def _list_control_ids(row: Any) -> list[tuple[object, ...]]:
    if isinstance(row, SelectMenu):
        return [(row.id, *(choice.value for choice in row.choices))]
    return [(key.id,) for key in row if isinstance(key, Button)]


def _describe_component(part: Any) -> tuple[object, ...]:
    return (part["custom_id"], *(option["value"] for option in part.get("options") or ()))


def _describe_difference(history: ShadowTable, identity: tuple[object, ...]) -> str | None:
    if history.identity == identity:
        return None
    (epoch, *rows), (stored_epoch, *stored_rows) = history.identity, identity
    lost, extra = Counter(rows) - Counter(stored_rows), Counter(stored_rows) - Counter(rows)
    return (
        f"it lacks {list(lost)}, and has {list(extra)} besides; {stored_epoch} steps were taken back, expected {epoch}"
    )
