"""A question as its reader sees it: text, draft, and the consequence of a time-out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b

from bot.discord_ui.page import picture_requests
from bot.discord_ui.page.custom_ids import build_question_id
from bot.discord_ui.page.layout import MAX_CHOICE_TEXT
from bot.discord_ui.text.localizer import Localizer, cut_end
from bot.discord_ui.text.names import find_latin_names
from bot.discord_ui.text.waiting import describe_timeout
from bot.table import QuestionRef, Table
from bot.table.policy.first_use_glosses import find_gloss, is_first_use
from engines.kernel import Lang, Prompt, Seat, Text
from engines.kernel.stars.suggestions import PlannedAnswer

from . import option_menus
from .draft import Draft
from .option_menus import MenuBlock, OptionLine

MAX_NAMES_FIRST_GAME, MAX_NAMES = 700, 300
"""Maximum characters of option names listed above closed menus, in a first game and later; more would push the picture
out of sight.
"""
MAX_OPTION_LINES = 10
"""Maximum menu options that each get a line with their detail above the menus in a first game."""
MAX_LINES_WITH_PICTURE = 5
"""The same if a picture shows the options with their numbers."""
MAX_LINES_TEXT: dict[Lang, int] = {"en": 900, "ja": 450}
"""Maximum characters of these lines together."""
MIN_LINE_LENGTH: dict[Lang, int] = {"en": 80, "ja": 40}
"""Minimum characters allowed for each of these lines: two lines on a phone."""
MAX_LINE_TEXT = 240
"""Maximum characters of the suggested answers that one press gives."""
ALWAYS_LISTED = 3
"""Up to this many menu options always get a line; a line about the omitted ones would not be shorter."""


@dataclass(frozen=True, slots=True)
class PanelState:
    """The part of a question that a panel shows."""

    draft: Draft | None = None
    """Options chosen so far; None: those of the answer already given, if any."""
    page_number: int = 0
    """Page of a long list of options."""
    is_changing: bool = False
    """The given answer is to be replaced."""
    is_preview: bool = False
    """Preview mode: controls preview their option."""
    variant: int = 0
    """Index of the shown variant of the question."""


INITIAL_STATE = PanelState()
"""State of a newly opened panel."""


@dataclass(frozen=True, slots=True)
class PanelQuestion:
    """A question with its options as lines and menus, for one reader."""

    table: Table
    seat: Seat
    localizer: Localizer
    prompt: Prompt
    ref: QuestionRef
    lines: tuple[OptionLine, ...]
    """Options of the shown variant."""
    side_lines: tuple[OptionLine, ...]
    """Side actions."""
    blocks: tuple[MenuBlock, ...]
    """`lines` grouped into menus."""
    selection: Draft
    """Options chosen so far."""
    given_keys: tuple[str, ...]
    """Option keys of the answer already given."""
    is_preview: bool
    """Preview mode: controls preview their option."""
    variant: int
    """Index of the shown variant."""
    hidden_lines: tuple[OptionLine, ...]
    """Options of the other variants."""

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
        lines = option_menus.build_lines(table, prompt.list_options(state.variant), localizer)
        side_lines = option_menus.build_lines(table, prompt.side_actions, localizer, len(lines) + 1)
        shown_keys = {line.option.key for line in lines}
        hidden_lines = option_menus.build_lines(
            table, [option for option in prompt.options if option.key not in shown_keys], localizer
        )
        selection = state.draft if state.draft is not None else Draft.build_initial(prompt, given_keys)
        blocks = option_menus.build_prompt_blocks(prompt, lines)
        rest = (selection, given_keys, state.is_preview, state.variant, hidden_lines)
        return cls(table, seat, localizer, prompt, ref, lines, side_lines, blocks, *rest)

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
        return option_menus.format_answer((*self.lines, *self.hidden_lines, *self.side_lines), keys)

    # ------------------------------------------------------------------ text

    def write_text(self) -> str:
        question_text = self.localizer.render_message(self.prompt.text, self.table.words, self.table.names)
        blocks = ["### " + question_text.replace("\n", "\n### "), *self._write_progress()]
        explained = find_gloss(self.table, self.seat, self.prompt)
        if explained is not None:
            gloss_text = self.localizer.render_message(explained, self.table.words, self.table.names)
            blocks.append("-# " + gloss_text.replace("\n", "\n-# "))
        if self.is_preview:
            blocks.append(self.localizer.render_line("preview.hint"))
        if any(line.is_suggested for line in self.lines) and is_first_use(self.table, self.seat, "panel.advised"):
            blocks.append(self.localizer.render_line("panel.advised"))
        if self.table.has_outgrown_aids(self.seat) and is_first_use(self.table, self.seat, "panel.unaided"):
            blocks.append(self.localizer.render_line("panel.unaided"))
        blocks += self._write_options()
        if self.planned_line and not self.is_preview:
            blocks.append(self.localizer.render_line("panel.line", steps=self._format_planned_steps()))
        blocks.append(describe_timeout(self.table, self.prompt, self.localizer, public=False))
        return "\n".join(filter(None, blocks))

    @property
    def planned_line(self) -> tuple[PlannedAnswer, ...]:
        """The suggested answers that one press gives (`Table.find_planned_line`)."""
        return self.table.find_planned_line(self.seat)

    @property
    def planned_line_hash(self) -> str:
        """A short hash of the suggested answers, so that the button gives no others than it showed."""
        return blake2b(repr([answer.keys for answer in self.planned_line]).encode(), digest_size=4).hexdigest()

    def _format_planned_steps(self) -> str:
        def render(label: Text) -> str:
            return self.localizer.render_message_label(label, self.table.words, self.table.names)

        steps = (", ".join(map(render, answer.labels)) for answer in self.planned_line)
        return cut_end(" → ".join(f"**{step}**" if step else "—" for step in steps), MAX_LINE_TEXT)

    def _write_options(self) -> list[str]:
        """Return the option texts that the controls do not show."""
        spelled_out, closed_lines = self._select_full_lines(), self._select_closed_lines()
        unlisted = [line for line in closed_lines if line not in spelled_out]
        max_lines = MAX_LINES_WITH_PICTURE if self._is_pictured else MAX_OPTION_LINES
        aided = self.table.has_aids(self.seat) and len(closed_lines) <= max_lines and not self.is_drafted
        named = () if aided else self._write_option_names()
        if aided or (spelled_out and not named and len(unlisted) <= ALWAYS_LISTED):
            max_length = max(
                MIN_LINE_LENGTH[self.localizer.first_lang],
                MAX_LINES_TEXT[self.localizer.first_lang] // max(1, len(unlisted)),
            )
            every = [line for line in (*self.lines, *self.side_lines) if line in spelled_out or line in unlisted]
            return [
                self._write_full_line(line) if line in spelled_out else self._write_short_line(line, max_length)
                for line in every
            ]
        has_omitted = spelled_out and unlisted and not named and not self._is_pictured and self.prompt.kind != "confirm"
        omitted_hint = [self.localizer.render_line("panel.more_below", count=len(unlisted))] if has_omitted else []
        return [*named, *map(self._write_full_line, spelled_out), *omitted_hint]

    def _write_short_line(self, line: OptionLine, max_length: int) -> str:
        detail = f" — {line.brief}" if line.brief else ""
        max_length = max(
            max_length, len(line.label) + 1
        )  # the label is never cut; the detail begins with its most important part
        return f"-# **{line.number}.** {cut_end(line.label + detail, max_length)}"

    def write_readings(self) -> str:
        """Return kana readings of Latin names that a Japanese reader sees for the first time; "" if there are none."""
        if self.localizer.first_lang != "ja":
            return ""
        all_lines = (*self.lines, *self.hidden_lines, *self.side_lines)
        kana_by_name = find_latin_names(
            self.table.words.readings, "\n".join(f"{line.label} {line.detail}" for line in all_lines)
        )
        new = [
            f"{name}＝{kana}"
            for name, kana in kana_by_name.items()
            if is_first_use(self.table, self.seat, f"name.{name}")
        ]
        return self.localizer.render_line("panel.readings", names="、".join(new)) if new else ""

    def _write_progress(self) -> list[str]:
        """Return how many options are to be chosen and the ones chosen so far."""
        prompt, localizer, chosen = self.prompt, self.localizer, self.selection.total
        match prompt.kind:
            case "confirm":
                return [self.lines[0].detail] if self.lines[0].detail else []
            case "some" if self.is_drafted:
                key = "panel.choose_exactly" if prompt.min == prompt.max else "panel.choose"
                texts = [localizer.render_line(key, min=prompt.min, max=prompt.max, chosen=chosen)]
                return [*texts, f"**{self.format_labels(self.selection.list_keys(prompt))}**"] if chosen else texts
            case "allocate" if not self.is_drafted:
                return []
            case "allocate" if prompt.min == prompt.max:
                return [localizer.render_line("panel.allocate", chosen=chosen, total=prompt.max)]
            case "allocate":
                return [localizer.render_line("panel.allocate_range", chosen=chosen, min=prompt.min, max=prompt.max)]
            case "each" if self.is_drafted:
                lines = [line for line in self.lines if self.count_selected(line)]
                return [localizer.render_line("panel.each"), *(f"**{x.heading}** — {x.label}" for x in lines)]
            case _:
                return []

    def _select_full_lines(self) -> tuple[OptionLine, ...]:
        """Return the options shown in full above the controls.

        These are options of buttons (which have no second line), long details (cut by menus) and suggested options.
        """
        if self.prompt.kind == "allocate" and self.is_drafted:
            return self.lines
        lines = () if self.prompt.kind == "confirm" else self.lines  # its detail is part of the question's text
        pressed = [
            line for block in self.blocks if self.is_shown_as_buttons(block) for line in block.lines if line in lines
        ]
        button_lines = [] if all(self._fits_its_button(line) for line in pressed) else pressed
        button_lines += [line for line in self.side_lines if len(self.side_lines) == 1 and line.detail]
        all_lines = (*lines, *self.side_lines)
        return tuple(x for x in all_lines if x.is_suggested or x in button_lines or len(x.detail) > MAX_CHOICE_TEXT)

    def _select_closed_lines(self) -> tuple[OptionLine, ...]:
        """Return the options that are invisible until a menu is opened."""
        closed = [block for block in self.blocks if not self.is_shown_as_buttons(block)]
        side_lines = self.side_lines if len(self.side_lines) > 1 else ()
        if len(side_lines) > ALWAYS_LISTED:  # many variants of one side action: the menu's title describes them
            side_lines = tuple(line for line in side_lines if line.detail or not line.heading)
        return (*(x for block in closed for x in block.lines), *side_lines)

    @property
    def _is_pictured(self) -> bool:
        """Whether a picture shows the numbered options; listing them above would push it out of sight."""
        return picture_requests.find_art(self.table) is not None

    def _write_option_names(self) -> tuple[str, ...]:
        """Return lines with the option names of closed menus, if no picture shows them; more in a first game."""
        closed = [block for block in self.blocks if not self.is_shown_as_buttons(block)]
        if self.prompt.kind != "one" or self._is_pictured:
            return ()
        name_lines = ["-# " + " · ".join(line.numbered_label for line in block.lines) for block in closed]
        max_length = MAX_NAMES_FIRST_GAME if self.table.has_aids(self.seat) else MAX_NAMES
        return tuple(name_lines) if sum(map(len, name_lines)) <= max_length else ()

    def _fits_its_button(self, line: OptionLine) -> bool:
        return option_menus.fits_button(line) and not self._build_detail(line)

    def _build_detail(self, line: OptionLine) -> str:
        """Return the text beside an option's label, with its group if it is a button among those of other groups."""
        ungrouped = next((block for block in self.blocks if line in block.lines and not block.title), None)
        return (
            line.detail
            if ungrouped is None or not self.is_shown_as_buttons(ungrouped)
            else ungrouped.build_detail(line)
        )

    def _write_full_line(self, line: OptionLine) -> str:
        detail = f" — {detail_text}" if (detail_text := self._build_detail(line)) else ""
        counted = self.prompt.kind == "allocate" and self.is_drafted
        return f"**{line.number}.** {line.label}{detail}" + (
            f" · **×{self.count_selected(line)}** / {line.option.limit}" if counted else ""
        )

    @property
    def is_drafted(self) -> bool:
        """Whether the answer is assembled in a draft; a single option is given at once."""
        return self.prompt.kind in ("some", "each", "allocate") and min(self.prompt.max, self.prompt.capacity) > 1

    @property
    def may_choose_none(self) -> bool:
        """Whether choosing nothing is a legal answer to a question answered by one option otherwise."""
        return self.prompt.kind in ("some", "allocate") and not self.is_drafted and self.prompt.min == 0

    def is_shown_as_buttons(self, block: MenuBlock) -> bool:
        """Return whether a block is shown as buttons: a single option, or few in the only (or only ungrouped) block."""
        ungrouped = [other_block for other_block in self.blocks if not other_block.title]
        is_single = len(block.lines) == 1
        is_only = [block] in (ungrouped, list(self.blocks))
        return not self.is_drafted and (is_single or is_only) and option_menus.fits_buttons(block.lines)
