"""A seat's mat: tracks, generations, skills, towns and workers."""

from collections.abc import Iterator

from engines.quo_vadis.data.content import CONTENT, DATA
from engines.quo_vadis.view import PlayerView, View
from engines.quo_vadis.wording import effect
from render.kit.colour import INK, WHITE, on
from render.kit.look import Look
from render.kit.scene import BODY, DETAIL, HEAD, KEY, MICRO, Anchor, Box, Icon, Line, Node, Scene, Sprite, Text
from render.kit.spot import Spot
from render.kit.text import fit
from render.kit.tokens import NumberDisc, Seal, SeatToken
from render.quo_vadis import theme
from render.quo_vadis.catalogue import capital, noun, sentence, told
from render.quo_vadis.pieces import Hexagon, RuinPiece, TownPiece
from render.quo_vadis.private.cards import skill_card, skill_name

ROMAN = ("I", "II", "III", "IV", "V", "VI")


def mat(view: View, of: str, look: Look) -> Scene:
    """1600 x 1000, public: all that lies before a seat."""
    seat = int(of)
    player = view.players[seat]
    paper = Box(20, 120, 1560, 860, 22, theme.PAPER, corners=(False, False, True, True))
    live = (
        *_header(player, seat, look),
        *(node for j in range(len(player.stock) + 1) for node in track(player, look, j, 44 + 382 * j, 140)),
        *(node for j in range(6) for node in _generation(player, j, look)),
        *(node for j, skill in enumerate(player.skills[:6]) for node in _skill(player, j, skill, look)),
        *_hidden(player, look),
        *_towns(view, player, seat),
        *_ahead(player, look),
    )
    return Scene(theme.THEME, 1600, 1000, theme.FRAME, (paper,), live)


def _header(player: PlayerView, seat: int, look: Look) -> Iterator[Node]:
    yield Sprite(78, 70, SeatToken(seat, theme.race(player.race), 34, ring=True, edge=INK))
    yield from fit(look.names[seat], 380, HEAD).runs(132, 70, WHITE, room=380)
    if player.race is not None:
        terrain = CONTENT.races[player.race].terrain
        yield Sprite(566, 70, Hexagon(31, theme.TERRAIN[terrain], WHITE, 2.5))
        yield Icon(f"m_{terrain}", 566, 70, 34, theme.MARKS[terrain], theme.TERRAIN[terrain])
        yield from fit(noun(f"race.{player.race}", look.lang), 260, KEY).runs(612, 70, WHITE, room=260)
    counts = (
        ("trefoil", str(len(player.controlled)), 910),
        ("hand", f"{player.held}/{player.hand_limit}", 1080),
        ("skill", str(player.hidden), 1268),
    )
    for icon, text, x in counts:
        yield Icon(icon, x, 70, 50, theme.MUTED, theme.FRAME)
        yield Text(x + 36, 70, text, KEY, WHITE, room=100)
    yield Sprite(1490, 70, Seal(str(player.points), 48))


def track(player: PlayerView, look: Look, j: int, left: float, y: float, w: float = 366) -> Iterator[Node]:
    """One of the four tracks: value, maximum, cubes."""
    rows = [(name, player.stock[name], player.maxima.get(name, 0)) for name in player.stock]
    every: list[tuple[str, int, int]] = [*rows, ("wrath", player.wrath, player.most_wrath)]
    name, value, most = every[j]
    ground = theme.WRATH_GROUND if name == "wrath" else theme.PANEL
    yield Anchor(f"track:{name}", Spot(left, y, w, 104, 12), value, part="tracks")
    yield Box(left, y, w, 104, 12, ground, theme.LINE, 2)
    yield Icon(theme.TRACK[name], left + 44, y + 36, 44, theme.TRACK_COLOUR[name], ground)
    yield from fit(capital(f"resource.{name}", look.lang), w - 200, BODY).runs(left + 78, y + 36, INK, room=w - 200)
    yield Text(left + w - 62, y + 36, str(value), HEAD, INK, "r", room=70)
    yield Text(left + w - 58, y + 40, f"/{most}", BODY, theme.INK_2, room=56)
    if most:
        cube = min(44.0, (w - 32) / most - 4)
        for i in range(most):
            colour = theme.TRACK_COLOUR[name]
            yield Box(left + 16 + (cube + 4) * i, y + 70, cube, 24, 4, colour if i < value else None, theme.LINE, 2)


def _generation(player: PlayerView, j: int, look: Look) -> Iterator[Node]:
    x, y, w, h = 44 + 254 * j, 262, 244, 430
    stack = player.generations[j] if j < len(player.generations) else ()
    current = j == len(player.generations) - 1
    edge, width = (INK, 4) if current else (theme.LINE, 2)
    yield Anchor(f"stack:{j}", Spot(x, y, w, h, 12), stack, part="mat")
    yield Box(x, y, w, h, 12, WHITE if current else theme.PANEL if stack else None, edge, width)
    yield Text(x + 16, y + 30, ROMAN[j], BODY, INK if stack else theme.LINE, room=80)
    if not stack:
        if j == len(player.generations) and j:
            yield from _next(player, look, x, y)
        return
    yield Text(x + w - 16, y + 30, f"×{len(stack)}", KEY, INK, "r", room=110)
    foot = y + h - 10
    under = len(stack) - 1
    strip = min(54.0, 254 / under) if under else 0.0
    for i, kind in enumerate(stack[:-1]):
        yield from _strip(kind, x + 10, foot - strip * (i + 1) + 4, w - 20, strip - 4, look)
    top = foot - strip * under - 102
    kind = stack[-1]
    yield Box(x + 10, top, w - 20, 100, 8, theme.KIND[kind], INK, 3)
    yield Icon(theme.GLYPH[kind], x + 52, top + 50, 46, theme.ON_KIND[kind], theme.KIND[kind])
    yield from fit(noun(f"kind.{kind}", look.lang), w - 116, BODY).runs(
        x + 86, top + 50, theme.ON_KIND[kind], room=w - 112
    )


def _strip(kind: str, x: float, y: float, w: float, h: float, look: Look) -> Iterator[Node]:
    yield Box(x, y, w, h, 6, theme.KIND[kind])
    ink = theme.ON_KIND[kind]
    yield Icon(theme.GLYPH[kind], x + 28, y + h / 2, min(30, h - 4), ink, theme.KIND[kind])
    if h >= 28:
        size = DETAIL if h >= 34 else MICRO
        yield from fit(noun(f"kind.{kind}", look.lang), w - 64, size).runs(x + 54, y + h / 2, ink, room=w - 60)


def _next(player: PlayerView, look: Look, x: float, y: float) -> Iterator[Node]:
    """What a change would score with the areas that are controlled now."""
    stack = len(player.generations[-1])
    bonus = stack * player.territory
    yield from fit(sentence("bonus", look.lang), 220, DETAIL, 2).runs(x + 122, y + 92, theme.INK_2, "m", room=224)
    yield Text(x + 122, y + 160, f"{stack} × {player.territory}", HEAD, INK, "m", room=224)
    yield Sprite(x + 122, y + 250, Seal(f"+{bonus}", 50))
    yield Text(x + 122, y + 330, f"{player.points} → {player.points + bonus}", BODY, INK, "m", room=224)
    if player.may_change:
        words = fit(sentence("skill_opens", look.lang), 220, DETAIL, 2)
        yield from words.runs(x + 122, y + 382, theme.INK_2, "m", room=224)
    else:
        yield Icon("pass", x + 122, y + 382, 44, theme.INK_2, theme.PAPER)


def _skill(player: PlayerView, j: int, skill: str, look: Look) -> Iterator[Node]:
    x, y, w, h = 44 + 254 * j, 704, 244, 172
    yield Anchor(f"set:{skill}", Spot(x, y, w, h, 12), skill in player.spent, part="mat")
    yield Box(x, y, w, h, 12, theme.PANEL, theme.LINE, 2)
    yield Box(
        x, y, w, 44, 12, theme.STONE if skill in player.spent else theme.SKY_2, corners=(True, True, False, False)
    )
    name = fit(skill_name(skill, look, skill in player.spent), w - 20, DETAIL)
    yield from name.runs(x + 12, y + 22, INK if skill in player.spent else WHITE, room=w - 16)
    if player.adapted is not None and skill == "S12":
        yield Sprite(x + w - 26, y + 22, Hexagon(18, theme.TERRAIN[player.adapted], WHITE, 2))
    yield from skill_card(told(effect(skill), look.lang), x + 14, y + 108, w - 26, MICRO, INK)


def _hidden(player: PlayerView, look: Look) -> Iterator[Node]:
    j = len(player.skills)
    if j > 5 or not player.hidden:
        return
    x = 44 + 254 * j
    yield Anchor("hidden", Spot(x, 704, 244, 172, 12), player.hidden, part="mat")
    for i in range(player.hidden):
        yield Box(x + 16 + 26 * i, 716, 66, 92, 8, theme.FRAME, WHITE, 2)
    yield from fit(sentence("hidden", look.lang, n=player.hidden), 236, DETAIL).runs(x + 8, 846, theme.INK_2, room=240)


def _towns(view: View, player: PlayerView, seat: int) -> Iterator[Node]:
    found = [
        (area.id, space.town)
        for area in view.areas
        for space in area.spaces
        if space.town is not None and space.town.owner == seat
    ]
    colour = theme.race(player.race)
    for j in range(DATA.components.towns):
        x = 84 + 150 * j
        if j < len(found):
            area, town = found[j]
            piece = TownPiece(seat, colour, 52, town.population) if town.population else RuinPiece(seat, colour, 50)
            yield Sprite(x, 932, piece)
            yield Sprite(x + 70, 932, NumberDisc(area, 31, 26, INK, theme.PANEL, theme.LINE, 2))
        else:
            yield Icon("town", x, 932, 46, theme.LINE, theme.PAPER)
    yield Line(((812, 900), (812, 964)), theme.LINE, 2)
    yield Sprite(858, 932, SeatToken(seat, colour, 25, edge=INK))
    yield Text(940, 932, str(player.workers), KEY, INK, "r", room=60)
    yield Text(944, 935, f"/{DATA.components.workers}", DETAIL, theme.INK_2, room=60)


def _ahead(player: PlayerView, look: Look) -> Iterator[Node]:
    """What the final scoring would bring now."""
    if not player.ahead:
        return
    yield Box(1030, 894, 526, 74, 12, theme.PANEL, theme.LINE, 2)
    yield from fit(sentence("end_now", look.lang), 110, DETAIL, 2).runs(1046, 932, theme.INK_2, room=116)
    for i, (source, vp) in enumerate(player.ahead.items()):
        icon, colour = theme.SOURCE[source]
        yield Box(1166 + 76 * i, 910, 40, 42, 8, colour)
        yield Icon(icon, 1186 + 76 * i, 931, 30, on(colour), colour)
        yield Text(1210 + 76 * i, 932, str(vp), BODY if vp < 10 else DETAIL, INK, room=36)
    yield Sprite(1514, 931, Seal(str(sum(player.ahead.values())), 33))
