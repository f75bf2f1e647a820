"""A player mat: the family, five columns with their helpers, and the plan."""

from collections.abc import Iterator
from functools import cache

from engines.signorie.data.content import CONTENT
from engines.signorie.view import Mat, Shield, View
from render.kit.colour import GOLD, INK, WHITE
from render.kit.look import Lang, Look
from render.kit.scene import BODY, DETAIL, HEAD, KEY, MICRO, Anchor, Box, Icon, Node, Nodes, Scene, Sprite, Text
from render.kit.spot import Spot
from render.kit.text import Fitted, fit, fit_name, measure
from render.kit.tokens import LETTERS, Meeple, Seal, SeatToken, ShieldGap, ShieldTile, TileBack
from render.signorie import theme
from render.signorie.catalogue import noun, sentence
from render.signorie.layout import COLORS
from render.signorie.mat import columns
from render.signorie.mat.layout import HEIGHT, ROWS, WIDTH, column, family, plan_row
from render.signorie.pieces import Bride, dentils

MID = 66
_NAME_ROOM = 290
_HOLDINGS = {"florins": 480, "men": 608, "women": 786, "helpers": 964}  # the middle of each sign
_PILL_RIGHT, _SEAL_X = 1408, 1486


def mat(view: View, seat: int, look: Look, private: bool = False) -> Scene:
    """The mat of a seat, 1600 x 1000. IndexError for a seat that does not exist.

    A private one has the notice instead of the name, and the numbers of the options.
    """
    player = view.mats[seat]
    live = (
        *_header(view, player, look, private),
        *_family(player, look.lang),
        *columns.pieces(view, player, look.lang),
        *_plan(player, look.lang),
        *_areas(seat),
    )
    ground = theme.VERDE if private else theme.MARBLE
    return Scene(theme.THEME, WIDTH, HEIGHT, theme.VERDE, printed(look.lang, ground), live)


def _areas(_seat: int) -> Iterator[Anchor]:
    """What is framed as a whole when much in it changed."""
    for color in COLORS:
        yield Anchor(f"column:{color}", column(color))
    yield Anchor("family", _across(family(0), family(4)))
    yield Anchor("plan", _across(plan_row(ROWS[0]), plan_row(ROWS[-1])))


def _across(first: Spot, last: Spot) -> Spot:
    return Spot(first.x, first.y, last.x + last.w - first.x, last.y + last.h - first.y, first.radius)


@cache
def printed(lang: Lang, ground: str) -> Nodes:
    """What is the same on every mat of a language."""
    quiet = theme.INK_2 if ground == theme.MARBLE else theme.MUTED
    paper = (Box(20, 124, 1560, 856, 22, theme.MARBLE, corners=(False, False, True, True)),)
    minimum = CONTENT.data.end_scoring.row_minimum_tiles
    return (
        *(paper if ground == theme.MARBLE else dentils(HEIGHT)),
        Text(129, 154, sentence("mat.family", lang), DETAIL, quiet, "m", room=170),
        Text(1156, 154, sentence("mat.plan", lang), DETAIL, quiet, room=140),
        Text(1556, 154, sentence("mat.scores", lang, n=minimum), DETAIL, quiet, "r", room=300),
        *columns.printed(lang),
    )


def _header(view: View, player: Mat, look: Look, private: bool) -> Nodes:
    """Whose mat it is or, on a private one, the notice; what the seat has, its dice or its place, its points."""
    colour = theme.SEATS[player.color]
    if private:
        told = fit(sentence("private.notice", look.lang), 216, BODY, 2)
        who: Nodes = (
            Icon("eye_off", 74, MID, 56, GOLD, theme.VERDE),
            *told.runs(110, MID, GOLD, room=216),
            Sprite(382, MID, SeatToken(player.seat, colour, 34, ring=True)),
        )
    else:
        token = Sprite(88, MID, SeatToken(player.seat, colour, 34, ring=True))
        who = (token, *_name(look.names[player.seat]).runs(140, MID, WHITE, room=_NAME_ROOM))
    return (
        *who,
        *_holdings(player, look.lang),
        *_counted(view, player),
        *(_place(view, player, look.lang) if view.phase == "over" else _limit(player, look.lang)),
        Sprite(_SEAL_X, MID, Seal(str(player.vp), 54)),
    )


def _name(name: str) -> Fitted:
    """One large line, or two smaller ones."""
    whole = fit_name(name, _NAME_ROOM, HEAD)
    return whole if whole.size >= KEY else fit(name, _NAME_ROOM, BODY, 2)


def _holdings(player: Mat, lang: Lang) -> Nodes:
    """Florins, meeples in the supply (stock below) and helpers, from left to right."""
    colour = theme.SEATS[player.color]

    def count(at: float, number: int, below: str) -> Nodes:
        return (
            Text(at, MID - 15, str(number), KEY, WHITE, room=60),
            Text(at, MID + 24, below, MICRO, theme.MUTED, room=126),
        )

    florin, man, woman, disc = (_HOLDINGS[kind] for kind in ("florins", "men", "women", "helpers"))
    return (
        Icon("florin", florin, MID, 54, INK),
        Text(florin + 36, MID, str(player.florins), KEY, WHITE, room=80),
        Sprite(man, MID, Meeple("man", colour, 58, rim=True)),
        *count(man + 36, player.men, sentence("mat.stock", lang, n=player.men_stock)),
        Sprite(woman, MID, Meeple("woman", colour, 58, rim=True)),
        *count(woman + 36, player.women, sentence("mat.stock", lang, n=player.women_stock)),
        Icon("helper", disc, MID, 50, WHITE, theme.VERDE),
        *count(disc + 36, len(player.helpers), sentence("mat.helpers", lang, n=len(player.helpers))),
    )


def _counted(view: View, player: Mat) -> Iterator[Anchor]:
    for kind, count in (("florins", player.florins), ("men", player.men), ("women", player.women)):
        yield Anchor(
            f"{kind}:{player.seat}",
            Spot(_HOLDINGS[kind] - 30, 30, 110, 72, counted=True),
            count,
            "header",
            age=view.slot,
        )
    yield Anchor(f"vp:{player.seat}", Spot.disc(_SEAL_X, MID, 54), player.vp, "header")


def _place(view: View, player: Mat, lang: Lang) -> Nodes:
    """After the end the place stands where the dice stood."""
    score = next(score for score in view.scores if score.seat == player.seat)
    return _pill((), sentence(f"board.place.{score.place}", lang), 36)


def _limit(player: Mat, lang: Lang) -> Nodes:
    """The pill with dice against the threshold."""
    sign, colour = ("check", theme.MUTED) if player.within else ("pass", theme.ROSE)
    words = sentence("mat.dice", lang, sum=player.dice_sum, limit=player.threshold)
    x = _PILL_RIGHT - measure(words, KEY) - 100
    return _pill((Icon(sign, x + 40, MID, 36, colour, theme.PAST),), words, 68)


def _pill(sign: Nodes, words: str, left: float) -> Nodes:
    width = measure(words, KEY) + left + 32
    x = _PILL_RIGHT - width
    return (Box(x, 32, width, 68, 34, theme.PAST), *sign, Text(x + left, MID, words, KEY, WHITE, room=300))


def _family(player: Mat, lang: Lang) -> Nodes:
    """The lord, married from the start, and the sons: a seal shows what a wedding brings, in stone once it has."""
    colour = theme.SEATS[player.color]
    nodes: list[Node] = []
    for index in range(len(player.sons) + 1):
        place = family(index)
        son = player.sons[index - 1] if index else None
        married = son is None or son.married
        fill = WHITE if married else theme.PANEL
        married_now = "married" if married else "single"
        nodes.append(Anchor(f"mat:{player.seat}:son:{index}", place, married_now, "family", "family"))
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
        nodes.append(Anchor(f"mat:{player.seat}:row:{row.id}", place, row.tiles, "plan", "plan"))
        nodes.append(Box(x, y, place.w, place.h, 12, paper, *edge))
        fill = theme.TERRACOTTA if wedding else theme.SERPENTINE
        nodes.append(Box(x + 44, y + 12, 44, 44, 8, fill))
        nodes.append(Icon("marriage" if wedding else row.id, x + 66, y + 34, 32, WHITE, fill))
        term = sentence("mat.wedding", lang) if wedding else noun(f"terms.{row.id}", lang).capitalize()
        nodes.append(Text(x + 100, y + 34, term, 32, INK, room=226))
        if scores:
            nodes.append(Sprite(x + 402, y + 38, Seal(str(row.vp), 29)))
        else:
            tally = sentence("mat.of", lang, n=row.tiles, limit=row.minimum)
            nodes.append(Text(x + 426, y + 34, tally, DETAIL, theme.INK_2, "r", room=110))
        nodes += shields(row.shields, row.face_down, x + 12, y + 122, 64 if wedding else 84, paper)
    return tuple(nodes)


def shields(shields: tuple[Shield, ...], face_down: int, x: float, y: float, size: float, paper: str) -> Nodes:
    """In a line 420 px wide. The value of the last one stands at its lower right, so they are a little farther left."""
    count = len(shields) + (1 if face_down else 0)
    pitch = 408 / count
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
