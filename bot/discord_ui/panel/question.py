"""A question as its reader sees it: what is asked, what has been ticked, what silence means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.discord_ui.page import picture_requests
from bot.discord_ui.page.ids import at_question
from bot.discord_ui.page.layout import MAX_CHOICE
from bot.discord_ui.text.readings import latin_names
from bot.discord_ui.text.silence import silence
from bot.discord_ui.text.voice import Voice, cut_after
from bot.table import LiveTable, QuestionRef
from bot.table.knowing.gloss import gloss, meets
from engines.kernel import Lang, Prompt, Seat

from . import menus
from .draft import Draft
from .menus import Block, Line

MOST_NAMED, FEW_NAMED = 700, 300
"""Names of options for so many characters stand above closed menus, in a first game and later; more would push the
picture out of sight.
"""
MOST_ON_LINES = 10
"""Options of closed menus that each have a line above them in a first game, with what they bring; of these ..."""
MOST_BESIDE_A_PICTURE = 5
"""The same where a picture shows them with their numbers."""
ROOM_OF_LINES: dict[Lang, int] = {"en": 900, "ja": 450}
"""... so many characters, ..."""
LEAST_OF_A_LINE: dict[Lang, int] = {"en": 80, "ja": 40}
"""... and of each this many at least: two lines on a phone."""
VERY_FEW = 3
"""Of what is in menus, so much has a line in any game; a line that says how much more there is would not be shorter."""


@dataclass(frozen=True, slots=True)
class Where:
    """What of a question its reader sees.

    draft: ticks so far, None: those of the answer already given, if there is one; leaf: page of a long list; change: an
    answer that was given is to be replaced; looking: presses show what an option would do; variant: which one of those
    that the question has.
    """

    draft: Draft | None = None
    leaf: int = 0
    change: bool = False
    looking: bool = False
    variant: int = 0


AT_FIRST = Where()


@dataclass(frozen=True, slots=True)
class Question:
    """lines: its options; beside: those offered beside it; ticks: chosen so far; given: the answer already given.

    looking: a press shows what an option would do, and does nothing; variant: of those that the question has, the one
    in which `lines` and `blocks` are shown; hidden: the lines of the others.
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
    variant: int
    hidden: tuple[Line, ...]

    @classmethod
    def of(
        cls,
        live: LiveTable,
        seat: Seat,
        voice: Voice,
        prompt: Prompt,
        ref: QuestionRef,
        where: Where = AT_FIRST,
    ) -> Question:
        assert live.match is not None
        given = live.match.answers.get(seat, ())
        lines = menus.lines(live, prompt.shown(where.variant), voice)
        beside = menus.lines(live, prompt.asides, voice, len(lines) + 1)
        known = {line.option.key for line in lines}
        hidden = menus.lines(live, [option for option in prompt.options if option.key not in known], voice)
        ticks = where.draft if where.draft is not None else Draft.start(prompt, given)
        blocks = menus.blocks_of(prompt, lines)
        seen = (ticks, given, where.looking, where.variant, hidden)
        return cls(live, seat, voice, prompt, ref, lines, beside, blocks, *seen)

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
        return menus.labels((*self.lines, *self.hidden, *self.beside), keys)

    # ------------------------------------------------------------------ words

    def text(self) -> str:
        asked = self.voice.msg(self.prompt.text, self.live.words, self.live.names)
        told = ["### " + asked.replace("\n", "\n### "), *self._so_far()]
        explained = gloss(self.live, self.seat, self.prompt)
        if explained is not None:
            said = self.voice.msg(explained, self.live.words, self.live.names)
            told.append("-# " + said.replace("\n", "\n-# "))
        if self.looking:
            told.append(self.voice.line("preview.hint"))
        if any(line.is_advised for line in self.lines) and meets(self.live, self.seat, "panel.advised"):
            told.append(self.voice.line("panel.advised"))
        if self.live.unaided_now(self.seat) and meets(self.live, self.seat, "panel.unaided"):
            told.append(self.voice.line("panel.unaided"))
        told += self._options()
        told.append(silence(self.live, self.prompt, self.voice, public=False))
        return "\n".join(filter(None, told))

    def _options(self) -> list[str]:
        """What the options are, as far as their controls do not say it."""
        spelled_out, listed = self._spelled_out(), self._listed()
        unsaid = [line for line in listed if line not in spelled_out]
        most = MOST_BESIDE_A_PICTURE if self._is_pictured else MOST_ON_LINES
        aided = self.live.aided(self.seat) and len(listed) <= most and not self.is_drafted
        named = () if aided else self._named()
        if aided or (spelled_out and not named and len(unsaid) <= VERY_FEW):
            room = max(LEAST_OF_A_LINE[self.voice.first], ROOM_OF_LINES[self.voice.first] // max(1, len(unsaid)))
            every = [line for line in (*self.lines, *self.beside) if line in spelled_out or line in unsaid]
            return [self._spell(line) if line in spelled_out else self._on_a_line(line, room) for line in every]
        more = spelled_out and unsaid and not named and not self._is_pictured and self.prompt.kind != "confirm"
        left = [self.voice.line("panel.more_below", count=len(unsaid))] if more else []
        return [*named, *map(self._spell, spelled_out), *left]

    def _on_a_line(self, line: Line, room: int) -> str:
        detail = f" — {line.brief}" if line.brief else ""
        room = max(
            room, len(line.label) + 1
        )  # what it is, whole; of what it brings, what matters most: it stands first
        return f"-# **{line.number}.** {cut_after(line.label + detail, room)}"

    def names(self) -> str:
        """How names in Latin letters are read, in the first question in which a Japanese reader meets them."""
        if self.voice.first != "ja":
            return ""
        every = (*self.lines, *self.hidden, *self.beside)
        found = latin_names(self.live.words.readings, "\n".join(f"{line.label} {line.detail}" for line in every))
        new = [f"{name}＝{kana}" for name, kana in found.items() if meets(self.live, self.seat, f"name.{name}")]
        return self.voice.line("panel.readings", names="、".join(new)) if new else ""

    def _so_far(self) -> list[str]:
        """What is to be chosen and what is chosen by now."""
        prompt, voice, chosen = self.prompt, self.voice, self.ticks.total
        match prompt.kind:
            case "confirm":
                return [self.lines[0].detail] if self.lines[0].detail else []
            case "some" if self.is_drafted:
                key = "panel.choose_exactly" if prompt.min == prompt.max else "panel.choose"
                told = [voice.line(key, min=prompt.min, max=prompt.max, chosen=chosen)]
                return [*told, f"**{self.labels(self.ticks.keys(prompt))}**"] if chosen else told
            case "allocate" if not self.is_drafted:
                return []
            case "allocate" if prompt.min == prompt.max:
                return [voice.line("panel.allocate", chosen=chosen, total=prompt.max)]
            case "allocate":
                return [voice.line("panel.allocate_range", chosen=chosen, min=prompt.min, max=prompt.max)]
            case "each" if self.is_drafted:
                lines = [line for line in self.lines if self.count(line)]
                return [voice.line("panel.each"), *(f"**{x.heading}** — {x.label}" for x in lines)]
            case _:
                return []

    def _spelled_out(self) -> tuple[Line, ...]:
        """Options that stand above the controls with all they mean: a button has no second line, a menu's is short, and
        what has a star is not to be looked for.
        """
        if self.prompt.kind == "allocate" and self.is_drafted:
            return self.lines
        lines = () if self.prompt.kind == "confirm" else self.lines  # what that brings is part of the question
        pressed = [line for block in self.blocks if self.as_buttons(block) for line in block.lines if line in lines]
        told = [] if all(self._is_said_by_its_button(line) for line in pressed) else pressed
        told += [line for line in self.beside if len(self.beside) == 1 and line.detail]
        every = (*lines, *self.beside)
        return tuple(x for x in every if x.is_advised or x in told or len(x.detail) > MAX_CHOICE)

    def _listed(self) -> tuple[Line, ...]:
        """What is not seen before a menu is opened."""
        closed = [block for block in self.blocks if not self.as_buttons(block)]
        beside = self.beside if len(self.beside) > 1 else ()
        if len(beside) > VERY_FEW:  # many ways of one thing: the name of their menu says it
            beside = tuple(line for line in beside if line.detail or not line.heading)
        return (*(x for block in closed for x in block.lines), *beside)

    @property
    def _is_pictured(self) -> bool:
        """A picture below the words numbers what the menus hold: said above it, it would only push it out of sight."""
        return picture_requests.art_of(self.live) is not None

    def _named(self) -> tuple[str, ...]:
        """What the menus hold: a menu that is closed says nothing, where no picture does. More in a first game."""
        closed = [block for block in self.blocks if not self.as_buttons(block)]
        if self.prompt.kind != "one" or self._is_pictured:
            return ()
        held = ["-# " + " · ".join(line.numbered for line in block.lines) for block in closed]
        most = MOST_NAMED if self.live.aided(self.seat) else FEW_NAMED
        return tuple(held) if sum(map(len, held)) <= most else ()

    def _is_said_by_its_button(self, line: Line) -> bool:
        return menus.fits_button(line) and not self._told_of(line)

    def _told_of(self, line: Line) -> str:
        """What stands beside its label; its group too where it is a button among those of other groups."""
        of = next((block for block in self.blocks if line in block.lines and not block.title), None)
        return line.detail if of is None or not self.as_buttons(of) else of.detail(line)

    def _spell(self, line: Line) -> str:
        detail = f" — {found}" if (found := self._told_of(line)) else ""
        counted = self.prompt.kind == "allocate" and self.is_drafted
        return f"**{line.number}.** {line.label}{detail}" + (
            f" · **×{self.count(line)}** / {line.option.limit}" if counted else ""
        )

    @property
    def is_drafted(self) -> bool:
        """Whether an answer is put together before it is given; a single option is given by its press."""
        return self.prompt.kind in ("some", "each", "allocate") and min(self.prompt.max, self.prompt.room) > 1

    @property
    def may_be_none(self) -> bool:
        """Whether choosing nothing is an answer to what else one press answers."""
        return self.prompt.kind in ("some", "allocate") and not self.is_drafted and self.prompt.min == 0

    def as_buttons(self, block: Block) -> bool:
        """Whether the options, or those of them that have no group, are few; a single option needs no menu."""
        loose = [one for one in self.blocks if not one.title]
        alone = len(block.lines) == 1
        only = [block] in (loose, list(self.blocks))
        return not self.is_drafted and (alone or only) and menus.fit_buttons(block.lines)
