"""The three career tracks with their men, and the initiative track with its stacks of discs."""

from collections.abc import Iterator
from dataclasses import replace

from engines.signorie.data.content import CONTENT
from engines.signorie.view import View
from render.kit.colour import INK, WHITE
from render.kit.look import Lang
from render.kit.scene import BODY, DETAIL, Anchor, Box, Icon, Node, Nodes, Numeral, Sprite, Text
from render.kit.spot import Point, Spot
from render.kit.tokens import LETTERS, Meeple, SeatToken
from render.signorie import theme
from render.signorie.catalogue import NUMERALS, sentence
from render.signorie.layout import (
    CAREER_PITCH,
    CAREER_W,
    DISC_GAP,
    DISC_R,
    LABEL_W,
    LANE_W,
    SLOTS_X,
    TRACKS,
    career_slot,
    initiative_slot,
    lane,
    track,
)

_MAN, _MAN_Y = 56.0, 28.0  # px of a man on a slot, and from its upper edge to his middle
_APART, _BESIDE = 2, 41.0  # how many men on one slot are drawn one by one, and px from one to the other
_NUMBER_Y = 72
_FREE = 46.0  # px from the middle of such a number to that of a letter beside it
_ALONE = 18.0  # radius of the token of a seat whose men alone stand on a slot
_TOKEN, _CELL, _LINES = 13.0, 45.0, (16.0, 43.0)  # of tokens: radius, width, and the heights of two lines
_PAIR, _PAIR_Y, _PAIR_N = 17.0, 20.0, 46.0  # of the tokens of two seats: radius, height, and that of their numbers


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
        edge, width = (theme.ROSE, 4) if bonus else (theme.LINE, 2)
        nodes.append(Box(spot.x, spot.y, spot.w, spot.h, 8, theme.PANEL, edge, width))
        middle = spot.centre[0] - (14 if bonus else 0)
        nodes.append(Text(middle, spot.y + _NUMBER_Y, str(vp), BODY, INK, "m", room=44))
        if bonus:
            icon, size = bonus
            nodes.append(Icon(icon, middle + 26, spot.y + _NUMBER_Y, size, theme.TERRACOTTA, theme.PANEL))
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
            nodes.append(Text(spot.centre[0], spot.y + 70, value, BODY, tint, "m", room=spot.w - 8))
            nodes += _stack(place.discs, place.number, spot, colours, (view.slot, view.phase), counts)
        return tuple(nodes)
    slots = next(career for career in view.careers if career.id == name).slots
    free = frozenset(slot.number for slot in slots if not slot.men)
    for slot in slots:
        spot = career_slot(name, slot.number)
        nodes.append(Anchor(f"track:{name}:{slot.number}", spot))
        standing = _men(slot.men, spot, colours)
        for seat, count in slot.men:
            of = _last_of(standing, seat)
            there = replace(spot, tick=_tick(of), aside=_beside(spot, of.x, of.y, slot.number, free), core=(of.x, of.y))
            ghost = of if isinstance(of.piece, Meeple) else replace(of, piece=_man(colours, seat))
            man = Anchor(f"men:{name}:{slot.number}:{seat}", there, count, "tracks", f"lane:{name}", own=seat)
            nodes.append(replace(man, ghost=ghost, paper=theme.PANEL, mover=f"{name} {seat}"))
        nodes += (node for _, node in standing)
    return tuple(nodes)


def _stack(
    discs: tuple[int, ...], number: int, spot: Spot, colours: list[str], age: tuple[int, str], counts: tuple[int, ...]
) -> Nodes:
    """Discs side by side, the lowest at the left. age: where the actions of a round (slot) end, all go back: nobody did
    that. counts: how many lie on each slot.
    """
    nodes: list[Node] = []
    free = frozenset(i for i, count in enumerate(counts) if not count)
    r = float(DISC_R[max(1, len(discs))])
    for i, seat in enumerate(discs):
        x, y = spot.centre[0] + (2 * r + DISC_GAP) * (i - (len(discs) - 1) / 2), spot.y + 31
        lower = r * 0.1 if seat == 2 else 0.0
        disc = Sprite(x, y + lower, SeatToken(seat, colours[seat], r, large=True))
        where = Spot.disc(disc.x, disc.y, r)
        between = not discs[1:] and not free & {number - 1, number + 1}
        aside = _above(disc.x, disc.y) if between else _beside(spot, disc.x, disc.y, number, free)
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
        return x + 31, y - 64
    right = off > 5 or (abs(off) <= 5 and not last and (number + 1 in free or number - 1 not in free))
    higher = 12 if (number + 1 if right else number - 1) in free else 28
    return (x + 62 if right else x - 62), y - higher


def _above(x: float, y: float) -> Point:
    """Where the letter stands of who moved a disc between two others: above it, beside the number of a career."""
    number = min((career_slot("military", slot).centre[0] for slot in range(1, 9)), key=lambda at: abs(at - x))
    return (number + _FREE if x > number else number - _FREE), y - 57


Standing = list[tuple[int, Node]]
"""What stands for the men on one slot, each with its seat."""


def _man(colours: list[str], seat: int) -> Meeple:
    return Meeple("man", colours[seat], _MAN, LETTERS[seat])


def _men(men: tuple[tuple[int, int], ...], spot: Spot, colours: list[str]) -> Standing:
    """One or two men as they are; of more the token of each seat, with their number beside it."""
    x, y = spot.x, spot.y + _MAN_Y
    seats = [seat for seat, count in men for _ in range(count)]
    if len(seats) <= _APART:
        first = spot.centre[0] - _BESIDE * (len(seats) - 1) / 2
        return [(seat, Sprite(first + _BESIDE * i, y, _man(colours, seat))) for i, seat in enumerate(seats)]
    if len(men) == 1:
        [(seat, count)] = men
        number = Numeral(x + 65, y, f"×{count}", 30 if count < 10 else 26, INK)
        return [(seat, Sprite(x + 26, y, SeatToken(seat, colours[seat], _ALONE, large=True))), (seat, number)]
    return list(_counted(men, spot, colours))


def _counted(men: tuple[tuple[int, int], ...], spot: Spot, colours: list[str]) -> Iterator[tuple[int, Node]]:
    """Two seats beside each other with their numbers below; more of them in two lines. One man needs no number."""
    for i, (seat, count) in enumerate(men):
        left = spot.x + _CELL * (i % 2)
        x, y, r = left + (17 if count > 1 else 23), spot.y + _LINES[i // 2], _TOKEN
        number = Numeral(left + 38, y, str(count), 25, INK)
        if len(men) == 2:
            x, y, r = left + 23, spot.y + _PAIR_Y, _PAIR
            number = Numeral(x, spot.y + _PAIR_N, f"×{count}", 25, INK)
        yield seat, Sprite(x, y, SeatToken(seat, colours[seat], r, large=True))
        if count > 1:
            yield seat, number


def _last_of(standing: Standing, seat: int) -> Sprite:
    """The last man of a seat, or the token that counts them."""
    return [node for of, node in standing if of == seat and isinstance(node, Sprite)][-1]


def _tick(last: Sprite) -> Point:
    """Beside the head of a man."""
    half = last.piece.size / 2 if isinstance(last.piece, Meeple) else 16
    return last.x + 0.55 * half, last.y - 0.8 * half
