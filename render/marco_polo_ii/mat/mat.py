"""Everything in front of one seat: dice, goods, posts, contracts, caravan, seals, crests."""

from collections.abc import Iterator

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.view import Mat, View
from render.kit.colour import INK, WHITE, mix
from render.kit.look import Look
from render.kit.scene import BODY, DETAIL, FRAMES, HEAD, KEY, MICRO, Anchor, Box, Icon, Line, Node, Scene, Sprite, Text
from render.kit.spot import Spot
from render.kit.text import fit, fit_all, fit_name
from render.kit.tokens import Die, DieGap, Seal, SeatToken
from render.marco_polo_ii import theme
from render.marco_polo_ii.board.dice import rolled
from render.marco_polo_ii.board.header import hem
from render.marco_polo_ii.catalogue import noun, sentence
from render.marco_polo_ii.mat.caravans import caravans
from render.marco_polo_ii.mat.kept import kept
from render.marco_polo_ii.mat.progress import crests, goal, seals
from render.marco_polo_ii.panels.frame import Token
from render.marco_polo_ii.panels.grid import Field
from render.marco_polo_ii.panels.letters import Sheet, letter
from render.marco_polo_ii.pieces.people import CrestShield, Post


def mat(view: View, of: str, look: Look) -> Scene:
    """1600 x 1000; `of` is the seat's number."""
    one = view.mats[int(of)]
    fields = [(44, 142, 500, 232), (44, 390, 500, 232), (44, 638, 500, 328), (562, 142, 480, 406)]
    fields += [(562, 566, 480, 400), (1060, 142, 496, 516), (1060, 676, 496, 290)]
    paper = Box(20, 120, 1560, 860, 22, theme.PAPER, corners=(False, False, True, True))
    boxes = tuple(Box(x, y, w, h, 12, theme.PANEL, theme.LINE, 2) for x, y, w, h in fields)
    live = (
        *_header(one, _vp(view, one), look),
        FRAMES,
        *_dice(view, one),
        *_stock(one),
        *_posts(one, look),
        *_contracts(one, look),
        *(caravans(view, one, look) if view.caravan else goal(one, look)),
        *seals(one, look),
        *crests(one, look),
    )
    return Scene(theme.THEME, 1600, 1000, theme.PLUM, (paper, *hem(20, 120, 1560), *boxes), live)


def _vp(view: View, one: Mat) -> int:
    """The points so far; at the end those of the final scoring, too."""
    return next((score.total for score in view.scores if score.seat == one.seat), one.vp)


def _header(one: Mat, vp: int, look: Look) -> Iterator[Node]:
    yield Sprite(84, 68, SeatToken(one.seat, theme.SEAT[one.color], 34, ring=True))
    room = 190 if one.character is not None else 1200
    yield from fit_name(look.names[one.seat], room, HEAD, 2).runs(134, 66, WHITE, room=room)
    if one.character is not None:
        yield Box(340, 32, 1066, 74, 12, theme.PLUM_2)
        icon = "camels" if one.character in CONTENT.caravan_characters else "man"
        yield Icon(icon, 384, 69, 50, WHITE, theme.PLUM_2)
        name = noun(f"characters.{one.character}", look.lang, short=True)
        yield from fit(name, 230, KEY).runs(424, 69, WHITE, room=230)
        used = kept(one)
        power = noun(f"powers.{one.character}", look.lang)
        wide = 720 - used.w - (20 if used.w else 0)
        yield from fit(power, wide, DETAIL, 2).runs(670, 69, theme.MUTED, room=wide)
        yield from used.at(1392 - used.w, 69)
    yield Anchor(f"vp:{one.seat}", Spot.disc(1490, 66, 46), vp, part="header")
    yield Sprite(1490, 66, Seal(str(vp), 46))


def _dice(view: View, one: Mat) -> Iterator[Node]:
    """Five places for the own dice, those that are left in them; then black ones and tokens."""
    own = CONTENT.data.setup.dice
    others = len(one.black) + len(one.tokens)
    pitch = min(77.0, 440 / max(1, own + others - 1 + (0.2 if others else 0)))
    size = min(66.0, pitch - 8)
    yield Anchor(f"dice:{one.seat}", Spot(56, 176, 476, 82, 10), (one.dice, one.black), part="dice", age=rolled(view))
    x = 44 + 24 + size / 2
    for i in range(own):
        if i < len(one.dice):
            yield Sprite(x + pitch * i, 217, Die(theme.SEAT[one.color], one.dice[i], size))
        else:
            yield Sprite(x + pitch * i, 217, DieGap(theme.LINE, size))
    x += pitch * own + 10
    for i, value in enumerate(one.black):
        yield Sprite(x + pitch * i, 217, Die(theme.BLACK_DIE, value, size))
    for i, colour in enumerate(one.tokens):
        yield Sprite(x + pitch * (len(one.black) + i), 217, Token(theme.SEAT[colour], size))
    yield Line(((60, 276), (528, 276)), theme.LINE, 2)
    prices = CONTENT.data.constants
    costs = (prices.reroll_cost_camels, prices.adjust_cost_camels, prices.black_die_cost_camels)
    for i, camels in enumerate(costs):
        x = 58 + 160 * i
        bought = i == 2 and view.bought and view.turn == one.seat
        yield Box(x, 292, 150, 68, 10, mix(WHITE, theme.PANEL, 0.6) if bought else WHITE, theme.LINE, 2)
        ink = mix(INK, theme.PANEL, 0.6) if bought else INK
        if i == 0:
            yield Icon("again", x + 38, 326, 38, ink, WHITE)
        elif i == 1:
            yield Text(x + 38, 326, "±1", KEY, ink, "m", room=70)
        else:
            yield Sprite(x + 38, 326, Die(mix(theme.BLACK_DIE, theme.PANEL, 0.5) if bought else theme.BLACK_DIE, 5, 40))
        yield Icon("camels", x + 92, 326, 38, theme.GOODS["camels"], WHITE)
        yield Text(x + 114, 326, str(camels), BODY, INK, room=32)


def _stock(one: Mat) -> Iterator[Node]:
    for i, (key, n) in enumerate(one.carried.items()):
        x, y = 96 + 160 * (i % 3), 450 + 110 * (i // 3)
        yield Icon(key, x, y, 64, theme.GOODS[key] if n else mix(theme.GOODS[key], theme.PANEL, 0.6), theme.PANEL)
        yield Anchor(f"stock:{one.seat}:{key}", Spot(x + 40, y - 28, 72, 52, counted=True), n, part="stock")
        yield Text(x + 42, y, str(n), HEAD, INK if n else theme.INK_2, room=74)


def _posts(one: Mat, look: Look) -> Iterator[Node]:
    """Posts that stand on the map with the crest and the name of their city, then those that are left."""
    total = CONTENT.data.setup.trading_posts
    vp = CONTENT.data.post_vp
    last = {total - 3: vp.ninth, total - 2: vp.tenth, total - 1: vp.eleventh}
    yield Anchor(f"posts:{one.seat}", Spot(54, 648, 480, 308), one.posts, part="posts")
    colour = theme.SEAT[one.color]
    names = fit_all([noun(f"cities.{city}", look.lang) for city in one.posts], 128, MICRO)
    for i in range(total):
        x, y = 106 + 124 * (i % 4), 686 + 106 * (i // 4)
        if i < len(one.posts):
            crest = CONTENT.data.cities[one.posts[i]].crest
            assert crest is not None
            yield Icon("post", x, y, 78, mix(colour, theme.PANEL, 0.55), theme.PANEL)
            yield Sprite(x, y + 4, CrestShield(crest, 44))
            yield from names[i].runs(x, y + 54, theme.INK_2, "m", room=128)
        else:
            yield Sprite(x, y + 6, Post(one.seat, colour, 60))
            if i in last:
                yield Sprite(x + 42, y + 32, Seal(str(last[i]), 22))
    yield from fit(sentence("left", look.lang), 100, DETAIL).runs(106 + 372, 888, theme.INK_2, "m", room=110)
    yield Text(106 + 372, 932, str(one.posts_left), KEY, INK, "m", room=100)


def _contracts(one: Mat, look: Look) -> Iterator[Node]:
    yield from fit(sentence("contracts", look.lang), 220, DETAIL).runs(580, 166, theme.INK_2, room=220)
    done = fit(sentence("fulfilled", look.lang, n=len(one.fulfilled)), 220, DETAIL)
    yield from done.runs(1026, 166, theme.INK_2, "r", room=220)
    spot = Spot(900, 150, 126, 32, counted=True)
    yield Anchor(f"fulfilled:{one.seat}", spot, len(one.fulfilled), part="contracts", minor=True)
    for i in range(CONTENT.data.setup.active_contract_slots):
        at = Field(574 + 232 * i, 188, 224, 346)
        if i < len(one.contracts):
            contract = one.contracts[i]
            sheet = Sprite(at.x + at.w / 2, at.y + at.h / 2, Sheet(at.w, at.h))
            spot = Spot(at.x, at.y, at.w, at.h, 4)
            yield Anchor(
                f"held:{contract}", spot, contract, part="contracts", drawn=True, ghost=sheet, paper=theme.PANEL
            )
            yield from letter(contract, at, one)
        else:
            yield Box(at.x, at.y, at.w, at.h, 8, None, theme.LINE, 3)
