"""R8.6 Battle: pieces of others are removed from a region and its borders, or spies from a court card."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from engines.kernel import Msg, Option, Table, Term, say
from engines.pax_pamir.computer.suggestions import with_aids
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.data.types import Ability
from engines.pax_pamir.preview import consequences
from engines.pax_pamir.rules import pieces
from engines.pax_pamir.rules.card_action import commit, side
from engines.pax_pamir.rules.discards import tribes_lost
from engines.pax_pamir.rules.portions import ALL, choose_portion
from engines.pax_pamir.table import names
from engines.pax_pamir.table.abilities import cards_with, has
from engines.pax_pamir.table.derived import NATIONALISM
from engines.pax_pamir.table.names import card as card_words
from engines.pax_pamir.table.ruling import settle_rulers
from engines.pax_pamir.table.state import State
from engines.pax_pamir.wakhan import choices as wakhan_choices

CITADELS: dict[str, Ability] = {"kabul": "citadel_kabul", "transcaspia": "citadel_transcaspia"}

Site = str
"""A region, or the number of a court card as text."""


# ---------------------------------------------------------------- what can be removed


def strength(s: State, player: int, site: Site) -> int:
    """R8.6 Own armies in the region, or own spies on the card. Together with the rank they limit a battle.

    R12 Nationalism (#110): own tribes count as armies.
    """
    if site not in s.armies:
        return s.spies.get(int(site), _nobody(s))[player]
    tribes = s.tribes[site][player] if NATIONALISM in s.players[player].events else 0
    return s.armies[site].get(side(s, player), 0) + tribes


def removable(s: State, player: int, site: Site) -> dict[str, int]:
    """R8.6 Pieces of others that a battle there can remove, and how many.

    "army:<coalition>", "road:<border>:<coalition>", "tribe:<player>"; on a card "spy:<player>".
    """
    return _removable_pieces(s, player, site) if site in s.armies else _removable_spies(s, player, int(site))


def _removable_pieces(s: State, player: int, region: str) -> dict[str, int]:
    """R8.6 Armies and adjacent roads of other coalitions, tribes of players of different loyalty."""
    own = side(s, player)
    there = {f"army:{coalition}": n for coalition, n in s.armies[region].items() if coalition != own and n}
    for border in CONTENT.neighbours[region].values():
        there |= {f"road:{border}:{coalition}": n for coalition, n in s.roads[border].items() if coalition != own and n}
    for other, tribes in enumerate(s.tribes[region]):
        if tribes and other != player and s.players[other].loyalty != own and not _in_citadel(s, other, region):
            there[f"tribe:{other}"] = tribes
    return there


def _in_citadel(s: State, owner: int, region: str) -> bool:
    """R11 Citadels (#17 Kabul, #97 Transcaspia): the owner's tribes there cannot be removed by battle."""
    return region in CITADELS and has(s, owner, CITADELS[region])


def _removable_spies(s: State, player: int, card: int) -> dict[str, int]:
    """R8.6 Spies of all others, whatever their loyalty. R11 Indispensable Advisors (#1): not those of its owner."""
    spies = enumerate(s.spies.get(card, ()))
    return {
        f"spy:{other}": n for other, n in spies if n and other != player and not has(s, other, "indispensable_advisors")
    }


def sites(s: State, player: int) -> list[Site]:
    """R8.6 Where the player has strength and something can be removed."""
    own = side(s, player)
    national = NATIONALISM in s.players[player].events
    regions = [r for r in CONTENT.regions if s.armies[r].get(own) or (national and s.tribes[r][player])]
    cards = [str(id) for owner in s.ring for id in s.players[owner].court if id in s.spies and s.spies[id][player]]
    return [site for site in (*regions, *cards) if removable(s, player, site)]


def possible(s: State, player: int, rupees: int) -> bool:
    """R8.6 At least one piece must be removed."""
    return bool(sites(s, player))


def outlook(s: State, player: int, card: int, rupees: int) -> list[Msg]:
    """R8.6 Where, and how many pieces can be removed there; at the only site also which."""
    rank, where = CONTENT.cards[card].rank, sites(s, player)
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
    aided = with_aids(s, player, options, lambda site: partial(_fight, player=player, site=site, rank=rank))
    site: Site = await t.choose(player, "battle.ask", aided, rule="R8.6", default=options[0].key, card=card_words(card))
    removed = await _choose_removed(t, player, site, rank)
    plan = Msg("battle.plan", {"site": _site_words(site), "pieces": _list(s, removed)})
    if await commit(t, player, card, "battle", plan):
        await remove(t, player, site, removed)


async def _choose_removed(t: Table[State], player: int, site: Site, rank: int) -> dict[str, int]:
    """R8.6 At least one piece, and as many as rank and strength allow."""
    s = t.state
    most = min(rank, strength(s, player, site))
    option = partial(_option, s, player, site)

    async def carry_out(t: Table[State], removed: Mapping[str, int]) -> None:
        await remove(t, player, site, removed)

    ask = Msg("battle.remove", {"site": _site_words(site)})
    return await choose_portion(t, player, removable(s, player, site), most, option, ask, "R8.6", carry_out)


async def _fight(t: Table[State], player: int, site: Site, rank: int) -> None:
    """R8.6 The battle at a site, as far as its outcome goes."""
    await remove(t, player, site, await _choose_removed(t, player, site, rank))


async def remove(t: Table[State], player: int, site: Site, removed: Mapping[str, int]) -> None:
    """R8.6 The pieces leave together; then rulers, overthrow of who lost the last tribe there, Safe House.

    removed: as `removable` names them. Several players are affected in seat order from the active one (R15.1).
    """
    s = t.state
    t.tell("battle.done", who=s.named(player), site=_site_words(site), pieces=_list(s, removed))
    for piece, n in removed.items():
        for _ in range(n):
            _remove_one(s, site, piece)
    if site in s.armies:
        settle_rulers(t, site)
    for other in s.clockwise(player)[1:]:
        if removed.get(f"tribe:{other}"):
            await tribes_lost(t, other, site)
    for other in s.clockwise(player)[1:]:
        for _ in range(removed.get(f"spy:{other}", 0)):
            await safe_house(t, other)


def _remove_one(s: State, site: Site, piece: str) -> None:
    kind, _, whose = piece.partition(":")
    match kind:
        case "army":
            pieces.remove_block(s, whose, f"army:{site}")
        case "road":
            border, _, coalition = whose.partition(":")
            pieces.remove_block(s, coalition, f"road:{border}")
        case _:
            pieces.remove_cylinder(s, int(whose), f"{kind}:{site}")


async def safe_house(t: Table[State], player: int) -> None:
    """R11 Safe House (#41, #72): a spy removed by another player's battle may go there instead of the supply.

    R14.3 Wakhan always does.
    """
    s = t.state
    houses = cards_with(s, player, "safe_house")
    if not houses:
        return
    if player == s.wakhan:
        house: int | None = wakhan_choices.by_priority(s, houses)
    else:
        options = [_house_option(id) for id in houses]
        house = await t.choose(player, "battle.safe_house", [*options, _NO_HOUSE], rule="R11", default=options[0].key)
    if house is not None:
        t.tell("battle.hidden", who=s.named(player), card=card_words(house))
        # It is the removed spy that moves, so it does not count as placed this turn (R4.2).
        pieces.add_cylinder(s, player, f"spy:{house}")


# ---------------------------------------------------------------- words


def _nobody(s: State) -> list[int]:
    return [0] * len(s.players)


def _site_words(site: Site) -> Msg | Term:
    return card_words(int(site)) if site.isdigit() else Term(f"region.{site}")


def _site_option(s: State, player: int, site: Site, rank: int) -> Option:
    place = f"court:{site}" if site.isdigit() else f"region:{site}"

    def detail() -> Msg:
        return Msg(
            "battle.site", {"most": _most(s, player, site, rank), "pieces": _list(s, removable(s, player, site))}
        )

    group = Msg("battle.cards") if site.isdigit() else Msg("battle.regions")
    return Option(site, site, Msg("battle.label", {"site": _site_words(site)}), detail, group, place)


def _option(s: State, player: int, site: Site, piece: str, number: int, removed: Mapping[str, int]) -> Option:
    """`tribe:1.2`: two tribes of B; `all`. removed: with what was chosen before, for they leave together."""

    def detail() -> Msg:
        return consequences.of(s, partial(remove, player=player, site=site, removed=removed), player)

    if piece == ALL:
        return Option(ALL, (ALL, number), Msg("battle.all", {"number": number}), detail)
    kind, _, whose = piece.partition(":")
    border = whose.partition(":")[0]
    places = {"army": f"army:{site}:{whose}", "tribe": f"tribe:{site}:{whose}"}
    place = places.get(kind) or (f"border:{border}" if kind == "road" else f"court:{site}")
    label = Msg("battle.piece", {"piece": _piece(s, piece, number)})
    return Option(f"{piece}.{number}", (piece, number), label, detail, None, place)


def _list(s: State, removed: Mapping[str, int]) -> tuple[Msg, ...]:
    return tuple(_piece(s, piece, n) for piece, n in removed.items())


def _piece(s: State, piece: str, number: int) -> Msg:
    kind, _, whose = piece.partition(":")
    match kind:
        case "tribe":
            return names.tribes(number, s.named(int(whose)))
        case "spy":
            return names.spies(number, s.named(int(whose)))
        case "army":
            return names.armies(number, whose)
    border, _, coalition = whose.partition(":")
    one, other = (Term(f"region.{end}") for end in CONTENT.borders[border])
    return say("battle.road", number=number, coalition=Term(f"coalition.{coalition}"), one=one, other=other)


def _house_option(card: int) -> Option:
    return Option(str(card), card, Msg("battle.house", {"card": card_words(card)}), place=f"court:{card}")


_NO_HOUSE = Option("decline", None, Msg("battle.no_house"), Msg("battle.no_house_detail"))
