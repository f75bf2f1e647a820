"""R10 Receiving: victory points, coins, camels, goods; goods of the player's choice."""

from __future__ import annotations

from functools import partial
from itertools import combinations

from engines.kernel import Msg, Option, Seat, Table, Term, Who, say
from engines.marco_polo_ii.data.content import CONTENT, GOODS
from engines.marco_polo_ii.data.types import Gain
from engines.marco_polo_ii.rules.balance import changes, told
from engines.marco_polo_ii.table.names import amounts, choice
from engines.marco_polo_ii.table.questions import AnyGood, TwoDifferent
from engines.marco_polo_ii.table.state import CARRIED, Player, Source, State

ABHA = CONTENT.data.characters.abha

PAIRS = tuple(combinations(GOODS, 2))


def score(s: State, seat: Seat, vp: int, source: str) -> None:
    points = s.players[seat].points
    points[source] = points.get(source, 0) + vp


def receive(s: State, seat: Seat, gain: Gain, source: Source) -> None:
    """R10 The parts of a gain that need no choice, die or card. R12: jade brings Abha VP, wherever it comes from."""
    player = s.players[seat]
    if gain.vp:
        score(s, seat, gain.vp, source)
    for name in CARRIED:
        setattr(player, name, getattr(player, name) + getattr(gain, name))
    if gain.jade and player.character == "abha":
        score(s, seat, gain.jade * ABHA.vp_per_jade, "character")


def pair_gain(pair: tuple[str, str]) -> Gain:
    return Gain(**dict.fromkeys(pair, 1))


async def any_goods(t: Table[State], seat: Seat, n: int, source: Source) -> None:
    """R10 So many times one pepper, silk or gold."""
    slots = [
        Option(
            f"good:{good}",
            good,
            _good(good),
            partial(_one_more, t.state.players[seat], good, n),
            limit=n,
            place=choice("each", gain=Gain(**{good: 1})),
        )
        for good in GOODS
    ]
    about = AnyGood(n)
    default = (slots[-1].key,) * n
    chosen = await t.allocate(seat, "goods.any", slots, n, rule="R10", default=default, about=about, n=n)
    gain = Gain(**chosen)
    receive(t.state, seat, gain, source)
    t.tell("told.gains", who=Who(seat), gain=amounts(gain))


def _one_more(player: Player, good: str, n: int) -> Msg:
    """How many of it there are, and with one more."""
    items = changes(player, gain=Gain(**{good: 1}))
    return say("exchange.each" if n > 1 else "menu.detail", items=items)


async def two_different(t: Table[State], seat: Seat, source: Source) -> None:
    """R10 Two different ones of pepper, silk and gold."""
    options = [
        Option(
            f"pair:{one}.{other}",
            (one, other),
            say("goods.pair", one=_good(one), other=_good(other)),
            partial(told, t.state.players[seat], None, pair_gain((one, other))),
            place=choice("two", gain=pair_gain((one, other))),
        )
        for one, other in PAIRS
    ]
    pair = await t.choose(seat, "goods.two", options, rule="R10", default=options[-1].key, about=TwoDifferent())
    receive(t.state, seat, pair_gain(pair), source)
    t.tell("told.gains", who=Who(seat), gain=amounts(pair_gain(pair)))


def _good(ident: str) -> Term:
    return Term(f"resources.{ident}")
