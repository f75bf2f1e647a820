"""R8.1 Tax: take rupees from market cards, and from players with cards of regions that the taxing player rules."""

from collections.abc import Mapping
from typing import Any

import msgspec

from engines.kernel import GameContext, Message, Option
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.rules.decisions import choose_max_portion
from engines.pax_pamir.rules.payments import commit_action
from engines.pax_pamir.table.bribes import Due, find_hostage_bribe
from engines.pax_pamir.table.derived import compute_tax_shelter, has_ability
from engines.pax_pamir.table.names import name_card, name_space
from engines.pax_pamir.table.questions import Tax
from engines.pax_pamir.table.state import State


class MarketSource(msgspec.Struct, frozen=True):
    """A source of taxes: the rupees on the card of a market space."""

    index: int
    """Market space, 0-11 (`table.market`)."""


class PlayerSource(msgspec.Struct, frozen=True):
    """A source of taxes: the rupees of a player."""

    player: int
    """The taxed player; only rupees above the tax shelter can be taken."""


Source = MarketSource | PlayerSource


def list_taxable(s: State, player: int, due: Due | None = None) -> dict[Source, int]:
    """R8.1 Return source -> rupees for all rupees that the player can take.

    due: a hostage bribe that is paid before (R7.1); its payee then has these rupees too
    """
    rupees_by_source: dict[Source, int] = {
        MarketSource(i): space.rupees for i, space in enumerate(s.market) if space.card is not None and space.rupees
    }
    for other in s.list_clockwise(player)[1:]:
        bribe = due.full if due is not None and due.payee == other else 0
        if rupees := count_taxable_rupees(s, player, other, bribe):
            rupees_by_source[PlayerSource(other)] = rupees
    return rupees_by_source


def count_taxable_rupees(s: State, player: int, other: int, extra_rupees: int = 0) -> int:
    """R8.1 Return the rupees of `other` above the tax shelter, if `player` rules the region of one of their cards.

    R11 With Claim of Ancient Lineage (#5) every region counts as ruled. extra_rupees: rupees that `other` gets before.
    """
    court = s.players[other].court
    if not court:
        return 0
    rupees = s.players[other].rupees + extra_rupees - compute_tax_shelter(s, other)
    if rupees <= 0:
        return 0
    if has_ability(s, player, "claim_of_ancient_lineage"):
        return rupees
    rulers = s.rulers
    return rupees if any(rulers[CONTENT.cards[card].region] == player for card in court) else 0


def is_possible(s: State, player: int, due: Due | None) -> bool:
    """R8.1 Return whether at least one rupee can be taken."""
    for space in s.market:
        if space.rupees and space.card is not None:
            return True
    return any(
        count_taxable_rupees(s, player, other, due.full if due is not None and due.payee == other else 0)
        for other in s.ring
        if other != player
    )


def forecast_tax(s: State, player: int, card: int, due: Due | None) -> list[Message]:
    """R8.1 Return how many rupees can be taken; the source too if there is only one."""
    rupees_by_source = list_taxable(s, player, due)
    total = sum(rupees_by_source.values())
    max_rupees = min(total, CONTENT.cards[card].rank)
    if len(rupees_by_source) > 1:
        return [Message("tax.reach", {"most": max_rupees, "total": total})]
    (part,) = _describe_takings(s, dict.fromkeys(rupees_by_source, max_rupees))
    return [part if max_rupees == 1 else Message("tax.reach_one", {"part": part})]


async def perform_tax(ctx: GameContext[State], player: int, card: int) -> None:
    """R8.1 Let the player take rupees up to the card's rank, at least one, from any mix of sources.

    If a hostage bribe is due, they are declared as if it were paid in full (R7.1). Rupees that are missing afterwards,
    because it was lowered, are chosen again.
    """
    s = ctx.state
    rupees_by_source = list_taxable(s, player, find_hostage_bribe(s, player, card))
    total = sum(rupees_by_source.values())
    max_rupees = min(total, CONTENT.cards[card].rank)
    takings = await _choose_takings(ctx, player, card, "tax.ask", rupees_by_source, max_rupees, 1, there=total)
    if await commit_action(ctx, player, card, "tax", Message("tax.plan", {"parts": _describe_takings(s, takings)})):
        available = list_taxable(s, player)
        taken = {source: min(rupees, available[source]) for source, rupees in takings.items() if source in available}
        if taken:
            await take_tax(ctx, player, taken)
        if missing := sum(takings.values()) - sum(taken.values()):
            await _take_missing(ctx, player, card, missing, at_least=0 if taken else 1)


async def _take_missing(ctx: GameContext[State], player: int, card: int, missing: int, at_least: int) -> None:
    """R7.1, R8.1 Let the player choose again the rupees that were declared and are missing after a lowered bribe.

    at_least: minimum number of rupees to choose, if there are any
    """
    s = ctx.state
    rupees_by_source = list_taxable(s, player)
    if not rupees_by_source:
        if at_least:
            ctx.log_event("tax.nothing", who=s.name_player(player))
        return
    max_rupees = min(missing, sum(rupees_by_source.values()))
    takings = await _choose_takings(
        ctx, player, card, "tax.again", rupees_by_source, max_rupees, at_least, missing=missing
    )
    if takings:
        await take_tax(ctx, player, takings)


async def _choose_takings(
    ctx: GameContext[State],
    player: int,
    card: int,
    key: str,
    rupees_by_source: Mapping[Source, int],
    max_rupees: int,
    at_least: int,
    **args: Any,
) -> dict[Source, int]:
    """R8.1 Ask the player how many rupees to take from each source. args: further arguments of the question `key`."""
    options = _build_options(ctx.state, rupees_by_source, max_rupees)
    takings: dict[Source, int] = await ctx.allocate(
        player,
        key,
        options,
        max_rupees,
        at_least=at_least,
        rule="R8.1",
        default=choose_max_portion(options, max_rupees),
        subject=Tax(card),
        card=name_card(card),
        most=max_rupees,
        **args,
    )
    return takings


async def take_tax(ctx: GameContext[State], player: int, takings: Mapping[Source, int]) -> None:
    """R8.1 Take these rupees. A locked card stays locked."""
    s = ctx.state
    for source, rupees in takings.items():
        match source:
            case MarketSource(index):
                s.market[index].rupees -= rupees
            case PlayerSource(other):
                s.players[other].rupees -= rupees
        s.players[player].rupees += rupees
    ctx.log_event("tax.done", who=s.name_player(player), parts=_describe_takings(s, takings))


def _build_options(s: State, rupees_by_source: Mapping[Source, int], max_rupees: int) -> list[Option]:
    """Return an option per source, to take at most `max_rupees` of its rupees."""
    return [_build_option(s, source, min(rupees, max_rupees)) for source, rupees in rupees_by_source.items()]


def _build_option(s: State, source: Source, max_rupees: int) -> Option:
    """Return the option to take up to `max_rupees` rupees from a source; keys like `market:3` and `player:1`."""
    detail = Message("tax.up_to", {"most": max_rupees})
    match source:
        case MarketSource(index):
            key, group = f"market:{index}", Message("tax.market")
        case PlayerSource(other):
            key, group = f"player:{other}", Message("tax.players")
    return Option(
        key,
        source,
        Message("tax.label", {"source": _describe_source(s, source, "tax.card_label")}),
        detail,
        group,
        key,
        max_rupees,
    )


def _describe_takings(s: State, takings: Mapping[Source, int]) -> tuple[Message, ...]:
    return tuple(
        Message("tax.part", {"rupees": n, "source": _describe_source(s, source)}) for source, n in takings.items()
    )


def _describe_source(s: State, source: Source, key: str = "tax.card") -> Message:
    if isinstance(source, PlayerSource):
        return Message("tax.player", {"who": s.name_player(source.player)})
    card = s.market[source.index].card
    assert card is not None
    return Message(key, {"space": name_space(source.index), "card": name_card(card)})
