"""Bonus actions as chips."""

from collections.abc import Iterator

from engines.marco_polo_ii.data.content import CONTENT, GUILDS
from engines.marco_polo_ii.view import Mat
from render.kit.colour import INK, WHITE
from render.kit.look import Look, Mark
from render.kit.scene import BODY, DETAIL, MICRO, Anchor, Box, Icon, Node, Sprite
from render.kit.spot import Spot
from render.kit.text import fit
from render.kit.tokens import Die, Seal
from render.marco_polo_ii import theme
from render.marco_polo_ii.catalogue import noun, sentence
from render.marco_polo_ii.panels.frame import caption, named
from render.marco_polo_ii.panels.grid import ASIDE, WHOLE, Field, fields
from render.marco_polo_ii.pieces.cards import SIZES, largest
from render.marco_polo_ii.pieces.goods import Run, bundle, glyph, label, row
from render.marco_polo_ii.pieces.people import GuildSeal

CAPTION = 56
"""px from the top of a part of the panel to what it lists."""
WORDED = 300
"""px of a chip in which the name of the action has room beside its icons; in others it stands below them."""
_KINDS = {"space": "purse", "held": "fulfil", "guild": "improve"}
"""Kind of place -> action."""
_ALONE = 6
"""So many chips stand below each other; more in two columns."""


def beside(look: Look) -> list[Mark]:
    """The marks on bonus actions, by number."""
    found = named(look, "held", "guild", "aside", "space")
    return [mark for mark in found if not mark.place.startswith("space:") or mark.place == "space:purse"]


def asides(mat: Mat, look: Look, top: float) -> Iterator[Node]:
    """A chip for each bonus action in the panel at the right, from `top` down."""
    marks = beside(look)
    if not marks:
        return
    yield from caption(sentence("also", look.lang), top)
    for mark, at in zip(marks, _places(len(marks), top), strict=True):
        yield from chip(mat, mark, at, look)


def foot(look: Look, top: float) -> float:
    """Where the chips from `top` down end; `top` if there are none."""
    places = _places(len(beside(look)), top)
    return places[-1].foot + 16 if places else top


def _places(number: int, top: float) -> tuple[Field, ...]:
    area = Field(ASIDE.x + 20, top + CAPTION, ASIDE.w - 36, WHOLE.foot - top - CAPTION - 12)
    return fields(number, area, 1 if number <= _ALONE else 2, gap=6, tallest=58)


def chip(mat: Mat, mark: Mark, at: Field, look: Look) -> Iterator[Node]:
    """One bonus action with its name; its number stands on the left edge."""
    low = at.h < 100
    r = min(20.0, 0.36 * at.h) if low else 28
    corner = (at.x + 6, at.y + at.h / 2) if low else (at.x + 6, at.y + 6)
    yield Anchor(mark.place, Spot(at.x, at.y, at.w, at.h, 10, corner, r))
    yield Box(at.x, at.y, at.w, at.h, 10, WHITE)
    if at.h >= 130:
        yield from _large(mat, mark, at, look)
        return
    left = at.x + (32 if low else 16)
    room = at.x + at.w - left - 8
    if at.w >= WORDED:
        run = aside_words(mat, mark.place, *SIZES[2])
        word = fit(_short(mark.place, look), room - run.w - 18, BODY)
        yield from word.runs(left + 8, at.y + at.h / 2, INK, room=room - run.w - 10)
        yield from run.at(at.x + at.w - run.w - 12, at.y + at.h / 2)
        return
    run = largest(lambda s, size: aside_words(mat, mark.place, s, size), room, 4 if low else 1)
    if run.w > room:
        run = aside_words(mat, mark.place, 22, MICRO, short=True)
    yield from run.centred(left + room / 2, at.y + 0.3 * at.h)
    word = fit(_short(mark.place, look), room, DETAIL)
    yield from word.runs(left + room / 2, at.y + 0.73 * at.h, INK, "m", room=room + 4)


def _large(mat: Mat, mark: Mark, at: Field, look: Look) -> Iterator[Node]:
    """Icons above, the name of the action below."""
    run = largest(lambda s, size: aside_words(mat, mark.place, s, size), at.w - 40, 0 if at.h > 200 else 1)
    yield from run.centred(at.x + at.w / 2, at.y + 0.4 * at.h)
    word = fit(_name(mark.place, look), at.w - 36, BODY, 2)
    yield from word.runs(at.x + at.w / 2, at.y + 0.78 * at.h, theme.INK_2, "m", room=at.w - 30)


def _short(place: str, look: Look) -> str:
    """The name of the action where it stands beside its icons."""
    kind, _, ident = place.partition(":")
    if kind in _KINDS:
        return sentence(f"chip.{_KINDS[kind]}", look.lang)
    what, _, ident = ident.partition(":")
    return sentence(f"chip.{ident if what == 'bonus' else what}", look.lang)


def _name(place: str, look: Look) -> str:
    kind, _, ident = place.partition(":")
    if kind in _KINDS:
        return sentence(f"aside.{_KINDS[kind]}", look.lang)
    what, _, ident = ident.partition(":")
    if what == "filippo":
        return noun("components.outpost_bonus", look.lang)
    return sentence(f"aside.{ident if what == 'bonus' else what}", look.lang)


def aside_words(mat: Mat, place: str, s: float, size: int, short: bool = False) -> Run:
    """What a bonus action is, in icons."""
    kind, _, ident = place.partition(":")
    prices = CONTENT.data.constants
    match kind:
        case "space":
            return _icon("purse", s)
        case "held":
            return row([_icon("mission", s), glyph(Sprite(0, 0, Seal(str(_vp(ident)), 0.62 * s)), 1.3 * s)], 0.2 * s)
        case "guild":
            guild = next(one for one in GUILDS if one == ident)
            cost = CONTENT.data.guilds[guild].improve_cost
            runs = [glyph(Sprite(0, 0, GuildSeal(guild, 1.2 * s, "improved")), 1.2 * s)]
            return row(runs if short or s < 40 else [*runs, bundle(cost, s, size, ground=WHITE)], 0.25 * s)
    what, _, ident = ident.partition(":")
    match (what, ident):
        case ("bonus", "reroll"):
            return row([_icon("again", 0.9 * s), _camels(prices.reroll_cost_camels, s, size)], 0.25 * s)
        case ("bonus", "adjust"):
            return row([label("±1", size), _camels(prices.adjust_cost_camels, s, size)], 0.25 * s)
        case ("bonus", "black"):
            die = glyph(Sprite(0, 0, Die(theme.BLACK_DIE, 5, 0.9 * s)), s)
            return row([die, _camels(prices.black_die_cost_camels, s, size)], 0.25 * s)
        case ("filippo", tile):
            return row(
                [_icon("post", 0.8 * s, theme.JADE_EDGE), bundle(CONTENT.data.outposts[tile].reward, s, size)], 0.2 * s
            )
        case ("bonus", "vidal"):
            vidal = CONTENT.data.characters.vidal
            if short:
                return glyph(Sprite(0, 0, Seal(str(vidal.trade_vp), 0.62 * s)), 1.3 * s)
            goods = [glyph(Icon(key, 0, 0, s, theme.GOODS[key], WHITE), 0.9 * s) for key in ("pepper", "silk", "gold")]
            return row(
                [
                    *goods,
                    label("▸", size, theme.INK_2),
                    glyph(Sprite(0, 0, Seal(str(vidal.trade_vp), 0.62 * s)), 1.3 * s),
                ],
                4,
            )
        case ("bonus", "start"):
            return row([_icon("camels", s, theme.SEAT[mat.color]), _icon("move", 0.8 * s)], 0.2 * s)
        case ("complete", _):
            return row([_icon("camels", s, theme.SEAT[mat.color]), _icon("check", 0.8 * s)], 0.2 * s)
        case ("bonus", "jade"):
            return row([_icon("jade", s, theme.GOODS["jade"]), label("?", size)], 0.2 * s)
    raise ValueError(f"unknown bonus action {place!r}")


def _vp(contract: str) -> int:
    return CONTENT.contracts[contract].reward.vp


def _icon(name: str, s: float, colour: str = INK) -> Run:
    return glyph(Icon(name, 0, 0, s, colour, WHITE), s)


def _camels(n: int, s: float, size: int) -> Run:
    return row([_icon("camels", s, theme.GOODS["camels"]), label(str(n), size)], 0.12 * s)
