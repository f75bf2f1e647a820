"""What must always be true. The tests ask after every decision of thousands of random games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engines.quo_vadis.data.content import CONTENT, DATA, RESOURCES
from engines.quo_vadis.table.board import maximum, most_wrath
from engines.quo_vadis.table.skills import LEVY, WINDFALL
from engines.quo_vadis.table.state import FREE, State

from .redeal import zones


def problems(s: State) -> list[str]:
    """Which invariant is broken, in words; empty when sound."""
    return [*_map(s), *_pieces(s), *_tracks(s), *_cards(s), *_skills(s), *_course(s)]


def _map(s: State) -> Iterator[str]:
    """R5.1, R7.1 The right areas, each on a position of its own; tokens; markers."""
    doubles = sum(CONTENT.tiles[area].double for area in s.areas)
    wanted = DATA.setup.doubles[str(len(s.players))]
    if doubles != wanted or len(s.areas) - doubles != sum(not tile.double for tile in DATA.tile):
        yield f"{len(s.areas)} areas, {doubles} of them doubles"
    if sorted([*s.areas, *s.unused]) != sorted(CONTENT.tiles):
        yield "a tile is neither on the map nor out of the game, or both"
    places = [area.at for area in s.areas.values()]
    legal = {DATA.geometry.centre, *DATA.geometry.ring, *DATA.geometry.extra}
    if len(set(places)) != len(places) or not set(places) <= legal:
        yield f"areas lie on {places}"
    used = Counter(area.token for area in s.areas.values() if area.token)
    for terrain, total in DATA.components.tokens.items():
        if used[terrain] + s.tokens[terrain] != total or s.tokens[terrain] < 0:
            yield f"{used[terrain]} {terrain} tokens on the map, {s.tokens[terrain]} in the supply"
    if len(s.markers) != 2 or (s.markers[0] == s.markers[1] != FREE):
        yield f"the markers lie on {s.markers}"


def _pieces(s: State) -> Iterator[str]:
    """R2, R7.9 Ten workers and five towns of each race; no surplus workers but the active player's."""
    workers, towns = [player.workers for player in s.players], [player.towns for player in s.players]
    for name, space in s.spaces():
        for seat, number in enumerate(space.workers):
            workers[seat] += number
            if number < 0:
                yield f"seat {seat} has {number} workers on {name}"
            own_town = space.town is not None and space.town.owner == seat and space.town.active
            busy = s.phase == "turn" and s.turn is not None and s.turn.player == seat
            if number > (0 if own_town else 1) and not busy:
                yield f"seat {seat} has {number} workers on {name} {'beside its town' if own_town else ''}"
        if space.town is not None:
            towns[space.town.owner] += 1
            if space.town.population < 0:
                yield f"the town on {name} has population {space.town.population}"
    for seat, player in enumerate(s.players):
        if workers[seat] != DATA.components.workers or player.workers < 0:
            yield f"seat {seat} has {workers[seat]} workers, {player.workers} at hand"
        if towns[seat] != DATA.components.towns or player.towns < 0:
            yield f"seat {seat} has {towns[seat]} towns, {player.towns} at hand"


def _tracks(s: State) -> Iterator[str]:
    """R6 Nothing above its maximum, nothing negative."""
    for seat, player in enumerate(s.players):
        if player.race is None:
            continue
        for resource in RESOURCES:
            if not 0 <= player.stock[resource] <= maximum(s, player, resource):
                yield f"seat {seat} has {player.stock[resource]} {resource}"
        if not 0 <= player.wrath <= most_wrath(s, player):
            yield f"seat {seat} has {player.wrath} wrath"
        if min(player.vp.values()) < 0:
            yield f"seat {seat} has VP {player.vp}"
    races = [player.race for player in s.players if player.race is not None]
    if len(set(races)) < len(races):
        yield f"a race twice: {races}"


def _cards(s: State) -> Iterator[str]:
    """R2 All epic cards are somewhere; at most six generations, none empty."""
    cards = Counter([*s.deck.cards, *s.deck.discard])
    for seat, player in enumerate(s.players):
        cards.update(player.hand)
        for stack in player.generations:
            cards.update(stack)
        if len(player.generations) > DATA.setup.generations or not all(player.generations):
            yield f"seat {seat} has generations {player.generations}"
    for kind in DATA.kind:
        if cards[kind.id] != kind.count:
            yield f"{cards[kind.id]} cards of {kind.id}"


def _skills(s: State) -> Iterator[str]:
    """R5.3, R5.7 Every drafted skill is in one place; basic skills are those of the race; nobody has seen otherwise."""
    hidden = zones(s)
    lie = Counter(skill for cards in hidden.values() for skill in cards)
    for seat, player in enumerate(s.players):
        basic = [skill for skill in player.skills if CONTENT.skills[skill].race is not None]
        lie.update(skill for skill in player.skills if skill not in basic)
        own = player.race is not None and CONTENT.races[player.race].basic
        if len(basic) != (s.phase in ("turn", "over")) or not all(own and skill in own for skill in basic):
            yield f"seat {seat} has the basic skills {basic}"
        if not set(player.spent) <= {WINDFALL, LEVY} & set(player.skills):
            yield f"seat {seat} has spent {player.spent}"
    if s.phase != "races" and sorted(lie.elements()) != sorted(CONTENT.drafted):
        yield f"a skill is missing or twice: {sorted(lie.elements())}"
    yield from s.seen.problems(hidden)


def _course(s: State) -> Iterator[str]:
    """R7 As many cards played and skills set as turns and changes were taken."""
    if s.phase not in ("turn", "over"):
        return
    for seat, player in enumerate(s.players):
        order = s.clockwise(s.first).index(seat)
        turns = (s.turns + len(s.players) - 1 - order) // len(s.players)
        played = sum(map(len, player.generations))
        under_way = s.phase == "turn" and s.active == seat
        if played not in ((turns, turns + 1) if under_way else (turns,)):
            yield f"seat {seat} has played {played} cards in {turns} turns"
        changes = max(0, len(player.generations) - 1)
        if len(player.kept) + changes != DATA.setup.pack + (under_way and len(player.kept) + changes > DATA.setup.pack):
            yield f"seat {seat} has {len(player.kept)} hidden skills after {changes} changes"
