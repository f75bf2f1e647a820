"""The cards of a court with their spies: hostages, bonus actions, used cards, anchors for changes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.view import CourtSlot, PlayerView, View
from render import kit
from render.pax_pamir import theme
from render.pax_pamir.cards.court_cards import draw_court_face, draw_large_cards, draw_low_card
from render.pax_pamir.cards.market import draw_court_card
from render.pax_pamir.catalogue import render_message
from render.pax_pamir.courts.layout import CourtPlace
from render.pax_pamir.pieces import UsedCorner

_EMPTY_LEFT, _EMPTY_RIGHT = (420.0, 600.0), (1180.0, 600.0)
_MIN_TOKEN_R = 12  # px: least radius of a token with its count behind it
_HOSTAGE_MARGIN = 8  # px by which the background of a hostage extends around its card


@dataclass(frozen=True, slots=True)
class NumberCorner:
    """The position of a card's option numbers, relative to its upper left corner."""

    dx: float = 6  # px to the right, to the middle of the first number
    dy: float = 6  # px down, to the middle of the numbers
    r: float = 24
    """Radius of a number."""
    max_width: float = 236
    """Maximum width of all numbers of the card."""

    def build_placement(self, place: CourtPlace) -> kit.Placement:
        badge = place.x + self.dx, place.y + self.dy
        return kit.Placement(place.x, place.y, place.w, place.h, 12, badge, self.r, max_width=self.max_width)


_CORNER = NumberCorner()


def draw_court_cards(
    view: View, player: PlayerView, card_places: Sequence[CourtPlace], lang: kit.Lang, corner: NumberCorner = _CORNER
) -> kit.Nodes:
    """Draw the cards of a court at these places, with the trays of their spies."""
    court = player.court
    nodes: list[kit.Node] = []
    for slot, place in zip(court, card_places, strict=True):
        nodes += _build_anchors(slot, place, corner, f"cards:{player.number}")
        if slot.hostage is not None:
            nodes.append(_draw_hostage_background(view.players[slot.hostage].color, place))
    if card_places and card_places[0].is_large:
        corners = [(place.x, place.y) for place in card_places]
        nodes += draw_large_cards([slot.card for slot in court], corners, card_places[0].w, card_places[0].h, lang)
    for slot, place in zip(court, card_places, strict=True):
        if place.is_low:
            nodes += draw_low_card(slot.card, place.x, place.y, w=place.w)
        elif place.is_free_size:
            nodes += draw_court_face(slot.card, place.x, place.y, place.w, place.h, lang)
        elif not place.is_large:
            nodes += draw_court_card(slot.card, place.x, place.y, lang, place.h)
        nodes += _draw_tray(view, player, slot, place, lang)
    return tuple(nodes)


def _draw_hostage_background(color: str, place: CourtPlace) -> kit.Node:
    """R4.6 Draw the holder's colour behind a card and its tray; the outline separates pale colours from the paper."""
    x, y, w, h = _measure_hostage_background(place)
    return kit.Box(x, y, w, h, 12 + place.x - x, theme.SEATS[color], theme.INK, 2)


def _measure_hostage_background(place: CourtPlace) -> tuple[float, float, float, float]:
    """Return x, y, width and height of the background of a hostage."""
    margin = _HOSTAGE_MARGIN if place.is_large else 4
    return place.x - margin, place.y - margin, place.w + 2 * margin, place.foot - place.y + 2 * margin


def _draw_tray(view: View, _player: PlayerView, slot: CourtSlot, place: CourtPlace, lang: kit.Lang) -> kit.Nodes:
    """Draw the tray of a card: its spies by owner, the holder of a hostage first; an empty tray has a spy icon."""
    is_hostage = slot.hostage is not None
    fill = theme.CREAM if is_hostage else theme.PANEL
    y, h = place.tray_y, place.tray_h
    middle = y + h / 2
    nodes: list[kit.Node] = [kit.Box(place.x, y, place.w, h, min(10, h / 3), fill, theme.LINE, 2)]
    right = place.x + place.w - 10
    if is_hostage:
        size = min(32, h - 4)
        nodes.append(kit.Icon("lock", right - size / 2, middle, size, theme.INK, fill))
        right -= size + 8
    if slot.is_used and place.is_free_size and not place.is_low:
        nodes += _draw_used_corner(place)
    has_bonus_action = slot.is_favored and CONTENT.cards[slot.card].actions
    key = (
        ("" if place.is_free_size and not place.is_low else "court.used")
        if slot.is_used
        else "court.bonus"
        if has_bonus_action
        else None
    )
    if key:
        words = render_message(key, lang)
        if place.is_large:
            nodes += _draw_tag(
                words, place.x + place.w / 2, place.y + place.h - 28, min(104, 0.38 * place.w), 36, slot.is_used
            )
        else:
            nodes += _draw_tag(words, right - 50, middle, 100, h - 2, slot.is_used)
            right -= 108
    spies = [(slot.hostage, slot.spies[slot.hostage])] if slot.hostage is not None else []
    spies += [(owner, n) for owner, n in enumerate(slot.spies) if n and owner != slot.hostage]
    if spies:
        nodes += _draw_spies(view, spies, place.x + 10, middle, right - place.x - 10, h)
    elif not key or place.is_large:
        nodes.append(kit.Icon("spy", place.x + place.w / 2, middle, min(36, h - 4), theme.LINE, fill))
    return tuple(nodes)


def _draw_tag(words: str, x: float, y: float, w: float, h: float, is_used: bool) -> kit.Nodes:
    """Draw a small label around (x, y): filled if the card was used this turn, outlined if its action is a bonus."""
    fill, ink, edge = (theme.INK, theme.CREAM, theme.INK) if is_used else (theme.CREAM, theme.INK, theme.INK)
    background = kit.Box(x - w / 2, y - h / 2, w, h, min(8, h / 2), fill, edge, 2)
    if h < kit.MICRO:  # words do not fit
        return (background,)
    return background, *kit.fit_text(words, w - 8, kit.MICRO).build_runs(x, y, ink, "m", max_width=w - 6)


def _draw_used_corner(place: CourtPlace) -> kit.Nodes:
    """Draw the check on the upper left corner of a card that was used this turn, clear of its name."""
    return (kit.Sprite(place.x, place.y, UsedCorner()),)


def _draw_spies(
    view: View, spies: Sequence[tuple[int, int]], x: float, y: float, max_width: float, h: float
) -> kit.Nodes:
    """Draw a token for each spy; if they do not fit, one for each owner with the number behind it."""
    r = min(23.0, (h - 4) / 2.3)
    step = 2.3 * r
    tokens = [owner for owner, n in spies for _ in range(n)]
    if len(tokens) * step <= max_width:
        return tuple(
            kit.Sprite(x + step * (i + 0.5), y, kit.SeatToken(owner, theme.SEATS[view.players[owner].color], r))
            for i, owner in enumerate(tokens)
        )
    size = kit.DETAIL if h > 2 * kit.DETAIL else kit.MICRO
    counts = [f"×{n}" if n > 1 else "" for _, n in spies]
    small_r = min(r, (max_width - sum(kit.measure_text(count, size) for count in counts)) / (2.5 * len(spies)))
    has_count_behind = small_r >= _MIN_TOKEN_R  # else the count is on the token, as for tribes
    r = small_r if has_count_behind else min(r, max_width / (2.5 * len(spies)))
    nodes: list[kit.Node] = []
    for (owner, n), count in zip(spies, counts, strict=True):
        nodes.append(kit.Sprite(x + 1.15 * r, y, kit.SeatToken(owner, theme.SEATS[view.players[owner].color], r)))
        if count and not has_count_behind:
            disc = kit.NumberDisc(str(n), 0.55 * r, 0.9 * r, theme.INK, theme.CREAM, theme.INK, 1.5)
            nodes.append(kit.Sprite(x + 1.95 * r, y + 0.55 * r, disc))
        x += 2.3 * r
        if count and has_count_behind:
            w = kit.measure_text(count, size)
            nodes.append(kit.TextRun(x, y, count, size, theme.INK, max_width=w))
            x += w
        x += 0.2 * r
    return tuple(nodes)


def _build_anchors(slot: CourtSlot, place: CourtPlace, corner: NumberCorner, area: str) -> Iterator[kit.Anchor]:
    """Build the anchors of a card and, if there are spies, of its tray. A hostage and its tray share one placement."""
    card, tray = corner.build_placement(place), kit.Placement(place.x, place.tray_y, place.w, place.tray_h, 12)
    if slot.hostage is not None:
        x, y, w, h = _measure_hostage_background(place)
        card = tray = replace(card, x=x, y=y, w=w, h=h)
    yield kit.Anchor(f"court:{slot.card}", card, "used" if slot.is_used else "ready", "court", area)
    if any(slot.spies):
        yield kit.Anchor(f"tray:{slot.card}", tray, (slot.spies, slot.hostage), "court", area)


def build_end_anchors(card_places: Sequence[CourtPlace]) -> Iterator[kit.Anchor]:
    """R6.2 Build the anchors of the two ends of the reader's own court."""
    left, right = _EMPTY_LEFT, _EMPTY_RIGHT
    if card_places:
        first, last = card_places[0], card_places[-1]
        left, right = (first.x - 6, first.y + first.h / 2), (last.x + last.w + 6, last.y + last.h / 2)
    for side, (x, y) in (("left", left), ("right", right)):
        yield kit.Anchor(
            f"end:{side}", kit.Placement(x - 20, y - 20, 40, 40, 8, (x, y), 20, is_centred=True, max_width=60)
        )
