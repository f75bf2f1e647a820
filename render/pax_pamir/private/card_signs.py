"""Signs at a card in a question: costs, tags, a bribe, the price, and spies."""

from collections.abc import Iterator
from dataclasses import dataclass

from engines.pax_pamir.data.types import CourtCard
from engines.pax_pamir.view import CourtSlot, PlayerView, View
from render import kit
from render.pax_pamir import theme
from render.pax_pamir.board.columns import measure_token
from render.pax_pamir.board.market import find_column_price
from render.pax_pamir.catalogue import find_player_name, render_message
from render.pax_pamir.layout import COLUMNS
from render.pax_pamir.private.hand import find_play_cost
from render.pax_pamir.private.targets import OptionCell

_MIN_SPY_R = 12.0
_OWNER_MAX_WIDTH = 220
"""Maximum width, in px, of the name of the player whose court a large card is in."""


def draw_cost(
    view: View,
    player: PlayerView,
    cell: OptionCell,
    end: tuple[float, float],
    sign: float,
    ctx: kit.RenderContext,
    has_name: bool = False,
    tag_dy: float = 0.0,
) -> tuple[list[kit.Node], float]:
    """Draw a card's cost, `sign` px high and ending at `end`. Also return its left edge.

    Market: price, and rupees on the card. Hand: the bribe and its payee. Own court: bribe and bonus tag. Other court:
    the owner. has_name: with the owner's name. tag_dy: px from the line to the bonus tag; 0: the tag is in the line.
    """
    right, middle = end
    kind, r = cell.target.place.partition(":")[0], sign / 2
    slot = cell.target.slot
    if kind == "hand" and cell.target.card is not None:
        _, ruler, due = find_play_cost(view, player, cell.target.card, is_own=True)
        if due and ruler is not None:
            return draw_bribe(view, player, ruler, due, (right, middle), r, has_hand=True)
    if kind == "court" and cell.target.owner in (None, player.number) and slot is not None and cell.has_action_options:
        return _draw_use_cost(view, player, slot, (right, middle), r, ctx, tag_dy)
    if kind == "court" and cell.target.owner not in (None, player.number):
        token = kit.SeatToken(cell.target.owner, theme.SEATS[view.players[cell.target.owner].color], r, has_ring=True)
        nodes: list[kit.Node] = [kit.Sprite(right - r, middle, token)]
        right -= 2 * r + 8
        if has_name and slot is not None and not any(slot.spies):
            owner_name = kit.fit_name(find_player_name(view, cell.target.owner, ctx), _OWNER_MAX_WIDTH, kit.KEY)
            nodes += owner_name.build_runs(right - 8, middle, theme.INK, "r", max_width=_OWNER_MAX_WIDTH)
            right -= _OWNER_MAX_WIDTH
        return nodes, right
    return draw_price(view, cell, right, middle, sign) if kind == "market" else ([], right)


def _draw_use_cost(
    view: View,
    player: PlayerView,
    slot: CourtSlot,
    end: tuple[float, float],
    r: float,
    ctx: kit.RenderContext,
    tag_dy: float,
) -> tuple[list[kit.Node], float]:
    """R4.7, R7 Draw what it costs to use a card of the reader's court: a bribe for a hostage, and the tag of a bonus
    action. Also return the left edge.
    """
    (right, middle), nodes = end, list[kit.Node]()
    if slot.hostage is not None and slot.bribe:
        nodes, right = draw_bribe(view, player, slot.hostage, slot.bribe, end, r)
    if slot.is_favored and tag_dy:
        nodes += draw_bonus_tag((end[0], middle + tag_dy), r, ctx)[0]
    elif slot.is_favored:
        tag, right = draw_bonus_tag((right, middle), r, ctx)
        nodes += tag
    return nodes, right


def draw_bonus_tag(end: tuple[float, float], r: float, ctx: kit.RenderContext) -> tuple[list[kit.Node], float]:
    """R4.7 Draw the tag of a bonus action, which does not use up an action of the turn. Also return its left edge."""
    return _draw_tag(render_message("court.bonus", ctx.lang), end, min(2 * r, 48.0), kit.GOLD, theme.INK)


def draw_loyalty_tag(
    player: PlayerView, card: CourtCard, cell: OptionCell, centre: tuple[float, float], h: float, ctx: kit.RenderContext
) -> kit.Nodes:
    """R4.10 Draw a tag on a patriot in hand that playing it changes the loyalty. centre: middle. h: height."""
    if cell.target.place.partition(":")[0] != "hand" or card.patriot in ("none", player.loyalty):
        return ()
    (x, middle), words = centre, render_message("hand.new_loyalty", ctx.lang)
    right = x + kit.measure_text(words, _choose_tag_size(h)) / 2 + 10
    return tuple(_draw_tag(words, (right, middle), h, theme.MADDER, theme.IVORY)[0])


def _draw_tag(words: str, end: tuple[float, float], h: float, fill: str, ink: str) -> tuple[list[kit.Node], float]:
    """Draw text on a pill of height h that ends at `end`. Also return its left edge."""
    (right, middle), size = end, _choose_tag_size(h)
    w = kit.measure_text(words, size) + 20
    background = kit.Box(right - w, middle - h / 2, w, h, h / 2, fill)
    return [background, kit.TextRun(right - w / 2, middle, words, size, ink, "m", max_width=w - 6)], right - w - 8


def _choose_tag_size(h: float) -> int:
    return kit.BODY if h >= 48 else kit.DETAIL if h >= 32 else kit.MICRO


@dataclass(frozen=True, slots=True)
class BribeSign:
    """The sum of a bribe on madder, with a hand that holds a coin as at events about bribes."""

    text: str
    """The sum, with a question mark if the player has less."""
    size: float
    """Height."""
    fill: str
    """Colour below the sum."""
    has_hand: bool
    """Whether the hand is drawn; without it the sign is as narrow as a coin."""

    @property
    def w(self) -> float:
        return max(1.0, 0.24 + 0.8 * self.has_hand + 0.84 * kit.measure_numeral(self.text)) * self.size

    def shapes(self) -> tuple[kit.Shape, ...]:
        s, w = self.size, self.w
        ink = kit.pick_ink(self.fill)
        middle = 0.4 * s * self.has_hand
        return (
            kit.Box(-w / 2, -s / 2, w, s, 0.2 * s, self.fill, theme.MADDER, max(1.5, 0.05 * s)),
            *([kit.Icon("bribe", 0.52 * s - w / 2, 0, 0.72 * s, ink, self.fill)] if self.has_hand else []),
            kit.Numeral(middle, 0, self.text, 0.84 * s, ink),
        )


def draw_bribe(
    view: View, player: PlayerView, payee: int, full: int, end: tuple[float, float], r: float, *, has_hand: bool = False
) -> tuple[list[kit.Node], float]:
    """R7 Draw a bribe with its payee, `2?` on rose if the player has less. Also return its left edge.

    has_hand: as in `BribeSign`
    """
    right, middle = end
    words, fill = (str(full), theme.MADDER) if full <= player.rupees else (f"{full}?", theme.ROSE)
    sign = BribeSign(words, 2 * r, fill, has_hand)
    token = kit.SeatToken(payee, theme.SEATS[view.players[payee].color], 0.8 * r, has_ring=True)
    left = right - sign.w
    return [kit.Sprite(right - sign.w / 2, middle, sign), kit.Sprite(left - r - 4, middle, token)], left - 2 * r - 8


def draw_price(
    view: View, cell: OptionCell, right: float, middle: float, sign: float = 40
) -> tuple[list[kit.Node], float]:
    """Draw the price of a market card that can be bought, and the rupees on it. Also return its left edge.

    If an ability changes the price (R11), the column's price is struck through before it.
    """
    space = next(space for space in view.market if cell.target.place == f"market:{space.index}")
    nodes: list[kit.Node] = []
    r = sign / 2
    if cell.target.card is not None and cell.has_price:
        size = (
            kit.KEY
            if cell.is_large
            else next(size for size in (kit.BODY, kit.DETAIL, kit.MICRO) if size <= max(kit.MICRO, 1.8 * r))
        )
        usual = find_column_price(view, space.index % COLUMNS)
        struck_w = kit.measure_text(str(usual), size) + 18 if usual != space.cost else 0.0
        w = 2.6 * r + kit.measure_text(str(space.cost), size) + struck_w
        nodes += (
            kit.Box(right - w, middle - r, w, 2 * r, r, theme.NIGHT),
            kit.Icon("rupee", right - w + 1.1 * r, middle, 1.4 * r, theme.CREAM, theme.NIGHT),
            kit.TextRun(right - w + 2 * r + struck_w, middle, str(space.cost), size, theme.CREAM, max_width=60),
        )
        if struck_w:
            left = right - w + 2 * r
            nodes += (
                kit.TextRun(left, middle, str(usual), size, theme.MUTED, max_width=60),
                kit.Polyline(
                    ((left - 3, middle + 0.3 * size), (left + struck_w - 15, middle - 0.3 * size)), theme.CREAM, 3
                ),
            )
        right -= w + 6
    if space.rupees:
        nodes.append(kit.Sprite(right - r, middle, kit.Coin(f"+{space.rupees}", r, theme.COIN, theme.COIN_RING)))
        right -= 2 * r + 6
    return nodes, right


def draw_spies(
    view: View, slot: CourtSlot, left: float, right: float, middle: float, sign: float
) -> Iterator[kit.Node]:
    """Draw the spies on a card, smaller if there are many, or only their sum; a hostage has a lock."""
    owners = [(owner, n) for owner, n in enumerate(slot.spies) if n]
    if not owners:
        return
    counts_w = sum(kit.measure_text(f"×{n}", kit.BODY) + 4 for _, n in owners if n > 1)
    locks = 2.4 if slot.hostage is not None else 0.0
    tokens_w = sum(measure_token(owner, 1.0) - 2 for owner, _ in owners)
    r = min(sign / 2, (right - left - counts_w - 8 * len(owners)) / (tokens_w + locks))
    if slot.hostage is not None:
        size = min(sign, max(24.0, 2 * r))
        yield kit.Icon("lock", left + size / 2, middle, size, theme.INK, theme.IVORY)
        left += size + 8
    if r < _MIN_SPY_R:
        words = f"×{sum(slot.spies)}"
        w = kit.measure_text(words, kit.BODY)
        yield kit.Icon("spy", right - w - 17, middle, 30, theme.INK, theme.IVORY)
        yield kit.TextRun(right - w, middle, words, kit.BODY, theme.INK, max_width=w + 2)
        return
    for owner, n in owners:
        w = measure_token(owner, r)
        yield kit.Sprite(
            left + w / 2, middle, kit.SeatToken(owner, theme.SEATS[view.players[owner].color], r, has_ring=True)
        )
        left += w + 2
        if n > 1:
            yield kit.TextRun(left, middle, f"×{n}", kit.BODY, theme.INK, max_width=60)
            left += kit.measure_text(f"×{n}", kit.BODY) + 4
        left += 4
