"""Cards to choose from: goal cards, characters, route tiles; and what is the reader's own when nothing is asked."""

from collections.abc import Iterator

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import Crest, Guild
from engines.marco_polo_ii.view import Mat, View
from render.kit.colour import INK, WHITE, mix
from render.kit.look import Look
from render.kit.scene import BODY, DETAIL, KEY, Anchor, Box, Icon, Line, Node, Scene, Sprite, Text
from render.kit.spot import Spot
from render.kit.text import fit, fit_all, paragraph
from render.kit.tokens import Seal, SeatToken
from render.marco_polo_ii import theme
from render.marco_polo_ii.catalogue import noun, sentence
from render.marco_polo_ii.panels.frame import (
    FOOT,
    LEFT,
    RIGHT,
    SIDE,
    SIDE_W,
    TOP,
    belongings,
    framed,
    named,
    question,
    reader,
)
from render.marco_polo_ii.panels.grid import Field, fields
from render.marco_polo_ii.panels.letters import letter
from render.marco_polo_ii.pieces.people import CrestShield, GuildSeal

CARD_W, PITCH = 340.0, 376.0


def goals(view: View, look: Look) -> Scene:
    """The three cards that were dealt; at the right what crests score, and who plays whom."""
    mat, marks = reader(view, look), named(look, "goal")
    live: list[Node] = [*question(sentence("ask_goal", look.lang))]
    for j, mark in enumerate(marks):
        at = Field(LEFT + PITCH * j, TOP, CARD_W, FOOT - TOP)
        live.append(Anchor(mark.place, Spot(at.x, at.y, at.w, at.h, 12, (at.x + 8, at.y + 8), 34)))
        live += goal_card(mark.place.removeprefix("goal:"), at, None, look)
    return framed((*live, *_side(view, mat, look)))


def goal_card(ident: str, at: Field, mat: Mat | None, look: Look) -> Iterator[Node]:
    """Four icons with what they give; with a mat, a check where it is reached."""
    line = CONTENT.data.goals[ident]
    yield Box(at.x, at.y, at.w, at.h, 12, WHITE)
    yield Box(at.x, at.y, at.w, 70, 12, theme.RED, corners=(True, True, False, False))
    word = noun("components.goal", look.lang)
    yield from fit(word[:1].upper() + word[1:], at.w - 90, KEY).runs(at.x + at.w / 2, at.y + 35, WHITE, "m", room=at.w)
    h = (at.h - 70) / 4
    icons: list[tuple[str, str]] = [*(("crest", one) for one in line.crests), *(("seal", one) for one in line.seals)]
    for i, (kind, one) in enumerate(icons):
        y = at.y + 70 + h * i
        if i:
            yield Line(((at.x + 16, y), (at.x + at.w - 16, y)), theme.LINE, 2)
        if kind == "crest":
            crest = next(ident for ident in CONTENT.data.crests if ident == one)
            yield from _crest_row(crest, at, y + h / 2, mat, look)
        else:
            guild = next(ident for ident in CONTENT.data.guilds if ident == one)
            yield from _seal_row(guild, at, y + h / 2, mat, look)


def _crest_row(crest: Crest, at: Field, y: float, mat: Mat | None, look: Look) -> Iterator[Node]:
    yield Sprite(at.x + 66, y, CrestShield(crest, 84))
    room = at.w - 190
    word = noun(f"crests.{crest}", look.lang)
    cities = [noun(f"cities.{city}", look.lang) for city in CONTENT.cities_with[crest]]
    top = y - 18 - 17 * len(cities)
    yield from fit(word[:1].upper() + word[1:], room, KEY).runs(at.x + 124, top + 4, INK, room=room)
    for i, text in enumerate(fit_all(cities, room, DETAIL)):
        yield from text.runs(at.x + 124, top + 46 + 33 * i, theme.INK_2, room=room)
    yield Icon("shield", at.x + at.w - 44, y, 58, INK, WHITE)
    yield Text(at.x + at.w - 44, y - 4, "+1", DETAIL, WHITE, "m", room=40)
    if mat is not None and crest in mat.crests:
        yield Icon("check", at.x + at.w - 44, y + 48, 34, theme.JADE_DARK, WHITE)


def _seal_row(guild: Guild, at: Field, y: float, mat: Mat | None, look: Look) -> Iterator[Node]:
    yield Sprite(at.x + 66, y - 4, GuildSeal(guild, 84, "improved"))
    room = at.w - 200
    yield from fit(noun(f"guilds.{guild}", look.lang, short=True), room, BODY).runs(at.x + 124, y - 22, INK, room=room)
    yield from fit(sentence("improved", look.lang), room, DETAIL).runs(at.x + 124, y + 20, theme.INK_2, room=room)
    yield Sprite(at.x + at.w - 48, y, Seal(f"+{CONTENT.data.guilds[guild].goal_vp}", 36))
    if mat is not None and mat.seals[guild]:
        yield Icon("check", at.x + at.w - 44, y + 58, 34, theme.JADE_DARK, WHITE)


def _side(view: View, mat: Mat, look: Look) -> Iterator[Node]:
    """The table of crests, the own character, those of the others in turn order."""
    yield Box(SIDE, TOP, SIDE_W, FOOT - TOP, 12, theme.PLUM_2)
    yield from crest_table(SIDE, TOP, None, look)
    y = TOP + 336
    if mat.character is not None:
        yield Line(((SIDE + 24, y - 12), (SIDE + SIDE_W - 24, y - 12)), theme.MUTED, 2)
        yield Text(SIDE + 24, y + 16, sentence("you", look.lang), DETAIL, theme.MUTED, room=330)
        yield Sprite(SIDE + 54, y + 76, SeatToken(mat.seat, theme.SEAT[mat.color], 30, ring=True))
        name = noun(f"characters.{mat.character}", look.lang, short=True)
        yield from fit(name, 270, KEY).runs(SIDE + 104, y + 74, WHITE, room=270)
        power = noun(f"powers.{mat.character}", look.lang)
        yield from _paragraph(power, SIDE + 24, y + 134, 340)
    others = [seat for seat in view.order if seat != mat.seat and view.mats[seat].character is not None]
    y = TOP + 590
    if others:
        yield Line(((SIDE + 24, y - 24), (SIDE + SIDE_W - 24, y - 24)), theme.MUTED, 2)
        yield Text(SIDE + 24, y, sentence("others", look.lang), DETAIL, theme.MUTED, room=330)
    for i, seat in enumerate(others):
        at = y + 58 + 62 * i
        yield Sprite(SIDE + 54, at, SeatToken(seat, theme.SEAT[view.mats[seat].color], 24, ring=True))
        name = noun(f"characters.{view.mats[seat].character}", look.lang, short=True)
        yield from fit(name, 270, BODY).runs(SIDE + 100, at, WHITE, room=270)


def _paragraph(text: str, x: float, top: float, room: float) -> Iterator[Node]:
    """Up to four lines of the size that they need."""
    for size in (DETAIL, 22):
        fitted = paragraph(text, room, size)
        if len(fitted.lines) <= 4 and not fitted.cut:
            break
    for i, line in enumerate(fitted.lines):
        yield Text(x, top + 1.25 * fitted.size * i, line, fitted.size, WHITE, room=room)


def crest_table(x: float, y: float, mine: int | None, look: Look) -> Iterator[Node]:
    """VP by the number of crests; the own number stands on light ground."""
    yield from fit(sentence("crests_reached", look.lang), 340, DETAIL).runs(x + 24, y + 30, theme.MUTED, room=340)
    for i, vp in enumerate(CONTENT.data.crest_scoring.vp[2:]):
        cx, cy = x + 24 + 120 * (i % 3), y + 84 + 58 * (i // 3)
        if mine == i + 2:
            yield Box(cx - 8, cy - 27, 112, 54, 12, mix(theme.PLUM_2, WHITE, 0.3))
        yield Text(cx + 38, cy, str(i + 2), BODY, WHITE, "r", room=46)
        yield Sprite(cx + 74, cy, Seal(str(vp), 25))


def characters(_view: View, look: Look) -> Scene:
    """The characters that are left, each with what it does; who comes after the reader."""
    marks = named(look, "character")
    live: list[Node] = [*question(sentence("ask_character", look.lang))]
    area = Field(LEFT, TOP, RIGHT - LEFT, FOOT - TOP)
    n = len(marks)
    places = fields(n, area, n if n <= 3 else 2 if n == 4 else 3, gap=16, tallest=600, widest=760)
    names = fit_all(
        [noun(f"characters.{mark.place.partition(':')[2]}", look.lang) for mark in marks], places[0].w - 110, KEY, 2
    )
    for mark, at, name in zip(marks, places, names, strict=True):
        ident = mark.place.removeprefix("character:")
        live.append(Anchor(mark.place, Spot(at.x, at.y, at.w, at.h, 12, (at.x + 8, at.y + 8), 34)))
        live.append(Box(at.x, at.y, at.w, at.h, 12, WHITE))
        live.append(Box(at.x, at.y, at.w, 100, 12, theme.PLUM_2, corners=(True, True, False, False)))
        live += name.runs(at.x + 58, at.y + 50, WHITE, room=at.w - 76)
        live += _power(ident, at, look)
    return framed(live)


def _power(ident: str, at: Field, look: Look) -> Iterator[Node]:
    text = noun(f"powers.{ident}", look.lang)
    room = at.w - 52
    for size in (KEY, BODY, DETAIL):
        fitted = paragraph(text, room, size)
        if len(fitted.lines) * 1.3 * size <= at.h - 140 and not fitted.cut:
            break
    top = at.y + 100 + (at.h - 100) / 2 - 1.3 * fitted.size * (len(fitted.lines) - 1) / 2
    for i, line in enumerate(fitted.lines):
        yield Text(at.x + 28, top + 1.3 * fitted.size * i, line, fitted.size, INK, room=room)


def tiles(_view: View, look: Look) -> Scene:
    """Route tiles, of which one is returned."""
    marks = named(look, "tile")
    live: list[Node] = [*question(sentence("ask_tile", look.lang))]
    area = Field(LEFT, TOP, RIGHT - LEFT, FOOT - TOP)
    for mark, at in zip(marks, fields(len(marks), area, 2, gap=24, tallest=420, widest=744), strict=True):
        one, other = CONTENT.data.route_tiles[mark.place.removeprefix("tile:")].crests
        live.append(Anchor(mark.place, Spot(at.x, at.y, at.w, at.h, 12, (at.x + 8, at.y + 8), 34)))
        live.append(Box(at.x, at.y, at.w, at.h, 12, WHITE))
        for i, crest in enumerate((one, other)):
            x = at.x + at.w * (0.3 + 0.4 * i)
            word = noun(f"crests.{crest}", look.lang)
            live.append(Sprite(x, at.y + 180, CrestShield(crest, 200)))
            live += fit(word[:1].upper() + word[1:], 280, KEY).runs(x, at.y + 340, INK, "m", room=280)
    return framed(live)


def own(view: View, look: Look) -> Scene:
    """The reader's goal card with what is reached, contracts, crests, dice and goods."""
    mat = reader(view, look)
    live: list[Node] = [*question(sentence("own_panel", look.lang))]
    if mat.goal is not None:
        live += goal_card(mat.goal, Field(LEFT, TOP, CARD_W, FOOT - TOP), mat, look)
    else:
        for j, ident in enumerate(mat.dealt):
            live += goal_card(ident, Field(LEFT + PITCH * j, TOP, CARD_W, FOOT - TOP), mat, look)
    if mat.goal is not None or not mat.dealt:
        live += _middle(mat, look)
    return framed((*live, *belongings(mat, look)))


def _middle(mat: Mat, look: Look) -> Iterator[Node]:
    """Contracts above, the table of crests below."""
    x, w = LEFT + CARD_W + 24, 744.0
    yield from fit(noun("components.contract", look.lang).capitalize(), 300, BODY).runs(
        x, TOP + 22, theme.MUTED, room=300
    )
    done = sentence("fulfilled", look.lang, n=len(mat.fulfilled))
    yield from fit(done, 340, BODY).runs(x + w, TOP + 22, theme.MUTED, "r", room=340)
    for i in range(CONTENT.data.setup.active_contract_slots):
        at = Field(x + 380 * i, TOP + 52, 364, 396)
        if i < len(mat.contracts):
            yield from letter(mat.contracts[i], at, mat)
        else:
            yield Box(at.x, at.y, at.w, at.h, 10, None, theme.MUTED, 3)
    y = TOP + 472
    yield Box(x, y, w, FOOT - y, 12, theme.PLUM_2)
    goal = CONTENT.data.goals[mat.goal] if mat.goal is not None else None
    reached = sum(crest in mat.crests for crest in goal.crests) if goal is not None else 0
    count = len(mat.crests) + mat.bonus_crests + reached
    yield from crest_table(x, y, max(2, min(count, 13)) if count > 1 else None, look)
    yield from fit(sentence("with_goal", look.lang), 300, DETAIL, 2).runs(x + 420, y + 48, theme.MUTED, room=300)
    yield Text(x + 420, y + 130, str(count), KEY, WHITE, room=60)
    vp = CONTENT.data.crest_scoring.vp
    yield Icon("move", x + 500, y + 130, 32, theme.MUTED, theme.PLUM_2)
    yield Sprite(x + 580, y + 130, Seal(str(vp[min(count, len(vp) - 1)]), 44))
    if goal is not None and goal.seals:
        won = sum(CONTENT.data.guilds[guild].goal_vp for guild in goal.seals if mat.seals[guild])
        yield from fit(sentence("seals_of_goal", look.lang), 210, DETAIL, 2).runs(
            x + 420, y + 246, theme.MUTED, room=210
        )
        yield Sprite(x + 676, y + 246, Seal(str(won), 38))
