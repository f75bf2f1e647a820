"""The board of one player: stock, zones, market, abilities, contracts, and the canal with its lit windows."""

from collections.abc import Iterator

from engines.kilia.view import Mat, View
from render.kilia import theme
from render.kilia.council.header import colour
from render.kilia.mat.canal import canal
from render.kilia.mat.market import market
from render.kilia.mat.shelf import shelf
from render.kilia.mat.zones import zones
from render.kilia.pieces.board_pieces import Sprat, coming
from render.kilia.pieces.goods import Ware, held
from render.kit.colour import WHITE
from render.kit.look import Look
from render.kit.scene import BODY, DETAIL, FRAMES, HEAD, KEY, Anchor, Box, Disc, Icon, Line, Node, Scene, Sprite, Text
from render.kit.spot import Spot
from render.kit.text import fit_name
from render.kit.tokens import Seal, SeatShape, SeatToken

WIDTH, HEIGHT = 1600, 1000


def board(view: View, seat: int, look: Look) -> Scene:
    """1600 x 1000; in private the same, for all on it is open."""
    mat = view.mats[seat]
    ground = (
        Box(20, 120, 1560, 544, 0, theme.PAPER),
        Box(20, 664, 1560, 316, 22, theme.BALTIC, corners=(False, False, True, True)),
    )
    live = (
        *header(view, mat, look),
        FRAMES,
        *zones(mat, look),
        *market(mat, look),
        *shelf(mat, look),
        *canal(view, mat, look),
    )
    return Scene(theme.THEME, WIDTH, HEIGHT, theme.TAR, ground, live)


def header(view: View, mat: Mat, look: Look) -> Iterator[Node]:
    """Who it is, what is held, chips, contracts fulfilled, the sprat, open points."""
    fill = colour(view, mat.seat)
    yield Sprite(78, 66, SeatToken(mat.seat, fill, 34, ring=True))
    if view.start == mat.seat:
        yield Disc(108, 92, 19, theme.TAR)
        yield Icon("arms", 108, 92, 32, WHITE, theme.TAR)
    name = fit_name(look.names[mat.seat], 180, HEAD)
    yield from name.runs(134, 66, WHITE, room=186)
    yield from stock(mat)
    yield Line(((964, 40), (964, 92)), theme.TAR_2, 3)
    yield Anchor("chips", Spot(994, 44, 200, 44, 8), mat.chips)
    for j in range(4):
        if j < mat.chips:
            yield Sprite(1016 + 50 * j, 66, SeatShape(mat.seat, fill, 17))
        else:
            yield Disc(1016 + 50 * j, 66, 6, theme.DIM)
    yield Icon("contract", 1240, 66, 48, WHITE, theme.TAR)
    yield Anchor("fulfilled", Spot(1262, 40, 60, 52, 8, counted=True), mat.fulfilled)
    yield Text(1268, 66, str(mat.fulfilled), HEAD, WHITE if mat.fulfilled else theme.DIM, room=60)
    place = Spot(1322, 32, 68, 68, 10, (1330, 38), 20)
    if mat.sprat == "none":
        yield Anchor("sprat", place)
    else:
        fish = Sprite(1356, 66, Sprat(WHITE if mat.sprat == "held" else theme.DIM, 60))
        yield Anchor("sprat", place, mat.sprat, ghost=fish, paper=theme.TAR)
        yield fish
    yield Anchor("points", Spot(1430, 18, 138, 98, 24), mat.points)
    yield Sprite(1482, 68, Seal(str(mat.points), 46))
    yield from coming(mat, 1566, 34, DETAIL)


def stock(mat: Mat) -> Iterator[Node]:
    """Coins and goods; many at once are drawn a little smaller."""
    amounts = held(mat)
    crowded = sum(number >= 10 for number in amounts.values()) > 2
    icon, size = (48, KEY) if crowded else (54, HEAD)
    for i, (thing, number) in enumerate(amounts.items()):
        x = 356 + 122 * i
        yield Anchor(f"stock:{thing}", Spot(x + 28, 40, 66, 52, 8, counted=True), number, minor=True)
        if thing != "coin":
            yield Anchor(f"good:{thing}", Spot(x - 28, 38, 60, 60, 10, (x - 18, 40), 20))
        yield Sprite(x, 66, Ware(thing, icon, 0 if number else 0.6, theme.TAR))
        shown = size if number < 10 else {HEAD: KEY, KEY: BODY}[size]
        yield Text(x + 32, 66, str(number), shown, WHITE if number else theme.DIM, room=70)
