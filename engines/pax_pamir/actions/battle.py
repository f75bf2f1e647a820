"""R8.6 Battle: pieces of others are removed from a region and its borders, or spies from a court card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

import msgspec

from engines.kernel import Msg, Option, Table, Term, say
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.data.types import Ability, Coalition, Region
from engines.pax_pamir.preview import consequences
from engines.pax_pamir.rules.aftermath import Change
from engines.pax_pamir.rules.card_action import commit
from engines.pax_pamir.rules.decide import decide
from engines.pax_pamir.table import names
from engines.pax_pamir.table.abilities import cards_with, has
from engines.pax_pamir.table.bribes import Due
from engines.pax_pamir.table.derived import NATIONALISM, side
from engines.pax_pamir.table.dominance import blocks_on_map
from engines.pax_pamir.table.names import card as card_words
from engines.pax_pamir.table.places import Army, Road, Spy, Tribe
from engines.pax_pamir.table.questions import BattleRemoval, BattleSite, SafeHouse
from engines.pax_pamir.table.state import State

from .portion import as_many_as_possible

CITADELS: dict[Region, Ability] = {"kabul": "citadel_kabul", "transcaspia": "citadel_transcaspia"}

Site = Region | int
"""A region, or a court card."""


class Blocks(msgspec.Struct, frozen=True):
    """Armies or roads of a coalition."""

    place: Army | Road
    owner: Coalition


class Cylinders(msgspec.Struct, frozen=True):
    """Tribes or spies of a player."""

    place: Tribe | Spy
    owner: int


Target = Blocks | Cylinders


# ---------------------------------------------------------------- what can be removed


def strength(s: State, player: int, site: Site) -> int:
    """R8.6 Own armies in the region, or own spies on the card. Together with the rank they limit a battle.

    R12 Nationalism (#110): own tribes count as armies.
    """
    if isinstance(site, int):
        there = s.spies.get(site)
        return there[player] if there else 0
    tribes = s.tribes[site][player] if NATIONALISM in s.players[player].events else 0
    return s.armies[site].get(side(s, player), 0) + tribes


def removable(s: State, player: int, site: Site) -> dict[Target, int]:
    """R8.6 Pieces of others that a battle there can remove, and how many."""
    return dict(_removable_spies(s, player, site) if isinstance(site, int) else _removable_pieces(s, player, site))


def _removable_pieces(s: State, player: int, region: Region) -> Iterator[tuple[Target, int]]:
    """R8.6 Armies and adjacent roads of other coalitions, tribes of players of different loyalty."""
    own = side(s, player)
    for coalition, n in s.armies[region].items():
        if coalition != own:
            yield Blocks(Army(region), coalition), n
    for border in CONTENT.neighbours[region].values():
        for coalition, n in s.roads[border].items():
            if coalition != own:
                yield Blocks(Road(border), coalition), n
    for other, tribes in enumerate(s.tribes[region]):
        if tribes and other != player and s.players[other].loyalty != own and not _in_citadel(s, other, region):
            yield Cylinders(Tribe(region), other), tribes


def _in_citadel(s: State, owner: int, region: Region) -> bool:
    """R11 Citadels (#17 Kabul, #97 Transcaspia): the owner's tribes there cannot be removed by battle."""
    return region in CITADELS and has(s, owner, CITADELS[region])


def _removable_spies(s: State, player: int, card: int) -> Iterator[tuple[Target, int]]:
    """R8.6 Spies of all others, whatever their loyalty. R11 Indispensable Advisors (#1): not those of its owner."""
    for other, n in enumerate(s.spies.get(card, ())):
        if n and other != player and not has(s, other, "indispensable_advisors"):
            yield Cylinders(Spy(card), other), n


def sites(s: State, player: int) -> Iterator[Site]:
    """R8.6 Where the player has strength and something can be removed."""
    own = side(s, player)
    national = NATIONALISM in s.players[player].events
    for region in CONTENT.regions:
        if s.armies[region].get(own) or (national and s.tribes[region][player]):
            for _ in _removable_pieces(s, player, region):
                yield region
                break
    for owner in s.ring if s.spies else ():
        for card in s.players[owner].court:
            if card in s.spies and s.spies[card][player]:
                for _ in _removable_spies(s, player, card):
                    yield card
                    break


def possible(s: State, player: int, _due: Due | None) -> bool:
    """R8.6 At least one piece must be removed."""
    for _ in sites(s, player):
        return True
    return False


def outlook(s: State, player: int, card: int, _due: Due | None) -> list[Msg]:
    """R8.6 Where, and how many pieces can be removed there; at the only site also which."""
    rank, where = CONTENT.cards[card].rank, list(sites(s, player))
    if len(where) > 1:
        each = [
            Msg("battle.reach_site", {"site": _site_words(site), "most": _most(s, player, site, rank)})
            for site in where
        ]
        return [Msg("battle.reach", {"sites": tuple(each)})]
    site = where[0]
    there, most = removable(s, player, site), _most(s, player, site, rank)
    key = "battle.sole" if most == 1 == sum(there.values()) else "battle.one"
    return [Msg(key, {"site": _site_words(site), "most": most, "pieces": _list(s, there)})]


def _most(s: State, player: int, site: Site, rank: int) -> int:
    """R8.6 So many pieces can be removed there."""
    return min(rank, strength(s, player, site), sum(removable(s, player, site).values()))


# ---------------------------------------------------------------- the action


async def battle(t: Table[State], player: int, card: int) -> None:
    """R8.6 Choose the site, declare all removals, remove them together."""
    s = t.state
    rank = CONTENT.cards[card].rank
    options = [_site_option(s, player, site, rank) for site in sites(s, player)]
    site: Site = await t.choose(
        player,
        "battle.ask",
        options,
        rule="R8.6",
        default=options[0].key,
        about=BattleSite(card),
        card=card_words(card),
    )
    removed = await _choose_removed(t, player, site, rank)
    plan = Msg("battle.plan", {"site": _site_words(site), "pieces": _list(s, removed)})
    if await commit(t, player, card, "battle", plan):
        await remove(t, player, site, removed)


async def _choose_removed(t: Table[State], player: int, site: Site, rank: int) -> dict[Target, int]:
    """R8.6 At least one piece, and as many as rank and strength allow."""
    s = t.state
    there, most = removable(s, player, site), _most(s, player, site, rank)
    options = [_option(s, player, site, target, min(n, most)) for target, n in there.items()]

    return await t.allocate(
        player,
        "battle.remove",
        options,
        most,
        at_least=1,
        rule="R8.6",
        default=as_many_as_possible(options, most),
        about=BattleRemoval(site),
        site=_site_words(site),
        most=most,
        there=sum(there.values()),
    )


async def remove(t: Table[State], player: int, site: Site, removed: Mapping[Target, int]) -> None:
    """R8.6 The pieces leave together; then rulers, overthrow of who lost the last tribe there, Safe House."""
    s = t.state
    async with Change(t) as board:
        t.tell("battle.done", who=s.named(player), site=_site_words(site), pieces=_list(s, removed))
        for target, n in removed.items():
            match target:
                case Blocks(place, coalition):
                    board.remove_block(coalition, place, n)
                case Cylinders(place, owner):
                    board.remove_cylinder(owner, place, n)
    if isinstance(site, int):
        for other in s.clockwise(player)[1:]:
            for _ in range(removed.get(Cylinders(Spy(site), other), 0)):
                await safe_house(t, other)


async def safe_house(t: Table[State], player: int) -> None:
    """R11 Safe House (#41, #72): a spy removed by another player's battle may go there instead of the supply.

    R14.3 Wakhan always does.
    """
    s = t.state
    houses = cards_with(s, player, "safe_house")
    if not houses:
        return
    options = [*(_house_option(card) for card in houses), _NO_HOUSE]
    house: int | None = await decide(
        t, player, "battle.safe_house", options, SafeHouse(tuple(houses)), rule="R11", default=options[0].key
    )
    if house is not None:
        t.tell("battle.hidden", who=s.named(player), card=card_words(house))
        async with Change(t) as board:
            # It is the removed spy that moves, so it does not count as placed this turn (R4.2).
            board.add_cylinder(player, Spy(house), counts=False)


# ---------------------------------------------------------------- words


def _site_words(site: Site) -> Msg | Term:
    return card_words(site) if isinstance(site, int) else Term(f"region.{site}")


def _site_option(s: State, player: int, site: Site, rank: int) -> Option:
    place = f"court:{site}" if isinstance(site, int) else f"region:{site}"

    def detail() -> Msg:
        return Msg(
            "battle.site", {"most": _most(s, player, site, rank), "pieces": _list(s, removable(s, player, site))}
        )

    group = Msg("battle.cards") if isinstance(site, int) else Msg("battle.regions")
    return Option(str(site), site, Msg("battle.label", {"site": _site_words(site)}), detail, group, place)


def _option(s: State, player: int, site: Site, target: Target, most: int) -> Option:
    """`tribe:1`: tribes of B, up to so many. Told is what it means that all these go, and of blocks how many are left:
    the lead in the next check depends on them (R10).
    """

    def detail() -> Msg:
        parts = consequences.parts(s, partial(remove, player=player, site=site, removed={target: most}), player)
        words = consequences.worded(parts)
        if isinstance(target, Blocks):
            left = blocks_on_map(s)[target.owner] - most
            words.append(Msg("then.blocks", {"coalition": Term(f"coalition.{target.owner}"), "left": left}))
        return consequences.listed(words)

    owner = target.owner
    match target.place:
        case Army(region):
            key, place = f"army:{owner}", f"army:{region}:{owner}"
        case Road(border):
            key, place = f"road:{border}:{owner}", f"border:{border}"
        case Tribe(region):
            key, place = f"tribe:{owner}", f"tribe:{region}:{owner}"
        case Spy(card):
            key, place = f"spy:{owner}", f"court:{card}"
    return Option(key, target, Msg("battle.piece", {"piece": _piece(s, target, most)}), detail, None, place, most)


def _list(s: State, removed: Mapping[Target, int]) -> tuple[Msg, ...]:
    return tuple(_piece(s, target, n) for target, n in removed.items())


def _piece(s: State, target: Target, number: int) -> Msg:
    if isinstance(target, Cylinders):
        words = names.tribes if isinstance(target.place, Tribe) else names.spies
        return words(number, s.named(target.owner))
    if isinstance(target.place, Army):
        return names.armies(number, target.owner)
    one, other = (Term(f"region.{end}") for end in CONTENT.borders[target.place.border])
    return say("battle.road", number=number, coalition=Term(f"coalition.{target.owner}"), one=one, other=other)


def _house_option(card: int) -> Option:
    return Option(str(card), card, Msg("battle.house", {"card": card_words(card)}), place=f"court:{card}")


_NO_HOUSE = Option("decline", None, Msg("battle.no_house"), Msg("battle.no_house_detail"), place="no:house")
