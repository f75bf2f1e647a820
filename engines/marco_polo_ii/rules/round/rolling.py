"""R4.5, R4.6 Dice back, everybody rolls; R12 Isabella's gains; the compensation of low rolls."""

from __future__ import annotations

from collections import Counter

from engines.kernel import Option, Prompt, Seat, Table, Who, say
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import Gain
from engines.marco_polo_ii.rules.goods import receive
from engines.marco_polo_ii.table.names import amounts, choice
from engines.marco_polo_ii.table.questions import AfterRoll
from engines.marco_polo_ii.table.state import State

DATA = CONTENT.data
ISABELLA = DATA.characters.isabella


def take_dice_back(s: State) -> None:
    """R4.5 All dice of the players and all black ones; neutral dice stay."""
    for space, dice in s.spaces.items():
        s.spaces[space] = [die for die in dice if die.kind == "neutral"]
    for player in s.players:
        player.dice, player.black = [], []


async def roll(t: Table[State]) -> None:
    """R4.6 All roll their own dice at once; then everybody with something to choose is asked once."""
    s = t.state
    for seat in s.clockwise(s.start):
        player = s.players[seat]
        player.dice = sorted(t.roll() for _ in range(DATA.setup.dice))
        t.tell("roll.done", who=Who(seat), dice=tuple(player.dice), total=sum(player.dice))
    prompts = [prompt for seat in s.clockwise(s.start) if (prompt := _question(t, seat)) is not None]
    chosen: dict[Seat, tuple[Gain, ...]] = await t.together(prompts) if prompts else {}
    for seat in s.clockwise(s.start):
        gains = list(chosen.get(seat, ()))
        if s.players[seat].character == "isabella":
            gains.append(_singles(s, seat))
        total = Gain()
        for gain in gains:
            total = total.plus(gain)
        if total != Gain():
            receive(s, seat, total, "character")
            t.tell("roll.gains", who=Who(seat), gain=amounts(total))


def missing(s: State, seat: Seat) -> int:
    """R4.6, R16.21 What the five own dice lack of 15."""
    return max(0, DATA.constants.low_roll_threshold - sum(s.players[seat].dice))


def pairs(s: State, seat: Seat) -> dict[int, int]:
    """R12 Isabella: value -> pairs among the own dice of this round's roll."""
    if s.players[seat].character != "isabella":
        return {}
    counts = Counter(s.players[seat].dice)
    return {value: min(n // 2, ISABELLA.max_pairs) for value, n in sorted(counts.items()) if n > 1}


def _singles(s: State, seat: Seat) -> Gain:
    """R12 Isabella: what dice of values without a pair bring; the others are part of the question."""
    total, asked = Gain(), pairs(s, seat)
    for value in s.players[seat].dice:
        if value not in asked:
            total = total.plus(ISABELLA.low[value])
    return total


def _question(t: Table[State], seat: Seat) -> Prompt | None:
    """R4.6 The mix of coins and camels; R12 for each value with a pair, what its dice bring."""
    s = t.state
    lack = missing(s, seat)
    options = [
        Option(
            f"coins:{coins}",
            gain,
            amounts(gain),
            group=say("roll.compensation", n=lack, least=DATA.constants.low_roll_threshold),
            place=choice(f"lack:{lack}", gain=gain),
        )
        for coins in range(lack, -1, -1)
        if (gain := Gain(coins=coins, camels=lack - coins)) != Gain()
    ]
    default = [f"coins:{lack}"] if options else []
    for value, most in pairs(s, seat).items():
        number = s.players[seat].dice.count(value)
        default.append(f"pairs:{value}.0")
        for n in range(most + 1):
            gain = ISABELLA.pair[value].times(n).plus(ISABELLA.low[value].times(number - 2 * n))
            options.append(
                Option(
                    f"pairs:{value}.{n}",
                    gain,
                    amounts(gain),
                    group=say("roll.pair", n=number, value=value),
                    place=choice(f"pair:{value}.{number}", gain=gain),
                )
            )
    if not options:
        return None
    about = AfterRoll(lack, tuple(pairs(s, seat).items()))
    return t.each(
        seat,
        "roll.ask",
        options,
        rule="R4",
        default=tuple(default),
        topic="compensation",
        about=about,
        dice=tuple(s.players[seat].dice),
        total=sum(s.players[seat].dice),
    )
