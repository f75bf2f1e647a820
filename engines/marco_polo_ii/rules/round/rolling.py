"""R4.5, R4.6 Taking dice back and rolling them; R12 Isabella's gains; the compensation for low rolls."""

from collections import Counter

from engines.kernel import GameContext, Option, Prompt, Seat, SeatRef, message
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import Gain
from engines.marco_polo_ii.rules.gains import receive
from engines.marco_polo_ii.table.names import build_choice_place, describe_amounts
from engines.marco_polo_ii.table.questions import AfterRoll
from engines.marco_polo_ii.table.state import State

DATA = CONTENT.data
ISABELLA = DATA.characters.isabella


def take_dice_back(s: State) -> None:
    """R4.5 Remove all players' dice and black dice; neutral dice stay."""
    for space, dice in s.spaces.items():
        s.spaces[space] = [die for die in dice if die.kind == "neutral"]
    for player in s.players:
        player.dice, player.black = [], []


async def roll_dice(ctx: GameContext[State]) -> None:
    """R4.6 Roll the dice of all seats; then seats with choices are asked once, all at the same time."""
    s = ctx.state
    for seat in s.list_seats_from(s.start):
        player = s.players[seat]
        player.dice = sorted(ctx.roll_die() for _ in range(DATA.setup.dice))
        ctx.log_event("roll.done", who=SeatRef(seat), dice=tuple(player.dice), total=sum(player.dice))
    prompts = [prompt for seat in s.list_seats_from(s.start) if (prompt := _build_roll_question(ctx, seat)) is not None]
    chosen: dict[Seat, tuple[Gain, ...]] = await ctx.ask_together(prompts) if prompts else {}
    for seat in s.list_seats_from(s.start):
        gains = list(chosen.get(seat, ()))
        if s.players[seat].character == "isabella":
            gains.append(_compute_single_gains(s, seat))
        total = Gain()
        for gain in gains:
            total = total.add(gain)
        if total != Gain():
            receive(s, seat, total, "character")
            ctx.log_event("roll.gains", who=SeatRef(seat), gain=describe_amounts(total))


def compute_shortfall(s: State, seat: Seat) -> int:
    """R4.6, R16.21 Return how far the sum of the seat's five dice is below 15."""
    return max(0, DATA.constants.low_roll_threshold - sum(s.players[seat].dice))


def count_pairs(s: State, seat: Seat) -> dict[int, int]:
    """R12 Isabella: return value -> number of pairs among the dice of this round's roll."""
    if s.players[seat].character != "isabella":
        return {}
    counts = Counter(s.players[seat].dice)
    return {value: min(n // 2, ISABELLA.max_pairs) for value, n in sorted(counts.items()) if n > 1}


def _compute_single_gains(s: State, seat: Seat) -> Gain:
    """R12 Isabella: return the gain for dice without a pair; the other dice are part of the question."""
    total, paired_values = Gain(), count_pairs(s, seat)
    for value in s.players[seat].dice:
        if value not in paired_values:
            total = total.add(ISABELLA.low[value])
    return total


def _build_roll_question(ctx: GameContext[State], seat: Seat) -> Prompt | None:
    """R4.6 Return the question after the roll: the mix of coins and camels; R12 the use of pairs. None: no choice."""
    s = ctx.state
    shortfall = compute_shortfall(s, seat)
    options = [
        Option(
            f"coins:{coins}",
            gain,
            message("roll.low_gain", gain=describe_amounts(gain)),
            group=message("roll.compensation", n=shortfall, least=DATA.constants.low_roll_threshold),
            place=build_choice_place(f"lack:{shortfall}", gain=gain),
        )
        for coins in range(shortfall, -1, -1)
        if (gain := Gain(coins=coins, camels=shortfall - coins)) != Gain()
    ]
    default = [f"coins:{shortfall}"] if options else []
    for value, max_pairs in count_pairs(s, seat).items():
        number = s.players[seat].dice.count(value)
        default.append(f"pairs:{value}.0")
        for n in range(max_pairs + 1):
            gain = ISABELLA.pair[value].multiply(n).add(ISABELLA.low[value].multiply(number - 2 * n))
            options.append(
                Option(
                    f"pairs:{value}.{n}",
                    gain,
                    message("roll.pair_gain", value=value, gain=describe_amounts(gain)),
                    group=message("roll.pair", n=number, value=value),
                    place=build_choice_place(f"pair:{value}.{number}", gain=gain),
                )
            )
    if not options:
        return None
    about = AfterRoll(shortfall, tuple(count_pairs(s, seat).items()))
    return ctx.build_each_prompt(
        seat,
        "roll.ask",
        options,
        rule="R4",
        default=tuple(default),
        topic="compensation",
        subject=about,
        dice=tuple(s.players[seat].dice),
        total=sum(s.players[seat].dice),
    )
