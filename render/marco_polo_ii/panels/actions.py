"""Where to put a die: a field for every open space with what it brings and the own dice that may lie there."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.view import Mat, Opening, View
from render.kit.colour import INK, WHITE
from render.kit.look import Lang, Look, Mark
from render.kit.scene import BODY, DETAIL, KEY, MICRO, Anchor, Box, Disc, Icon, Line, Node, Scene, Sprite
from render.kit.spot import Spot
from render.kit.text import fit
from render.marco_polo_ii import theme
from render.marco_polo_ii.catalogue import noun, sentence
from render.marco_polo_ii.panels.asides import asides, foot
from render.marco_polo_ii.panels.closed import besides
from render.marco_polo_ii.panels.frame import belongings, dice_in_row, framed, named, pieces_of, question, reader
from render.marco_polo_ii.panels.grid import MAIN, Field, fields, left_over
from render.marco_polo_ii.pieces.cards import arrow, card_words, largest, seals_up_to
from render.marco_polo_ii.pieces.goods import CoinDisc, Run, bundle, glyph, label, row

ICONS = {"khan": "khan", "guild": "wax", "travel": "move", "contracts": "mission", "special": "khan", "purse": "purse"}
OWN_FOOT = 470
"""Where dice and stock of the reader end (`belongings`)."""
_OUTLINE = 25
"""px from one outline of a die that is needed to the next."""
_TALL = 300
"""px of a field in which two lines have room below its icons."""
_WORDED = 64
"""px between head and foot in which a line has room below small icons."""
_FEW = 2
"""So many own dice are drawn wherever they may lie; of more it is said that it may be any."""
_NARROW = 240
"""px of a field in which their number stands instead."""


def main(view: View, look: Look) -> Scene:
    """The question of the turn: main actions at the left, bonus actions at the right."""
    mat = reader(view, look)
    marks = [mark for mark in named(look, "space") if mark.place != "space:purse"]
    live: list[Node] = [*question(sentence("ask_action", look.lang), mat)]
    opened = {opening.space: opening for opening in view.openings}
    shown = [mark for mark in marks if _space(mark) in opened]
    columns = 3 if len(shown) <= 9 else 4 if len(shown) <= 16 else 5
    places = fields(len(shown), MAIN, columns)
    names = [space_name(_space(mark), look.lang) for mark in shown]
    rooms = [_name_room(field, opened[_space(mark)]) for mark, field in zip(shown, places, strict=True)]
    size = min((fit(name, room, KEY).size for name, room in zip(names, rooms, strict=True)), default=KEY)
    for mark, field, name, room in zip(shown, places, names, rooms, strict=True):
        opening = opened[_space(mark)]
        alike = [one for one, other in zip(shown, names, strict=True) if one != mark and other == name]
        note = _note(opening, [opened[_space(one)] for one in alike], look.lang)
        if _needs_words(view, opening.space) and field.h >= _TALL:
            note = sentence("bonus_of_city", look.lang)
        live += _field(view, mat, mark, opening, field, look, bool(note))
        x, y = field.x + (64 if _low(field) else 78), field.y + _head(field) / 2
        if note and _body(field) < _WORDED:
            live += fit(f"{name} {note}", room, MICRO, 2).runs(x, y, WHITE, room=room)
            continue
        live += fit(name, room, size).runs(x, y, WHITE, room=room)
        if note:
            words = fit(note, field.w - 24, DETAIL if _low(field) else BODY, 2 if field.h >= _TALL else 1)
            y = field.foot - _foot(field) - (17 if _low(field) else 24) * len(words.lines)
            live += words.runs(field.x + field.w / 2, y, theme.INK_2, "m", room=field.w - 16)
    live += belongings(mat, look)
    live += asides(mat, look, OWN_FOOT)
    spare = left_over(len(shown), MAIN, columns)
    return framed((*live, *besides(view, mat, look, foot(look, OWN_FOOT), spare)))


def _space(mark: Mark) -> str:
    return mark.place.removeprefix("space:")


def _low(at: Field) -> bool:
    """Four rows and more: head and foot are small, so that what the action brings has the height of its icons."""
    return at.h < 220


def _head(at: Field) -> float:
    return 54 if _low(at) else 70


def _foot(at: Field) -> float:
    return 70 if _low(at) else 92 if at.h < 300 else 120


def _needed(opening: Opening) -> int:
    """How many dice must be placed together at least."""
    return min(len(pieces) for pieces, _, _ in opening.sets)


def _body(at: Field) -> float:
    """px between head and foot."""
    return at.h - _head(at) - _foot(at)


def _note(opening: Opening, alike: Sequence[Opening], lang: Lang) -> str:
    """What tells a space from others of its name: the fee, or whether own dice may lie there; else its icons."""
    if any(_has_fee(one) != _has_fee(opening) for one in alike):
        return sentence("with_fee" if _has_fee(opening) else "no_fee", lang)
    if any(_takes_own(one) != _takes_own(opening) for one in alike):
        return sentence("own_dice" if _takes_own(opening) else "no_own_dice", lang)
    return ""


def _has_fee(opening: Opening) -> bool:
    return any(fee for _, _, fee in opening.sets)


def _takes_own(opening: Opening) -> bool:
    return any(piece.isdigit() for pieces, _, _ in opening.sets for piece in pieces)


def _name_room(at: Field, opening: Opening) -> float:
    """Between the icon and the outlines of the dice that are needed."""
    needed = _needed(opening)
    taken = 0 if needed == 1 else _OUTLINE * needed if at.w > _NARROW else 38
    return at.w - (72 if _low(at) else 92) - taken


def space_name(space: str, lang: Lang) -> str:
    """The name of a space as the head of a field."""
    line = CONTENT.data.spaces[space]
    if line.city is not None:
        return noun(f"cities.{line.city}", lang)
    return sentence(f"space.{'khan' if line.action == 'khan' else space}", lang)


def icon_of(space: str) -> tuple[str, str]:
    """The icon of a space, and its colour on panel ground."""
    line = CONTENT.data.spaces[space]
    if line.book is not None:
        return line.book, theme.GOODS[line.book]
    if line.action == "city_card":
        return "deck", theme.BROWN
    if line.action == "special":
        return "star", theme.JADE_DARK
    return ICONS[line.action], INK


def _field(view: View, mat: Mat, mark: Mark, opening: Opening, at: Field, look: Look, noted: bool) -> Iterator[Node]:
    low, head, foot = _low(at), _head(at), _foot(at)
    yield Anchor(mark.place, Spot(at.x, at.y, at.w, at.h, 12, (at.x + 4, at.y + 4), 22 if low else 28))
    yield Box(at.x, at.y, at.w, at.h, 12, WHITE)
    yield Box(at.x, at.y, at.w, head, 12, theme.PLUM_2, corners=(True, True, False, False))
    icon, colour = icon_of(opening.space)
    r = 20 if low else 26
    cx = at.x + (38 if low else 46)
    yield Disc(cx, at.y + head / 2, r, theme.PANEL)
    yield Icon(icon, cx, at.y + head / 2, 1.3 * r, colour, theme.PANEL)
    needed = _needed(opening)
    if needed > 1 and at.w <= _NARROW:
        yield from label(f"×{needed}", MICRO, WHITE).centred(at.x + at.w - 26, at.y + head / 2)
    elif needed > 1:
        for i in range(needed):
            x = at.x + at.w - 34 - _OUTLINE * i
            yield Box(x, at.y + head / 2 - 11, 22, 22, 5, None, WHITE, 2.5)
    middle = at.y + head + (at.h - head - foot) / 2
    run = largest(lambda s, size: brings(view, mat, opening.space, s, size), at.w - 32, 1 if at.h < 300 else 0)
    yield from run.centred(at.x + at.w / 2, middle - ((17 if low else 20) if noted and _body(at) >= _WORDED else 0))
    y = at.y + at.h - foot
    yield Line(((at.x + 18, y), (at.x + at.w - 18, y)), theme.LINE, 2)
    if len(pieces_of(mat)) > _FEW and _any(mat, opening):
        yield from _whichever(opening, at, y, look)
        return
    usable = {piece for pieces, _, _ in opening.sets for piece in pieces}
    shown = [piece for piece in pieces_of(mat) if piece in usable]
    size = 48.0 if low else 58.0 if at.h < 300 else 76.0
    yield from dice_in_row(shown, mat, at.x + at.w / 2, y + foot / 2, at.w - 36, size, foot if _has_fee(opening) else 0)


def _any(mat: Mat, opening: Opening) -> bool:
    """Whether any of the own dice may lie there, or any so many of them together."""
    open_ = {tuple(sorted(pieces)) for pieces, _, _ in opening.sets}
    return all(tuple(sorted(one)) in open_ for one in combinations(pieces_of(mat), _needed(opening)))


def _whichever(opening: Opening, at: Field, y: float, look: Look) -> Iterator[Node]:
    """The same dice in each field would say nothing: that it may be any of them, and what the fee is then."""
    needed, foot = _needed(opening), _foot(at)
    words = [sentence("any_die" if needed == 1 else "any_dice", look.lang, n=needed)]
    if _has_fee(opening):
        words.append(sentence("fee_is_value" if needed == 1 else "fee_is_lowest", look.lang))
    for i, word in enumerate(words):
        line = fit(word, at.w - 24, BODY if foot > 80 or len(words) == 1 else DETAIL)
        at_y = y + foot * (2 * i + 1) / (2 * len(words)) + (4 if len(words) > 1 and not i else 0)
        yield from line.runs(at.x + at.w / 2, at_y, INK if not i else theme.INK_2, "m", room=at.w - 16)


def _needs_words(view: View, space: str) -> bool:
    """Whether icons do not tell what it brings: a bonus that lies elsewhere on the map."""
    card = view.city_cards.get(space)
    return card is not None and CONTENT.data.city_cards[card].kind == "city_bonus"


def brings(view: View, mat: Mat, space: str, s: float, size: int) -> Run:
    """What an action brings, as a row of icons."""
    line, constants = CONTENT.data.spaces[space], CONTENT.data.constants
    match line.action:
        case "market":
            assert line.book is not None
            one, other = (bundle(gain, s, size, ground=WHITE) for gain in CONTENT.data.books[line.book].free_offers)
            return row([one, label("/", size, theme.INK_2), other], 0.25 * s)
        case "khan":
            return bundle(constants.khan_reward, s, size, ground=WHITE)
        case "guild":
            owned = tuple(guild for guild, state in mat.seals.items() if state is not None)
            return seals_up_to(6, s, owned)
        case "travel":
            man = glyph(Icon("man", 0, 0, 1.1 * s, INK, WHITE), 0.9 * s)
            steps = label(f"≤{line.max_steps}" if line.max_steps > 1 else "1", size)
            runs = [man, steps]
            if line.extra_coins:
                runs = [glyph(Sprite(0, 0, CoinDisc(str(line.extra_coins), 0.62 * s)), 1.3 * s), arrow(s), *runs]
            if line.extra_post:
                runs += [glyph(Icon("post", 0, 0, 0.9 * s, theme.BROWN, WHITE), s), label("+1", size)]
            return row(runs, 0.2 * s)
        case "contracts":
            most = 1 if mat.character == "vidal" else constants.contract_action_max
            pick = glyph(Icon("pick", 0, 0, 1.1 * s, INK, WHITE), 1.1 * s)
            coins = glyph(Sprite(0, 0, CoinDisc(str(constants.contract_action_coins), 0.62 * s)), 1.3 * s)
            return row([pick, label(f"≤{most}", size), coins], 0.2 * s)
        case "special":
            assert line.city is not None
            special = CONTENT.data.special_cities[line.city]
            gain = special.reward
            if mat.seals[special.guild]:
                gain = gain.plus(CONTENT.data.guilds[special.guild].improved_bonus)
            return bundle(gain, s, size, ground=WHITE)
        case _:
            return card_words(CONTENT.data.city_cards[view.city_cards[space]], s, size)
