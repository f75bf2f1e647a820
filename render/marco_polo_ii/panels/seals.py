"""Which guild seal: jade that comes with it, what improving costs and brings, what a goal card gives for it."""

from collections.abc import Iterator

from engines.marco_polo_ii.data.content import CONTENT, GUILDS
from engines.marco_polo_ii.data.types import Guild
from engines.marco_polo_ii.view import Mat, View
from render.kit.colour import INK, WHITE
from render.kit.look import Look, Mark
from render.kit.scene import DETAIL, KEY, Anchor, Box, Icon, Line, Node, Scene, Sprite, Text
from render.kit.spot import Spot
from render.kit.text import fit, fit_all
from render.kit.tokens import Seal
from render.marco_polo_ii import theme
from render.marco_polo_ii.catalogue import noun, sentence
from render.marco_polo_ii.panels.frame import belongings, framed, named, question, reader
from render.marco_polo_ii.panels.grid import MAIN, Field, fields
from render.marco_polo_ii.panels.letters import held
from render.marco_polo_ii.pieces.cards import largest, swap
from render.marco_polo_ii.pieces.people import GuildSeal


def seals(view: View, look: Look) -> Scene:
    """Up to four seals side by side."""
    mat, marks = reader(view, look), named(look, "take")
    names = fit_all([noun(f"guilds.{_guild(mark)}", look.lang, short=True) for mark in marks], 240, KEY)
    live: list[Node] = [*question(sentence("ask_seal", look.lang), mat)]
    places = fields(len(marks), MAIN, max(3, len(marks)), gap=14, tallest=MAIN.h)
    for mark, at, name in zip(marks, places, names, strict=True):
        live += _seal(mat, mark, at, look)
        live += name.runs(at.x + at.w / 2, at.y + 252, INK, "m", room=at.w - 12)
    return framed((*live, *belongings(mat, look), *held(mat, look)))


def _guild(mark: Mark) -> Guild:
    return next(one for one in GUILDS if mark.place == f"take:{one}")


def _seal(mat: Mat, mark: Mark, at: Field, look: Look) -> Iterator[Node]:
    guild = _guild(mark)
    line = CONTENT.data.guilds[guild]
    x = at.x + at.w / 2
    yield Anchor(mark.place, Spot(at.x, at.y, at.w, at.h, 12, (at.x + 8, at.y + 8), 32))
    yield Box(at.x, at.y, at.w, at.h, 12, WHITE)
    yield Sprite(x, at.y + 124, GuildSeal(guild, 176))
    y = at.y + 340
    if line.jade_on_take:
        had = mat.carried["jade"]
        yield Icon("jade", x - 70, y, 58, theme.GOODS["jade"], WHITE)
        yield Text(x - 32, y, f"+{line.jade_on_take}", KEY, INK, room=60)
        yield Text(x + 40, y + 3, f"{had} → {had + line.jade_on_take}", DETAIL, theme.INK_2, room=110)
    yield Line(((at.x + 20, y + 56), (at.x + at.w - 20, y + 56)), theme.LINE, 2)
    yield from fit(sentence("improve", look.lang), at.w - 30, DETAIL, 2).runs(
        x, y + 100, theme.INK_2, "m", room=at.w - 24
    )
    run = largest(lambda s, size: swap(line.improve_cost, line.improved_bonus, s, size), at.w - 28, 1)
    yield from run.centred(x, y + 176)
    yield from _opened(guild, at, y + 228, look)
    goal = CONTENT.data.goals[mat.goal] if mat.goal is not None else None
    if goal is not None and guild in goal.seals:
        yield Line(((at.x + 20, y + 376), (at.x + at.w - 20, y + 376)), theme.LINE, 2)
        word = fit(sentence("on_goal", look.lang), at.w - 120, DETAIL, 2)
        yield from word.runs(at.x + 24, y + 426, theme.INK_2, room=at.w - 112)
        yield Sprite(at.x + at.w - 62, y + 426, Seal(f"+{line.goal_vp}", 42))


def _opened(guild: Guild, at: Field, top: float, look: Look) -> Iterator[Node]:
    """R8.5 The routes that only its owner may take."""
    x = at.x + at.w / 2
    yield Line(((at.x + 20, top), (at.x + at.w - 20, top)), theme.LINE, 2)
    routes = [
        "–".join(
            noun(f"cities.{end}" if end in CONTENT.data.cities else f"oases.{end}", look.lang)
            for end in (route.a, route.b)
        )
        for route in CONTENT.data.routes.values()
        if route.guild == guild
    ]
    word = sentence("opens" if routes else "no_route", look.lang)
    yield from fit(word, at.w - 30, DETAIL).runs(x, top + 34, theme.INK_2, "m", room=at.w - 24)
    for i, text in enumerate(fit_all(routes, at.w - 24, DETAIL)):
        yield from text.runs(x, top + 76 + 40 * i, INK, "m", room=at.w - 16)
