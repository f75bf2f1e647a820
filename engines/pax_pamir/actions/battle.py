"""R8.6 Battle: remove pieces of others from a region and its borders, or spies from a court card."""

from collections.abc import Iterator, Mapping
from functools import partial

import msgspec

from engines.kernel import GameContext, Message, NounRef, Option, message
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.data.types import Ability, Coalition, Region
from engines.pax_pamir.preview import consequences
from engines.pax_pamir.rules.board_changes import Change
from engines.pax_pamir.rules.decisions import choose_max_portion, decide
from engines.pax_pamir.rules.payments import commit_action
from engines.pax_pamir.table import names
from engines.pax_pamir.table.bribes import Due
from engines.pax_pamir.table.derived import NATIONALISM, find_loyalty, has_ability, list_court_cards_with
from engines.pax_pamir.table.names import name_card
from engines.pax_pamir.table.places import Army, Road, Spy, Tribe
from engines.pax_pamir.table.questions import BattleRemoval, BattleSite, SafeHouse
from engines.pax_pamir.table.scoring import count_blocks_on_map
from engines.pax_pamir.table.state import State

CITADELS: dict[Region, Ability] = {"kabul": "citadel_kabul", "transcaspia": "citadel_transcaspia"}

Site = Region | int
"""A region, or a court card."""


class Blocks(msgspec.Struct, frozen=True):
    """Armies or roads of a coalition."""

    place: Army | Road
    """A region for armies, a border for roads."""
    owner: Coalition
    """Coalition of the blocks, which is never the attacker's own."""


class Cylinders(msgspec.Struct, frozen=True):
    """Tribes or spies of a player."""

    place: Tribe | Spy
    """A region for tribes, a court card for spies."""
    owner: int
    """Player to whom they return."""


Target = Blocks | Cylinders


# ---------------------------------------------------------------- removable pieces


def compute_battle_strength(s: State, player: int, site: Site) -> int:
    """R8.6 Return the number of the player's armies in the region, or spies on the card: a limit of the battle.

    R12 With Nationalism (#110) their tribes count as armies.
    """
    if isinstance(site, int):
        spies = s.spies.get(site)
        return spies[player] if spies else 0
    tribes = s.tribes[site][player] if NATIONALISM in s.players[player].events else 0
    return s.armies[site].get(find_loyalty(s, player), 0) + tribes


def list_removable(s: State, player: int, site: Site) -> dict[Target, int]:
    """R8.6 Return target -> number for all pieces of others that a battle there can remove."""
    return dict(
        _iter_removable_spies(s, player, site) if isinstance(site, int) else _iter_removable_pieces(s, player, site)
    )


def _iter_removable_pieces(s: State, player: int, region: Region) -> Iterator[tuple[Target, int]]:
    """R8.6 Yield armies and adjacent roads of other coalitions, and tribes of players of different loyalty."""
    loyalty = find_loyalty(s, player)
    for coalition, n in s.armies[region].items():
        if coalition != loyalty:
            yield Blocks(Army(region), coalition), n
    for border in CONTENT.neighbours[region].values():
        for coalition, n in s.roads[border].items():
            if coalition != loyalty:
                yield Blocks(Road(border), coalition), n
    for other, tribes in enumerate(s.tribes[region]):
        if tribes and other != player and s.players[other].loyalty != loyalty and not _is_in_citadel(s, other, region):
            yield Cylinders(Tribe(region), other), tribes


def _is_in_citadel(s: State, owner: int, region: Region) -> bool:
    """R11 Return whether a citadel (#17 Kabul, #97 Transcaspia) protects the owner's tribes there from battle."""
    return region in CITADELS and has_ability(s, owner, CITADELS[region])


def _iter_removable_spies(s: State, player: int, card: int) -> Iterator[tuple[Target, int]]:
    """R8.6 Yield the spies of all others, whatever their loyalty.

    R11 Indispensable Advisors (#1) protects the spies of its owner.
    """
    for other, n in enumerate(s.spies.get(card, ())):
        if n and other != player and not has_ability(s, other, "indispensable_advisors"):
            yield Cylinders(Spy(card), other), n


def iter_battle_sites(s: State, player: int) -> Iterator[Site]:
    """R8.6 Yield the sites where the player has strength and a piece can be removed."""
    loyalty = find_loyalty(s, player)
    has_nationalism = NATIONALISM in s.players[player].events
    for region in CONTENT.regions:
        if s.armies[region].get(loyalty) or (has_nationalism and s.tribes[region][player]):
            for _ in _iter_removable_pieces(s, player, region):
                yield region
                break
    for owner in s.ring if s.spies else ():
        for card in s.players[owner].court:
            if card in s.spies and s.spies[card][player]:
                for _ in _iter_removable_spies(s, player, card):
                    yield card
                    break


def is_possible(s: State, player: int, _due: Due | None) -> bool:
    """R8.6 Return whether at least one piece can be removed anywhere."""
    for _ in iter_battle_sites(s, player):
        return True
    return False


def forecast_battle(s: State, player: int, card: int, _due: Due | None) -> list[Message]:
    """R8.6 Return the sites, and how many pieces can be removed there; for a single site also which pieces."""
    rank, battle_sites = CONTENT.cards[card].rank, list(iter_battle_sites(s, player))
    if len(battle_sites) > 1:
        site_words = [
            Message(
                "battle.reach_site", {"where": _describe_place(site), "most": _count_max_removed(s, player, site, rank)}
            )
            for site in battle_sites
        ]
        return [Message("battle.reach", {"sites": tuple(site_words)})]
    site = battle_sites[0]
    targets, max_removed = list_removable(s, player, site), _count_max_removed(s, player, site, rank)
    key = "battle.sole" if max_removed == 1 == sum(targets.values()) else "battle.one"
    return [
        Message(key, {"where": _describe_place(site), "most": max_removed, "pieces": _list_piece_words(s, targets)})
    ]


def _count_max_removed(s: State, player: int, site: Site, rank: int) -> int:
    """R8.6 Return the maximum number of pieces that can be removed there."""
    return min(rank, compute_battle_strength(s, player, site), sum(list_removable(s, player, site).values()))


# ---------------------------------------------------------------- the action


async def perform_battle(ctx: GameContext[State], player: int, card: int) -> None:
    """R8.6 Choose the site, declare all removals, then remove the pieces together."""
    s = ctx.state
    rank = CONTENT.cards[card].rank
    options = [_build_site_option(s, player, site, rank) for site in iter_battle_sites(s, player)]
    site: Site = await ctx.choose(
        player,
        "battle.ask",
        options,
        rule="R8.6",
        default=options[0].key,
        subject=BattleSite(card),
        card=name_card(card),
    )
    removed = await _choose_removed(ctx, player, site, rank)
    plan = Message("battle.plan", {"where": _describe_place(site), "pieces": _list_piece_words(s, removed)})
    if await commit_action(ctx, player, card, "battle", plan):
        await remove_pieces(ctx, player, site, removed)


async def _choose_removed(ctx: GameContext[State], player: int, site: Site, rank: int) -> dict[Target, int]:
    """R8.6 Choose the pieces to remove: at least one, and at most as many as rank and strength allow."""
    s = ctx.state
    targets, max_removed = list_removable(s, player, site), _count_max_removed(s, player, site, rank)
    options = [_build_target_option(s, player, site, target, min(n, max_removed)) for target, n in targets.items()]

    return await ctx.allocate(
        player,
        "battle.remove",
        options,
        max_removed,
        at_least=1,
        rule="R8.6",
        default=choose_max_portion(options, max_removed),
        subject=BattleRemoval(site),
        where=_describe_place(site),
        most=max_removed,
        there=sum(targets.values()),
    )


async def remove_pieces(ctx: GameContext[State], player: int, site: Site, removed: Mapping[Target, int]) -> None:
    """R8.6 Remove the pieces together; then update rulers, overthrow players without tribes there, use Safe Houses."""
    s = ctx.state
    async with Change(ctx) as board:
        ctx.log_event(
            "battle.done", who=s.name_player(player), where=_describe_place(site), pieces=_list_piece_words(s, removed)
        )
        for target, n in removed.items():
            match target:
                case Blocks(place, coalition):
                    board.remove_block(coalition, place, n)
                case Cylinders(place, owner):
                    board.remove_cylinder(owner, place, n)
    if isinstance(site, int):
        for other in s.list_clockwise(player)[1:]:
            for _ in range(removed.get(Cylinders(Spy(site), other), 0)):
                await use_safe_house(ctx, other)


async def use_safe_house(ctx: GameContext[State], player: int) -> None:
    """R11 Safe House (#41, #72): let the owner of a spy removed by a battle put it there instead of the supply.

    R14.3 Wakhan always does so.
    """
    s = ctx.state
    houses = list_court_cards_with(s, player, "safe_house")
    if not houses:
        return
    options = [*(_build_house_option(card) for card in houses), _NO_HOUSE]
    house: int | None = await decide(
        ctx, player, "battle.safe_house", options, SafeHouse(tuple(houses)), rule="R11", default=options[0].key
    )
    if house is not None:
        ctx.log_event("battle.hidden", who=s.name_player(player), card=name_card(house))
        async with Change(ctx) as board:
            # The removed spy moves, so it does not count as placed this turn (R4.2).
            board.add_cylinder(player, Spy(house), counts_as_placed=False)


# ---------------------------------------------------------------- words


def _describe_place(site: Site) -> Message:
    """Return where the battle is: in a region, or on a card."""
    if isinstance(site, int):
        return Message("battle.on_card", {"card": name_card(site)})
    return Message("battle.in_region", {"region": NounRef(f"region.{site}")})


def _build_site_option(s: State, player: int, site: Site, rank: int) -> Option:
    place = f"court:{site}" if isinstance(site, int) else f"region:{site}"

    def detail() -> Message:
        return Message(
            "battle.site",
            {
                "most": _count_max_removed(s, player, site, rank),
                "pieces": _list_piece_words(s, list_removable(s, player, site)),
            },
        )

    group = Message("battle.cards") if isinstance(site, int) else Message("battle.regions")
    return Option(str(site), site, Message("battle.label", {"where": _describe_place(site)}), detail, group, place)


def _build_target_option(s: State, player: int, site: Site, target: Target, max_removed: int) -> Option:
    """Return the option to remove up to `max_removed` pieces of a target; key e.g. `tribe:1` for tribes of player B.

    The detail shows the results of removing all of them, and how many blocks are left, as the next check counts them.
    """

    def detail() -> Message:
        parts = consequences.list_results(
            s, partial(remove_pieces, player=player, site=site, removed={target: max_removed}), player
        )
        words = consequences.select_words(parts)
        if isinstance(target, Blocks):
            blocks_left = count_blocks_on_map(s)[target.owner] - max_removed
            words.append(
                Message("then.blocks", {"coalition": NounRef(f"coalition.{target.owner}"), "left": blocks_left})
            )
        return consequences.join_texts(words)

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
    return Option(
        key,
        target,
        Message("battle.piece", {"piece": _describe_pieces(s, target, max_removed)}),
        detail,
        None,
        place,
        max_removed,
    )


def _list_piece_words(s: State, removed: Mapping[Target, int]) -> tuple[Message, ...]:
    return tuple(_describe_pieces(s, target, n) for target, n in removed.items())


def _describe_pieces(s: State, target: Target, number: int) -> Message:
    if isinstance(target, Cylinders):
        words = names.describe_tribes if isinstance(target.place, Tribe) else names.describe_spies
        return words(number, s.name_player(target.owner))
    if isinstance(target.place, Army):
        return names.describe_armies(number, target.owner)
    first_region, second_region = (NounRef(f"region.{end}") for end in CONTENT.borders[target.place.border])
    return message(
        "battle.road",
        number=number,
        coalition=NounRef(f"coalition.{target.owner}"),
        one=first_region,
        other=second_region,
    )


def _build_house_option(card: int) -> Option:
    return Option(str(card), card, Message("battle.house", {"card": name_card(card)}), place=f"court:{card}")


_NO_HOUSE = Option("decline", None, Message("battle.no_house"), Message("battle.no_house_detail"), place="no:house")
