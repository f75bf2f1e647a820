"""R2, R4.2 Blocks and cylinders: where they lie, how they get there, and what is taken when a supply is empty.

The place of a piece is a text: "army:<region>" or "road:<border>" of a block, "tribe:<region>", "spy:<card>" or
"gift:<price>" of a cylinder. `SUPPLY` is the supply of its colour.
"""

from __future__ import annotations

from engines.kernel import Arg, Msg, Option, Table, Term, say
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.data.types import Coalition
from engines.pax_pamir.preview import consequences
from engines.pax_pamir.table.names import card as card_words
from engines.pax_pamir.table.ruling import settle_rulers
from engines.pax_pamir.table.state import State
from engines.pax_pamir.wakhan import choices as wakhan_choices

from .discards import tribes_lost

SUPPLY = "supply"

# ---------------------------------------------------------------- what lies where


def blocks_at(s: State, coalition: str, place: str) -> int:
    """Blocks of a coalition at "army:<region>" or "road:<border>"."""
    kind, _, where = place.partition(":")
    return (s.armies if kind == "army" else s.roads)[where].get(coalition, 0)


def cylinders_at(s: State, player: int, place: str) -> int:
    """Cylinders of a player at "tribe:<region>", "spy:<card>" or "gift:<price>"."""
    kind, _, where = place.partition(":")
    match kind:
        case "tribe":
            return s.tribes[where][player]
        case "spy":
            there = s.spies.get(int(where))
            return there[player] if there else 0
        case _:
            return int(int(where) in s.players[player].gifts)


def add_block(s: State, coalition: str, place: str) -> None:
    """One block appears there. Rulers are the caller's business."""
    kind, _, where = place.partition(":")
    there = (s.armies if kind == "army" else s.roads)[where]
    there[coalition] = there.get(coalition, 0) + 1


def remove_block(s: State, coalition: str, place: str) -> None:
    """One block returns to its supply. Rulers are the caller's business."""
    kind, _, where = place.partition(":")
    there = (s.armies if kind == "army" else s.roads)[where]
    there[coalition] -= 1
    _forget(s, f"{place}:{coalition}", there[coalition])
    if not there[coalition]:
        del there[coalition]


def add_cylinder(s: State, player: int, place: str) -> None:
    """One cylinder appears there. Rulers are the caller's business."""
    kind, _, where = place.partition(":")
    match kind:
        case "tribe":
            s.tribes[where][player] += 1
        case "spy":
            s.spies.setdefault(int(where), [0] * len(s.players))[player] += 1
        case _:
            s.players[player].gifts.append(int(where))


def remove_cylinder(s: State, player: int, place: str) -> None:
    """One cylinder returns to its owner's supply. Rulers and overthrow are the caller's business."""
    kind, _, where = place.partition(":")
    match kind:
        case "tribe":
            s.tribes[where][player] -= 1
        case "spy":
            there = s.spies[int(where)]
            there[player] -= 1
            if not any(there):
                del s.spies[int(where)]
        case _:
            s.players[player].gifts.remove(int(where))
    _forget(s, f"{place}:{player}", cylinders_at(s, player, place))


# ---------------------------------------------------------------- pieces placed this turn


def _mark(s: State, what: str) -> None:
    """R4.2 The piece counts as placed this turn. what: "<place>:<coalition>" or "<place>:<player>"."""
    if s.turn is not None:
        s.turn.placed[what] = s.turn.placed.get(what, 0) + 1


def _placed(s: State, what: str) -> int:
    return s.turn.placed.get(what, 0) if s.turn is not None else 0


def _forget(s: State, what: str, left: int) -> None:
    """Pieces that were there before leave first; those that leave after them are no longer marked."""
    if s.turn is None or s.turn.placed.get(what, 0) <= left:
        return
    if left:
        s.turn.placed[what] = left
    else:
        del s.turn.placed[what]


# ---------------------------------------------------------------- one step of a move


def move_block(t: Table[State], coalition: str, start: str, end: str) -> None:
    """R8.4 An army goes from region to region. A piece placed this turn stays one (R4.2)."""
    s = t.state
    source, target = f"army:{start}", f"army:{end}"
    placed = _placed(s, f"{source}:{coalition}")
    remove_block(s, coalition, source)
    add_block(s, coalition, target)
    if _placed(s, f"{source}:{coalition}") < placed:
        _mark(s, f"{target}:{coalition}")
    settle_rulers(t, start, end)


def move_cylinder(t: Table[State], player: int, source: str, target: str) -> None:
    """R8.4 A spy goes from card to card, or a tribe from region to region (event 110).

    Whether the last tribe has left is the caller's business (`discards.tribes_lost`).
    """
    s = t.state
    placed = _placed(s, f"{source}:{player}")
    remove_cylinder(s, player, source)
    add_cylinder(s, player, target)
    if _placed(s, f"{source}:{player}") < placed:
        _mark(s, f"{target}:{player}")
    _settle(t, "tribe", source, target)


def _settle(t: Table[State], kind: str, *places: str) -> None:
    """R4.5 Rulers of those places that are regions with pieces of this kind: "army" or "tribe"."""
    regions = [where for place in places for found, _, where in (place.partition(":"),) if found == kind]
    if regions:
        settle_rulers(t, *regions)


# ---------------------------------------------------------------- placing


def block_places(s: State, coalition: str) -> list[str]:
    """R4.2 Where a block of the coalition may be taken: everywhere but those placed this turn."""
    places = [f"army:{region}" for region, there in s.armies.items() if coalition in there]
    places += [f"road:{border}" for border, there in s.roads.items() if coalition in there]
    return [place for place in places if blocks_at(s, coalition, place) > _placed(s, f"{place}:{coalition}")]


def cylinder_places(s: State, player: int) -> list[str]:
    """R4.2 Where a cylinder of the player may be taken: everywhere but those placed this turn."""
    places = [f"tribe:{region}" for region, there in s.tribes.items() if there[player]]
    places += [f"spy:{card}" for card, there in s.spies.items() if there[player]]
    places += [f"gift:{price}" for price in s.players[player].gifts]
    return [place for place in places if cylinders_at(s, player, place) > _placed(s, f"{place}:{player}")]


async def block_to_place(t: Table[State], chooser: int, coalition: Coalition, target: str | None = None) -> str | None:
    """R4.2 Where the block to be placed comes from: `SUPPLY`, a place that the chooser names, None if there is none.

    target: where it goes, if that is known already
    """
    s = t.state
    if s.block_supply(coalition) > 0:
        return SUPPLY
    places = block_places(s, coalition)
    if not places:
        t.tell("piece.no_block", who=s.named(chooser), coalition=Term(f"coalition.{coalition}"))
        return None
    if chooser == s.wakhan:
        return wakhan_choices.block_to_take(s, places)
    taken: str = await t.choose(
        chooser,
        "piece.block",
        [_option(s, chooser, place, target, coalition) for place in places],
        rule="R4.2",
        default=places[0],
        coalition=Term(f"coalition.{coalition}"),
    )
    return taken


async def cylinder_to_place(t: Table[State], player: int, target: str | None = None) -> str | None:
    """R4.2 Where the player's cylinder to be placed comes from, as of `block_to_place`."""
    s = t.state
    if s.supply(player) > 0:
        return SUPPLY
    places = cylinder_places(s, player)
    if player == s.wakhan and (hers := wakhan_choices.cylinder_to_take(s, places)) is not None:
        return hers
    if player == s.wakhan or not places:
        t.tell("piece.no_cylinder", who=s.named(player))
        return None
    options = [_option(s, player, place, target) for place in places]
    taken: str = await t.choose(player, "piece.cylinder", options, rule="R4.2", default=places[0])
    return taken


SPOTS = {"army": "region", "tribe": "region", "road": "border", "spy": "court", "gift": "gift"}


def _option(
    s: State, chooser: int, place: str, target: str | None = None, coalition: Coalition | None = None
) -> Option:
    """A piece to be taken, with what that means: it goes to its target, or only leaves while that is still open."""
    kind, _, where = place.partition(":")

    async def leave(t: Table[State]) -> None:
        if target and coalition:
            await put_block(t, coalition, place, target, chooser)
        elif target:
            await put_cylinder(t, chooser, place, target)
        elif coalition:
            remove_block(t.state, coalition, place)
            _settle(t, "army", place)
        else:
            remove_cylinder(t.state, chooser, place)
            _settle(t, "tribe", place)
            if kind == "tribe":
                await tribes_lost(t, chooser, where)

    return Option(
        place,
        place,
        place_words(place),
        lambda: consequences.of(s, leave, chooser),
        place=f"{SPOTS[kind]}:{where}",
    )


def place_words(place: str) -> Msg:
    """A place in a few words: "army in Herat", "spy on Mohan Lal #1"."""
    kind, _, where = place.partition(":")
    match kind:
        case "army" | "tribe":
            return Msg(f"piece.at_{kind}", {"region": Term(f"region.{where}")})
        case "road":
            one, other = CONTENT.borders[where]
            return say("piece.at_road", one=Term(f"region.{one}"), other=Term(f"region.{other}"))
        case "spy":
            return say("piece.at_spy", card=card_words(int(where)))
        case _:
            return say("piece.at_gift", price=int(where))


def _tell_put(t: Table[State], by: int, target: str, coalition: Coalition | None = None) -> None:
    """Pieces placed one after another are told in one sentence."""
    who, piece = t.state.named(by), _piece_words(target, coalition)
    last = t.take_up("piece.placed", who=who)
    t.tell("piece.placed", who=who, pieces=_one_more(last.args["pieces"] if last else (), piece))


def _one_more(pieces: Arg, piece: Msg) -> tuple[Msg, ...]:
    """The list with one piece more: another one of the kind that comes last only raises its number `n`."""
    told = tuple(one for one in pieces if isinstance(one, Msg)) if isinstance(pieces, tuple) else ()
    if told and (n := told[-1].args["n"]) and told[-1] == Msg(piece.key, {**piece.args, "n": n}):
        assert isinstance(n, int)
        return (*told[:-1], Msg(piece.key, {**piece.args, "n": n + 1}))
    return (*told, piece)


def _piece_words(place: str, coalition: Coalition | None) -> Msg:
    """A piece that has been placed: "1 Afghan army in Herat"."""
    kind, _, where = place.partition(":")
    side = Term(f"coalition.{coalition}")
    match kind:
        case "army":
            return say("piece.army", n=1, coalition=side, region=Term(f"region.{where}"))
        case "road":
            one, other = (Term(f"region.{region}") for region in CONTENT.borders[where])
            return say("piece.road", n=1, coalition=side, one=one, other=other)
        case "tribe":
            return say("piece.tribe", n=1, region=Term(f"region.{where}"))
        case "spy":
            return say("piece.spy", n=1, card=card_words(int(where)))
        case _:
            return say("piece.gift", n=1, price=int(where))


async def put_block(
    t: Table[State], coalition: Coalition, source: str, target: str, by: int, counts: bool = True
) -> None:
    """R4.2 Place a block: first the piece, then what its departure means.

    source: what `block_to_place` said; counts: whether it counts as placed this turn (not for #3)
    """
    s = t.state
    add_block(s, coalition, target)
    if source != SUPPLY:
        remove_block(s, coalition, source)
    if counts:
        _mark(s, f"{target}:{coalition}")
    if source != SUPPLY:
        t.tell(
            "piece.block_taken", who=s.named(by), coalition=Term(f"coalition.{coalition}"), source=place_words(source)
        )
    _tell_put(t, by, target, coalition)
    _settle(t, "army", target, source)


async def put_cylinder(t: Table[State], player: int, source: str, target: str) -> None:
    """R4.2 Place a cylinder: first the piece, then what its departure means.

    Taking a tribe and putting it back as a tribe in the same region is no loss.
    """
    s = t.state
    add_cylinder(s, player, target)
    if source != SUPPLY:
        remove_cylinder(s, player, source)
    _mark(s, f"{target}:{player}")
    if source != SUPPLY:
        t.tell("piece.cylinder_taken", who=s.named(player), source=place_words(source))
    _tell_put(t, player, target)
    _settle(t, "tribe", target, source)
    if source.startswith("tribe:"):
        await tribes_lost(t, player, source.removeprefix("tribe:"))
