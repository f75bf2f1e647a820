"""The private panel of a question: what was done so far, what is asked, and the options to press.

Every press inside it is either an answer (and logged) or a tick of a draft, which travels in the ids of the buttons.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.discord_ui.page import picture_requests
from bot.discord_ui.page.ids import at_question, at_table
from bot.discord_ui.page.layout import GOOD, MAX_CHOICE, QUIET, STRONG, VERDE, Choice, Key, Menu, Page, Row
from bot.discord_ui.rulebook.lookup import rule_key
from bot.discord_ui.text import titles
from bot.discord_ui.text.voice import Voice
from bot.table import LiveTable, QuestionRef
from engines.kernel import Msg, Prompt, Seat

from . import menus
from .draft import Draft
from .menus import Block, Line

PLUS_MINUS_SLOTS = 5
"""So many slots of a distribution get a row with minus and plus; more are chosen in two menus."""


def panel(
    live: LiveTable,
    seat: Seat,
    voice: Voice,
    *,
    draft: Draft | None = None,
    leaf: int = 0,
    told: Sequence[Msg] = (),
    change: bool = False,
) -> Page:
    """What the person on the seat sees when they press Play.

    draft: ticks so far (None: those of the answer already given, if there is one); leaf: page of a long list; told:
    sentences of what was just done, if it is confirmed by now; change: an answer that was given is to be replaced.
    """
    assert live.match is not None
    prompt, ref = live.question(seat), live.ref(seat)
    done = _done(live, seat, voice, told)
    if prompt is None or ref is None:
        return waiting(live, seat, voice, done)
    given = live.match.answers.get(seat, ())
    ticks = draft if draft is not None else Draft.of(prompt, given)
    lines = menus.lines(live, prompt.options, voice)
    blocks = menus.blocks(live, lines, voice)
    question = _Question(live, seat, voice, prompt, ref, lines, blocks, ticks, given)
    texts = [f"-# {titles.table_title(live, voice)} · {titles.seat_sign(seat)}", done, question.text()]
    if given:
        texts.append(voice.line("panel.given", answer=question.labels(given)))
    if given and draft is None and not change:
        rows: tuple[Row, ...] = ((Key(question.id("change"), voice.label("panel.change")), *_elsewhere(live, voice)),)
    else:
        rows = (*question.rows(leaf), *question.below(leaf))
    shot = picture_requests.private(live, seat, voice.first, prompt, ticks.keys(prompt))
    return Page(tuple(texts), rows, shot, VERDE)


def waiting(live: LiveTable, seat: Seat, voice: Voice, done: str = "") -> Page:
    """Nothing is asked of the seat: who is waited for, and the seat's own view."""
    names = ", ".join(titles.seat_name(live.seats[other]) for other in live.waiting)
    text = voice.line("panel.not_asked", names=names) if names else voice.line("panel.finished")
    keys = (Key(at_table(live.id, "play"), voice.label("panel.again")), *_elsewhere(live, voice))
    head = f"-# {titles.table_title(live, voice)} · {titles.seat_sign(seat)}"
    return Page((head, done, text), (keys,), picture_requests.private(live, seat, voice.first, None))


def _elsewhere(live: LiveTable, voice: Voice) -> tuple[Key, ...]:
    return (
        Key(at_table(live.id, "seat"), voice.label("card.seat")),
        Key(at_table(live.id, "changed"), voice.label("card.changed")),
    )


def _done(live: LiveTable, seat: Seat, voice: Voice, told: Sequence[Msg]) -> str:
    """The seat's own steps that nobody else has seen yet, else what was just told, of whomever."""
    assert live.match is not None
    if live.match.acting == seat:
        own = [event.text for event in live.match.tail_events if event.visible_to(seat)]
        return voice.passage(own, live.words, live.names, "✓ ")
    return voice.passage(told, live.words, live.names, "• ")


@dataclass(frozen=True, slots=True)
class _Question:
    live: LiveTable
    seat: Seat
    voice: Voice
    prompt: Prompt
    ref: QuestionRef
    lines: tuple[Line, ...]
    blocks: tuple[Block, ...]
    ticks: Draft
    given: tuple[str, ...]

    def id(self, verb: str, arg: str = "") -> str:
        return at_question(self.ref, verb, arg)

    @property
    def draft(self) -> str:
        """The ticks as they travel in the ids."""
        return self.ticks.packed(self.prompt)

    def labels(self, keys: Sequence[str]) -> str:
        by_key = {line.option.key: line.label for line in self.lines}
        return ", ".join(by_key[key] for key in keys) or "—"

    # ------------------------------------------------------------------ words

    def text(self) -> str:
        prompt, voice = self.prompt, self.voice
        text = "### " + voice.msg(prompt.text, self.live.words, self.live.names).replace("\n", "\n### ")
        if prompt.kind == "confirm" and self.lines[0].detail:
            text += "\n" + self.lines[0].detail
        if prompt.kind == "some":
            text += "\n" + voice.line("panel.choose", min=prompt.min, max=prompt.max, chosen=self.ticks.total)
            if self.ticks.total:
                text += f"\n**{self.labels(self.ticks.keys(prompt))}**"
        if prompt.kind == "allocate":
            text += "\n" + voice.line("panel.allocate", chosen=self.ticks.total, total=prompt.max)
        return "\n".join((text, *map(self._spell, self._spelled_out)))

    @property
    def _spelled_out(self) -> tuple[Line, ...]:
        """Options that stand above the controls with all they mean: a button has no second line, a menu's is short."""
        if self.prompt.kind == "confirm":
            return ()  # what it brings is part of the question
        if self.prompt.kind == "allocate":
            return self.lines
        pressed = [line for block in self.blocks if self._as_buttons(block) for line in block.lines]
        told = pressed if any(line.detail for line in pressed) else []
        return tuple(line for line in self.lines if line in told or len(line.detail) > MAX_CHOICE)

    def _spell(self, line: Line) -> str:
        detail = f" — {line.detail}" if line.detail else ""
        count = self.ticks.counts[line.number - 1]
        times = f" · **×{count}** / {line.option.limit}" if self.prompt.kind == "allocate" else ""
        return f"**{line.number}.** {line.label}{detail}{times}"

    # ------------------------------------------------------------------ options

    def _as_buttons(self, block: Block) -> bool:
        """Whether the options that have no group are few and short enough."""
        loose = [one for one in self.blocks if not one.title]
        return self.prompt.kind == "one" and loose == [block] and menus.fit_buttons(block.lines)

    def rows(self, leaf: int) -> tuple[Row, ...]:
        match self.prompt.kind:
            case "confirm":
                return ()  # its one button stands beside Back
            case "one":
                return tuple(
                    tuple(map(self._pick, block.lines)) if self._as_buttons(block) else self._menu("choose", n, block)
                    for n, block in self._shown(leaf)
                )
            case "some" | "each":
                return tuple(self._menu("tick", n, block) for n, block in self._shown(leaf))
            case "allocate":
                return self._allocation(leaf)

    def _pick(self, line: Line) -> Key:
        style = GOOD if line.option.key in self.given else STRONG
        return Key(self.id("pick", line.option.key), line.numbered, style)

    def _shown(self, leaf: int) -> list[tuple[int, Block]]:
        """The menus of this page, each with its number among all."""
        first = leaf * menus.MENUS_ON_PAGE
        return list(enumerate(self.blocks))[first : first + menus.MENUS_ON_PAGE]

    def _menu(self, verb: str, number: int, block: Block) -> Menu:
        some = verb == "tick"
        title = block.title or self.voice.label("panel.tick" if some else "panel.pick")
        if len(self.lines) > len(block.lines):
            title = f"{title} ({block.range})"
        choices = tuple(
            Choice(
                line.option.key,
                line.numbered,
                line.detail,
                bool(self.ticks.counts[line.number - 1]) if some else line.option.key in self.given,
            )
            for line in block.lines
        )
        arg = f"{number}.{self.draft}" if some else str(number)
        most = min(self.prompt.max, len(choices)) if some else 1
        return Menu(self.id(verb, arg), title, choices, 0 if some else 1, max(1, most))

    # ------------------------------------------------------------------ distributing

    def _allocation(self, leaf: int) -> tuple[Row, ...]:
        if len(self.lines) <= PLUS_MINUS_SLOTS:
            return tuple(self._plus_minus(line) for line in self.lines)
        full = self.ticks.total >= self.prompt.max
        rows: list[Row] = []
        for number, block in self._shown(leaf):
            more = tuple(x for x in block.lines if self._count(x) < x.option.limit)
            less = tuple(x for x in block.lines if self._count(x))
            if more and not full:
                rows.append(self._steps("plus", "panel.one_more", number, more))
            if less:
                rows.append(self._steps("minus", "panel.one_less", number, less))
        return tuple(rows)

    def _count(self, line: Line) -> int:
        return self.ticks.counts[line.number - 1]

    def _plus_minus(self, line: Line) -> Row:
        count, index = self._count(line), line.number - 1
        full = self.ticks.total >= self.prompt.max or count >= line.option.limit
        return (
            Key(self.id("minus", f"{index}.{self.draft}"), f"− {line.label}", QUIET, disabled=not count),
            Key(self.id("plus", f"{index}.{self.draft}"), f"＋ {line.numbered} ({count})", STRONG, disabled=full),
        )

    def _steps(self, verb: str, title: str, number: int, among: tuple[Line, ...]) -> Menu:
        choices = tuple(
            Choice(str(x.number - 1), f"{x.numbered} ({self._count(x)}/{x.option.limit})", x.detail) for x in among
        )
        return Menu(self.id(verb, f"m{number}.{self.draft}"), self.voice.label(title), choices)

    # ------------------------------------------------------------------ below the options

    def below(self, leaf: int) -> tuple[Row, ...]:
        """What confirms, Back, pages of a long list, the rule: in one row."""
        keys: list[Key] = []
        voice = self.voice
        if self.prompt.kind == "confirm":
            (line,) = self.lines
            keys.append(Key(self.id("pick", line.option.key), line.label, GOOD))
        if self.prompt.kind in ("some", "allocate"):
            ready = self.ticks.is_answer(self.prompt)
            keys.append(Key(self.id("ok", self.draft), voice.label("panel.ok"), GOOD, disabled=not ready))
        if self.live.match is not None and self.live.match.acting == self.seat:
            keys.append(Key(self.id("back"), voice.label("panel.back"), QUIET))
        last = (len(self.blocks) - 1) // menus.MENUS_ON_PAGE
        if last:
            keys.append(self._turn(leaf - 1, "panel.earlier", leaf == 0))
            keys.append(self._turn(leaf + 1, "panel.later", leaf == last))
        rule = rule_key(self.live.game, self.prompt.rule, voice)
        if rule is not None:
            keys.append(rule)
        return (tuple(keys),) if keys else ()

    def _turn(self, leaf: int, label: str, disabled: bool) -> Key:
        return Key(self.id("leaf", f"{leaf}.{self.draft}"), self.voice.label(label), QUIET, disabled)
