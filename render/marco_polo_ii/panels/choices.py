"""Amounts to choose from: a column for each group, a field for each choice with the own stock before and after."""

from collections.abc import Iterator
from typing import NamedTuple

from engines.marco_polo_ii.data.types import Cost, Gain
from engines.marco_polo_ii.view import Mat, View
from render.kit.colour import WHITE
from render.kit.look import Look
from render.kit.scene import BODY, DETAIL, KEY, Anchor, Box, Node, Scene
from render.kit.spot import Spot
from render.kit.text import fit
from render.marco_polo_ii import theme
from render.marco_polo_ii.catalogue import noun, sentence
from render.marco_polo_ii.panels.frame import before_after, belongings, framed, question, reader
from render.marco_polo_ii.panels.grid import WHOLE, Field, fields
from render.marco_polo_ii.panels.letters import held
from render.marco_polo_ii.pieces.cards import largest, swap
from render.marco_polo_ii.pieces.goods import bundle

WIDE = 1110.0
_CHANGE, _AFTER = 172, 96
"""px for how many there are of a good and will be, and for the latter alone."""
_HIGH = 120
"""A field so high has room for a line above what it brings."""


class Choice(NamedTuple):
    """What `names.choice` put into a place."""

    place: str
    group: str
    cost: Cost
    gain: Gain
    source: str


def choice_of(place: str) -> Choice:
    """Read it back."""
    _, group, cost, gain, source = place.split("/")
    return Choice(place, group, Cost(**_amounts(cost)), Gain(**_amounts(gain)), source)


def _amounts(code: str) -> dict[str, int]:
    """`coins2+jade1`"""
    found = {}
    for item in filter(None, code.split("+")):
        name = item.rstrip("0123456789")
        found[name] = int(item[len(name) :])
    return found


def choices(view: View, look: Look) -> Scene:
    """All groups of a question side by side, numbered column by column."""
    mat = reader(view, look)
    places = [mark.place for mark in sorted(look.marks, key=lambda mark: mark.number)]
    found = [choice_of(place) for place in dict.fromkeys(places) if place.startswith("choice/")]
    groups = list(dict.fromkeys(one.group for one in found))
    words = {place: word for mark in look.marks if (word := _word(place := mark.place, mark.key, look))}
    live: list[Node] = [*question(sentence(_asked(groups), look.lang), mat)]
    lone = len(groups) == 1
    shares = [1 + (len([one for one in found if one.group == group]) > 8) for group in groups]
    unit = (WIDE - 14 * (len(groups) - 1)) / sum(shares)
    x = float(WHOLE.x)
    for group, share in zip(groups, shares, strict=True):
        here = [one for one in found if one.group == group]
        w, top = unit * share, float(WHOLE.y)
        word = _heading(group, look)
        if word:
            live += fit(word, w - 12, BODY if lone else DETAIL, 2).runs(x + 6, WHOLE.y + 28, theme.MUTED, room=w - 6)
            top += 64
        columns = 1 if len(here) <= (6 if lone else 8) else 2 if len(here) <= 16 or not lone else 3
        area = Field(x, top, w, WHOLE.foot - top)
        for one, at in zip(here, fields(len(here), area, columns, gap=10, tallest=230, widest=w), strict=True):
            live += _field(mat, one, at, words.get(one.place, ""), look)
        x += w + 14
    return framed((*live, *belongings(mat, look), *held(mat, look)))


def _asked(groups: list[str]) -> str:
    """The key of the question above these groups."""
    kind = groups[0].partition(":")[0]
    named = {
        "bonus": "ask_income",
        "seal": "ask_income",
        "double": "ask_income",
        "lack": "ask_roll",
        "pair": "ask_roll",
        "good": "ask_unload",
        "times": "ask_times",
        "line": "ask_line",
        "pay": "ask_pay",
        "load": "ask_load",
        "fulfil": "ask_fulfil",
        "oases": "ask_oases",
        "two": "ask_two",
        "each": "ask_goods",
    }
    return named[kind]


def _heading(group: str, look: Look) -> str:
    kind, _, ident = group.partition(":")
    match kind:
        case "bonus":
            return noun(f"cities.{ident}", look.lang)
        case "seal":
            return noun(f"guilds.{ident}", look.lang)
        case "double":
            return sentence("twice", look.lang)
        case "lack":
            return sentence("lack", look.lang, n=int(ident))
        case "pair":
            value, _, n = ident.partition(".")
            return sentence("pair", look.lang, value=int(value), n=int(n))
        case "good":
            number, _, good = ident.partition(".")
            return sentence("load", look.lang, n=int(number), good=noun(f"resources.{good}", look.lang))
    return ""


def _word(place: str, key: str, look: Look) -> str:
    """What a choice is called beside what it brings: where that is from, or what is done with a good."""
    source = choice_of(place).source if place.startswith("choice/") else ""
    if source:
        kind, _, ident = source.partition(":")
        return noun(f"cities.{ident}" if kind == "bonus" else f"guilds.{ident}", look.lang, short=True)
    good, _, use = key.partition(".")
    return sentence(f"unload.{use}", look.lang) if use and good.startswith("good:") else ""


def _field(mat: Mat, one: Choice, at: Field, word: str, look: Look) -> Iterator[Node]:
    """word: what it is called."""
    r = min(26.0, 0.32 * at.h)
    yield Anchor(one.place, Spot(at.x, at.y, at.w, at.h, 12, (at.x + 10, at.y + at.h / 2), r))
    yield Box(at.x, at.y, at.w, at.h, 12, WHITE)
    middle = at.y + at.h / 2
    change = {key: getattr(one.gain, key, 0) - getattr(one.cost, key, 0) for key in (*theme.GOODS, "vp")}
    number = sum(bool(n) for n in change.values())
    start = 0 if at.h > 120 else 1 if at.h > 84 else 2 if at.h > 56 else 3
    left, end = at.x + 50, at.x + at.w - 16
    if word:
        if at.h > _HIGH:  # the name stands above
            yield from fit(word, end - left, BODY).runs(left, at.y + 32, theme.INK_2, room=end - left)
            middle += 20
        else:
            name_w = min(190.0, 0.42 * at.w)
            yield from fit(word, name_w - 10, DETAIL, 2).runs(left, middle, theme.INK_2, room=name_w)
            left += name_w
    room = end - left
    if at.w > 480:
        room = max(room - (_AFTER if left > at.x + 50 else _CHANGE) * number, 0.42 * at.w)
    if one.cost == Cost() and one.gain == Gain():
        yield from fit(sentence("nothing", look.lang), room, KEY).runs(left, middle, theme.INK_2, room=room)
        return
    only_cost = one.gain == Gain()
    run = largest(
        lambda s, size: bundle(one.cost, s, size, ground=WHITE) if only_cost else swap(one.cost, one.gain, s, size),
        room,
        start,
    )
    yield from run.at(left, middle)
    if at.w > 480:
        yield from before_after(mat, change, end, middle, end - left - run.w - 20)
