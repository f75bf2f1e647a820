"""Which dice on a space; and dice that go in the purse, are rolled again or turned."""

from collections.abc import Iterator

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.view import Mat, View
from render.kit.colour import INK, WHITE
from render.kit.look import Look, Mark
from render.kit.scene import BODY, HEAD, KEY, Anchor, Box, Disc, Icon, Line, Node, Scene, Sprite, Text
from render.kit.spot import Spot
from render.kit.text import fit
from render.marco_polo_ii import theme
from render.marco_polo_ii.board.dice import place_of
from render.marco_polo_ii.catalogue import sentence
from render.marco_polo_ii.panels.actions import brings, icon_of, space_name
from render.marco_polo_ii.panels.frame import belongings, dice_in_row, die, framed, named, question, reader
from render.marco_polo_ii.panels.grid import MAIN, WHOLE, Field, fields
from render.marco_polo_ii.panels.letters import held
from render.marco_polo_ii.pieces.cards import largest, seals_up_to, with_die
from render.marco_polo_ii.pieces.goods import CoinDisc, Run, bundle, glyph, label, row

CHOSEN_W = 404


def dice(view: View, look: Look) -> Scene:
    """The chosen space large at the left, the own dice as options with fee and effect."""
    mat = reader(view, look)
    marks = named(look, "dice")
    space = marks[0].place.removeprefix("dice:").partition("/")[0]
    live: list[Node] = [*question(sentence("ask_dice", look.lang), mat), *_chosen(view, mat, space, look)]
    area = Field(WHOLE.x + CHOSEN_W + 18, WHOLE.y, WHOLE.w - CHOSEN_W - 18, WHOLE.h)
    n = len(marks)
    each = len(marks[0].place.partition("/")[2].split("+"))
    columns = (2 if n <= 4 else 3) if n <= 9 else 4 if n <= 20 else 5 if n <= 35 else 6
    for mark, at in zip(marks, fields(n, area, columns, gap=10), strict=True):
        live += _option(view, mat, space, mark, at, each)
    return framed(live)


def _chosen(view: View, mat: Mat, space: str, look: Look) -> Iterator[Node]:
    x, top, w = WHOLE.x, WHOLE.y, CHOSEN_W
    yield Box(x, top, w, WHOLE.h, 12, WHITE)
    yield Box(x, top, w, 84, 12, theme.PLUM_2, corners=(True, True, False, False))
    icon, colour = icon_of(space)
    yield Disc(x + 52, top + 42, 30, theme.PANEL)
    yield Icon(icon, x + 52, top + 42, 40, colour, theme.PANEL)
    yield from fit(space_name(space, look.lang), w - 108, KEY, 2).runs(x + 96, top + 42, WHITE, room=w - 104)
    run = largest(lambda s, size: brings(view, mat, space, s, size), w - 40)
    yield from run.centred(x + w / 2, top + 190)
    yield Line(((x + 24, top + 290), (x + w - 24, top + 290)), theme.LINE, 2)
    yield from place_of(view, space, x + w / 2, top + 380, 108)
    fee = bool(view.spaces[space]) and CONTENT.data.spaces[space].color == "blue"
    key = "fee_due" if fee else "no_fee"
    yield from fit(sentence(key, look.lang), w - 48, BODY, 2).runs(x + w / 2, top + 500, theme.INK_2, "m", room=w - 40)
    y = top + 590
    yield Line(((x + 24, y), (x + w - 24, y)), theme.LINE, 2)
    for i, key in enumerate(("coins", "camels", "jade")):
        at = x + 70 + 128 * i
        yield Icon(key, at, y + 90, 54, theme.GOODS[key], WHITE)
        yield Text(at + 34, y + 90, str(mat.carried[key]), KEY, INK, room=58)


def _option(view: View, mat: Mat, space: str, mark: Mark, at: Field, each: int) -> Iterator[Node]:
    """A set of dice, its fee, what its value opens."""
    key = mark.place.partition("/")[2]
    pieces = tuple(key.split("+"))
    opening = next((one for one in view.openings if one.space == space), None)
    value, fee = next(
        ((value, fee) for shown, value, fee in (opening.sets if opening else ()) if shown == pieces), (0, 0)
    )
    tall = at.h > 150
    r = 26 if tall else 16
    yield Anchor(mark.place, Spot(at.x, at.y, at.w, at.h, 12, (at.x + 6, at.y + 6), r))
    yield Box(at.x, at.y, at.w, at.h, 12, WHITE)
    effect = largest(
        lambda s, size: _effect(view, mat, space, value, s, size), at.w - 40 if tall else at.w * 0.4, 1 if tall else 3
    )
    size = min(130.0 if each == 1 else 90.0, 0.62 * at.h if tall else 0.56 * at.h, (at.w - 50) / (each * 1.12 + 0.9))
    if tall:
        middle = at.y + (0.36 * at.h if effect.w else 0.5 * at.h)
        x, room = at.x + at.w / 2 - (0.36 * size if fee else 0), at.w - 60 - (0.8 * size if fee else 0)
        yield from dice_in_row(pieces, mat, x, middle, room, size)
        if fee:
            w = min(room, size * (1 + 1.14 * (each - 1)))
            yield Sprite(x + w / 2 + 0.44 * size, middle, CoinDisc(str(fee), 0.36 * size))
        if effect.w:
            y = at.y + 0.66 * at.h
            yield Line(((at.x + 18, y), (at.x + at.w - 18, y)), theme.LINE, 2)
            yield from effect.centred(at.x + at.w / 2, at.y + 0.83 * at.h)
        return
    w = size * (1 + 1.14 * (each - 1))
    yield from dice_in_row(pieces, mat, at.x + 30 + w / 2, at.y + at.h / 2, w, size)
    if fee:
        yield Sprite(at.x + 36 + w + 0.34 * size, at.y + at.h / 2, CoinDisc(str(fee), 0.36 * size))
    yield from effect.at(at.x + at.w - effect.w - 10, at.y + at.h / 2)


def _effect(view: View, mat: Mat, space: str, value: int, s: float, size: int) -> Run:
    """What this value does there that another would not."""
    line = CONTENT.data.spaces[space]
    match line.action:
        case "travel":
            man = glyph(Icon("man", 0, 0, 1.1 * s, INK, WHITE), 0.9 * s)
            steps = min(value, line.max_steps)
            return row([man, label(f"≤{steps}" if steps > 1 else "1", size)], 0.15 * s)
        case "guild":
            owned = tuple(guild for guild, state in mat.seals.items() if state is not None)
            return seals_up_to(value, s, owned)
        case "special":
            assert line.city is not None
            special = CONTENT.data.special_cities[line.city]
            gain = special.reward
            if mat.seals[special.guild]:
                twice = 2 if value >= special.double_from else 1
                gain = gain.plus(CONTENT.data.guilds[special.guild].improved_bonus.times(twice))
            return bundle(gain, s, size, ground=WHITE)
        case "city_card":
            card = CONTENT.data.city_cards[view.city_cards[space]]
            return with_die(card, value, len(mat.posts), len(mat.fulfilled), s, size)
    return Run((), 0)


def own_dice(view: View, look: Look) -> Scene:
    """Dice for the purse, in a row for each gain; dice to be rolled again or turned."""
    mat = reader(view, look)
    kind = next(kind for kind in ("purse", "reroll", "adjust") if named(look, kind))
    marks = named(look, kind)
    live: list[Node] = [*question(sentence(f"ask_{kind}", look.lang), mat)]
    area = MAIN
    if kind == "purse":
        live += _purse(mat, marks, area)
    else:
        n = len(marks)
        for mark, at in zip(marks, fields(n, area, 2 if n < 5 else 3 if n < 10 else 4 if n < 17 else 5), strict=True):
            live += _single(mat, mark, at)
    return framed((*live, *belongings(mat, look), *held(mat, look)))


def _single(mat: Mat, mark: Mark, at: Field) -> Iterator[Node]:
    """A die, and what it is turned to."""
    piece, _, value = mark.place.partition(":")[2].partition(".")
    yield Anchor(mark.place, Spot(at.x, at.y, at.w, at.h, 12, (at.x + 6, at.y + 6), 28))
    yield Box(at.x, at.y, at.w, at.h, 12, WHITE)
    x, y = at.middle
    size = min(150.0, 0.5 * at.h, 0.3 * at.w)
    if not value:
        yield Sprite(x, y, die(piece, mat, min(190.0, 0.6 * at.h)))
        return
    yield Sprite(x - 1.0 * size, y, die(piece, mat, size * 0.8))
    yield Icon("move", x, y, 0.4 * size, theme.INK_2, WHITE)
    yield Sprite(x + 0.9 * size, y, die(f"{value}b" if piece.endswith("b") else value, mat, size))


def _purse(mat: Mat, marks: list[Mark], area: Field) -> Iterator[Node]:
    """Three rows of dice, each with its gain at the left."""
    gains = CONTENT.data.constants.purse_options
    rows = fields(len(gains), area, 1, gap=14, widest=area.w)
    for number, (gain, at) in enumerate(zip(gains, rows, strict=True), 1):
        here = [mark for mark in marks if mark.place.startswith(f"purse:{number}.")]
        yield Box(at.x, at.y, at.w, at.h, 12, WHITE)
        yield Box(at.x, at.y, 220, at.h, 12, theme.COPPER_DISC, corners=(True, False, False, True))
        run = bundle(gain, 72, HEAD, ground=theme.COPPER_DISC)
        yield from run.centred(at.x + 110, at.y + at.h / 2)
        pitch = min(200.0, (at.w - 250) / max(1, len(here)))
        size = min(120.0, pitch - 20)
        for i, mark in enumerate(here):
            x, y = at.x + 250 + pitch * (i + 0.5), at.y + at.h / 2 + 18
            spot = Spot(x - size / 2, y - size / 2, size, size, 12, (x, y - size / 2 - 34), 24, centred=True)
            yield Anchor(mark.place, spot)
            yield Sprite(x, y, die(mark.place.rpartition(".")[2], mat, size))
