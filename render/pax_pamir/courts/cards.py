"""The cards of a court with the spies on them: hostages, bonus actions, used cards, what changed."""

from collections.abc import Iterator, Mapping, Sequence

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.view import CourtSlot, PlayerView, View
from render.kit.colour import INK, WHITE
from render.kit.look import Lang, Look
from render.kit.marks import MAX_HALOS, badges, changed_box
from render.kit.scene import MICRO, Box, Icon, Node, Nodes, Sprite
from render.kit.text import fit
from render.kit.tokens import SeatToken
from render.pax_pamir import theme
from render.pax_pamir.cards.large import large_cards
from render.pax_pamir.cards.low import low_card
from render.pax_pamir.cards.market import court_card
from render.pax_pamir.catalogue import sentence
from render.pax_pamir.courts.layout import Place, places
from render.pax_pamir.pieces import Spies

_EMPTY_LEFT, _EMPTY_RIGHT = (420.0, 600.0), (1180.0, 600.0)
_GROUND = 8  # how far the ground of a hostage reaches around its card


def cards(view: View, player: PlayerView, spots: Sequence[Place], lang: Lang) -> Nodes:
    """The cards of a court at these places, and the trays of their spies."""
    court = player.court
    nodes: list[Node] = []
    for slot, place in zip(court, spots, strict=True):
        if slot.hostage is not None:
            nodes.append(_hostage_ground(view.players[slot.hostage].color, place))
    if spots and spots[0].large:
        corners = [(place.x, place.y) for place in spots]
        nodes += large_cards([slot.card for slot in court], corners, spots[0].w, spots[0].h, lang)
    for slot, place in zip(court, spots, strict=True):
        if place.low:
            nodes += low_card(slot.card, place.x, place.y)
        elif not place.large:
            nodes += court_card(slot.card, place.x, place.y, lang, place.h)
        nodes += _tray(view, player, slot, place, lang)
    return tuple(nodes)


def _hostage_ground(color: str, place: Place) -> Node:
    """R4.6 The holder's colour behind a card and its tray."""
    x, y, w, h = _ground(place)
    return Box(x, y, w, h, 12 + place.x - x, theme.HELD[color])


def _ground(place: Place) -> tuple[float, float, float, float]:
    """x, y, width, height of what lies behind a hostage."""
    out = _GROUND if place.tabbed or place.large else 3
    return place.x - out, place.y - out, place.w + 2 * out, place.foot - place.y + 2 * out


def _tray(view: View, player: PlayerView, slot: CourtSlot, place: Place, lang: Lang) -> Nodes:
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
    bonus = slot.favored and CONTENT.cards[slot.card].actions
    key = "court.used" if slot.used else "court.bonus" if bonus else None
    if key is not None:
        words = sentence(key, lang)
        if place.large:
            nodes += _tag(words, place.x + place.w / 2, place.y + place.h - 40, min(104, 0.38 * place.w), 40, slot.used)
        elif place.tabbed:
            nodes += _tag(words, place.x + place.w - 56, place.y - 13, 100, 32, slot.used)
        else:
            nodes += _tag(words, right - 50, middle, 100, h - 2, slot.used)
            right -= 108
    spies = [(slot.hostage, slot.spies[slot.hostage])] if slot.hostage is not None else []
    spies += [(owner, n) for owner, n in enumerate(slot.spies) if n and owner != slot.hostage]
    if spies:
        nodes += _spies(view, spies, place.x + 10, middle, right - place.x - 10, h)
    elif key is None or place.large or place.tabbed:
        nodes.append(Icon("spy", place.x + place.w / 2, middle, min(36, h - 4), theme.LINE, fill))
    return tuple(nodes)


def _tag(words: str, x: float, y: float, w: float, h: float, used: bool) -> Nodes:
    """A small label around (x, y): ink once the card has given its action, outlined while its action is a bonus."""
    fill, ink, edge = (INK, WHITE, INK) if used else (WHITE, INK, INK)
    ground = Box(x - w / 2, y - h / 2, w, h, min(8, h / 2), fill, edge, 2)
    if h < MICRO:  # words do not fit
        return (ground,)
    return ground, *fit(words, w - 8, MICRO).runs(x, y, ink, "m", room=w - 6)


def _spies(view: View, spies: Sequence[tuple[int, int]], x: float, y: float, room: float, h: float) -> Nodes:
    """A token for each spy; where they are too many, one for each owner with their number."""
    r = min(23.0, (h - 4) / 2.3)
    step = 2.3 * r
    tokens = [owner for owner, n in spies for _ in range(n)]
    if len(tokens) * step <= room:
        return tuple(
            Sprite(x + step * (i + 0.5), y, SeatToken(owner, theme.SEATS[view.players[owner].color], r))
            for i, owner in enumerate(tokens)
        )
    r = min(r, room / len(spies) / 2.3)
    step = min(2.5 * r, room / len(spies))
    nodes: list[Node] = []
    for i, (owner, n) in enumerate(spies):
        colour = theme.SEATS[view.players[owner].color]
        piece = SeatToken(owner, colour, r) if n == 1 else Spies(owner, colour, r, n)
        nodes.append(Sprite(x + step * (i + 0.5), y, piece))
    return tuple(nodes)


def card_badges(player: PlayerView, look: Look) -> Nodes:
    """The numbers of the options on this court's cards and, of the reader's own court, on its ends (R6.2)."""
    nodes: list[Node] = []
    spots = places(len(player.court), player.automa)
    if player.number == look.viewer:
        ends = {"end:left": _EMPTY_LEFT, "end:right": _EMPTY_RIGHT}
        if spots:
            first, last = spots[0], spots[-1]
            ends = {
                "end:left": (first.x - 6, first.y + first.h / 2),
                "end:right": (last.x + last.w + 6, last.y + last.h / 2),
            }
        for end, (x, y) in ends.items():
            marks = [mark for mark in look.marks if mark.place == end]
            if marks:
                nodes += badges(marks, x, y, 20, centred=True, room=60)
    for slot, place in zip(player.court, spots, strict=True):
        marks = [mark for mark in look.marks if mark.place == f"court:{slot.card}"]
        if marks:
            nodes += badges(marks, place.x + 6, place.y + 6, room=place.w)
    return tuple(nodes)


def card_changes(player: PlayerView, before: PlayerView, room: int = MAX_HALOS) -> Nodes:
    """Halos around cards that came, and around trays whose spies changed; around all cards if there are too many."""
    spots = places(len(player.court), player.automa)
    boxes = tuple(changed_boxes(player, before, spots))
    if len(boxes) > room:
        first, last = spots[0], spots[-1]
        right = max(place.x + place.w for place in spots)
        boxes = ((first.x, first.y, right - first.x, last.foot - first.y),)
    return tuple(node for box in boxes for node in changed_box(*box, 12))


def changed_boxes(
    player: PlayerView, before: PlayerView, spots: Sequence[Place]
) -> Iterator[tuple[float, float, float, float]]:
    """Cards that came or were used, and trays whose spies changed, hostages whole: x, y, width, height."""
    was: Mapping[int, CourtSlot] = {slot.card: slot for slot in before.court}
    for slot, place in zip(player.court, spots, strict=True):
        old = was.get(slot.card)
        whole = old is None or old.used != slot.used
        spied = old is None or (old.spies, old.hostage) != (slot.spies, slot.hostage)
        if slot.hostage is not None and (whole or spied):
            yield _ground(place)
        elif whole:
            yield place.x, place.y, place.w, place.h
        elif spied:
            yield place.x, place.tray, place.w, place.tray_h
