"""Which main action: the actions that can be carried out, each on a large card, and the helpers who may follow."""

from collections.abc import Iterator
from dataclasses import dataclass

from engines.signorie.data.content import CONTENT
from engines.signorie.data.ids import HelperId
from engines.signorie.view import Column, Mat, View
from render.kit.colour import GOLD, INK, WHITE
from render.kit.look import Lang, Look
from render.kit.scene import BODY, DISPLAY, HEAD, KEY, Anchor, Box, Node, Scene, Sprite, Text, place
from render.kit.spot import Spot
from render.kit.text import fit, measure
from render.kit.tokens import Coin, Die
from render.signorie import theme
from render.signorie.board.dice import count
from render.signorie.catalogue import sentence
from render.signorie.layout import LEFT
from render.signorie.mat import columns
from render.signorie.pieces import HiredRing, SexSign, dentils
from render.signorie.private.head import head
from render.signorie.signs import assignment_sign, helper_sign, signoria_sign

WIDTH, HEIGHT = 1600, 1000
_TOP, _FOOT, _GAP = 140, 846, 18
_STRIP, _STRIP_H = 864, 108
_RIGHT = 1556
_TALLEST = 480.0


@dataclass(frozen=True, slots=True)
class Card:
    """A main action. kind: `signoria`, `assign` or `helper`; of: its colour, assignment slot or helper slot."""

    kind: str
    of: str
    place: str


def action(view: View, color: str, look: Look, seat: int) -> Scene:
    """1600 x 1000: what a die of this colour lets a seat do."""
    player = view.mats[seat]
    played = next(column for column in view.columns if column.color == color)
    hired = next(column for column in view.columns if column.color == played.hires_into)
    live = (
        *head(player, look.lang, "action"),
        *_cards(view, played, hired, player, look),
        *_after(played, player, look.lang),
    )
    return Scene(theme.THEME, WIDTH, HEIGHT, theme.VERDE, dentils(HEIGHT), live)


def _options(played: Column, hired: Column, seat: int, look: Look) -> list[Card]:
    """What can be chosen, all actions where no question is asked."""
    cards = [Card("signoria", played.color, f"mat:{seat}:signoria:{played.color}")]
    cards += [Card("assign", slot, f"assign:{slot}") for slot in CONTENT.slots_of[played.color]]
    cards += [Card("helper", slot.id, f"mat:{seat}:helper:{slot.id}") for slot in hired.helpers]
    asked = {mark.place for mark in look.marks}
    return [card for card in cards if card.place in asked] if asked else cards


def _cards(view: View, played: Column, hired: Column, player: Mat, look: Look) -> Iterator[Node]:
    """Up to three beside each other, four in two lines of two."""
    cards = _options(played, hired, player.seat, look)
    across = 2 if len(cards) in (2, 4) else min(3, max(1, len(cards)))
    lines = (len(cards) + across - 1) // across or 1
    room = (_FOOT - _TOP - _GAP * (lines - 1)) / lines
    h = min(_TALLEST, room)
    top = _TOP + (_FOOT - _TOP - lines * h - _GAP * (lines - 1)) / 2
    for i, card in enumerate(cards):
        row, column = divmod(i, across)
        pitch = (_RIGHT - LEFT + _GAP) / max(2, min(across, len(cards) - across * row))
        left = (LEFT + _RIGHT + _GAP - pitch) / 2 if len(cards) == 1 else LEFT + pitch * column
        spot = Spot(left, top + (h + _GAP) * row, pitch - _GAP, h, 14)
        yield from _card(view, card, spot, played, hired, player, look.lang)


def _card(view: View, card: Card, spot: Spot, played: Column, hired: Column, player: Mat, lang: Lang) -> Iterator[Node]:
    """A band with the kind of action, its sign as large as there is room, and its words."""
    x, y, w, h = spot.x, spot.y, spot.w, spot.h
    color = hired.color if card.kind == "helper" else played.color
    yield Anchor(card.place, Spot(x, y, w, h, 14, (x + 34, y + 34), 34, room=w - 8))
    yield Box(x, y, w, h, 14, WHITE)
    yield Box(x, y, w, 68, 14, theme.COLUMNS[color], corners=(True, True, False, False))
    word = fit(sentence(f"action.{card.kind}", lang), w - 300 if card.kind == "assign" else w - 190, KEY)
    yield from word.runs(x + w - 18, y + 34, INK, "r", room=w - 90)
    middle, sign_y, foot = x + w / 2, y + 68 + (h - 68) * 0.38, y + h - max(48, (h - 68) * 0.18)
    size = min(150.0, (h - 68) * 0.52)
    if card.kind == "signoria":
        yield signoria_sign(played.signoria, middle, sign_y, size, INK, WHITE)
        words = columns.action_words(played, player, lang)
    elif card.kind == "assign":
        slot = next(tile for tile in view.assignments if tile.slot == card.of)
        sex = "man" if slot.sex == "male" else "woman"
        yield Sprite(middle - size * 0.75, sign_y, SexSign(sex, size * 0.8, WHITE))
        yield assignment_sign(slot.tile, middle + size * 0.4, sign_y, size, INK, WHITE)
        below = Text(middle, foot, "", DISPLAY if h > 300 else HEAD, INK, "m", room=w - 20)
        yield count(slot.tile, middle - size * 0.75, below)
        return
    else:
        yield Sprite(middle, sign_y, HiredRing(theme.DICE[hired.color], size * 0.52))
        helper = HelperId(card.of)
        effect = CONTENT.helper_effects[helper]
        k = size / 90
        yield from (place(node, middle, sign_y, k) for node in helper_sign(effect, 0, 0, WHITE))
        cost = CONTENT.helpers[helper].cost
        yield Sprite(x + w - 52, y + 68 + 50, Coin(str(cost), 36, theme.COIN, GOLD))
        words = columns.helper_words(helper, lang)
    yield from fit(words, w - 32, HEAD, 1).runs(middle, foot, INK, "m", room=w - 24)


def _after(played: Column, player: Mat, lang: Lang) -> Iterator[Node]:
    """The die that was placed, and the own helpers of its column."""
    color, y = played.color, _STRIP + _STRIP_H / 2
    yield Box(LEFT, _STRIP, _RIGHT - LEFT, _STRIP_H, 12, theme.COLUMNS[color])
    pips = dict(player.dice).get(color)
    x = float(LEFT + 26)
    if pips is not None:
        yield Sprite(x + 36, y - 2, Die(theme.DICE[color], pips, 76))
        x += 100
    helpers = [slot.id for slot in played.helpers if slot.id in player.helpers]
    words = fit(sentence("action.after" if helpers else "action.nobody", lang), 420 if helpers else 1200, BODY)
    yield from words.runs(x, y, INK, room=1240)
    x += measure(words.lines[0], words.size) + 70
    for helper in helpers:
        yield Sprite(x, y - 1, HiredRing(theme.SEATS[player.color], 46))
        yield from (place(node, x, y - 1, 1) for node in helper_sign(CONTENT.helper_effects[helper], 0, 0, WHITE))
        label = fit(columns.helper_words(helper, lang), 216, BODY, 2)
        yield from label.runs(x + 58, y, INK, room=220)
        x += 64 + max(measure(line, label.size) for line in label.lines) + 66
