"""R9, R10 A second card for the knowledge zone: the university's improvement."""

from __future__ import annotations

from engines.kernel import Arg, Msg, Option, Seat, Table, Who, say
from engines.kilia.table.holdings import ability
from engines.kilia.table.questions import WhichAbility
from engines.kilia.table.state import Player, State
from engines.kilia.table.words import ability_words

from .offer import affordable, buy, price, take_action_card

NO_ABILITY = Option("none", None, Msg("learn.none"))


def learnable(s: State, player: Player) -> list[tuple[int, str]]:
    """R9, R10 Cards that can be taken and whose ability the player does not have yet in exactly this form."""
    owned = [ability(card) for card in player.abilities]
    return [(slot, card) for slot, card in affordable(player, s.offer) if ability(card) not in owned]


async def learn(t: Table[State], seat: Seat) -> None:
    """R9 After the university: a second action card by the key and price rule, kept as an ability, or none.

    Nothing else of the card counts, and its ability works at once.
    """
    s, player = t.state, t.state.players[seat]
    options = [learn_option(player, slot, card) for slot, card in learnable(s, player)]
    if not options:
        t.tell("second.told_university", who=Who(seat))
    slot: int | None = await t.choose(
        seat, "learn.ask", [*options, NO_ABILITY], rule="R9", default="none", about=WhichAbility()
    )
    if slot is None:
        return
    source = buy(player, slot)
    card = take_action_card(s, slot)
    player.abilities.append(card)
    t.tell("learn.done", who=Who(seat), card=card, source=source, ability=ability_words(card))


def learn_option(player: Player, slot: int, card: str) -> Option:
    cost = price(player, slot)
    args: dict[str, Arg] = {"card": card, "slot": slot, "price": cost, "left": player.coins - cost}
    detail = say("learn.priced" if cost else "learn.free", **args)
    return Option(f"learn:{slot}", slot, say("learn.label", ability=ability_words(card)), detail, place=f"learn:{slot}")
