"""R8.5 Betray: a court card with an own spy is discarded, and may become a prize."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engines.kernel import Msg, Option, Table, Term
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.preview import consequences
from engines.pax_pamir.rules.aftermath import discard_from_court
from engines.pax_pamir.rules.card_action import commit
from engines.pax_pamir.rules.decide import decide
from engines.pax_pamir.rules.loyalty import take_prize
from engines.pax_pamir.rules.money import pay_action
from engines.pax_pamir.table.abilities import has
from engines.pax_pamir.table.bribes import Due, purse
from engines.pax_pamir.table.names import card as card_words
from engines.pax_pamir.table.questions import Betray, TakePrize
from engines.pax_pamir.table.state import State

COST = CONTENT.data.costs.betray


def targets(s: State, player: int) -> list[int]:
    """R8.5 Court cards with a spy of the player, in any court, also the own one and the card that is used."""
    return list(_targets(s, player))


def _targets(s: State, player: int) -> Iterator[int]:
    for owner in s.clockwise(player) if s.spies else ():
        for card in s.players[owner].court:
            if _betrayable(s, player, owner, card):
                yield card


def _betrayable(s: State, player: int, owner: int, card: int) -> bool:
    """R8.5 R11 Bodyguards (#15, #83): political cards of their owner's court cannot be chosen, by anyone."""
    if card not in s.spies or not s.spies[card][player]:
        return False
    return CONTENT.cards[card].suit != "political" or not has(s, owner, "bodyguards")


def possible(s: State, player: int, due: Due | None) -> bool:
    """R8.5 It costs two rupees."""
    return purse(s, player, due) >= COST and next(_targets(s, player), None) is not None


NAMED = 3
"""Up to this many cards are named."""


def outlook(s: State, player: int, _card: int, _due: Due | None) -> list[Msg]:
    """R8.5 Which cards; what the only one would be worth as a prize."""
    cards = targets(s, player)
    match cards:
        case [only]:
            return [_label(s, only), *_prize(s, player, only)]
        case _ if len(cards) <= NAMED:
            return [Msg("betray.some", {"cost": COST, "cards": tuple(map(card_words, cards))})]
        case _:
            return [Msg("betray.many", {"cost": COST, "number": len(cards)})]


async def betray(t: Table[State], player: int, card: int) -> None:
    """R8.5 Choose the card, then betray it."""
    s = t.state
    options = [_option(s, player, number) for number in targets(s, player)]
    victim: int = await t.choose(player, "betray.ask", options, rule="R8.5", default=options[0].key, about=Betray())
    if await commit(t, player, card, "betray", Msg("betray.plan", {"card": card_words(victim)}), COST):
        await carry_out(t, player, victim)


async def pay_and_discard(t: Table[State], player: int, card: int) -> None:
    """R8.5 Pay, and discard the card. Leverage and overthrow hit its owner."""
    s = t.state
    owner = s.owner(card)
    if owner is None:
        raise ValueError(f"card {card} lies in no court")
    pay_action(t, player, COST // 2)
    t.tell("betray.done", who=s.named(player), card=card_words(card), owner=s.named(owner))
    await discard_from_court(t, owner, [card], told=True)


async def carry_out(t: Table[State], player: int, card: int) -> None:
    """R8.5 Pay, discard the card, and take it as a prize if it can be one and the player wants it."""
    s = t.state
    await pay_and_discard(t, player, card)
    if CONTENT.cards[card].prize == "none":
        return
    take: bool = await decide(
        t,
        player,
        "betray.prize",
        _prize_options(s, player, card),
        TakePrize(card),
        rule="R8.5",
        default="decline",
        card=card_words(card),
    )
    if take:
        await take_prize(t, player, card)


def _option(s: State, player: int, card: int) -> Option:
    owner = s.owner(card)
    assert owner is not None

    def detail() -> Msg:
        parts = consequences.parts(s, partial(pay_and_discard, player=player, card=card), player, named=[card])
        return consequences.listed([*consequences.worded(parts), *_prize(s, player, card)])

    group = Msg("betray.group", {"owner": s.named(owner)})
    return Option(str(card), card, _label(s, card), detail, group, f"court:{card}")


def _label(s: State, card: int) -> Msg:
    owner = s.owner(card)
    assert owner is not None
    return Msg("betray.label", {"card": card_words(card), "owner": s.named(owner)})


def _prize(s: State, player: int, card: int) -> list[Msg]:
    """R8.5 The prize that the card would be, if it is one."""
    prize = CONTENT.cards[card].prize
    if prize == "none":
        return []
    key = "betray.prize_own" if prize == s.players[player].loyalty else "betray.prize_other"
    return [Msg(key, {"coalition": Term(f"coalition.{prize}")})]


def _prize_options(s: State, player: int, card: int) -> tuple[Option, Option]:
    def detail() -> Msg:
        return consequences.of(s, partial(take_prize, player=player, card=card), player)

    coalition = Term(f"coalition.{CONTENT.cards[card].prize}")
    take = Option("take", True, Msg("betray.take", {"coalition": coalition}), detail)
    return take, Option("decline", False, Msg("betray.decline"), Msg("betray.decline_detail"))
