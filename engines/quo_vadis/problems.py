"""Invariants of the State. The tests check them after every decision of thousands of random games."""

from collections import Counter
from collections.abc import Iterator

from engines.quo_vadis.data.content import CONTENT, DATA, RESOURCES
from engines.quo_vadis.table.board import find_max_wrath, find_maximum
from engines.quo_vadis.table.skills import LEVY, WINDFALL
from engines.quo_vadis.table.state import FREE, State

from .redeal import list_hidden_zones


def list_problems(state: State) -> list[str]:
    """Return a description of each broken invariant; empty if the State is sound."""
    return [
        *_check_map(state),
        *_check_pieces(state),
        *_check_tracks(state),
        *_check_cards(state),
        *_check_skills(state),
        *_check_course(state),
    ]


def _check_map(state: State) -> Iterator[str]:
    """R5.1, R7.1 Check the areas, their positions, the terrain tokens and the markers."""
    doubles = sum(CONTENT.tiles[area].is_double for area in state.areas)
    expected_doubles = DATA.setup.doubles[str(len(state.players))]
    if doubles != expected_doubles or len(state.areas) - doubles != sum(not tile.is_double for tile in DATA.tile):
        yield f"{len(state.areas)} areas, {doubles} of them doubles"
    if sorted([*state.areas, *state.unused]) != sorted(CONTENT.tiles):
        yield "a tile is neither on the map nor out of the game, or both"
    places = [area.position for area in state.areas.values()]
    legal = {DATA.geometry.centre, *DATA.geometry.ring, *DATA.geometry.extra}
    if len(set(places)) != len(places) or not set(places) <= legal:
        yield f"areas lie on {places}"
    used_tokens = Counter(area.token for area in state.areas.values() if area.token)
    for terrain, total in DATA.components.tokens.items():
        if used_tokens[terrain] + state.tokens[terrain] != total or state.tokens[terrain] < 0:
            yield f"{used_tokens[terrain]} {terrain} tokens on the map, {state.tokens[terrain]} in the supply"
    if len(state.markers) != 2 or (state.markers[0] == state.markers[1] != FREE):
        yield f"the markers lie on {state.markers}"


def _check_pieces(state: State) -> Iterator[str]:
    """R2, R7.9 Check that each race has ten workers and five towns.

    Only the active player may have surplus workers on a space.
    """
    workers, towns = [player.workers for player in state.players], [player.towns for player in state.players]
    for name, space in state.iter_spaces():
        if len(space.workers) != len(state.players):
            yield f"workers on {name}: {space.workers}"
            continue
        for seat, number in enumerate(space.workers):
            workers[seat] += number
            if number < 0:
                yield f"seat {seat} has {number} workers on {name}"
            own_town = space.town is not None and space.town.owner == seat and space.town.is_active
            busy = state.phase == "turn" and state.turn is not None and state.turn.player == seat
            if number > (0 if own_town else 1) and not busy:
                yield f"seat {seat} has {number} workers on {name} {'beside its town' if own_town else ''}"
        if space.town is not None:
            towns[space.town.owner] += 1
            if space.town.population < 0:
                yield f"the town on {name} has population {space.town.population}"
    for seat, player in enumerate(state.players):
        if workers[seat] != DATA.components.workers or player.workers < 0:
            yield f"seat {seat} has {workers[seat]} workers, {player.workers} at hand"
        if towns[seat] != DATA.components.towns or player.towns < 0:
            yield f"seat {seat} has {towns[seat]} towns, {player.towns} at hand"


def _check_tracks(state: State) -> Iterator[str]:
    """R6 Check that no track is above its maximum or negative, and that the races differ."""
    for seat, player in enumerate(state.players):
        if player.stock.keys() != set(RESOURCES):
            yield f"seat {seat} has only {[*player.stock]}"
            continue
        if player.race is None:
            continue
        for resource in RESOURCES:
            if not 0 <= player.stock[resource] <= find_maximum(state, player, resource):
                yield f"seat {seat} has {player.stock[resource]} {resource}"
        if not 0 <= player.wrath <= find_max_wrath(state, player):
            yield f"seat {seat} has {player.wrath} wrath"
        if min(player.vp.values()) < 0:
            yield f"seat {seat} has VP {player.vp}"
    races = [player.race for player in state.players if player.race is not None]
    if len(set(races)) < len(races):
        yield f"a race twice: {races}"


def _check_cards(state: State) -> Iterator[str]:
    """R2 Check that all epic cards exist and that there are at most six generations, none empty."""
    cards = Counter([*state.deck.cards, *state.deck.discard])
    for seat, player in enumerate(state.players):
        cards.update(player.hand)
        for stack in player.generations:
            cards.update(stack)
        if len(player.generations) > DATA.setup.generations or not all(player.generations):
            yield f"seat {seat} has generations {player.generations}"
    for kind in DATA.kind:
        if cards[kind.id] != kind.count:
            yield f"{cards[kind.id]} cards of {kind.id}"


def _check_skills(state: State) -> Iterator[str]:
    """R5.3, R5.7 Check that each drafted skill is in one place and that basic skills belong to the race.

    The recorded knowledge of the seats must agree with where the skills are.
    """
    hidden = list_hidden_zones(state)
    skill_counts = Counter(skill for cards in hidden.values() for skill in cards)
    for seat, player in enumerate(state.players):
        basic = [skill for skill in player.skills if CONTENT.skills[skill].race is not None]
        skill_counts.update(skill for skill in player.skills if skill not in basic)
        race_skills = player.race is not None and CONTENT.races[player.race].basic
        if len(basic) != (state.phase in ("turn", "over")) or not all(
            race_skills and skill in race_skills for skill in basic
        ):
            yield f"seat {seat} has the basic skills {basic}"
        if not set(player.spent) <= {WINDFALL, LEVY} & set(player.skills):
            yield f"seat {seat} has spent {player.spent}"
    if state.phase != "races" and sorted(skill_counts.elements()) != sorted(CONTENT.drafted):
        yield f"a skill is missing or twice: {sorted(skill_counts.elements())}"
    yield from state.knowledge.list_problems(hidden)


def _check_course(state: State) -> Iterator[str]:
    """R7 Check that the cards played and skills set match the turns and generation changes taken."""
    if state.phase not in ("turn", "over"):
        return
    for seat, player in enumerate(state.players):
        order = state.list_clockwise(state.first).index(seat)
        turns = (state.turns + len(state.players) - 1 - order) // len(state.players)
        played = sum(map(len, player.generations))
        under_way = state.phase == "turn" and state.active == seat
        if played not in ((turns, turns + 1) if under_way else (turns,)):
            yield f"seat {seat} has played {played} cards in {turns} turns"
        changes = max(0, len(player.generations) - 1)
        if len(player.face_down) + changes != DATA.setup.pack + (
            under_way and len(player.face_down) + changes > DATA.setup.pack
        ):
            yield f"seat {seat} has {len(player.face_down)} hidden skills after {changes} changes"
