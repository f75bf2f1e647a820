"""Everything in front of one seat: dice, goods, posts, contracts, seals, crests."""

from collections.abc import Iterator

from engines.marco_polo_ii.data.content import CONTENT, GUILDS
from engines.marco_polo_ii.view import Mat, View
from render.kit.colour import INK, WHITE, mix
from render.kit.look import Look
from render.kit.scene import BODY, DETAIL, FRAMES, HEAD, KEY, Anchor, Box, Icon, Node, Scene, Sprite, Text, place
from render.kit.spot import Spot
from render.kit.text import fit, fit_name
from render.kit.tokens import Die, Seal, SeatToken
from render.marco_polo_ii import theme
from render.marco_polo_ii.actions.contracts import scroll
from render.marco_polo_ii.board.header import hem
from render.marco_polo_ii.catalogue import noun
from render.marco_polo_ii.pieces.goods import bundle
from render.marco_polo_ii.pieces.people import CrestShield, GuildSeal, Post


def mat(view: View, of: str, look: Look) -> Scene:
    """1600 x 1000; `of` is the seat's number."""
    one = view.mats[int(of)]
    fields = ((44, 142, 500, 232), (44, 390, 500, 232), (44, 638, 500, 328), (562, 142, 480, 406))
    more = ((562, 566, 480, 400), (1060, 142, 496, 516), (1060, 676, 496, 290))
    paper = Box(20, 120, 1560, 860, 22, theme.PAPER, corners=(False, False, True, True))
    boxes = tuple(Box(x, y, w, h, 12, theme.PANEL, theme.LINE, 2) for x, y, w, h in (*fields, *more))
    live = (
        *_header(one, look),
        FRAMES,
        *_dice(view, one),
        *_stock(one),
        *_posts(one),
        *_contracts(one),
        *_fulfilled(one),
        *_seals(one, look),
        *_crests(one),
    )
    return Scene(theme.THEME, 1600, 1000, theme.PLUM, (paper, *hem(20, 120, 1560), *boxes), live)


def _header(one: Mat, look: Look) -> Iterator[Node]:
    yield Sprite(84, 68, SeatToken(one.seat, theme.SEAT[one.color], 34, ring=True))
    yield from fit_name(look.names[one.seat], 400, HEAD, 2).runs(140, 66, WHITE, room=400)
    if one.character is not None:
        yield Box(570, 34, 836, 70, 12, theme.PLUM_2)
        name = noun(f"characters.{one.character}", look.lang, short=True)
        yield from fit(name, 210, KEY).runs(590, 69, WHITE, room=210)
        power = noun(f"powers.{one.character}", look.lang)
        yield from fit(power, 570, DETAIL, 2).runs(820, 69, theme.MUTED, room=570)
    yield Anchor(f"vp:{one.seat}", Spot.disc(1490, 66, 46), one.vp, part="header")
    yield Sprite(1490, 66, Seal(str(one.vp), 46))


def _dice(view: View, one: Mat) -> Iterator[Node]:
    """Own dice, then black ones; each has the anchor of the first die like it."""
    dice = [
        *((f"{n}", n, theme.SEAT[one.color]) for n in one.dice),
        *((f"{n}b", n, theme.BLACK_DIE) for n in one.black),
    ]
    pitch = min(77.0, 420 / max(1, len(dice) - 1))
    named: set[str] = set()
    for i, (piece, value, colour) in enumerate(dice):
        x = 44 + 48 + pitch * i
        if piece not in named:
            spot = Spot(x - 33, 184, 66, 66, 13)
            yield Anchor(f"die:{piece}", spot, len([d for d in dice if d[0] == piece]), part="dice", age=view.round)
            named.add(piece)
        yield Sprite(x, 217, Die(colour, value, min(66.0, pitch - 8)))
    for i, (icon, camels) in enumerate(_prices()):
        x = 70 + 160 * i
        yield Icon(icon, x, 322, 40, INK, theme.PANEL)
        yield Icon("camels", x + 52, 322, 34, theme.GOODS["camels"], theme.PANEL)
        yield Text(x + 74, 322, str(camels), BODY, INK, room=40)


def _prices() -> tuple[tuple[str, int], ...]:
    """What it costs to roll a die again, to turn it by one, to get a black one."""
    prices = CONTENT.data.constants
    return (
        ("again", prices.reroll_cost_camels),
        ("turned", prices.adjust_cost_camels),
        ("extra", prices.black_die_cost_camels),
    )


def _stock(one: Mat) -> Iterator[Node]:
    for i, (key, n) in enumerate(one.carried.items()):
        x, y = 96 + 160 * (i % 3), 450 + 110 * (i // 3)
        yield Icon(key, x, y, 64, theme.GOODS[key] if n else mix(theme.GOODS[key], theme.PANEL, 0.6), theme.PANEL)
        yield Anchor(f"stock:{one.seat}:{key}", Spot(x + 40, y - 28, 72, 52, counted=True), n, part="stock")
        yield Text(x + 42, y, str(n), HEAD, INK if n else theme.INK_2, room=74)


def _posts(one: Mat) -> Iterator[Node]:
    """Posts that stand on the map by the crest of their city, then those that are left."""
    total = CONTENT.data.setup.trading_posts
    vp = CONTENT.data.post_vp
    last = {total - 3: vp.ninth, total - 2: vp.tenth, total - 1: vp.eleventh}
    yield Anchor(f"posts:{one.seat}", Spot(54, 648, 480, 308), one.posts, part="posts")
    for i in range(total):
        x, y = 104 + 122 * (i % 4), 696 + 104 * (i // 4)
        if i < len(one.posts):
            crest = CONTENT.data.cities[one.posts[i]].crest
            assert crest is not None
            yield Sprite(x, y, CrestShield(crest, 62))
        else:
            yield Sprite(x, y, Post(one.seat, theme.SEAT[one.color], 62))
        if i in last:
            yield Sprite(x + 46, y - 26, Seal(str(last[i]), 20))
    yield Text(104 + 122 * 3, 696 + 208, f"×{one.posts_left}", KEY, INK, "m", room=100)


def _contracts(one: Mat) -> Iterator[Node]:
    for i in range(CONTENT.data.setup.active_contract_slots):
        x, y = 576 + 232 * i, 172
        if i < len(one.contracts):
            contract = one.contracts[i]
            yield Anchor(f"held:{contract}", Spot(x, y, 220, 320, 4), contract, part="contracts", drawn=True)
            for node in scroll(contract, 0, 0):
                yield place(node, x, y, 1.74)
        else:
            yield Box(x, y, 220, 320, 8, None, theme.LINE, 3)


def _fulfilled(one: Mat) -> Iterator[Node]:
    yield Icon("mission", 610, 612, 48, INK, theme.PANEL)
    yield Anchor(f"fulfilled:{one.seat}", Spot(644, 588, 80, 48, counted=True), len(one.fulfilled), part="contracts")
    yield Text(646, 612, f"×{len(one.fulfilled)}", KEY, INK, room=100)
    for i, caravan in enumerate(one.caravans[:2]):
        y = 720 + 140 * i
        yield Icon("camels", 640, y, 110, theme.SEAT[one.color], theme.PANEL, INK, 2)
        for j, key in enumerate(caravan.goods):
            yield Icon(key, 760 + 86 * j, y, 64, theme.GOODS[key], theme.PANEL)
    for i, tile in enumerate(one.tiles[:2]):
        for j, crest in enumerate(CONTENT.data.route_tiles[tile].crests):
            yield Sprite(930 + 66 * j, 720 + 140 * i, CrestShield(crest, 62))


def _seals(one: Mat, look: Look) -> Iterator[Node]:
    for j, guild in enumerate(GUILDS):
        y, state, line = 206 + 129 * j, one.seals[guild], CONTENT.data.guilds[guild]
        shape = "none" if state is None else "improved" if state else "basic"
        yield Anchor(f"guild:{guild}", Spot(1070, y - 58, 476, 116, 10), shape, part="seals")
        yield Sprite(1126, y, GuildSeal(guild, 88, shape))
        yield from fit(noun(f"guilds.{guild}", look.lang, short=True), 170, BODY).runs(1186, y, INK, room=170)
        gain = bundle(line.improved_bonus, 26, DETAIL)
        if state is None:
            yield Text(1500, y, f"{line.min_value}+", KEY, theme.INK_2, "r", room=80)
        elif state:
            yield from gain.at(1540 - gain.w, y)
        else:
            yield from bundle(line.improve_cost, 26, DETAIL).at(1390, y - 26)
            yield from gain.at(1390, y + 26)


def _crests(one: Mat) -> Iterator[Node]:
    yield Anchor(f"crests:{one.seat}", Spot(1070, 686, 330, 270), one.crests, part="crests")
    for i, crest in enumerate(CONTENT.data.crests):
        x, y = 1112 + 62 * (i % 5), 762 + 112 * (i // 5)
        if crest in one.crests:
            yield Sprite(x, y, CrestShield(crest, 60))
        else:
            yield Icon("shield", x, y, 60, theme.LINE, theme.PANEL)
    count = len(one.crests) + one.bonus_crests
    yield Text(1480, 770, str(count), HEAD, INK, "m", room=100)
    yield Sprite(1480, 870, Seal(str(one.crest_vp), 42))
