"""A question as its reader sees it: options as lines, draft, and complete answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import blake2b

from bot.discord_ui.page import picture_requests
from bot.discord_ui.page.custom_ids import build_question_id
from bot.discord_ui.page.pages import MAX_BUTTONS, MAX_CHOICES
from bot.discord_ui.page.pictures import PictureRequest
from bot.discord_ui.text.localizer import Localizer
from bot.table import QuestionRef, Table
from engines.kernel import Prompt, Seat
from engines.kernel.stars.suggestions import PlannedAnswer

from . import option_menus
from .complete_answers import CompleteAnswer, build_joint_answers, build_single_answer
from .draft import Draft
from .option_menus import MenuBlock, OptionLine

PLUS_MINUS_SLOTS = 3
"""Up to this many slots of a distribution that is assembled get a row with minus and plus; more share one menu."""
MAX_STARS = 2
"""Options of one question that advice gives a star; more only if one answer takes more."""


@dataclass(frozen=True, slots=True)
class PanelState:
    """The part of a question that a panel shows."""

    draft: Draft | None = None
    """Options chosen so far; None: those of the answer already given, if any."""
    page_number: int = 0
    """Of a list that is too long for one menu: 0 for its kinds, n for the options of the nth kind."""
    is_changing: bool = False
    """The given answer is to be replaced."""
    is_preview: bool = False
    """Preview mode: controls preview their option."""
    variant: int = 0
    """Index of the shown variant of the question."""
    is_detailed: bool = False
    """Show *Details* in place of the choices."""
    notice: str = ""
    """A sentence above the question, in small print; news beside it only if there is room."""


INITIAL_STATE = PanelState()
"""State of a newly opened panel."""


@dataclass(frozen=True)
class PanelQuestion:
    """A question with its options as lines, for one reader."""

    table: Table
    """Gives the match, the names and the game's catalogue."""
    seat: Seat
    """The seat that is asked, which the reader holds or answers for."""
    localizer: Localizer
    """The reader's language."""
    prompt: Prompt
    """The open question, with the reason of a star in the detail of each suggested option."""
    ref: QuestionRef
    """Stands in all custom_ids of the panel."""
    lines: tuple[OptionLine, ...]
    """Options of the shown variant."""
    side_lines: tuple[OptionLine, ...]
    """Side actions."""
    hidden_lines: tuple[OptionLine, ...]
    """Options of the other variants."""
    selection: Draft
    """Options chosen so far."""
    given_keys: tuple[str, ...]
    """Option keys of the answer already given."""
    state: PanelState
    """The parts that the reader has opened, and the options chosen so far."""

    @classmethod
    def build(
        cls,
        table: Table,
        seat: Seat,
        localizer: Localizer,
        prompt: Prompt,
        ref: QuestionRef,
        state: PanelState = INITIAL_STATE,
    ) -> PanelQuestion:
        assert table.match is not None
        given_keys = table.match.hidden_answers.get(seat, ())
        lines = option_menus.build_lines(table, prompt.list_options(state.variant), localizer, prompt.first_number)
        first_side_number = prompt.first_number + len(lines)
        side_lines = option_menus.build_lines(table, prompt.side_actions, localizer, first_side_number)
        shown_keys = {line.option.key for line in lines}
        hidden_lines = option_menus.build_lines(
            table, [option for option in prompt.options if option.key not in shown_keys], localizer
        )
        selection = state.draft if state.draft is not None else Draft.build_initial(prompt, given_keys)
        return cls(table, seat, localizer, prompt, ref, lines, side_lines, hidden_lines, selection, given_keys, state)

    def build_id(self, verb: str, arg: str = "") -> str:
        return build_question_id(self.ref, verb, arg)

    @property
    def draft_code(self) -> str:
        """The draft encoded for custom_ids."""
        return self.selection.encode(self.prompt)

    def count_selected(self, line: OptionLine) -> int:
        """Return how often the option is chosen so far."""
        return self.selection.counts[line.number - 1]

    def format_labels(self, keys: Sequence[str]) -> str:
        return option_menus.format_answer((*self.lines, *self.hidden_lines, *self.side_lines), keys, self.localizer)

    @property
    def is_acting(self) -> bool:
        """Whether the seat has unpublished steps, so that the panel lists these instead of what others did."""
        return self.table.match is not None and self.table.match.acting_seat == self.seat

    # ------------------------------------------------------------------ picture

    @cached_property
    def picture(self) -> PictureRequest | None:
        """The picture on which the options have their numbers; None for a game without pictures."""
        selected = self.selection.list_keys(self.prompt)
        return picture_requests.build_private_picture(
            self.table, self.seat, self.localizer.first_lang, self.prompt, selected, self.state.variant
        )

    @cached_property
    def picture_height(self) -> float:
        """Height of the picture in px on a phone; 0 without one."""
        return 0 if self.picture is None else picture_requests.measure_height(self.picture)

    @cached_property
    def numbers_on_picture(self) -> frozenset[int]:
        """Numbers that each stand beside one option on the picture, and need no words."""
        return frozenset() if self.picture is None else picture_requests.list_separate_numbers(self.picture)

    def is_shown_by_numbers(self, answer: CompleteAnswer) -> bool:
        """Return whether the picture shows the answer by the numbers of its options."""
        return self.numbers_on_picture >= {*answer.numbers}

    def has_most_on_picture(self, answers: Sequence[CompleteAnswer]) -> bool:
        """Return whether the picture shows most of these answers by their numbers."""
        return 2 * sum(map(self.is_shown_by_numbers, answers)) > len(answers)

    # ------------------------------------------------------------------ answers

    @property
    def takes_several(self) -> bool:
        """Whether an answer may have several options."""
        return self.prompt.kind in ("some", "each", "allocate") and min(self.prompt.max, self.prompt.capacity) > 1

    @cached_property
    def labels(self) -> dict[int, str]:
        """Labels of all options by number; no two of them begin alike."""
        return option_menus.distinguish_labels(self.all_lines, self.localizer.colon)

    @cached_property
    def joint_answers(self) -> tuple[CompleteAnswer, ...]:
        """All answers of a question that takes several options, if one list holds them, but that without any option."""
        if not self.takes_several:
            return ()
        return build_joint_answers(self.prompt, self.lines, self.localizer.colon)

    @property
    def is_drafted(self) -> bool:
        """Whether the answer is assembled by several presses."""
        return self.takes_several and not self.joint_answers and not self.is_one_menu

    @property
    def is_one_menu(self) -> bool:
        """Whether one menu takes all options of the answer at once, each with its amount.

        An exact sum over few slots is easier to reach step by step, where a button adds all that is left.
        """
        prompt = self.prompt
        if not self.takes_several or self.joint_answers or prompt.kind == "each":
            return False
        is_exact = prompt.kind == "allocate" and prompt.min == min(prompt.max, prompt.capacity)
        if is_exact and len(prompt.options) <= PLUS_MINUS_SLOTS:
            return False
        return sum(min(option.limit, prompt.max) for option in prompt.options) <= MAX_CHOICES

    @property
    def may_choose_none(self) -> bool:
        """Whether choosing nothing is a legal answer. It has a button of its own, unless the answer is assembled."""
        return self.prompt.kind in ("some", "allocate") and not self.is_drafted and self.prompt.min == 0

    @cached_property
    def answers(self) -> tuple[CompleteAnswer, ...]:
        """The answers that the controls of the options give."""
        if self.joint_answers:
            return self.joint_answers
        lines = () if self.prompt.kind == "confirm" or self.takes_several else self.lines
        return self.build_answers((*lines, *self.menu_side_lines))

    def build_answers(self, lines: Sequence[OptionLine]) -> tuple[CompleteAnswer, ...]:
        """Return an answer for each of these lines."""
        return tuple(build_single_answer(line, self.labels[line.number]) for line in lines)

    @property
    def menu_side_lines(self) -> tuple[OptionLine, ...]:
        """Side actions in one list with the options: a single one, or those beside few options, stand apart."""
        is_apart = (
            len(self.side_lines) == 1
            or self.takes_several
            or self.prompt.kind == "confirm"
            or len(self.lines) + len(self.side_lines) > MAX_BUTTONS >= len(self.lines)
        )
        return () if is_apart else self.side_lines

    @property
    def all_lines(self) -> tuple[OptionLine, ...]:
        """The shown options and the side actions."""
        return (*self.lines, *self.side_lines)

    @property
    def fits_one_list(self) -> bool:
        """Whether one menu may have the options and the side actions: the options are more than are always buttons."""
        takes_one = self.prompt.kind == "one" and not self.kinds
        return (
            takes_one and bool(self.side_lines) and MAX_BUTTONS < len(self.lines) <= len(self.all_lines) <= MAX_CHOICES
        )

    @property
    def apart_side_lines(self) -> tuple[OptionLine, ...]:
        """Side actions with controls of their own."""
        return () if self.menu_side_lines else self.side_lines

    @cached_property
    def kinds(self) -> tuple[MenuBlock, ...]:
        """The parts of a list that is too long for one menu; empty if one menu or a few buttons are enough."""
        lines = (*self.lines, *self.menu_side_lines)
        is_each = self.is_drafted and self.prompt.kind == "each"
        if self.joint_answers or not (is_each or len(lines) > MAX_CHOICES):
            return ()
        return option_menus.build_kinds(self.prompt, lines)

    # ------------------------------------------------------------------ stars

    @property
    def has_stars(self) -> bool:
        """Whether colours show suggestions: a star may still come, or has come."""
        return self.table.has_aids(self.seat) or any(x.is_suggested for x in self.all_lines)

    def with_widest_controls(self) -> PanelQuestion:
        """Return the question with as many stars as advice gives, on the options with the longest labels, and with one
        option of an answer that is assembled chosen: neither must change the kind of its controls.
        """
        question = self
        if self.is_drafted and self.prompt.kind == "allocate":
            draft = Draft.from_keys(self.prompt, (self.prompt.options[0].key,))
            question = replace(self, selection=draft, state=replace(self.state, draft=draft))
        if not self.has_stars:
            return question
        by_length = sorted((*self.lines, *self.side_lines), key=lambda line: -len(line.numbered_label))
        numbers = {line.number for line in by_length[:MAX_STARS]}
        lines, side_lines = (
            tuple(replace(line, is_suggested=line.number in numbers) for line in lines)
            for lines in (self.lines, self.side_lines)
        )
        return replace(question, lines=lines, side_lines=side_lines)

    @property
    def planned_line(self) -> tuple[PlannedAnswer, ...]:
        """The suggested answers (`Table.find_planned_line`); one press gives as many as the panel shows."""
        return self.table.find_planned_line(self.seat)

    def find_promised_line(self, line_hash: str) -> tuple[PlannedAnswer, ...]:
        """Return the beginning of the suggested answers that a button promised; () if they are others now."""
        beginnings = (self.planned_line[:count] for count in range(len(self.planned_line), 0, -1))
        return next((line for line in beginnings if hash_line(line) == line_hash), ())


def hash_line(line: Sequence[PlannedAnswer]) -> str:
    """Return a short hash of suggested answers, so that a button gives no others than it showed."""
    return blake2b(repr([answer.keys for answer in line]).encode(), digest_size=4).hexdigest()
