"""Beside the question of the turn: what dice cost where others lie, and which actions cannot be taken now, and why."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.view import Mat, View
from render.kit.colour import WHITE, mix
from render.kit.look import Lang, Look
from render.kit.scene import BODY, DETAIL, Box, Icon, Node, Sprite
from render.kit.text import Fitted, fit, paragraph
from render.marco_polo_ii import theme
from render.marco_polo_ii.catalogue import noun, sentence
from render.marco_polo_ii.panels.asides import CAPTION
from render.marco_polo_ii.panels.frame import caption, die, pieces_of
from render.marco_polo_ii.panels.grid import ASIDE, WHOLE, Field
from render.marco_polo_ii.pieces.goods import CoinDisc

FEE_H = 142
"""px of the sentence on the fee."""
LINE = 31
"""px of a line of a reason."""
FEWEST_H = 110
"""px without which nothing is said: a caption and one line."""
WIDE = 350
"""px that a text of reasons needs."""


@dataclass(frozen=True, slots=True)
class Reason:
    """why: the key of its sentence; names: of what it closes; icon: of the first of them."""

    icon: str
    why: str
    names: list[str]

    def words(self, lang: Lang) -> str:
        return sentence("closed", lang, why=sentence(self.why, lang), what=tuple(self.names))


def besides(view: View, mat: Mat, look: Look, top: float, spare: Field | None) -> Iterator[Node]:
    """The fee and the reasons: in the panel at the right from `top` down, the reasons in `spare` if it is wide enough.

    spare: what the fields of the actions leave empty; where there is not room for both, the reasons have it: the fee
    stands on the dice
    """
    found, room = reasons(view, mat, look.lang), WHOLE.foot - top
    aside = spare is None or spare.w < WIDE
    if fees(view) and room >= FEE_H + (CAPTION + _height(found, look) if found and aside else 0):
        yield from _fee(view, mat, look, top)
        top += FEE_H
    if not found:
        return
    if spare is not None and not aside:
        high = [_reason(reason, look, WIDE)[1] for reason in found]
        spare = replace(spare, h=min(spare.h, CAPTION + sum(high) / (spare.w // WIDE) + max(high)))
        yield Box(spare.x, spare.y, spare.w, spare.h, 12, theme.PLUM_2)
        words = fit(sentence("not_now", look.lang), spare.w - 48, DETAIL)
        yield from words.runs(spare.x + 24, spare.y + 30, theme.MUTED, room=spare.w - 48)
        yield from _reasons(found, look, spare)
    elif WHOLE.foot - top >= FEWEST_H:
        yield from caption(sentence("not_now", look.lang), top)
        yield from _reasons(found, look, Field(ASIDE.x, top, ASIDE.w, WHOLE.foot - top))


def fees(view: View) -> bool:
    """Whether any of the open spaces costs the reader a fee."""
    return any(fee for opening in view.openings for _, _, fee in opening.sets)


def _fee(view: View, mat: Mat, look: Look, top: float) -> Iterator[Node]:
    """One of the own dice with the coins that it would cost, and the rule."""
    yield from caption(sentence("fee_where", look.lang), top)
    x, y = ASIDE.x + 58, top + 96
    costly = {(pieces[0], fee) for opening in view.openings for pieces, _, fee in opening.sets if fee}
    piece, coins = min(costly, key=lambda one: (one[1], pieces_of(mat).index(one[0])))
    yield Sprite(x, y, die(piece, mat, 66))
    yield Sprite(x + 28, y + 26, CoinDisc(str(coins), 22))
    room = ASIDE.w - 142
    yield from fit(sentence("fee_rule", look.lang), room, BODY, 2).runs(ASIDE.x + 124, y, WHITE, room=room)


def _height(found: list[Reason], look: Look) -> float:
    """px of all reasons in the panel at the right."""
    return 8 + sum(_reason(reason, look, ASIDE.w)[1] for reason in found)


def _reason(reason: Reason, look: Look, w: float) -> tuple[Fitted, float]:
    """Its words in a column, and the px that they take."""
    words = paragraph(reason.words(look.lang), w - 96, DETAIL)
    return words, max(40.0, LINE * len(words.lines)) + 5


def _reasons(found: list[Reason], look: Look, at: Field) -> Iterator[Node]:
    """Below the caption as many as there is room for, in two columns if it is wide; the last line counts the others."""
    columns = max(1, int(at.w // WIDE))
    w, y, column = at.w / columns, at.y + CAPTION, 0
    left = sum(len(reason.names) for reason in found)
    for reason in found:
        words, h = _reason(reason, look, w)
        counted = LINE if column == columns - 1 and left > len(reason.names) else 0
        if y + h + counted > at.foot - 8:
            if column == columns - 1:
                break
            y, column = at.y + CAPTION, column + 1
        x = at.x + w * column
        yield Box(x + 20, y, 40, 40, 8, mix(theme.PLUM_2, WHITE, 0.16))
        yield Icon(reason.icon, x + 40, y + 20, 26, WHITE, theme.PLUM_2)
        yield from words.runs(x + 72, y + (h - 5) / 2 - 1, WHITE, room=w - 88)
        y, left = y + h, left - len(reason.names)
    if left:
        text = sentence("more_closed", look.lang, n=left)
        yield from fit(text, w - 96, DETAIL).runs(at.x + w * column + 72, y + LINE / 2, theme.MUTED, room=w - 88)


def reasons(view: View, mat: Mat, lang: Lang) -> list[Reason]:
    """Every action, city card and special city that is closed to the reader, by what closes it, most first."""
    opened = {opening.space for opening in view.openings}
    found: dict[str, Reason] = {}
    for icon, name, why in (*_shared(view, mat, opened, lang), *_of_cities(view, mat, opened, lang)):
        reason = found.setdefault(why, Reason(icon, why, []))
        if name not in reason.names:
            reason.names.append(name)
    return sorted(found.values(), key=lambda reason: -len(reason.names))


def _shared(view: View, mat: Mat, opened: set[str], lang: Lang) -> Iterator[tuple[str, str, str]]:
    """Actions that need no city: spaces of one book, or of the Khan, are one."""
    groups: dict[str, list[str]] = {}
    for space, line in CONTENT.data.spaces.items():
        if line.action != "purse" and line.city is None:
            key = line.book or (space if line.action in ("travel", "city_card") else line.action)
            groups.setdefault(key, []).append(space)
    for key, spaces in groups.items():
        if not opened.intersection(spaces):
            word = sentence(f"space.{'khan' if key == 'khan' else spaces[0]}", lang)
            yield _icon(spaces[0]), word, _why(view, mat, spaces)


def _of_cities(view: View, mat: Mat, opened: set[str], lang: Lang) -> Iterator[tuple[str, str, str]]:
    """Each city with an own post and no open space; then those without a post together, cards and special cities."""
    cities: dict[str, list[str]] = {}
    for space, line in CONTENT.data.spaces.items():
        if line.city is not None:
            cities.setdefault(line.city, []).append(space)
    closed = {city: spaces for city, spaces in cities.items() if not opened.intersection(spaces)}
    for city, spaces in closed.items():
        if city in mat.posts:
            yield _icon(spaces[0]), noun(f"cities.{city}", lang), _why(view, mat, spaces)
    for kind in ("city_card", "special"):
        alike = [city for city, spaces in cities.items() if CONTENT.data.spaces[spaces[0]].action == kind]
        without = [city for city in alike if city in closed and city not in mat.posts]
        if without:
            word = sentence(f"closed_{kind}" if len(without) == len(alike) else f"closed_{kind}_others", lang)
            yield _icon(cities[without[0]][0]), word, "why_post"


def _icon(space: str) -> str:
    line = CONTENT.data.spaces[space]
    icons = {"khan": "khan", "guild": "wax", "travel": "move", "contracts": "mission", "city_card": "deck"}
    return line.book or icons.get(line.action, "star")


def _why(view: View, mat: Mat, spaces: Iterable[str]) -> str:
    """The first reason that holds for the group."""
    spaces = list(spaces)
    line = CONTENT.data.spaces[spaces[0]]
    if line.color == "brown" and all(view.spaces[space] for space in spaces):
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
