"""A player mat: the family, five columns with their helpers, and the plan."""

from functools import cache

from engines.signorie.content import CONTENT
from engines.signorie.view import Mat, Shield, View
from render.colour import GOLD, INK, WHITE
from render.look import Lang, Look
from render.marks import MAX_HALOS, badges, changed_box, notice
from render.scene import DETAIL, HEAD, KEY, MICRO, Box, Icon, Node, Nodes, Scene, Sprite, Text
from render.signorie import columns, theme
from render.signorie.mat_layout import HEIGHT, ROWS, WIDTH, die_slot, family, helper, plan_row, spot
from render.signorie.overlay import earlier
from render.signorie.pieces import Bride, dentils
from render.signorie.words import noun, sentence
from render.text import fit_name, measure
from render.tokens import LETTERS, Meeple, Seal, SeatToken, ShieldGap, ShieldTile, TileBack

MID = 66


def mat(view: View, seat: int, look: Look, private: bool = False) -> Scene:
    """The mat of a seat, 1600 x 1000. IndexError for a seat that does not exist.

    A private one has the notice instead of the name and the numbers of the options.
    """
    player = view.mats[seat]
    top = _notice(player, look) if private else _header(player, look)
    live = (
        *top,
        *_family(player, look.lang),
        *columns.pieces(view, player, look.lang),
        *_plan(player, look.lang),
        *_marks(view, seat, look),
    )
    ground = theme.VERDE if private else theme.MARBLE
    return Scene(theme.THEME, WIDTH, HEIGHT, theme.VERDE, printed(look.lang, ground), live)


def _changed(before: Mat, now: Mat) -> Nodes:
    """Halos around what is new on this mat."""
    spots = [die_slot(color) for color, _ in now.dice if color not in dict(before.dice)]
    spots += [helper(id) for id in now.helpers if id not in before.helpers]
    spots += [family(i) for i, son in enumerate(now.sons, 1) if son.married and not before.sons[i - 1].married]
    spots += [plan_row(new.id) for old, new in zip(before.plan, now.plan, strict=True) if new.tiles > old.tiles]
    return tuple(node for s in spots[:MAX_HALOS] for node in changed_box(s.x, s.y, s.w, s.h, s.radius))


def _marks(view: View, seat: int, look: Look) -> Nodes:
    nodes: list[Node] = []
    if (before := earlier(look)) is not None:
        nodes += _changed(before.mats[seat], view.mats[seat])
    places = dict.fromkeys(mark.place for mark in look.marks if mark.place.startswith(f"mat:{seat}:"))
    for place in places:
        if (where := spot(place)) is not None:
            nodes += badges([mark for mark in look.marks if mark.place == place], *where.badge, where.badge_r)
    return tuple(nodes)


@cache
def printed(lang: Lang, ground: str) -> Nodes:
    """What is the same on every mat of a language."""
    quiet = theme.INK_2 if ground == theme.MARBLE else theme.MUTED
    paper = (Box(20, 124, 1560, 856, 22, theme.MARBLE, corners=(False, False, True, True)),)
    minimum = CONTENT.data.end_scoring.row_minimum_tiles
    return (
        *(paper if ground == theme.MARBLE else dentils(HEIGHT)),
        Text(129, 154, sentence("mat.family", lang), DETAIL, quiet, "m", room=170),
        Text(1112, 154, sentence("mat.plan", lang), DETAIL, quiet, room=140),
        Text(1556, 154, sentence("mat.scores", lang, n=minimum), DETAIL, quiet, "r", room=300),
        *columns.printed(lang),
    )


def _header(player: Mat, look: Look) -> Nodes:
    colour = theme.SEATS[player.color]
    name = fit_name(look.names[player.seat], 190, HEAD)
    return (
        Sprite(88, MID, SeatToken(player.seat, colour, 34, ring=True)),
        *name.runs(140, MID, WHITE, room=190),
        *_holdings(player, look.lang, 372),
        *_limit(player, look.lang),
        Sprite(1486, MID, Seal(str(player.vp), 54)),
    )


def _notice(player: Mat, look: Look) -> Nodes:
    return (
        *notice(sentence("private.notice", look.lang), theme.VERDE, y=70, room=560),
        *_limit(player, look.lang),
        Icon("florin", 1000, MID, 52, INK),
        Text(1034, MID, str(player.florins), KEY, WHITE, room=80),
        Sprite(1486, MID, Seal(str(player.vp), 46)),
    )


def _holdings(player: Mat, lang: Lang, x: float) -> Nodes:
    """Florins, meeples in the supply (stock below) and helpers, from left to right."""
    colour = theme.SEATS[player.color]

    def count(at: float, number: int, below: str) -> Nodes:
        return (
            Text(at, MID - 15, str(number), KEY, WHITE, room=60),
            Text(at, MID + 24, below, MICRO, theme.MUTED, room=136),
        )

    return (
        Icon("florin", x, MID, 54, INK),
        Text(x + 38, MID, str(player.florins), KEY, WHITE, room=80),
        Sprite(x + 140, MID, Meeple("man", colour, 58, rim=True)),
        *count(x + 176, player.men, sentence("mat.stock", lang, n=player.men_stock)),
        Sprite(x + 330, MID, Meeple("woman", colour, 58, rim=True)),
        *count(x + 366, player.women, sentence("mat.stock", lang, n=player.women_stock)),
        Icon("helper", x + 526, MID, 50, WHITE, theme.VERDE),
        *count(x + 562, len(player.helpers), sentence("mat.helpers", lang, n=len(player.helpers))),
    )


def _limit(player: Mat, lang: Lang) -> Nodes:
    """The pill with dice against the threshold."""
    words = sentence("mat.dice", lang, sum=player.dice_sum, limit=player.threshold)
    width = measure(words, KEY) + 100
    x = 1400 - width
    sign, colour = ("check", theme.MUTED) if player.within else ("pass", theme.ROSE)
    return (
        Box(x, 32, width, 68, 34, theme.PAST),
        Icon(sign, x + 40, MID, 36, colour, theme.PAST),
        Text(x + 68, MID, words, KEY, WHITE, room=300),
    )


def _family(player: Mat, lang: Lang) -> Nodes:
    """The lord, married from the start, and the sons: a seal shows what a wedding brings, in stone once it has."""
    colour = theme.SEATS[player.color]
    nodes: list[Node] = []
    for index in range(len(player.sons) + 1):
        place = family(index)
        son = player.sons[index - 1] if index else None
        married = son is None or son.married
        fill = WHITE if married else theme.PANEL
        nodes.append(Box(place.x, place.y, place.w, place.h, 10, fill, theme.LINE, 2))
        middle = place.y + 64
        nodes.append(Sprite(place.x + 50, middle, Meeple("man", colour, 78, LETTERS[player.seat])))
        nodes.append(Sprite(place.x + 120, middle - 2, Bride(82, married)))
        if son is None:
            nodes.append(Text(place.centre[0], place.y + 124, sentence("mat.lord", lang), DETAIL, INK, "m", room=150))
        else:
            seal = Seal(str(son.vp), 21, theme.PALE_SEAL if son.married else GOLD)
            nodes.append(Sprite(place.x + 86, place.y + 122, seal))
    return tuple(nodes)


def _plan(player: Mat, lang: Lang) -> Nodes:
    """Four rows of printed shields; from the minimum of tiles on a row shows what it is worth."""
    nodes: list[Node] = []
    for row in player.plan:
        place = plan_row(row.id)
        x, y = place.x, place.y
        scores = row.tiles >= row.minimum
        wedding = row.id == ROWS[-1]
        paper = WHITE if scores else theme.PANEL
        edge = (theme.DARK_GOLD, 4) if scores else (theme.LINE, 2)
        nodes.append(Box(x, y, place.w, place.h, 12, paper, *edge))
        fill = theme.TERRACOTTA if wedding else theme.SERPENTINE
        nodes.append(Box(x + 10, y + 12, 44, 44, 8, fill))
        nodes.append(Icon("marriage" if wedding else row.id, x + 32, y + 34, 32, WHITE, fill))
        term = sentence("mat.wedding", lang) if wedding else noun(f"terms.{row.id}", lang).capitalize()
        nodes.append(Text(x + 66, y + 34, term, 32, INK, room=260))
        if scores:
            nodes.append(Sprite(x + 402, y + 38, Seal(str(row.vp), 29)))
        else:
            tally = sentence("mat.of", lang, n=row.tiles, limit=row.minimum)
            nodes.append(Text(x + 426, y + 34, tally, DETAIL, theme.INK_2, "r", room=110))
        nodes += _shields(row.shields, row.face_down, x + 12, y + 122, 64 if wedding else 84, paper)
    return tuple(nodes)


def _shields(shields: tuple[Shield, ...], face_down: int, x: float, y: float, size: float, paper: str) -> Nodes:
    count = len(shields) + (1 if face_down else 0)
    pitch = 420 / count
    nodes: list[Node] = []
    for i, shield in enumerate(shields):
        at = x + pitch * (i + 0.5)
        colour = theme.HOUSES[shield.house]
        if shield.value is None:
            nodes.append(Sprite(at, y, ShieldGap(theme.PANEL, size, theme.LINE, colour, shield.house)))
        else:
            nodes.append(Sprite(at, y, ShieldTile(colour, shield.house, size, shield.value)))
    if face_down:
        nodes.append(Sprite(x + pitch * (count - 0.5), y, TileBack(theme.STONE, size, paper, face_down)))
    return tuple(nodes)
