"""Captions: one line for each of the last turns, with its actions in words, on the background below the board."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from engines.kernel import Message, load_catalogue, summarize_log
from render.kit.colour import GOLD, mix_colours, pick_ink
from render.kit.render_context import RecentStep, RenderContext
from render.kit.scene import BODY, KEY, Node, Scene, Sprite, TextRun
from render.kit.text import fit_name, measure_text, wrap_paragraph
from render.kit.tokens import SEAT_LETTERS, SeatShape, SeatToken, lower_triangle

MAX_TURNS = 3
"""Maximum number of turns shown: the newest ones."""
_LARGE_LINES, _MAX_LINES = 4, 3  # maximum number of lines, in all and of one turn, with large words

_LEFT, _RIGHT = 44.0, 1556.0
_R, _PITCH = 21, 56  # radius of a token; px from turn to turn
_LEADING = 1.2  # line height within one turn, as a multiple of the size of its words
_FIRST, _LAST = 22, 34  # px from the board to the middle of the first line; from the last one to the edge
_NAME_X, _NAME_WIDTH = 2 * _R + 18, 250  # px from the left edge to a name, and its maximum width
_OLD_TURN_SHARE = 0.32  # share of background in the colour of earlier turns
_SEPARATOR, _BOUND_SEPARATOR = " · ", "\u00a0· "  # separators of actions; the second allows no line break before it
_OPEN, _CLOSE = ("(", "（"), (")", "）")
_PARTS = re.compile(r"([(（)）]|[ \u00a0]·(?: |$))")  # brackets and separators
_BOUND_SPACES = re.compile(r"(?<=\d) (?=\w)|(?<=\b[A-E]) (?=[\w+])")  # `+8 VP`, `2 florins`, `B Marco`, `C won`
_SEAT_LETTER = re.compile(r"(?<![A-Za-z0-9])(?=[A-E](?![A-Za-z0-9]))")  # the place before a seat's letter
_SHAPE_ROOM = "\u00a0" * 3
"""Room for a seat's shape before its letter: it can be neither broken nor part of the words."""
_SHAPE_SHARE = 0.27  # radius of a seat's shape as a share of the size of the words
_DETAIL_SHARE = 0.28  # share of background in the colour of words in brackets
_SPOKEN_SEPARATORS = {"ja": "；", "en": "; "}  # separators of actions for listeners
_NAME_SEPARATORS = {"ja": ("：", "、"), "en": (": ", ", ")}  # after a name, and between actions after it


@dataclass(frozen=True, slots=True)
class ActionPhrase:
    """An action of a seat, in few words without its name."""

    words: str  # in the reader's language
    seat: int | None = None
    """The seat in whose caption it appears, if not that of the actor: a consequence for this other seat."""
    is_for_all: bool = False
    """It belongs to no seat's caption: a new round is not an action of the last seat of the old one."""
    is_filler: bool = False
    """Filler: omitted if the caption has other words."""
    has_no_letter: bool = False
    """No letter on the board belongs to it, because all seats did it at once, or nothing of it is visible."""


StepDescriber = Callable[[RecentStep, Any, RenderContext], tuple[ActionPhrase, ...]]
"""(step, View after it, ctx) -> actions of its seat; for a simultaneous step those of each seat."""


def summarize_step(step: RecentStep, ctx: RenderContext, package: str) -> tuple[ActionPhrase, ...]:
    """Summarize the log entries of a step with the short forms of a game's catalogue."""
    summaries = summarize_log(step.messages, step.seat, load_catalogue(package), ctx.lang, ctx.names)
    return tuple(ActionPhrase(words, seat=seat, is_for_all=seat is None) for seat, words in summaries)


@dataclass(frozen=True, slots=True)
class TurnActions:
    """The actions of a seat in its turn."""

    seat: int | None  # that acted; None: all seats together, or the whole table
    phrases: tuple[ActionPhrase, ...]  # in order of events


@dataclass(frozen=True, slots=True)
class TurnCaption:
    """The caption of one turn."""

    seat: int | None  # as in `TurnActions`; its token and name stand before the first line
    lines: tuple[str, ...]  # from the top
    size: int  # px of the words' font: KEY or BODY
    phrases: tuple[ActionPhrase, ...]  # whose words the lines are


def collect_turns(view: Any, ctx: RenderContext, describe_step: StepDescriber) -> tuple[TurnActions, ...]:
    """Return the newest published turns with a visible action.

    If no turn has one, the last turn with the words "has chosen": every card says something after a turn. Before the
    first turn, the seat that begins.
    """
    if ctx.opening_seats and not ctx.turns:
        return (_build_opening(ctx),)
    turns: list[tuple[int, TurnActions]] = []
    turn = 0
    view_after = view
    for step in reversed(ctx.turns):
        phrases = describe_step(step, view_after, ctx)
        if step.seat is None:
            phrases = _combine_simultaneous(phrases, ctx)
        if phrases:
            turns.append((turn, TurnActions(step.seat, phrases)))
        turn += not step.continues_turn
        view_after = step.view_before
    if ctx.turns and not turns:
        last = ctx.turns[-1].seat
        words = Message("kernel.news.together" if last is None else "kernel.news.chosen")
        return (TurnActions(last, (ActionPhrase(_render_kernel_message(words, ctx), has_no_letter=True),)),)
    lines = _merge_turns(turns[::-1])
    return tuple(lines[-MAX_TURNS - any(turn_actions.seat is None for turn_actions in lines[-MAX_TURNS:]) :])


def _merge_turns(steps: Sequence[tuple[int, TurnActions]]) -> list[TurnActions]:
    """Merge a turn that another seat's answer interrupted into one caption, in order of events. A consequence for
    another seat continues the caption of that seat's own turn; if there is none, it precedes the caption of the action.
    Events of the whole table come between a seat's actions before and after them.

    steps: with the number of their turn
    """
    lines: list[TurnActions] = []
    turns: list[tuple[int, bool]] = []  # for each line: its turn, and whether it concerns the whole table

    def add_to_line(turn: int, actions: TurnActions, of_all: bool, first: int) -> None:
        """Append to the last caption of its kind, unless it belongs to this step, whose captions begin at `first`:
        others came between.
        """
        kind = (actions.seat, (turn, of_all))
        index = next((i for i in range(len(lines) - 1, -1, -1) if (lines[i].seat, turns[i]) == kind), None)
        if index is None or index >= first:
            lines.append(actions)
            turns.append((turn, of_all))
        else:
            more = (phrase for phrase in actions.phrases if not phrase.is_filler)
            lines[index] = TurnActions(actions.seat, (*lines[index].phrases, *more))

    for turn, actions in steps:
        for phrase in actions.phrases:
            if phrase.seat in (None, actions.seat):
                continue
            index = next((i for i in range(len(lines) - 1, -1, -1) if lines[i].seat == phrase.seat), None)
            if index is None or index < len(lines) - MAX_TURNS + 1:
                add_to_line(turn, TurnActions(phrase.seat, (phrase,)), False, len(lines))
            else:
                lines[index] = TurnActions(phrase.seat, (*lines[index].phrases, phrase))
        first, own_phrases = len(lines), (phrase for phrase in actions.phrases if phrase.seat in (None, actions.seat))
        for of_all, phrases in groupby(own_phrases, lambda phrase: phrase.is_for_all):
            add_to_line(turn, TurnActions(None if of_all else actions.seat, tuple(phrases)), of_all, first)
    return lines


def _combine_simultaneous(phrases: Sequence[ActionPhrase], ctx: RenderContext) -> tuple[ActionPhrase, ...]:
    """Combine the actions of a simultaneous question: each seat's own behind its letter, equal ones of all seats once,
    then the result.
    """
    words_by_seat = [tuple(phrase.words for phrase in phrases if phrase.seat == seat) for seat in range(len(ctx.names))]
    common = list(words_by_seat[0]) if len({*words_by_seat}) == 1 else []
    colon, comma = _NAME_SEPARATORS[ctx.lang]
    individual = [
        f"{SEAT_LETTERS[seat]}{colon}{comma.join(words)}"
        for seat, words in enumerate(words_by_seat)
        if words and not common
    ]
    return tuple(
        ActionPhrase(words, has_no_letter=True)
        for words in (*individual, *common, *(phrase.words for phrase in phrases if phrase.seat is None))
    )


def _build_opening(ctx: RenderContext) -> TurnActions:
    is_single = len(ctx.opening_seats) == 1
    words = Message("kernel.news.opens" if is_single else "kernel.news.open_together")
    return TurnActions(ctx.opening_seats[0] if is_single else None, (ActionPhrase(_render_kernel_message(words, ctx)),))


def render_turns(turns: Sequence[TurnActions], ctx: RenderContext) -> tuple[str, ...]:
    """Return the actions of each turn as text for alt texts: `B Marco: took red 3; Signoria: +3 florins`."""
    (colon, _), separator = _NAME_SEPARATORS[ctx.lang], _SPOKEN_SEPARATORS[ctx.lang]
    heads = ["" if turn.seat is None else f"{SEAT_LETTERS[turn.seat]} {ctx.names[turn.seat]}{colon}" for turn in turns]
    return tuple(
        f"{name}{separator.join(phrase.words for phrase in turn.phrases)}"
        for name, turn in zip(heads, turns, strict=True)
    )


def describe_turns(view: Any, ctx: RenderContext, package: str) -> tuple[str, ...]:
    """Return the last turns for an alt text, with the short forms of a game's catalogue."""

    def describe_step(step: RecentStep, _view: Any, ctx: RenderContext) -> tuple[ActionPhrase, ...]:
        return summarize_step(step, ctx, package)

    return render_turns(collect_turns(view, ctx, describe_step), ctx)


def layout_captions(turns: Sequence[TurnActions], ctx: RenderContext) -> tuple[TurnCaption, ...]:
    """Lay out the captions: one line for each turn if that is enough, up to three for the newest. Nothing is omitted:
    if words need more lines, the picture gets higher.
    """
    captions: list[TurnCaption] = []
    newest = _find_newest([turn.seat for turn in turns])
    for i, turn in enumerate(turns):
        count = 1 if i < newest else min(_MAX_LINES, _LARGE_LINES + 1 - len(turns))
        left = _LEFT if turn.seat is None else _find_words_x(turn.seat, ctx)
        captions.append(
            _fit_caption(turn, [_bind_words(phrase.words, ctx) for phrase in turn.phrases], _RIGHT - left, count)
        )
    return tuple(captions)


def _find_newest(seats: Sequence[int | None]) -> int:
    """Return the index of the newest turn of a seat: what follows it concerns the whole table, and belongs to it."""
    return max((i for i, seat in enumerate(seats) if seat is not None), default=len(seats) - 1)


def _bind_words(words: str, ctx: RenderContext) -> str:
    """Prevent line breaks between a number, or a player's letter, and the word that belongs to it.

    Before each letter of a seat there is room for its shape.
    """
    pieces = _SEAT_LETTER.split(_BOUND_SPACES.sub("\u00a0", words))
    return pieces[0] + "".join(
        (_SHAPE_ROOM if SEAT_LETTERS.index(piece[0]) < len(ctx.names) else "") + piece for piece in pieces[1:]
    )


def has_letters(captions: Sequence[TurnCaption]) -> bool:
    """Return whether letters on the board belong to the actions in these captions."""
    return any(not phrase.has_no_letter for caption in captions for phrase in caption.phrases)


def add_captions(
    scene: Scene, captions: Sequence[TurnCaption], ctx: RenderContext, colour: Callable[[int], str]
) -> Scene:
    """Return the board with these captions under it; the newest turn is bright, with all that follows it."""
    if not captions:
        return scene
    newest = _find_newest([caption.seat for caption in captions])
    nodes: list[Node] = []
    y = float(scene.height + _FIRST)
    for i, caption in enumerate(captions):
        bright = pick_ink(scene.background)
        ink = bright if i >= newest else mix_colours(bright, scene.background, _OLD_TURN_SHARE)
        x = _LEFT
        if caption.seat is not None:
            nodes += _draw_name(caption.seat, ctx, colour(caption.seat), ink, y)
            x = _find_words_x(caption.seat, ctx)
        quiet = mix_colours(ink, scene.background, _DETAIL_SHARE)
        nodes += _draw_words(caption, x, y, ink, quiet, colour)
        y += _LEADING * caption.size * (len(caption.lines) - 1) + _PITCH
    footer_height = round(y - _PITCH + _LAST) - scene.height
    return replace(
        scene, height=scene.height + footer_height, footer_height=footer_height, live_part=(*scene.live_part, *nodes)
    )


def _draw_words(
    caption: TurnCaption, left: float, y: float, ink: str, quiet: str, colour: Callable[[int], str]
) -> Iterator[Node]:
    """Draw actions bright, their details in brackets quiet, separators golden, so that a long turn can be read action
    by action; and the shape of each seat before its letter.
    """
    depth, size, room = 0, caption.size, measure_text(_SHAPE_ROOM, caption.size)
    for nth, words in enumerate(caption.lines):
        x, middle = left, y + _LEADING * size * nth
        for part in filter(None, _PARTS.split(words)):
            is_separator = part.strip() == "·"
            depth = 0 if is_separator else depth + (part in _OPEN)  # a name may contain a single bracket
            tone = GOLD if is_separator else quiet if depth else ink
            before, *lettered = part.split(_SHAPE_ROOM)
            for piece in (before, *lettered):
                if piece is not before:
                    seat = SEAT_LETTERS.index(piece[0])
                    shape = SeatShape(seat, colour(seat), _SHAPE_SHARE * size)
                    yield Sprite(x + room / 2, middle + lower_triangle(seat, 0.03 * size), shape)
                    x += room
                if piece:
                    yield TextRun(x, middle, piece, size, tone, max_width=_RIGHT - x, face="sans")
                    x += measure_text(piece, size)
            depth = max(0, depth - (part in _CLOSE))


def _draw_name(seat: int, ctx: RenderContext, colour: str, ink: str, y: float) -> Iterator[Node]:
    """Draw token and name before a caption."""
    lower = lower_triangle(seat, _R * 0.1)
    yield Sprite(_LEFT + _R + 2, y + lower, SeatToken(seat, colour, _R, has_ring=True))
    yield from fit_name(ctx.names[seat], _NAME_WIDTH, KEY).build_runs(_LEFT + _NAME_X, y, ink, max_width=_NAME_WIDTH)


def _find_words_x(seat: int, ctx: RenderContext) -> float:
    name = fit_name(ctx.names[seat], _NAME_WIDTH, KEY)
    return _LEFT + _NAME_X + max(measure_text(line, name.size) for line in name.lines) + 26


def _fit_caption(turn: TurnActions, words: Sequence[str], max_width: float, count: int) -> TurnCaption:
    """Fit all phrases in one line, a little smaller if necessary, else in `count` large lines, else in as many as
    needed: few if no phrase has to be broken, else filled up.
    """
    for max_lines, size in ((1, KEY), (1, BODY), (count, KEY), (count, BODY)):
        if len(lines := _wrap_phrases(words, max_width, size)) <= max_lines:
            return TurnCaption(turn.seat, lines, size, turn.phrases)
    return TurnCaption(
        turn.seat, wrap_paragraph(_BOUND_SEPARATOR.join(words), max_width, BODY).lines, BODY, turn.phrases
    )


def _wrap_phrases(words: Sequence[str], max_width: float, size: int) -> tuple[str, ...]:
    """Wrap phrases, with a line break before one that does not fit; a phrase longer than a line is broken."""
    lines: list[str] = []
    for phrase in words:
        first, *others = (
            [phrase] if measure_text(phrase, size) <= max_width else wrap_paragraph(phrase, max_width, size).lines
        )
        if lines and measure_text(lines[-1] + _SEPARATOR + first, size) <= max_width:
            lines[-1] += _SEPARATOR + first
        else:
            lines.append(first)
        lines += others
    return tuple(lines)


def _render_kernel_message(msg: Message, ctx: RenderContext) -> str:
    return load_catalogue("engines.kernel").render(msg, ctx.lang)
