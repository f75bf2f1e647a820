"""A picture as somebody sees it, and what lies on its Scene."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from engines.kernel import Event, Match, Seat
from render import Lang, Look, Mark, Scene, Step, arts
from render.kit.colour import SIGNAL, SIGNAL_NIGHT
from render.kit.extent import Bounds, extent
from render.kit.marks.news import lettered, written
from render.kit.marks.ticks import Deed
from render.kit.scene import Anchor, Box, Disc, Frames, Icon, Node, Poly, Sprite, Text
from render.kit.tokens import Badge, BadgeSpan

Asked = tuple[str | None, Any]
"""Of an option: the anchor of its place, and its group."""


@dataclass(frozen=True)
class Shown:
    """One picture for one reader.

    asked: the options in the order of their numbers, 1 first. deeds: what changed while the reader was away, or in the
    last turns as far as the lines below account for it, and who did it. told: the seats of whose last turns there is
    something to tell, the newest last.
    """

    name: str
    scene: Scene
    look: Look
    asked: tuple[Asked, ...] = ()
    deeds: tuple[Deed, ...] = ()
    told: tuple[int, ...] = ()

    @cached_property
    def painted(self) -> list[Node]:
        """Everything that is seen, the lowest first."""
        return [node for node in (*self.scene.static, *self.scene.live) if not isinstance(node, Anchor | Frames)]

    @cached_property
    def texts(self) -> list[Text]:
        return [node for node in self.painted if isinstance(node, Text)]

    @cached_property
    def badges(self) -> list[Sprite]:
        return [node for node in self.painted if is_badge(node)]  # type: ignore[misc]

    @cached_property
    def numbers(self) -> list[tuple[int, Sprite]]:
        """Every number and its badge; what is chosen already shows a check in its place."""
        return [(number, badge) for badge in self.badges for number in _numbers(badge)]

    @cached_property
    def frames(self) -> list[tuple[int, Bounds]]:
        """Lines that say what changed, and after how many other nodes each is painted."""
        return [(i, extent(node)) for i, node in enumerate(self.painted) if is_frame(node)]


def heard(step: Step, events: Iterable[Event]) -> Step:
    """The step with what the log tells everybody of it."""
    return replace(step, told=(*step.told, *(event.text for event in events if event.is_deed)))


def is_badge(node: Node) -> bool:
    return isinstance(node, Sprite) and isinstance(node.piece, Badge | BadgeSpan)


def is_frame(node: Node) -> bool:
    if isinstance(node, Box | Disc | Poly):
        return node.edge in (SIGNAL, SIGNAL_NIGHT) and node.fill is None
    return False


def tells(node: Node) -> bool:
    """Whether it says something that must be seen: words, icons, pieces; ornaments as large as a field do not."""
    if isinstance(node, Sprite) and not is_badge(node):
        left, top, right, bottom = extent(node)
        return (right - left) * (bottom - top) < 120 * 120
    return isinstance(node, Text | Icon)


def _numbers(badge: Sprite) -> Iterator[int]:
    if isinstance(badge.piece, Badge):
        yield badge.piece.number
    elif isinstance(badge.piece, BadgeSpan):
        for part in badge.piece.text.split(", "):
            first, _, last = part.partition("–")
            yield from range(int(first), int(last or first) + 1)


def public(
    match: Match[Any], names: tuple[str, ...], lang: Lang, before: Any = None, without: Container[str] = ()
) -> Iterator[Shown]:
    """All public pictures but those without which it may be, the overview first."""
    view, art = match.view(None), arts()[match.game.id]
    for picture in art.pictures(view):
        if picture in without:
            continue
        look = Look(lang, names, before=before)
        yield Shown(picture, art.compose(view, picture, look), look)


def away(match: Match[Any], names: tuple[str, ...], lang: Lang, steps: tuple[Step, ...]) -> Shown:
    """The overview for a reader who was away during these steps."""
    view, art = match.view(None), arts()[match.game.id]
    picture = art.pictures(view)[0]
    look = Look(lang, names, before=steps[0].before, steps=steps)
    return Shown(picture, art.compose(view, picture, look), look, deeds=art.deeds(view, picture, look))


def latest(match: Match[Any], names: tuple[str, ...], lang: Lang, steps: tuple[Step, ...]) -> Shown:
    """The overview on the table's card after these turns."""
    view, art = match.view(None), arts()[match.game.id]
    picture = art.pictures(view)[0]
    look = Look(lang, names, before=steps[0].before, turns=steps)
    lines = written(art.news(view, picture, look), look)
    told = tuple(one.seat for one in lines if one.seat is not None)
    deeds = art.deeds(view, picture, look) if lettered(lines) else ()
    return Shown(picture, art.compose(view, picture, look), look, deeds=deeds, told=told)


def question(match: Match[Any], seat: Seat, names: tuple[str, ...], lang: Lang, before: Any = None) -> Shown | None:
    """The private picture of a question, numbered as text and buttons are; None if no option has a place."""
    prompt, view, art = match.prompt(seat), match.view(seat), arts()[match.game.id]
    assert prompt is not None
    options = [(option.place, option.group) for option in prompt.options]
    order = art.order(view, seat, options)
    numbered = [(number, prompt.options[i]) for number, i in enumerate(order, 1)]
    marks = tuple(Mark(one.place, number, key=one.key) for number, one in numbered if one.place is not None)
    if not marks:
        return None
    picture = art.panel(view, seat, tuple(place for place, _ in options if place is not None))
    look = Look(lang, names, seat, marks, before, question=prompt.text)
    turned = replace(look, marks=look.marks[::-1])
    assert art.draw(view, picture, turned).anchors == art.draw(view, picture, look).anchors, "numbers move nothing"
    asked = tuple((place and art.anchor(place), group) for place, group in (options[i] for i in order))
    return Shown(picture, art.compose(view, picture, look), look, asked)
