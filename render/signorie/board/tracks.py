"""The three career tracks with their men, and the initiative track with its stacks of discs."""

from dataclasses import replace

from engines.signorie.data.content import CONTENT
from engines.signorie.view import View
from render.kit.colour import GOLD, INK, WHITE
from render.kit.look import Lang
from render.kit.scene import DETAIL, MICRO, Anchor, Box, Icon, Node, Nodes, Numeral, Sprite, Text
from render.kit.spot import Spot
from render.kit.text import fit_all
from render.kit.tokens import LETTERS, Meeple, SeatToken
from render.signorie import theme
from render.signorie.catalogue import NUMERALS, sentence
from render.signorie.layout import TRACKS, career_slot, initiative_slot, lane, track

_MEN: dict[int, tuple[int, tuple[float, ...]]] = {
    1: (56, (0,)),
    2: (50, (-22, 22)),
    3: (44, (-30, 0, 30)),
    4: (38, (-34.5, -11.5, 11.5, 34.5)),
}
_APART = 4  # men on one slot that are drawn one by one
MEN_Y = 31  # middle of the men below the upper edge of their slot
DISC_Y = 31
_LABEL_Y = 70
_STACKS = {1: (20, 0), 2: (20, 22), 3: (17, 19), 4: (15, 16)}  # discs: radius and pitch


def printed(lang: Lang) -> Nodes:
    """What stands on the tracks in every game."""
    return (*printed_ranks(lang), *(node for name in TRACKS for node in printed_row(name, lang)))


def printed_ranks(lang: Lang) -> Nodes:
    """The bar above the tracks: which slots belong to which rank."""
    nodes: list[Node] = []
    for k, numeral in enumerate(NUMERALS):
        x = 146 + 214 * k
        nodes.append(Box(x, 136, 206, 30, 6, theme.RANKS[k]))
        nodes.append(Text(x + 103, 151, sentence("board.rank", lang, n=numeral), MICRO, INK, "m", room=196))
    return tuple(nodes)


def printed_row(name: str, lang: Lang) -> Nodes:
    """The label and the slots of one track."""
    labels = fit_all([sentence(f"board.track.{name}", lang) for name in TRACKS], 90, MICRO)
    spot = track(name)
    fill = theme.TERRACOTTA if name == "initiative" else theme.SERPENTINE
    return (
        Box(spot.x, spot.y, spot.w, spot.h, 10, fill),
        Icon(name, spot.centre[0], spot.y + 34, 42, WHITE, fill),
        *labels[TRACKS.index(name)].runs(spot.centre[0], spot.y + 70, WHITE, "m", room=94),
        *(_initiative_slots() if name == "initiative" else _career_slots(name)),
    )


def _career_slots(name: str) -> Nodes:
    nodes: list[Node] = []
    data = CONTENT.data.career_track
    bonuses = {data.bonus_slot_4.slot: ("florin", 26), data.bonus_slot_6.slot: ("initiative", 24)}
    for number, vp in enumerate(data.vp, 1):
        spot = career_slot(name, number)
        bonus = bonuses.get(number)
        edge, width = (GOLD, 4) if bonus else (theme.LINE, 2)
        nodes.append(Box(spot.x, spot.y, spot.w, spot.h, 8, theme.PANEL, edge, width))
        nodes.append(Text(spot.x + 11, spot.y + _LABEL_Y, str(vp), DETAIL, INK, room=34))
        if bonus:
            icon, size = bonus
            nodes.append(Icon(icon, spot.x + 81, spot.y + 68, size, theme.TERRACOTTA, theme.PANEL))
    return tuple(nodes)


def _initiative_slots() -> Nodes:
    nodes: list[Node] = []
    for number, vp in enumerate(CONTENT.data.initiative_track.vp):
        spot = initiative_slot(number)
        nodes.append(Box(spot.x, spot.y, spot.w, spot.h, 8, theme.PANEL, theme.LINE, 2))
        colour = INK if vp else theme.INK_2
        nodes.append(Text(spot.x + 10, spot.y + _LABEL_Y, str(vp) if vp else "–", DETAIL, colour, room=34))
    return tuple(nodes)


def pieces(view: View) -> Nodes:
    """Men and discs."""
    return tuple(node for name in TRACKS for node in row(view, name))


def row(view: View, name: str) -> Nodes:
    """The men or discs of one track."""
    colours = [theme.SEATS[mat.color] for mat in view.mats]
    nodes: list[Node] = [Anchor(f"lane:{name}", lane(name))]
    if name == "initiative":
        for place in view.initiative:
            spot = initiative_slot(place.number)
            nodes.append(Anchor(f"track:{name}:{place.number}", spot))
            nodes += _stack(place.discs, place.number, spot, colours)
        return tuple(nodes)
    for slot in next(career for career in view.careers if career.id == name).slots:
        spot = career_slot(name, slot.number)
        if is_crowded(slot.men):
            spot = replace(spot, badge=(spot.x + 8, spot.y - 16))
        men = _men(slot.men, spot.x + spot.w / 2, spot.y, colours)
        nodes.append(Anchor(f"track:{name}:{slot.number}", spot))
        for seat, count in slot.men:
            ghost = Sprite(spot.centre[0], spot.y + MEN_Y, Meeple("man", colours[seat], 48))
            man = Anchor(f"men:{name}:{slot.number}:{seat}", spot, count, "tracks", f"lane:{name}")
            nodes.append(replace(man, ghost=ghost, paper=theme.PANEL, mover=f"{name} {seat}"))
        nodes += men
    return tuple(nodes)


def _stack(discs: tuple[int, ...], number: int, spot: Spot, colours: list[str]) -> Nodes:
    """Discs from the bottom (left) to the top; the letter of a covered one stands where it is still seen."""
    nodes: list[Node] = []
    for i, seat in enumerate(discs):
        x, r = disc_at(i, len(discs), spot.centre[0])
        aside = 0.0 if i == len(discs) - 1 else _STACKS[len(discs)][1] / 2 - r
        disc = Sprite(x, spot.y + DISC_Y, SeatToken(seat, colours[seat], r, aside=aside))
        there = Anchor(f"disc:{number}:{seat}", Spot.disc(disc.x, disc.y, r), 1, "tracks", "lane:initiative")
        nodes += [replace(there, ghost=disc, paper=theme.PANEL, mover=f"initiative {seat}"), disc]
    return tuple(nodes)


def disc_at(index: int, count: int, middle: float) -> tuple[float, float]:
    """x and radius of one disc of a stack; index 0 is the bottom, drawn leftmost."""
    r, pitch = _STACKS[count]
    return middle + (index - (count - 1) / 2) * pitch, r


def is_crowded(men: tuple[tuple[int, int], ...]) -> bool:
    """So many that they reach into the corners of their slot: badges stand above them."""
    return sum(count for _, count in men) >= _APART


def _men(men: tuple[tuple[int, int], ...], x: float, top: float, colours: list[str]) -> Nodes:
    """The men on one slot: each of them up to four, beyond that their numbers by seat."""
    total = sum(count for _, count in men)
    if total == 0:
        return ()
    if total <= _APART:
        size, offsets = _MEN[total]
        seats = [seat for seat, count in men for _ in range(count)]
        return tuple(
            Sprite(x + dx, top + MEN_Y, Meeple("man", colours[seat], size, LETTERS[seat]))
            for seat, dx in zip(seats, offsets, strict=True)
        )
    if len(men) == 1:
        seat, count = men[0]
        man = Meeple("man", colours[seat], 50, LETTERS[seat])
        return (Sprite(x - 29, top + MEN_Y, man), Text(x - 10, top + MEN_Y, f"×{count}", DETAIL, INK, room=58))
    nodes: list[Node] = []
    for i, (seat, count) in enumerate(men):
        left, y = x - 35 + 46 * (i % 2), top + (31 if len(men) == 2 else 17 + 28 * (i // 2))
        nodes.append(Sprite(left, y, SeatToken(seat, colours[seat], 11)))
        nodes.append(Numeral(left + 25, y, str(count), 22, INK))
    return tuple(nodes)
