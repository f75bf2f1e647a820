"""The three career tracks with their men, and the initiative track with its stacks of discs."""

from engines.signorie.content import CONTENT
from engines.signorie.view import View
from render.colour import GOLD, INK, WHITE
from render.look import Lang
from render.scene import DETAIL, MICRO, Box, Icon, Node, Nodes, Numeral, Sprite, Text
from render.signorie import theme
from render.signorie.layout import CAREERS, TRACKS, career_slot, initiative_slot, track
from render.signorie.words import NUMERALS, sentence
from render.text import fit_all
from render.tokens import LETTERS, Meeple, SeatToken

_MEN: dict[int, tuple[int, tuple[float, ...]]] = {
    1: (56, (0,)),
    2: (50, (-22, 22)),
    3: (44, (-30, 0, 30)),
    4: (38, (-34.5, -11.5, 11.5, 34.5)),
}
MEN_Y = 31  # middle of the men below the upper edge of their slot
DISC_Y = 33
_LABEL_Y = 70
_STACKS = {1: (20, 0), 2: (20, 22), 3: (18, 17), 4: (17, 12)}  # discs: radius and pitch


def printed(lang: Lang) -> Nodes:
    """What stands on the tracks in every game."""
    nodes: list[Node] = []
    for k, numeral in enumerate(NUMERALS):
        x = 146 + 214 * k
        nodes.append(Box(x, 136, 206, 30, 6, theme.RANKS[k]))
        nodes.append(Text(x + 103, 151, sentence("board.rank", lang, n=numeral), MICRO, INK, "m", room=196))
    names = [sentence(f"board.track.{name}", lang) for name in TRACKS]
    for name, label in zip(TRACKS, fit_all(names, 90, MICRO), strict=True):
        spot = track(name)
        fill = theme.TERRACOTTA if name == "initiative" else theme.SERPENTINE
        nodes.append(Box(spot.x, spot.y, spot.w, spot.h, 10, fill))
        nodes.append(Icon(name, spot.centre[0], spot.y + 34, 42, WHITE, fill))
        nodes += label.runs(spot.centre[0], spot.y + 70, WHITE, "m", room=94)
    data = CONTENT.data.career_track
    bonuses = {data.bonus_slot_4.slot: ("florin", 26), data.bonus_slot_6.slot: ("initiative", 24)}
    for name in CAREERS:
        for number, vp in enumerate(data.vp, 1):
            spot = career_slot(name, number)
            bonus = bonuses.get(number)
            edge, width = (GOLD, 4) if bonus else (theme.LINE, 2)
            nodes.append(Box(spot.x, spot.y, spot.w, spot.h, 8, theme.PANEL, edge, width))
            nodes.append(Text(spot.x + 11, spot.y + _LABEL_Y, str(vp), DETAIL, INK, room=34))
            if bonus:
                icon, size = bonus
                nodes.append(Icon(icon, spot.x + 81, spot.y + 68, size, theme.TERRACOTTA, theme.PANEL))
    for number, vp in enumerate(CONTENT.data.initiative_track.vp):
        spot = initiative_slot(number)
        nodes.append(Box(spot.x, spot.y, spot.w, spot.h, 8, theme.PANEL, theme.LINE, 2))
        colour = INK if vp else theme.INK_2
        nodes.append(Text(spot.x + 10, spot.y + _LABEL_Y, str(vp) if vp else "–", DETAIL, colour, room=34))
    return tuple(nodes)


def pieces(view: View) -> Nodes:
    """Men and discs."""
    nodes: list[Node] = []
    colours = [theme.SEATS[mat.color] for mat in view.mats]
    for career in view.careers:
        for slot in career.slots:
            spot = career_slot(career.id, slot.number)
            nodes += _men(slot.men, spot.x + spot.w / 2, spot.y, colours)
    for place in view.initiative:
        spot = initiative_slot(place.number)
        count = len(place.discs)
        for i, seat in enumerate(place.discs):
            x, r = disc_at(i, count, spot.centre[0])
            nodes.append(Sprite(x, spot.y + DISC_Y, SeatToken(seat, colours[seat], r, letter=i == count - 1)))
    return tuple(nodes)


def disc_at(index: int, count: int, middle: float) -> tuple[float, float]:
    """x and radius of one disc of a stack; index 0 is the bottom, drawn leftmost."""
    r, pitch = _STACKS[count]
    return middle + (index - (count - 1) / 2) * pitch, r


def _men(men: tuple[tuple[int, int], ...], x: float, top: float, colours: list[str]) -> Nodes:
    """The men on one slot: each of them up to four, beyond that one per seat with its number."""
    total = sum(count for _, count in men)
    if total == 0:
        return ()
    if total <= 4:
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
    size, offsets = 38, _MEN[len(men)][1]
    nodes: list[Node] = []
    for (seat, count), dx in zip(men, offsets, strict=True):
        nodes.append(Sprite(x + dx, top + 22, Meeple("man", colours[seat], size, LETTERS[seat])))
        label = f"×{count}" if len(men) == 2 else str(count)
        nodes.append(Numeral(x + dx, top + 50, label, 21, INK))
    return tuple(nodes)
