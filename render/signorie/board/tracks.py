"""The three career tracks with their men, and the initiative track with its stacks of discs."""

from collections.abc import Iterator
from dataclasses import replace

from engines.signorie.data.content import CONTENT
from engines.signorie.view import View
from render import kit
from render.signorie import layout, theme
from render.signorie.backdrop import RANK_H, RANK_TOP
from render.signorie.catalogue import NUMERALS, render_message

_MAN, _MAN_Y = 56.0, 28.0  # px of a man on a slot, and from its upper edge to his middle
_APART, _BESIDE = 2, 41.0  # maximum number of men on one slot drawn one by one, and px from one to the other
_NUMBER_Y = 72
_FREE = 46.0  # px from the middle of such a number to that of an author badge beside it
_ALONE = 18.0  # radius of the token if all men on a slot belong to one seat
_TOKEN, _CELL, _LINES = 13.0, 45.0, (16.0, 43.0)  # tokens of three or four seats: radius, cell width, y of two lines
_PAIR, _PAIR_Y, _PAIR_N = 17.0, 20.0, 46.0  # tokens of two seats: radius, their y, and the y of their numbers


def draw_static(lang: kit.Lang) -> kit.Nodes:
    """Draw what is written on the wall: ranks, signs and points of the tracks."""
    return (*draw_ranks(lang), *(node for name in layout.TRACKS for node in draw_row_signs(name)))


def draw_ranks(lang: kit.Lang) -> kit.Nodes:
    """Draw the words on the tablets above the tracks."""
    nodes: list[kit.Node] = []
    for k, numeral in enumerate(NUMERALS):
        x, w = layout.SLOTS_X + 2 * layout.CAREER_PITCH * k, layout.CAREER_PITCH + layout.CAREER_W
        nodes.append(
            kit.TextRun(
                x + w / 2,
                RANK_TOP + RANK_H / 2,
                render_message("board.rank", lang, n=numeral),
                kit.BODY,
                theme.INK,
                "m",
                max_width=w - 10,
            )
        )
    return tuple(nodes)


def draw_row_signs(name: str, size: float = 58, up: float = 0) -> kit.Nodes:
    """Draw the sign of one track, and the points of its slots. up: px by which the sign is above its middle."""
    placement = layout.place_track_label(name)
    x, y = placement.centre
    fill = theme.TERRACOTTA if name == "initiative" else theme.SERPENTINE
    return (
        kit.Icon(name, x, y - up, size, theme.CREAM, fill),
        *(() if name == "initiative" else _draw_career_points(name)),
    )


def _draw_career_points(name: str) -> kit.Nodes:
    nodes: list[kit.Node] = []
    data = CONTENT.data.career_track
    bonuses = {data.bonus_slot_4.slot: ("florin", 24), data.bonus_slot_6.slot: ("initiative", 24)}
    for number, vp in enumerate(data.vp, 1):
        placement = layout.place_career_slot(name, number)
        bonus = bonuses.get(number)
        middle = placement.centre[0] - (14 if bonus else 0)
        nodes.append(kit.TextRun(middle, placement.y + _NUMBER_Y, str(vp), kit.BODY, theme.INK, "m", max_width=44))
        if bonus:
            icon, size = bonus
            nodes.append(kit.Icon(icon, middle + 26, placement.y + _NUMBER_Y, size, theme.TERRACOTTA, theme.PANEL))
    return tuple(nodes)


def draw_initiative_slots(view: View) -> kit.Nodes:
    """Draw the slots of the initiative track, below all frames. A slot with several discs has a strong edge."""
    counts = _count_discs(view)
    nodes = []
    for place in view.initiative:
        placement, edge = (
            layout.place_initiative_slot(place.number, counts),
            (theme.INK_2, 4) if place.discs[1:] else (theme.TABLET_RIM, 2),
        )
        nodes.append(
            kit.Box(placement.x, placement.y, placement.w, placement.h, 8, theme.IVORY, *edge, material="tablet")
        )
    return tuple(nodes)


def _count_discs(view: View) -> tuple[int, ...]:
    """Return the number of discs on each slot of the initiative track."""
    return tuple(len(place.discs) for place in view.initiative)


def draw_tracks(view: View) -> kit.Nodes:
    """Draw the men and discs of all tracks."""
    return tuple(node for name in layout.TRACKS for node in draw_row(view, name))


def draw_row(view: View, name: str) -> kit.Nodes:
    """Draw the men or discs of one track."""
    colours = [theme.SEATS[mat.color] for mat in view.mats]
    nodes: list[kit.Node] = [kit.Anchor(f"lane:{name}", layout.place_lane(name))]
    if name == "initiative":
        counts = _count_discs(view)
        for place in view.initiative:
            placement = layout.place_initiative_slot(place.number, counts)
            nodes.append(kit.Anchor(f"track:{name}:{place.number}", placement))
            value, tint = (str(place.vp), theme.INK) if place.vp else ("–", theme.INK_2)
            nodes.append(
                kit.TextRun(
                    placement.centre[0], placement.y + 70, value, kit.BODY, tint, "m", max_width=placement.w - 8
                )
            )
            nodes += _draw_stack(place.discs, place.number, placement, colours, (view.slot, view.phase), counts)
        return tuple(nodes)
    slots = next(career for career in view.careers if career.id == name).slots
    free = frozenset(slot.number for slot in slots if not slot.men)
    for slot in slots:
        placement = layout.place_career_slot(name, slot.number)
        nodes.append(kit.Anchor(f"track:{name}:{slot.number}", placement))
        men_nodes = _build_men(slot.men, placement, colours)
        for seat, count in slot.men:
            last_man = _find_last(men_nodes, seat)
            men_placement = replace(
                placement,
                author_badge_centre=_place_small_badge(last_man),
                callout_centre=_place_badge(placement, last_man.x, last_man.y, slot.number, free),
                core=(last_man.x, last_man.y),
            )
            removed_marker = (
                last_man
                if isinstance(last_man.piece, kit.Meeple)
                else replace(last_man, piece=_build_man(colours, seat))
            )
            man = kit.Anchor(
                f"men:{name}:{slot.number}:{seat}", men_placement, count, "tracks", f"lane:{name}", owner=seat
            )
            nodes.append(
                replace(
                    man,
                    sprite=removed_marker,
                    background=theme.RANKS[(slot.number - 1) // 2],
                    piece_kind=f"{name} {seat}",
                )
            )
        nodes += (node for _, node in men_nodes)
    return tuple(nodes)


def _draw_stack(
    discs: tuple[int, ...],
    number: int,
    placement: kit.Placement,
    colours: list[str],
    age: tuple[int, str],
    counts: tuple[int, ...],
) -> kit.Nodes:
    """Draw the discs of one initiative slot side by side, the lowest at the left.

    age: (round, phase). All discs return to slot 0 when the action phase ends, which is no seat's action, so changes
    across phases are not marked. counts: number of discs on each slot.
    """
    nodes: list[kit.Node] = []
    free = frozenset(i for i, count in enumerate(counts) if not count)
    r = float(layout.DISC_R[max(1, len(discs))])
    for i, seat in enumerate(discs):
        x, y = placement.centre[0] + (2 * r + layout.DISC_GAP) * (i - (len(discs) - 1) / 2), placement.y + 31
        lower = kit.lower_triangle(seat, r * 0.1)
        disc = kit.Sprite(x, y + lower, kit.SeatToken(seat, colours[seat], r, has_large_letter=True))
        disc_placement = kit.Placement.from_circle(disc.x, disc.y, r)
        is_between = not discs[1:] and not free & {number - 1, number + 1}
        badge_point = (
            _place_badge_above(disc.x, disc.y) if is_between else _place_badge(placement, disc.x, disc.y, number, free)
        )
        disc_placement = replace(disc_placement, callout_centre=badge_point)
        nodes += [
            kit.Anchor(f"disc:{seat}", disc_placement, number, "tracks", "lane:initiative", age=age, owner=seat),
            disc,
        ]
    return tuple(nodes)


def _place_badge(placement: kit.Placement, x: float, y: float, number: int, free: frozenset[int]) -> kit.Point:
    """Return the position of the author badge for the piece at (x, y) of slot `number`.

    It is beside the piece, on the side without another piece of the slot. For a piece in the middle it is on the side
    of a free slot, preferably the right. On the last slot it is clear of the players' rows to the right of the track.
    Over an occupied neighbouring slot it is higher. free: numbers of the free slots.
    """
    offset, is_last = x - placement.centre[0], placement.x + placement.w > layout.SLOTS_X + layout.LANE_W - 5
    if offset > 5 and is_last:
        return x + 31, y - 64
    is_right = offset > 5 or (abs(offset) <= 5 and not is_last and (number + 1 in free or number - 1 not in free))
    rise = 12 if (number + 1 if is_right else number - 1) in free else 28
    return (x + 62 if is_right else x - 62), y - rise


def _place_badge_above(x: float, y: float) -> kit.Point:
    """Return the position of the author badge for a disc between two others: above it, clear of a career's number."""
    number_x = min(
        (layout.place_career_slot("military", slot).centre[0] for slot in range(1, 9)),
        key=lambda x_of_slot: abs(x_of_slot - x),
    )
    return (number_x + _FREE if x > number_x else number_x - _FREE), y - 57


MenNodes = list[tuple[int, kit.Node]]
"""The nodes for the men on one slot, each with its seat."""


def _build_man(colours: list[str], seat: int) -> kit.Meeple:
    return kit.Meeple("man", colours[seat], _MAN, kit.SEAT_LETTERS[seat])


def _build_men(men: tuple[tuple[int, int], ...], placement: kit.Placement, colours: list[str]) -> MenNodes:
    """Build the nodes for the men on one slot: one or two men as meeples, more as seat tokens with numbers."""
    x, y = placement.x, placement.y + _MAN_Y
    seats = [seat for seat, count in men for _ in range(count)]
    if len(seats) <= _APART:
        first = placement.centre[0] - _BESIDE * (len(seats) - 1) / 2
        return [(seat, kit.Sprite(first + _BESIDE * i, y, _build_man(colours, seat))) for i, seat in enumerate(seats)]
    if len(men) == 1:
        [(seat, count)] = men
        number = kit.Numeral(x + 65, y, f"×{count}", 30 if count < 10 else 26, theme.INK)
        return [
            (seat, kit.Sprite(x + 26, y, kit.SeatToken(seat, colours[seat], _ALONE, has_large_letter=True))),
            (seat, number),
        ]
    return list(_build_counted_men(men, placement, colours))


def _build_counted_men(
    men: tuple[tuple[int, int], ...], placement: kit.Placement, colours: list[str]
) -> Iterator[tuple[int, kit.Node]]:
    """Yield a token for each seat, and its number of men unless it is 1: two seats side by side, more in two lines."""
    for i, (seat, count) in enumerate(men):
        left = placement.x + _CELL * (i % 2)
        x, y, r = left + (17 if count > 1 else 23), placement.y + _LINES[i // 2], _TOKEN
        number = kit.Numeral(left + 38, y, str(count), 25, theme.INK)
        if len(men) == 2:
            x, y, r = left + 23, placement.y + _PAIR_Y, _PAIR
            number = kit.Numeral(x, placement.y + _PAIR_N, f"×{count}", 25, theme.INK)
        yield seat, kit.Sprite(x, y, kit.SeatToken(seat, colours[seat], r, has_large_letter=True))
        if count > 1:
            yield seat, number


def _find_last(men_nodes: MenNodes, seat: int) -> kit.Sprite:
    """Return the last man of a seat, or the token that represents its men."""
    return [node for owner, node in men_nodes if owner == seat and isinstance(node, kit.Sprite)][-1]


def _place_small_badge(last: kit.Sprite) -> kit.Point:
    """Return the position of the small author badge: beside the head of the man."""
    half = last.piece.size / 2 if isinstance(last.piece, kit.Meeple) else 16
    return last.x + 0.55 * half, last.y - 0.8 * half
