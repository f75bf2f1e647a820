"""A picture as one reader sees it, and the kinds of nodes on its Scene."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from bot.discord_ui.page.picture_requests import list_unplaced_options
from engines.kernel import LogEvent, Match, Seat
from render import Lang, Mark, RecentStep, RenderContext, Scene, load_arts
from render.kit.bounds import Bounds, measure_bounds
from render.kit.colour import SIGNAL, SIGNAL_NIGHT
from render.kit.illustration import Ground
from render.kit.marks.author_badges import AttributedChange
from render.kit.marks.badges import NumberBadge, NumberPill
from render.kit.marks.captions import has_letters, layout_captions
from render.kit.scene import Anchor, Box, Disc, FrameLayer, Icon, Node, Poly, Sprite, TextRun

NumberedOption = tuple[str | None, Any]
"""An option's anchor name (None without a place) and its group."""


@dataclass(frozen=True)
class PictureSample:
    """One picture for one reader."""

    name: str
    scene: Scene
    ctx: RenderContext
    options: tuple[NumberedOption, ...] = ()
    """The options in the order of their numbers, starting with 1."""
    attributed_changes: tuple[AttributedChange, ...] = ()
    """Changes with their authors: since the reader's last visit, or of the last turns that the lines below describe."""
    seats_with_lines: tuple[int, ...] = ()
    """The seats whose last turns have a line below the board, the newest last."""

    @cached_property
    def visible_nodes(self) -> list[Node]:
        """All visible nodes but grounds, which the canvas cuts off, the lowest first."""
        return [
            node
            for node in (*self.scene.static_part, *self.scene.live_part)
            if not isinstance(node, Anchor | FrameLayer | Ground)
        ]

    @cached_property
    def texts(self) -> list[TextRun]:
        return [node for node in self.visible_nodes if isinstance(node, TextRun)]

    @cached_property
    def badges(self) -> list[Sprite]:
        return [node for node in self.visible_nodes if is_badge(node)]  # type: ignore[misc]

    @cached_property
    def numbers(self) -> list[tuple[int, Sprite]]:
        """Every number and its badge; options that are already chosen show a check mark instead."""
        return [(number, badge) for badge in self.badges for number in _iter_numbers(badge)]

    @cached_property
    def frames(self) -> list[tuple[int, Bounds]]:
        """The bounds of all change frames, each with its index in `painted`."""
        return [(i, measure_bounds(node)) for i, node in enumerate(self.visible_nodes) if is_frame(node)]


def add_log_entries(step: RecentStep, events: Iterable[LogEvent]) -> RecentStep:
    """Return the step with the public log entries of its actions added."""
    return replace(step, messages=(*step.messages, *(event.text for event in events if event.is_action)))


def is_badge(node: Node) -> bool:
    return isinstance(node, Sprite) and isinstance(node.piece, NumberBadge | NumberPill)


def is_frame(node: Node) -> bool:
    if isinstance(node, Box | Disc | Poly):
        return node.edge in (SIGNAL, SIGNAL_NIGHT) and node.fill is None
    return False


def carries_information(node: Node) -> bool:
    """Return whether the node carries information (word, icon, piece), unlike large ornaments."""
    if isinstance(node, Sprite) and not is_badge(node):
        left, top, right, bottom = measure_bounds(node)
        return (right - left) * (bottom - top) < 120 * 120
    return isinstance(node, TextRun | Icon)


def _iter_numbers(badge: Sprite) -> Iterator[int]:
    if isinstance(badge.piece, NumberBadge):
        yield badge.piece.number
    elif isinstance(badge.piece, NumberPill):
        for part in badge.piece.text.split(", "):
            first, _, last = part.partition("–")
            yield from range(int(first), int(last or first) + 1)


def iter_public_pictures(
    match: Match[Any], names: tuple[str, ...], lang: Lang, before: Any = None, without: Container[str] = ()
) -> Iterator[PictureSample]:
    """Iterate over the public pictures except `without`, the overview first."""
    view, art = match.build_view(None), load_arts()[match.game.id]
    for picture in art.list_pictures(view):
        if picture in without:
            continue
        ctx = RenderContext(lang, names, view_before=before)
        yield PictureSample(picture, art.compose(view, picture, ctx), ctx)


def draw_absence_overview(
    match: Match[Any], names: tuple[str, ...], lang: Lang, steps: tuple[RecentStep, ...]
) -> PictureSample:
    """Return the overview for a reader who was away during these steps."""
    view, art = match.build_view(None), load_arts()[match.game.id]
    picture = art.list_pictures(view)[0]
    ctx = RenderContext(lang, names, view_before=steps[0].view_before, steps=steps)
    return PictureSample(
        picture, art.compose(view, picture, ctx), ctx, attributed_changes=art.attribute_changes(view, picture, ctx)
    )


def draw_card_overview(
    match: Match[Any], names: tuple[str, ...], lang: Lang, steps: tuple[RecentStep, ...]
) -> PictureSample:
    """Return the overview on the table's card after these turns."""
    view, art = match.build_view(None), load_arts()[match.game.id]
    picture = art.list_pictures(view)[0]
    ctx = RenderContext(lang, names, view_before=steps[0].view_before, turns=steps)
    lines = layout_captions(art.list_turn_actions(view, picture, ctx), ctx)
    seats_with_lines = tuple(caption.seat for caption in lines if caption.seat is not None)
    attributed_changes = art.attribute_changes(view, picture, ctx) if has_letters(lines) else ()
    return PictureSample(
        picture,
        art.compose(view, picture, ctx),
        ctx,
        attributed_changes=attributed_changes,
        seats_with_lines=seats_with_lines,
    )


def draw_question_picture(
    match: Match[Any], seat: Seat, names: tuple[str, ...], lang: Lang, before: Any = None
) -> PictureSample | None:
    """Return the private picture of a question, with the same numbers as text and buttons: side actions come after the
    options. None without places.
    """
    prompt, view, art = match.find_prompt(seat), match.build_view(seat), load_arts()[match.game.id]
    assert prompt is not None
    offered, first_side_action = (*prompt.options, *prompt.side_actions), len(prompt.options)
    options = [(option.place, option.group) for option in offered]
    grouped = [(place, (i >= first_side_action, group)) for i, (place, group) in enumerate(options)]
    order = sorted(art.order_options(view, seat, grouped), key=lambda i: i >= first_side_action)
    numbered = [(number, offered[i]) for number, i in enumerate(order, prompt.first_number)]
    marks = tuple(
        Mark(numbered_option.place, number, key=numbered_option.key)
        for number, numbered_option in numbered
        if numbered_option.place is not None
    )
    if not marks:
        return None
    picture = art.choose_panel(view, seat, tuple(place for place, _ in options if place is not None))
    unplaced = list_unplaced_options(numbered, match.game.package, lang, names)
    ctx = RenderContext(lang, names, seat, marks, before, question=prompt.text, unplaced=unplaced)
    turned = replace(ctx, marks=ctx.marks[::-1])
    assert art.draw(view, picture, turned).anchors == art.draw(view, picture, ctx).anchors, "numbers move nothing"
    numbered_options = tuple(
        (option.place and art.find_anchor_name(option.place), option.group) for number, option in numbered if number
    )
    return PictureSample(picture, art.compose(view, picture, ctx), ctx, numbered_options)
