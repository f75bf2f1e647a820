"""R10 Receiving victory points, coins, camels and goods, including goods of the player's choice."""

from functools import partial
from itertools import combinations

from engines.kernel import GameContext, Message, NounRef, Option, Seat, SeatRef, message
from engines.marco_polo_ii.data.content import CONTENT, GOODS
from engines.marco_polo_ii.data.types import Cost, Gain
from engines.marco_polo_ii.rules.payment import describe_changes, list_changes
from engines.marco_polo_ii.table.names import build_choice_place, describe_amounts
from engines.marco_polo_ii.table.questions import AnyGood, RollBlack, TwoDifferent
from engines.marco_polo_ii.table.spaces import count_black_dice_left
from engines.marco_polo_ii.table.state import RESOURCES, Player, Source, State

ABHA = CONTENT.data.characters.abha

PAIRS = tuple(combinations(GOODS, 2))


def score_vp(s: State, seat: Seat, vp: int, source: str) -> None:
    points = s.players[seat].points
    points[source] = points.get(source, 0) + vp


def receive(s: State, seat: Seat, gain: Gain, source: Source) -> None:
    """R10 Add the parts of a gain that need no choice, die or card. R12 Jade brings Abha VP, whatever its source."""
    player = s.players[seat]
    if gain.vp:
        score_vp(s, seat, gain.vp, source)
    for name in RESOURCES:
        setattr(player, name, getattr(player, name) + getattr(gain, name))
    if gain.jade and player.character == "abha":
        score_vp(s, seat, gain.jade * ABHA.vp_per_jade, "character")


def build_pair_gain(pair: tuple[str, str]) -> Gain:
    return Gain(**dict.fromkeys(pair, 1))


async def choose_any_goods(ctx: GameContext[State], seat: Seat, n: int, source: Source) -> None:
    """R10 Gain `n` goods of the player's choice: pepper, silk or gold."""
    slots = [
        Option(
            f"good:{good}",
            good,
            _name_good(good),
            partial(_describe_one_more, ctx.state.players[seat], good, n),
            limit=n,
            place=build_choice_place("each", gain=Gain(**{good: 1})),
        )
        for good in GOODS
    ]
    about = AnyGood(n)
    default = (slots[-1].key,) * n
    chosen = await ctx.allocate(seat, "goods.any", slots, n, rule="R10", default=default, subject=about, n=n)
    gain = Gain(**chosen)
    receive(ctx.state, seat, gain, source)
    ctx.log_event("told.gains", who=SeatRef(seat), gain=describe_amounts(gain))


def _describe_one_more(player: Player, good: str, n: int) -> Message:
    """Describe the stock of a good before and after gaining one."""
    items = list_changes(player, gain=Gain(**{good: 1}))
    return message("exchange.each" if n > 1 else "menu.detail", items=items)


async def choose_two_different(ctx: GameContext[State], seat: Seat, source: Source) -> None:
    """R10 Gain two different goods of pepper, silk and gold."""
    options = [
        Option(
            f"pair:{first}.{second}",
            (first, second),
            message("bonus.gain", gain=message("goods.pair", one=_name_good(first), other=_name_good(second))),
            partial(describe_changes, ctx.state.players[seat], None, build_pair_gain((first, second))),
            place=build_choice_place("two", gain=build_pair_gain((first, second))),
        )
        for first, second in PAIRS
    ]
    pair = await ctx.choose(seat, "goods.two", options, rule="R10", default=options[-1].key, subject=TwoDifferent())
    receive(ctx.state, seat, build_pair_gain(pair), source)
    ctx.log_event("told.gains", who=SeatRef(seat), gain=describe_amounts(build_pair_gain(pair)))


def _name_good(ident: str) -> NounRef:
    return NounRef(f"resources.{ident}")


ISABELLA = CONTENT.data.characters.isabella


async def gain_black_dice(ctx: GameContext[State], seat: Seat, number: int, payment: Cost | None = None) -> None:
    """R10 Take and roll black dice, as many as are left; R12 each roll brings Isabella its gain.

    payment: set if the die was bought (R9.6).
    """
    player = ctx.state.players[seat]
    number = min(number, count_black_dice_left(ctx.state))
    if not number:
        ctx.log_event("black.none", who=SeatRef(seat))
        return
    await ctx.confirm(
        seat, "black.confirm", rule="R10", default="yes", button_key="kernel.roll", subject=RollBlack(number)
    )
    for _ in range(number):
        value = ctx.roll_die()
        player.black = sorted([*player.black, value])
        if payment is None:
            ctx.log_event("black.rolled", who=SeatRef(seat), value=value)
        else:
            ctx.log_event("black.bought", who=SeatRef(seat), paid=describe_amounts(payment), value=value)
        if player.character == "isabella":
            gain_for_roll(ctx, seat, value)


def gain_for_roll(ctx: GameContext[State], seat: Seat, value: int) -> None:
    """R12 Isabella: gain the reward of a rolled value."""
    receive(ctx.state, seat, ISABELLA.low[value], "character")
    ctx.log_event("told.gains", who=SeatRef(seat), gain=describe_amounts(ISABELLA.low[value]))
