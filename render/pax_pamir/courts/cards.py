"""The cards of a court with the spies on them: hostages, bonus actions, used cards, what changed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.view import CourtSlot, PlayerView, View
from render.kit.colour import INK, WHITE
from render.kit.look import Lang
from render.kit.scene import DETAIL, MICRO, Anchor, Box, Icon, Node, Nodes, Sprite, Text
from render.kit.spot import Spot
from render.kit.text import fit, measure
from render.kit.tokens import NumberDisc, SeatToken
from render.pax_pamir import theme
from render.pax_pamir.cards.face import court_face
from render.pax_pamir.cards.large import large_cards
from render.pax_pamir.cards.low import low_card
from render.pax_pamir.cards.market import court_card
from render.pax_pamir.catalogue import sentence
from render.pax_pamir.courts.layout import Place
from render.pax_pamir.pieces import UsedCorner

_EMPTY_LEFT, _EMPTY_RIGHT = (420.0, 600.0), (1180.0, 600.0)
_LEAST = 12  # px: the radius of a token with its count behind it
_GROUND = 8  # how far the ground of a hostage reaches around its card


@dataclass(frozen=True, slots=True)
class Corner:
    """Where the first number of a card stands, from its upper left corner, its radius, and the room for all."""

    dx: float = 6
    dy: float = 6
    r: float = 24
    room: float = 236

    def on(self, place: Place) -> Spot:
        badge = place.x + self.dx, place.y + self.dy
        return Spot(place.x, place.y, place.w, place.h, 12, badge, self.r, room=self.room)


_CORNER = Corner()


def cards(view: View, player: PlayerView, spots: Sequence[Place], lang: Lang, corner: Corner = _CORNER) -> Nodes:
    """The cards of a court at these places, and the trays of their spies."""
    court = player.court
    nodes: list[Node] = []
    for slot, place in zip(court, spots, strict=True):
        nodes += _anchors(slot, place, corner, f"cards:{player.number}")
        if slot.hostage is not None:
            nodes.append(_hostage_ground(view.players[slot.hostage].color, place))
    if spots and spots[0].large:
        corners = [(place.x, place.y) for place in spots]
        nodes += large_cards([slot.card for slot in court], corners, spots[0].w, spots[0].h, lang)
    for slot, place in zip(court, spots, strict=True):
        if place.low:
            nodes += low_card(slot.card, place.x, place.y, w=place.w)
        elif place.free:
            nodes += court_face(slot.card, place.x, place.y, place.w, place.h, lang)
        elif not place.large:
            nodes += court_card(slot.card, place.x, place.y, lang, place.h)
        nodes += _tray(view, player, slot, place, lang)
    return tuple(nodes)


def _hostage_ground(color: str, place: Place) -> Node:
    """R4.6 The holder's full colour behind a card and its tray; the line of ink tells a pale one from the paper."""
    x, y, w, h = _ground(place)
    return Box(x, y, w, h, 12 + place.x - x, theme.SEATS[color], INK, 2)


def _ground(place: Place) -> tuple[float, float, float, float]:
    """x, y, width, height of what lies behind a hostage."""
    out = _GROUND if place.large else 4
    return place.x - out, place.y - out, place.w + 2 * out, place.foot - place.y + 2 * out


def _tray(view: View, _player: PlayerView, slot: CourtSlot, place: Place, lang: Lang) -> Nodes:
    """The spies on a card by their owners, the holder of a hostage first; an empty tray shows what it is for."""
    held = slot.hostage is not None
    fill = WHITE if held else theme.PANEL
    y, h = place.tray, place.tray_h
    middle = y + h / 2
    nodes: list[Node] = [Box(place.x, y, place.w, h, min(10, h / 3), fill, theme.LINE, 2)]
    right = place.x + place.w - 10
    if held:
        size = min(32, h - 4)
        nodes.append(Icon("lock", right - size / 2, middle, size, INK, fill))
        right -= size + 8
    if slot.used and place.free and not place.low:
        nodes += _corner_tag(place)
    bonus = slot.favored and CONTENT.cards[slot.card].actions
    key = ("" if place.free and not place.low else "court.used") if slot.used else "court.bonus" if bonus else None
    if key:
        words = sentence(key, lang)
        if place.large:
            nodes += _tag(words, place.x + place.w / 2, place.y + place.h - 40, min(104, 0.38 * place.w), 40, slot.used)
        else:
            nodes += _tag(words, right - 50, middle, 100, h - 2, slot.used)
            right -= 108
    spies = [(slot.hostage, slot.spies[slot.hostage])] if slot.hostage is not None else []
    spies += [(owner, n) for owner, n in enumerate(slot.spies) if n and owner != slot.hostage]
    if spies:
        nodes += _spies(view, spies, place.x + 10, middle, right - place.x - 10, h)
    elif not key or place.large:
        nodes.append(Icon("spy", place.x + place.w / 2, middle, min(36, h - 4), theme.LINE, fill))
    return tuple(nodes)


def _tag(words: str, x: float, y: float, w: float, h: float, used: bool) -> Nodes:
    """A small label around (x, y): ink once the card has given its action, outlined while its action is a bonus."""
    fill, ink, edge = (INK, WHITE, INK) if used else (WHITE, INK, INK)
    ground = Box(x - w / 2, y - h / 2, w, h, min(8, h / 2), fill, edge, 2)
    if h < MICRO:  # words do not fit
        return (ground,)
    return ground, *fit(words, w - 8, MICRO).runs(x, y, ink, "m", room=w - 6)


def _corner_tag(place: Place) -> Nodes:
    """On the upper left corner of a card that has given its action, clear of its name."""
    return (Sprite(place.x, place.y, UsedCorner()),)


def _spies(view: View, spies: Sequence[tuple[int, int]], x: float, y: float, room: float, h: float) -> Nodes:
    """A token for each spy; where they are too many, one for each owner with their number behind it."""
    r = min(23.0, (h - 4) / 2.3)
    step = 2.3 * r
    tokens = [owner for owner, n in spies for _ in range(n)]
    if len(tokens) * step <= room:
        return tuple(
            Sprite(x + step * (i + 0.5), y, SeatToken(owner, theme.SEATS[view.players[owner].color], r))
            for i, owner in enumerate(tokens)
        )
    size = DETAIL if h > 2 * DETAIL else MICRO
    counts = [f"×{n}" if n > 1 else "" for _, n in spies]
    small = min(r, (room - sum(measure(count, size) for count in counts)) / (2.5 * len(spies)))
    behind = small >= _LEAST  # else the count lies on the token, as on those of tribes
    r = small if behind else min(r, room / (2.5 * len(spies)))
    nodes: list[Node] = []
    for (owner, n), count in zip(spies, counts, strict=True):
        nodes.append(Sprite(x + 1.15 * r, y, SeatToken(owner, theme.SEATS[view.players[owner].color], r)))
        if count and not behind:
            disc = NumberDisc(str(n), 0.55 * r, 0.9 * r, INK, WHITE, INK, 1.5)
            nodes.append(Sprite(x + 1.95 * r, y + 0.55 * r, disc))
        x += 2.3 * r
        if count and behind:
            w = measure(count, size)
            nodes.append(Text(x, y, count, size, INK, room=w))
            x += w
        x += 0.2 * r
    return tuple(nodes)


def _anchors(slot: CourtSlot, place: Place, corner: Corner, area: str) -> Iterator[Anchor]:
    """The card, and the tray where spies lie in it; a hostage is one thing with its tray."""
    card, tray = corner.on(place), Spot(place.x, place.tray, place.w, place.tray_h, 12)
    if slot.hostage is not None:
        x, y, w, h = _ground(place)
        card = tray = replace(card, x=x, y=y, w=w, h=h)
    yield Anchor(f"court:{slot.card}", card, "used" if slot.used else "ready", "court", area)
    if any(slot.spies):
        yield Anchor(f"tray:{slot.card}", tray, (slot.spies, slot.hostage), "court", area)


def ends(spots: Sequence[Place]) -> Iterator[Anchor]:
    """R6.2 The ends of the reader's own court."""
    left, right = _EMPTY_LEFT, _EMPTY_RIGHT
    if spots:
        first, last = spots[0], spots[-1]
        left, right = (first.x - 6, first.y + first.h / 2), (last.x + last.w + 6, last.y + last.h / 2)
    for side, (x, y) in (("left", left), ("right", right)):
        yield Anchor(f"end:{side}", Spot(x - 20, y - 20, 40, 40, 8, (x, y), 20, centred=True, room=60))
