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
    SLOTS_X,
    TRACKS,
    WIDE_W,
    career_slot,
    initiative_slot,
    lane,
    track,
)

_MEN: dict[int, tuple[float, tuple[Point, ...]]] = {
    1: (60, ((64, 42),)),
    2: (58, ((25, 29), (66, 29))),
}
"""Men on one slot: their size, and the middle of each from the slot's corner. The value stands at the lower left."""
_HEAPS: dict[int, tuple[float, tuple[Point, ...]]] = {
    3: (20, ((22, 22), (68, 22), (68, 65))),
    4: (16, ((13, 27), (46, 27), (79, 27), (72, 64))),
}
"""More of them are the tokens of their seats around the value, whose letters are larger: radius, and the middles."""
_APART = 4  # men on one slot that are drawn one by one
_NUMBER_Y = 70
Stack = tuple[float, tuple[Point, ...]]
"""Discs on one slot: their radius, and where each stands from the slot's corner, the bottom first; none on another."""
_STACKS: dict[int, Stack] = {
    1: (25, ((31, 31),)),
    2: (20, ((21, 21), (41, 64))),
}
_WIDE: dict[int, Stack] = {
    1: (27, ((78, 32),)),
    2: (27, ((45, 32), (107, 32))),
    3: (24, ((29, 30), (79, 30), (128, 30))),
    4: (22.5, ((28, 25), (78, 25), (128, 25), (103, 63))),
}
_STACK = 3  # from so many discs on their slot is the wide one, and badges stand above them


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
    """The fields on which the discs stand, below all frames."""
    heap = wide_slot(view)
    spots = [initiative_slot(place.number, heap) for place in view.initiative]
    return tuple(Box(spot.x, spot.y, spot.w, spot.h, 8, theme.PANEL, theme.LINE, 2) for spot in spots)


def pieces(view: View) -> Nodes:
    """Men and discs."""
    return tuple(node for name in TRACKS for node in row(view, name))


def row(view: View, name: str) -> Nodes:
    """The men or discs of one track."""
    colours = [theme.SEATS[mat.color] for mat in view.mats]
    nodes: list[Node] = [Anchor(f"lane:{name}", lane(name))]
    if name == "initiative":
        heap = wide_slot(view)
        for place in view.initiative:
            spot = initiative_slot(place.number, heap)
            if len(place.discs) >= _STACK:
                spot = replace(spot, badge=(spot.x + 8, spot.y - 21))
            nodes.append(Anchor(f"track:{name}:{place.number}", spot))
            value, tint = (str(place.vp), INK) if place.vp else ("–", theme.INK_2)
            size = DETAIL if len(place.discs) > 1 else BODY
            nodes.append(Text(spot.x + 4, spot.y + 69, value, size, tint, room=40))
            nodes += _stack(place.discs, place.number, spot, colours, view.slot)
        return tuple(nodes)
    for slot in next(career for career in view.careers if career.id == name).slots:
        spot = career_slot(name, slot.number)
        if is_crowded(slot.men):
            spot = replace(spot, badge=(spot.x + 8, spot.y - 16))
        nodes.append(Anchor(f"track:{name}:{slot.number}", spot))
        standing = _men(slot.men, spot, colours)
        for seat, count in slot.men:
            ghost = Sprite(spot.x + 64, spot.y + 42, Meeple("man", colours[seat], 50))
            last = slot.number == len(CONTENT.data.career_track.vp)
            there = replace(spot, tick=_tick(standing, seat), aside=_before(spot) if last else None)
            man = Anchor(f"men:{name}:{slot.number}:{seat}", there, count, "tracks", f"lane:{name}")
            nodes.append(replace(man, ghost=ghost, paper=theme.PANEL, mover=f"{name} {seat}"))
        nodes += (node for _, node in standing)
    return tuple(nodes)


def wide_slot(view: View) -> int:
    """The slot of initiative that is the wide one: the first, unless so many discs have come to another. On the last
    one, whose value has two figures, two are enough.
    """
    last = len(view.initiative) - 1
    wide = (slot.number for slot in view.initiative if len(slot.discs) >= (_STACK if slot.number < last else 2))
    return max(wide, key=lambda number: len(view.initiative[number].discs), default=0)


def _stack(discs: tuple[int, ...], number: int, spot: Spot, colours: list[str], slot: int) -> Nodes:
    """Discs from the bottom to the top, with every letter. A new round (slot) takes them back: nobody did that."""
    nodes: list[Node] = []
    for i, seat in enumerate(discs):
        r, places = (_STACKS if spot.w < WIDE_W else _WIDE)[len(discs)]
        dx, dy = places[i]
        lower = r * 0.1 if seat == 2 else 0.0
        disc = Sprite(spot.x + dx, spot.y + dy + lower, SeatToken(seat, colours[seat], r, large=True))
        where = Spot.disc(disc.x, disc.y, r)
        if len(discs) >= _STACK:  # outwards, for the next disc stands where a tick would
            where = replace(
                where, tick=(disc.x + (r if dx > spot.w / 2 else -r), disc.y + (-r if dy < 25 else r) * 0.8)
            )
        if number == len(CONTENT.data.initiative_track.vp) - 1:
            where = replace(where, aside=_before(spot))
        elif len(discs) >= _STACK:  # right of them, where the one lies that came last
            where = replace(where, aside=(spot.x + spot.w + 24, disc.y))
        nodes += [Anchor(f"disc:{seat}", where, number, "tracks", "lane:initiative", age=slot), disc]
    return tuple(nodes)


def _before(spot: Spot) -> Point:
    """Where the letter of who moved to the end of a track stands: clear of the players, who stand right of it."""
    return spot.x - 8, spot.y + 22


def is_crowded(men: tuple[tuple[int, int], ...]) -> bool:
    """So many that they reach into the corners of their slot: badges stand above them."""
    return sum(count for _, count in men) in _HEAPS or sum(count for _, count in men) > _APART


def has_crowds(view: View) -> bool:
    """Whether some badge stands above its slot."""
    stacks = any(len(place.discs) >= _STACK for place in view.initiative)
    return stacks or any(is_crowded(slot.men) for career in view.careers for slot in career.slots)


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
        man = Sprite(x + 68, y + 44, Meeple("man", colours[seat], 66, LETTERS[seat]))
        return [(seat, man), (seat, Numeral(x + 24, y + 24, f"×{count}", 32 if count < 10 else 24, INK))]
    elif total <= _APART:
        r, places = _HEAPS[total]
        pieces = [SeatToken(seat, colours[seat], r, large=True) for seat in seats]
    if total <= _APART:
        spots = zip(seats, places, pieces, strict=True)
        return [(seat, Sprite(x + dx, y + dy, piece)) for seat, (dx, dy), piece in spots]
    found: Standing = []
    for i, (seat, count) in enumerate(men):
        left, top = x + 14 + 45 * (i % 2), y + (24 if len(men) == 2 else 14 + 28 * (i // 2))
        found.append((seat, Sprite(left, top, SeatToken(seat, colours[seat], 13, large=True))))
        found.append((seat, Numeral(left + 23, top, str(count), 25, INK)))
    return found


def _tick(standing: Standing, seat: int) -> Point:
    """Beside the head of the last man of a seat."""
    pieces = [node for of, node in standing if of == seat and isinstance(node, Sprite)]
    last = pieces[-1]
    half = last.piece.size / 2 if isinstance(last.piece, Meeple) else 16
    return last.x + 0.55 * half, last.y - 0.8 * half
