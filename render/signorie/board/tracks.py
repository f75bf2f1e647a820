"""The three career tracks with their men, and the initiative track with its stacks of discs."""

from dataclasses import replace

from engines.signorie.data.content import CONTENT
from engines.signorie.view import View
from render.kit.colour import GOLD, INK, WHITE
from render.kit.look import Lang
from render.kit.scene import BODY, DETAIL, Anchor, Box, Icon, Node, Nodes, Numeral, Sprite, Text
from render.kit.spot import Point, Spot
from render.kit.tokens import LETTERS, Meeple, SeatToken
from render.signorie import theme
from render.signorie.catalogue import NUMERALS, sentence
from render.signorie.layout import (
    CAREER_PITCH,
    CAREER_W,
    LABEL_W,
    LANE_W,
    SLOTS_X,
    TRACKS,
    career_slot,
    initiative_slot,
    lane,
    track,
)

_MEN: dict[int, tuple[float, tuple[Point, ...]]] = {
    1: (57, ((45.5, 30),)),
    2: (58, ((25, 29), (66, 29))),
}
"""Men on one slot: their size, and the middle of each from the slot's corner. The value stands below, at the left."""
_HEAPS: dict[int, tuple[float, tuple[Point, ...]]] = {
    3: (19, ((24, 25), (67, 25), (67, 63))),
    4: (16, ((20, 20), (71, 20), (46, 41), (71, 64))),
}
"""More of them are the tokens of their seats around the value, whose letters are larger: radius, and the middles."""
_APART = 4  # men on one slot that are drawn one by one
_NUMBER_Y = 70
_STACKS: dict[int, tuple[float, tuple[Point, ...]]] = {
    2: (25, ((31, 29), (86, 29))),
    3: (21, ((68, 60), (39, 26), (97, 26))),
    4: (19, ((62, 62.5), (105, 62.5), (62, 23.5), (105, 23.5))),
}
"""Discs that share a slot: their radius, and where each lies from the slot's corner, the bottom of the stack first and
none on another. A single one lies in the middle.
"""


def printed(lang: Lang) -> Nodes:
    """What stands on the tracks in every game."""
    return (*printed_ranks(lang), *(node for name in TRACKS for node in printed_row(name)))


def printed_ranks(lang: Lang) -> Nodes:
    """The bar above the tracks: which slots belong to which rank."""
    nodes: list[Node] = []
    for k, numeral in enumerate(NUMERALS):
        x, w = SLOTS_X + 2 * CAREER_PITCH * k, CAREER_PITCH + CAREER_W
        nodes.append(Box(x, 136, w, 30, 6, theme.RANKS[k]))
        nodes.append(Text(x + w / 2, 151, sentence("board.rank", lang, n=numeral), DETAIL, INK, "m", room=w - 10))
    return tuple(nodes)


def printed_row(name: str, size: float = 58, up: float = 0) -> Nodes:
    """The label and the slots of one track. up: what its sign gives way to a word below."""
    spot = track(name)
    x, y = spot.centre
    fill = theme.TERRACOTTA if name == "initiative" else theme.SERPENTINE
    return (
        Box(spot.x, spot.y, LABEL_W, spot.h, 10, fill),
        Icon(name, x, y - up, size, WHITE, fill),
        *(() if name == "initiative" else _career_slots(name)),
    )


def _career_slots(name: str) -> Nodes:
    nodes: list[Node] = []
    data = CONTENT.data.career_track
    bonuses = {data.bonus_slot_4.slot: ("florin", 24), data.bonus_slot_6.slot: ("initiative", 24)}
    for number, vp in enumerate(data.vp, 1):
        spot = career_slot(name, number)
        bonus = bonuses.get(number)
        edge, width = (GOLD, 4) if bonus else (theme.LINE, 2)
        nodes.append(Box(spot.x, spot.y, spot.w, spot.h, 8, theme.PANEL, edge, width))
        nodes.append(Text(spot.x + 5, spot.y + _NUMBER_Y, str(vp), BODY, INK, room=44))
        if bonus:
            icon, size = bonus
            nodes.append(Icon(icon, spot.x + 37, spot.y + _NUMBER_Y, size, theme.TERRACOTTA, theme.PANEL))
    return tuple(nodes)


def initiative_slots(view: View) -> Nodes:
    """The fields on which the discs stand, below all frames. One that several share has an edge that is seen."""
    counts = _counts(view)
    nodes = []
    for place in view.initiative:
        spot, edge = initiative_slot(place.number, counts), (theme.INK_2, 4) if place.discs[1:] else (theme.LINE, 2)
        nodes.append(Box(spot.x, spot.y, spot.w, spot.h, 8, theme.PANEL, *edge))
    return tuple(nodes)


def _counts(view: View) -> tuple[int, ...]:
    """How many discs lie on each slot of initiative."""
    return tuple(len(place.discs) for place in view.initiative)


def pieces(view: View) -> Nodes:
    """Men and discs."""
    return tuple(node for name in TRACKS for node in row(view, name))


def row(view: View, name: str) -> Nodes:
    """The men or discs of one track."""
    colours = [theme.SEATS[mat.color] for mat in view.mats]
    nodes: list[Node] = [Anchor(f"lane:{name}", lane(name))]
    if name == "initiative":
        counts = _counts(view)
        for place in view.initiative:
            spot = initiative_slot(place.number, counts)
            nodes.append(Anchor(f"track:{name}:{place.number}", spot))
            value, tint = (str(place.vp), INK) if place.vp else ("–", theme.INK_2)
            size = DETAIL if len(place.discs) > 3 else BODY  # four leave it a narrow column
            nodes.append(Text(spot.x + 5, spot.y + 69, value, size, tint, room=40))
            nodes += _stack(place.discs, place.number, spot, colours, (view.slot, view.phase), counts)
        return tuple(nodes)
    slots = next(career for career in view.careers if career.id == name).slots
    free = frozenset(slot.number for slot in slots if not slot.men)
    for slot in slots:
        spot = career_slot(name, slot.number)
        nodes.append(Anchor(f"track:{name}:{slot.number}", spot))
        standing, crowd = _men(slot.men, spot, colours), sum(count for _, count in slot.men) > _APART
        for seat, count in slot.men:
            of = _last_of(standing, seat)
            there = replace(spot, tick=_tick(of), aside=_beside(spot, of.x, of.y, slot.number, free), core=(of.x, of.y))
            ghost = replace(of, piece=Meeple("man", colours[seat], 57, LETTERS[seat])) if crowd else of
            man = Anchor(f"men:{name}:{slot.number}:{seat}", there, count, "tracks", f"lane:{name}", own=seat)
            nodes.append(replace(man, ghost=ghost, paper=theme.PANEL, mover=f"{name} {seat}"))
        nodes += (node for _, node in standing)
    return tuple(nodes)


def _stack(
    discs: tuple[int, ...], number: int, spot: Spot, colours: list[str], age: tuple[int, str], counts: tuple[int, ...]
) -> Nodes:
    """Discs from the bottom to the top, with every letter. age: where the actions of a round (slot) end, all go back:
    nobody did that. counts: how many lie on each slot.
    """
    nodes: list[Node] = []
    free = frozenset(i for i, count in enumerate(counts) if not count)
    for i, seat in enumerate(discs):
        r, places = _STACKS.get(len(discs), (25.0, ((spot.w / 2, 30),)))
        dx, dy = places[i]
        lower = r * 0.1 if seat == 2 else 0.0
        disc = Sprite(spot.x + dx, spot.y + dy + lower, SeatToken(seat, colours[seat], r, large=True))
        where = Spot.disc(disc.x, disc.y, r)
        if len(discs) > 2:  # outwards, for the next disc stands where a tick would
            where = replace(where, tick=(disc.x + (r if dx > 80 else -r), disc.y + (-r if dy < 31 else r) * 0.8))
        between = not discs[1:] and not free & {number - 1, number + 1}
        aside = (disc.x, disc.y - 58) if between else _beside(spot, disc.x, disc.y, number, free)
        where = replace(where, aside=aside)
        nodes += [Anchor(f"disc:{seat}", where, number, "tracks", "lane:initiative", age=age, own=seat), disc]
    return tuple(nodes)


def _beside(spot: Spot, x: float, y: float, number: int, free: frozenset[int]) -> Point:
    """Where the letter stands of who moved the piece at (x, y) of a slot: no other piece of it lies between. For a
    piece in the middle on the free side, the right one first; at the end of a track clear of the rows of the players,
    who stand right of it. Over a neighbour that is not free it stands higher.
    """
    off, last = x - spot.centre[0], spot.x + spot.w > SLOTS_X + LANE_W - 5
    if off > 5 and last:
        return x + 6, y - 64
    right = off > 5 or (abs(off) <= 5 and not last and (number + 1 in free or number - 1 not in free))
    higher = 12 if (number + 1 if right else number - 1) in free else 28
    return (x + 62 if right else x - 62), y - higher


Standing = list[tuple[int, Node]]
"""What stands for the men on one slot, each with its seat."""


def _men(men: tuple[tuple[int, int], ...], spot: Spot, colours: list[str]) -> Standing:
    """Each of them up to four, beyond that their numbers by seat."""
    total, x, y = sum(count for _, count in men), spot.x, spot.y
    if total == 0:
        return []
    seats = [seat for seat, count in men for _ in range(count)]
    if total in _MEN:
        size, places = _MEN[total]
        pieces: list[Meeple | SeatToken] = [Meeple("man", colours[seat], size, LETTERS[seat]) for seat in seats]
    elif len(men) == 1:
        seat, count = men[0]
        man = Sprite(x + 66, y + 32, Meeple("man", colours[seat], 58, LETTERS[seat]))
        return [(seat, man), (seat, Numeral(x + 24, y + 26, f"×{count}", 32 if count < 10 else 24, INK))]
    elif total <= _APART:
        r, places = _HEAPS[total]
        pieces = [SeatToken(seat, colours[seat], r, large=True) for seat in seats]
    if total <= _APART:
        spots = zip(seats, places, pieces, strict=True)
        return [(seat, Sprite(x + dx, y + dy, piece)) for seat, (dx, dy), piece in spots]
    found: Standing = []
    for i, (seat, count) in enumerate(men):
        left, top = x + 17 + 43 * (i % 2), y + (27 if len(men) == 2 else 17 + 28 * (i // 2))
        found.append((seat, Sprite(left, top, SeatToken(seat, colours[seat], 13, large=True))))
        found.append((seat, Numeral(left + 21, top, str(count), 25, INK)))
    return found


def _last_of(standing: Standing, seat: int) -> Sprite:
    """The last man of a seat, or the token that counts them."""
    return [node for of, node in standing if of == seat and isinstance(node, Sprite)][-1]


def _tick(last: Sprite) -> Point:
    """Beside the head of a man."""
    half = last.piece.size / 2 if isinstance(last.piece, Meeple) else 16
    return last.x + 0.55 * half, last.y - 0.8 * half
