"""Bonus actions as chips, and why some spaces cannot be used now."""

from collections.abc import Iterator

from engines.marco_polo_ii.data.content import CONTENT, GUILDS
from engines.marco_polo_ii.view import Mat, View
from render.kit.colour import INK, WHITE, mix
from render.kit.look import Look, Mark
from render.kit.scene import BODY, DETAIL, MICRO, Anchor, Box, Icon, Line, Node, Sprite
from render.kit.spot import Spot
from render.kit.text import fit
from render.kit.tokens import Die, Seal
from render.marco_polo_ii import theme
from render.marco_polo_ii.catalogue import noun, sentence
from render.marco_polo_ii.panels.frame import FOOT, SIDE, SIDE_W, named
from render.marco_polo_ii.panels.grid import Field, fields
from render.marco_polo_ii.pieces.cards import largest
from render.marco_polo_ii.pieces.goods import Run, bundle, glyph, label, row
from render.marco_polo_ii.pieces.people import GuildSeal

SHOWN = 3


def beside(look: Look) -> list[Mark]:
    """The marks on bonus actions, by number."""
    found = named(look, "held", "guild", "aside", "space")
    return [mark for mark in found if not mark.place.startswith("space:") or mark.place == "space:purse"]


def asides(mat: Mat, look: Look, top: float) -> Iterator[Node]:
    """A chip for each bonus action in the panel at the right, from `top` down."""
    marks = beside(look)
    if not marks:
        return
    yield Line(((SIDE + 20, top), (SIDE + SIDE_W - 20, top)), mix(theme.PLUM_2, WHITE, 0.24), 2)
    caption = fit(sentence("also", look.lang), SIDE_W - 48, DETAIL)
    yield from caption.runs(SIDE + 24, top + 28, theme.MUTED, room=SIDE_W - 48)
    area = Field(SIDE + 20, top + 56, SIDE_W - 36, FOOT - top - 68)
    places = fields(len(marks), area, 2 if len(marks) <= 16 else 3, gap=10, tallest=62)
    for mark, at in zip(marks, places, strict=True):
        yield from chip(mat, mark, at, look)


def chip(mat: Mat, mark: Mark, at: Field, look: Look) -> Iterator[Node]:
    """One bonus action; its number stands on the left edge."""
    r = min(20.0, 0.36 * at.h) if at.h < 100 else 28
    corner = (at.x + 6, at.y + at.h / 2) if at.h < 100 else (at.x + 6, at.y + 6)
    yield Anchor(mark.place, Spot(at.x, at.y, at.w, at.h, 10, corner, r))
    yield Box(at.x, at.y, at.w, at.h, 10, WHITE)
    if at.h >= 130:
        yield from _large(mat, mark, at, look)
        return
    left = 32 if at.h < 100 else 16
    run = largest(lambda s, size: aside_words(mat, mark.place, s, size), at.w - left - 10, 2 if at.h < 100 else 0)
    if run.w > at.w - left - 10:
        run = aside_words(mat, mark.place, 22, MICRO, short=True)
    yield from run.centred(at.x + left + (at.w - left - 8) / 2, at.y + at.h / 2)


def _large(mat: Mat, mark: Mark, at: Field, look: Look) -> Iterator[Node]:
    """Icons above, the name of the action below."""
    run = largest(lambda s, size: aside_words(mat, mark.place, s, size), at.w - 40, 0 if at.h > 200 else 1)
    yield from run.centred(at.x + at.w / 2, at.y + 0.4 * at.h)
    word = fit(_name(mark.place, look), at.w - 36, BODY, 2)
    yield from word.runs(at.x + at.w / 2, at.y + 0.78 * at.h, theme.INK_2, "m", room=at.w - 30)


def _name(place: str, look: Look) -> str:
    kind, _, ident = place.partition(":")
    if kind in ("space", "held", "guild"):
        key = {"space": "aside.purse", "held": "aside.fulfil", "guild": "aside.improve"}[kind]
        return sentence(key, look.lang)
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


def not_now(view: View, mat: Mat, look: Look) -> Iterator[Node]:
    """Why some action cannot be taken: the first three, if the panel has room for them."""
    rows = -(-len(beside(look)) // 2)
    top = 470 + 56 + 72 * rows + 8 if rows else 480
    found = list(_reasons(view, mat, look))
    room = int((FOOT - top - 50) // 46)
    if not found or room < 1 or len(beside(look)) > 16:
        return
    yield Line(((SIDE + 20, top), (SIDE + SIDE_W - 20, top)), mix(theme.PLUM_2, WHITE, 0.24), 2)
    yield from fit(sentence("not_now", look.lang), SIDE_W - 48, DETAIL).runs(SIDE + 24, top + 26, theme.MUTED, room=330)
    for i, (icon, text) in enumerate(found[: min(SHOWN, room)]):
        y = top + 70 + 46 * i
        yield Box(SIDE + 20, y - 20, 40, 40, 8, mix(theme.PLUM_2, WHITE, 0.16))
        yield Icon(icon, SIDE + 40, y, 26, WHITE, theme.PLUM_2)
        yield from fit(text, SIDE_W - 92, DETAIL).runs(SIDE + 72, y, WHITE, room=SIDE_W - 84)


def _reasons(view: View, mat: Mat, look: Look) -> Iterator[tuple[str, str]]:
    """(icon, word) of actions of which no space is open."""
    opened = {opening.space for opening in view.openings}
    groups: dict[str, tuple[str, list[str]]] = {}
    for space, line in CONTENT.data.spaces.items():
        if line.action in ("purse", "city_card", "special"):
            continue
        key = line.book or (space if line.action == "travel" else line.action)
        icon = line.book or {"khan": "khan", "guild": "wax", "travel": "move", "contracts": "mission"}[line.action]
        groups.setdefault(key, (icon, []))[1].append(space)
    for key, (icon, spaces) in groups.items():
        if not opened.intersection(spaces):
            word = sentence(f"space.{'khan' if key == 'khan' else spaces[0]}", look.lang)
            yield icon, sentence("closed", look.lang, what=word, why=sentence(_why(view, mat, spaces), look.lang))


def _why(view: View, mat: Mat, spaces: list[str]) -> str:
    line = CONTENT.data.spaces[spaces[0]]
    if line.action == "khan" and all(view.spaces[space] for space in spaces):
        return "why_full"
    if (
        any(die.kind == "own" and die.seat == mat.seat for space in spaces for die in view.spaces[space])
        and not mat.black
    ):
        return "why_own"
    if line.action == "travel" and line.rank > 1 and mat.character == "gantulga":
        return "why_character"
    if len(mat.dice) + len(mat.black) + len(mat.tokens) < line.dice:
        return "why_few"
    if max((*mat.dice, *mat.black, 0)) < line.min_value:
        return "why_low"
    if line.action == "contracts" and not any(city in view.on_offer for city in mat.posts):
        return "why_post"
    return "why_pay"
