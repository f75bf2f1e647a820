"""A question as its reader sees it: what is asked, what has been ticked, what silence means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.discord_ui.page.ids import at_question
from bot.discord_ui.page.layout import MAX_CHOICE
from bot.discord_ui.text.silence import silence
from bot.discord_ui.text.voice import Voice
from bot.table import LiveTable, QuestionRef
from engines.kernel import Prompt, Seat

from . import menus
from .draft import Draft
from .menus import Block, Line


@dataclass(frozen=True, slots=True)
class Question:
    """lines: its options; beside: those offered beside it; ticks: chosen so far; given: the answer already given.

    looking: a press shows what an option would do, and does nothing.
    """

    live: LiveTable
    seat: Seat
    voice: Voice
    prompt: Prompt
    ref: QuestionRef
    lines: tuple[Line, ...]
    beside: tuple[Line, ...]
    blocks: tuple[Block, ...]
    ticks: Draft
    given: tuple[str, ...]
    looking: bool

    @classmethod
    def of(
        cls,
        live: LiveTable,
        seat: Seat,
        voice: Voice,
        prompt: Prompt,
        ref: QuestionRef,
        *,
        draft: Draft | None,
        looking: bool,
    ) -> Question:
        assert live.match is not None
        given = live.match.answers.get(seat, ())
        lines = menus.lines(live, prompt.options, voice)
        beside = menus.lines(live, prompt.asides, voice, len(lines) + 1)
        ticks = draft if draft is not None else Draft.start(prompt, given)
        return cls(live, seat, voice, prompt, ref, lines, beside, menus.blocks_of(prompt, lines), ticks, given, looking)

    def id(self, verb: str, arg: str = "") -> str:
        return at_question(self.ref, verb, arg)

    @property
    def draft(self) -> str:
        """The ticks as they travel in the ids."""
        return self.ticks.packed(self.prompt)

    def count(self, line: Line) -> int:
        """How often the option is chosen so far."""
        return self.ticks.counts[line.number - 1]

    def labels(self, keys: Sequence[str]) -> str:
        return menus.labels((*self.lines, *self.beside), keys)

    # ------------------------------------------------------------------ words

    def text(self) -> str:
        asked = self.voice.msg(self.prompt.text, self.live.words, self.live.names)
        told = ["### " + asked.replace("\n", "\n### "), *self._so_far()]
        if self.looking:
            told.append(self.voice.line("preview.hint"))
        told += map(self._spell, self._spelled_out)
        told.append(silence(self.live, self.prompt, self.voice, public=False))
        return "\n".join(filter(None, told))

    def _so_far(self) -> list[str]:
        """What is to be chosen and what is chosen by now."""
        prompt, voice, chosen = self.prompt, self.voice, self.ticks.total
        match prompt.kind:
            case "confirm":
                return [self.lines[0].detail] if self.lines[0].detail else []
            case "some":
                key = "panel.choose_exactly" if prompt.min == prompt.max else "panel.choose"
                told = [voice.line(key, min=prompt.min, max=prompt.max, chosen=chosen)]
                return [*told, f"**{self.labels(self.ticks.keys(prompt))}**"] if chosen else told
            case "allocate" if prompt.min == prompt.max:
                return [voice.line("panel.allocate", chosen=chosen, total=prompt.max)]
            case "allocate":
                return [voice.line("panel.allocate_range", chosen=chosen, min=prompt.min, max=prompt.max)]
            case "each":
                lines = [line for line in self.lines if self.count(line)]
                return [voice.line("panel.each"), *(f"**{x.heading}** — {x.label}" for x in lines)]
            case _:
                return []

    @property
    def _spelled_out(self) -> tuple[Line, ...]:
        """Options that stand above the controls with all they mean: a button has no second line, a menu's is short."""
        if self.prompt.kind == "confirm":
            return ()  # what it brings is part of the question
        if self.prompt.kind == "allocate":
            return self.lines
        pressed = [line for block in self.blocks if self.as_buttons(block) for line in block.lines]
        told = pressed if any(line.detail for line in pressed) else []
        return tuple(line for line in (*self.lines, *self.beside) if line in told or len(line.detail) > MAX_CHOICE)

    def _spell(self, line: Line) -> str:
        detail = f" — {line.detail}" if line.detail else ""
        counted = self.prompt.kind == "allocate"
        return f"**{line.number}.** {line.label}{detail}" + (
            f" · **×{self.count(line)}** / {line.option.limit}" if counted else ""
        )

    def as_buttons(self, block: Block) -> bool:
        """Whether the options that have no group are few and short enough."""
        loose = [one for one in self.blocks if not one.title]
        return self.prompt.kind == "one" and loose == [block] and menus.fit_buttons(block.lines)
