"""Panel for the choice of a main action: a large card for each possible action, and the helpers used afterwards."""

from collections.abc import Iterator
from dataclasses import dataclass

from engines.signorie.data.content import CONTENT
from engines.signorie.data.ids import HelperId
from engines.signorie.view import Column, Mat, View
from render import kit
from render.signorie import theme
from render.signorie.backdrop import draw_night
from render.signorie.board.dice import build_number_text
from render.signorie.catalogue import render_message
from render.signorie.layout import LEFT
from render.signorie.mat import columns
from render.signorie.pieces import HiredRing, SexSign
from render.signorie.private.panels import draw_question_header
from render.signorie.signs import draw_assignment_sign, draw_helper_sign, draw_signoria_sign

WIDTH = 1600
_TOP, _FOOT, _GAP = 140, 846, 18
_STRIP_H, _MARGIN = 108, 28
_RIGHT = 1556
_TALLEST = 480.0


@dataclass(frozen=True, slots=True)
class ActionCard:
    """The card of a main action."""

    kind: str
    """`signoria`, `assign` or `helper`."""
    subject: str
    """Die colour, assignment slot or helper slot."""
    place: str
    """The option's place."""


def draw_action_panel(view: View, color: str, ctx: kit.RenderContext, seat: int) -> kit.Scene:
    """Draw the panel: the main actions that a die of this colour gives the seat; one line of cards makes it lower."""
    player = view.mats[seat]
    played_column = next(column for column in view.columns if column.color == color)
    hired_column = next(column for column in view.columns if column.color == played_column.hires_into)
    cards = _list_cards(played_column, hired_column, player.seat, ctx)
    per_line = 2 if len(cards) in (2, 4) else min(3, max(1, len(cards)))
    lines = (len(cards) + per_line - 1) // per_line or 1
    card_h = min(_TALLEST, (_FOOT - _TOP - _GAP * (lines - 1)) / lines)
    strip = _TOP + (card_h + _GAP) * lines
    height = round(strip + _STRIP_H + _MARGIN)
    live = (
        *draw_question_header(player, ctx.lang, "action"),
        *(
            node
            for card, placement in zip(cards, _place_cards(len(cards), per_line, card_h), strict=True)
            for node in _draw_card(view, card, placement, played_column, hired_column, player, ctx.lang)
        ),
        *_draw_helper_strip(played_column, player, ctx.lang, strip),
    )
    return kit.Scene(theme.THEME, WIDTH, height, theme.VERDE, draw_night(height), live)


def _list_cards(played_column: Column, hired_column: Column, seat: int, ctx: kit.RenderContext) -> list[ActionCard]:
    """Return the cards of the options; all cards if there is no open question."""
    cards = [ActionCard("signoria", played_column.color, f"mat:{seat}:signoria:{played_column.color}")]
    cards += [ActionCard("assign", slot, f"assign:{slot}") for slot in CONTENT.slots_of[played_column.color]]
    cards += [ActionCard("helper", slot.id, f"mat:{seat}:helper:{slot.id}") for slot in hired_column.helpers]
    marked_places = {mark.place for mark in ctx.marks}
    return [card for card in cards if card.place in marked_places] if marked_places else cards


def _place_cards(count: int, per_line: int, h: float) -> Iterator[kit.Placement]:
    """Return the placements of the cards: up to three side by side, four in two lines of two."""
    for i in range(count):
        row, column = divmod(i, per_line)
        pitch = (_RIGHT - LEFT + _GAP) / max(2, min(per_line, count - per_line * row))
        left = (LEFT + _RIGHT + _GAP - pitch) / 2 if count == 1 else LEFT + pitch * column
        yield kit.Placement(left, _TOP + (h + _GAP) * row, pitch - _GAP, h, 14)


def _draw_card(
    view: View,
    card: ActionCard,
    placement: kit.Placement,
    played_column: Column,
    hired_column: Column,
    player: Mat,
    lang: kit.Lang,
) -> Iterator[kit.Node]:
    """Draw one card: a band with the kind of action, its sign as large as possible, and its words."""
    x, y, w, h = placement.x, placement.y, placement.w, placement.h
    color = hired_column.color if card.kind == "helper" else played_column.color
    yield kit.Anchor(card.place, kit.Placement(x, y, w, h, 14, (x + 34, y + 34), 34, max_width=w - 8))
    yield kit.Box(x, y, w, h, 14, theme.IVORY, material="tablet")
    yield kit.Box(x, y, w, 76, 14, theme.COLUMNS[color], corners=(True, True, False, False), material="band")
    word = kit.fit_text(
        render_message(f"action.{card.kind}", lang), w - 250 if card.kind == "assign" else w - 190, kit.KEY
    )
    yield from word.build_runs(x + w - 18, y + 34, theme.INK, "r", max_width=w - 90)
    middle, sign_y, foot = x + w / 2, y + 68 + (h - 68) * 0.38, y + h - max(52, (h - 68) * 0.2)
    size = min(150.0, (h - 68) * 0.52)
    if card.kind == "signoria":
        yield draw_signoria_sign(played_column.signoria, middle, sign_y, size, theme.INK, kit.WHITE)
        words = columns.describe_action(played_column, player, lang)
    elif card.kind == "assign":
        slot = next(tile for tile in view.assignments if tile.slot == card.subject)
        sex = "man" if slot.sex == "male" else "woman"
        yield kit.Sprite(middle - size * 0.75, sign_y, SexSign(sex, size * 0.8, kit.WHITE))
        yield draw_assignment_sign(slot.tile, middle + size * 0.4, sign_y, size, theme.INK, kit.WHITE)
        count_template = kit.TextRun(
            middle, foot, "", kit.DISPLAY if h > 300 else kit.HEAD, theme.INK, "m", max_width=w - 20
        )
        yield build_number_text(slot.tile, middle - size * 0.75, count_template)
        return
    else:
        yield kit.Sprite(middle, sign_y, HiredRing(theme.DICE[hired_column.color], size * 0.52))
        helper = HelperId(card.subject)
        effect = CONTENT.helper_effects[helper]
        k = size / 90
        yield from (kit.transform_node(node, middle, sign_y, k) for node in draw_helper_sign(effect, 0, 0, kit.WHITE))
        cost = CONTENT.helpers[helper].cost
        yield kit.Sprite(x + w - 52, y + 68 + 50, kit.Coin(str(cost), 36, theme.COIN, kit.GOLD))
        words = columns.describe_helper(helper, lang)
    yield from kit.fit_text(words, w - 32, kit.HEAD, 1).build_runs(middle, foot, theme.INK, "m", max_width=w - 24)


def _draw_helper_strip(played_column: Column, player: Mat, lang: kit.Lang, top: float) -> Iterator[kit.Node]:
    """Draw the strip with the die placed and the seat's helpers in its column."""
    color, y = played_column.color, top + _STRIP_H / 2
    yield kit.Box(LEFT, top, _RIGHT - LEFT, _STRIP_H, 12, theme.COLUMNS[color], material="tablet")
    pips = dict(player.dice).get(color)
    x = float(LEFT + 26)
    if pips is not None:
        yield kit.Sprite(x + 36, y - 2, kit.Die(theme.DICE[color], pips, 76))
        x += 100
    helpers = [slot.id for slot in played_column.helpers if slot.id in player.helpers]
    words = kit.fit_text(
        render_message("action.after" if helpers else "action.nobody", lang), 420 if helpers else 1200, kit.BODY
    )
    yield from words.build_runs(x, y, theme.INK, max_width=1240)
    x += kit.measure_text(words.lines[0], words.size) + 70
    for helper in helpers:
        yield kit.Sprite(x, y - 1, HiredRing(theme.SEATS[player.color], 46))
        yield from (
            kit.transform_node(node, x, y - 1, 1)
            for node in draw_helper_sign(CONTENT.helper_effects[helper], 0, 0, kit.WHITE)
        )
        label = kit.fit_text(columns.describe_helper(helper, lang), 216, kit.BODY, 2)
        yield from label.build_runs(x + 58, y, theme.INK, max_width=220)
        x += 64 + max(kit.measure_text(line, label.size) for line in label.lines) + 66
