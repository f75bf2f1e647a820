"""The states in which one question is shown: its pages, an answer that is half assembled, a notice on top."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from bot.discord_ui.panel.draft import Draft
from bot.discord_ui.panel.preview import can_preview
from bot.discord_ui.panel.question import INITIAL_STATE, PanelQuestion, PanelState
from bot.discord_ui.text.localizer import Localizer
from bot.table.state.table import Table
from engines.kernel import Prompt, Seat

NOTICES = ("panel.stale", "panel.line_gone", "posting_failure.for_reader", "undo.done", "consent.asked", "relief.done")
"""Sentences that may stand above a question."""


class NamedState(NamedTuple):
    """A state of a panel."""

    name: str
    """The special fact about it; "" as it is first shown."""
    state: PanelState
    has_picture: bool = True
    """The picture is there; else it is on its way, or Discord has refused it."""
    has_old_picture: bool = False
    """The picture is that of the step before, until its own is drawn."""


GIVEN = (NamedState("given", INITIAL_STATE), NamedState("given, to be replaced", PanelState(is_changing=True)))
"""States of an answer that is given while others still answer."""


def iter_states(table: Table, seat: Seat, prompt: Prompt, localizer: Localizer) -> Iterator[NamedState]:
    """Yield all states of the seat's question, whose options are in the order of its picture."""
    yield NamedState("", INITIAL_STATE)
    yield NamedState("without picture", INITIAL_STATE, has_picture=False)
    yield NamedState("with the old picture", INITIAL_STATE, has_old_picture=True)
    longest = max((localizer.render_line(key, count=10) for key in NOTICES), key=len)
    yield NamedState("with a notice", PanelState(notice=longest))
    for variant in range(1, len(prompt.variants)):
        yield NamedState(f"variant {variant}", PanelState(variant=variant))
    ref = table.build_question_ref(seat)
    assert ref is not None
    question = PanelQuestion.build(table, seat, localizer, prompt, ref)
    for number in range(1, len(question.kinds) + 1):
        yield NamedState(f"kind {number}", PanelState(page_number=number))
    if question.is_drafted:
        yield from _iter_drafts(prompt)
    elif can_preview(table, prompt) and prompt.kind != "confirm":
        yield NamedState("preview", PanelState(is_preview=True))


def _iter_drafts(prompt: Prompt) -> Iterator[NamedState]:
    """Yield one option chosen, and all but the last one."""
    keys = [option.key for option in prompt.options for _ in range(option.limit)]
    for count in dict.fromkeys((1, max(1, min(prompt.max, len(keys)) - 1))):
        yield NamedState(f"{count} chosen", PanelState(Draft.from_keys(prompt, tuple(keys[:count]))))
