"""Goal cards: which of the three that were dealt is kept; beside them what crests score and who plays whom."""

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
from render.marco_polo_ii.panels.frame import framed, named, question, reader
from render.marco_polo_ii.panels.grid import ASIDE, WHOLE, Field
from render.marco_polo_ii.pieces.people import CrestShield, GuildSeal

CARD_W, PITCH = 340.0, 376.0


def goals(view: View, look: Look) -> Scene:
    """The three cards that were dealt; at the right what crests score, and who plays whom."""
    mat, marks = reader(view, look), named(look, "goal")
    live: list[Node] = [*question(sentence("ask_goal", look.lang), mat)]
    for j, mark in enumerate(marks):
        at = Field(WHOLE.x + PITCH * j, WHOLE.y, CARD_W, WHOLE.h)
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
    for i, text in enumerate(fit_all(cities, room - 14, DETAIL)):  # clear of the shield beside them
        yield from text.runs(at.x + 124, top + 46 + 33 * i, theme.INK_2, room=room - 14)
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
    yield Box(ASIDE.x, WHOLE.y, ASIDE.w, WHOLE.h, 12, theme.PLUM_2)
    yield from crest_table(ASIDE.x, WHOLE.y, None, look)
    y = WHOLE.y + 336
    if mat.character is not None:
        yield Line(((ASIDE.x + 24, y - 12), (ASIDE.x + ASIDE.w - 24, y - 12)), theme.MUTED, 2)
        yield Text(ASIDE.x + 24, y + 16, sentence("you", look.lang), DETAIL, theme.MUTED, room=330)
        yield Sprite(ASIDE.x + 54, y + 76, SeatToken(mat.seat, theme.SEAT[mat.color], 30, ring=True))
        name = noun(f"characters.{mat.character}", look.lang, short=True)
        yield from fit(name, 270, KEY).runs(ASIDE.x + 104, y + 74, WHITE, room=270)
        power = noun(f"powers.{mat.character}", look.lang)
        yield from _paragraph(power, ASIDE.x + 24, y + 134, 340)
    others = [seat for seat in view.order if seat != mat.seat and view.mats[seat].character is not None]
    y = WHOLE.y + 590
    if others:
        yield Line(((ASIDE.x + 24, y - 24), (ASIDE.x + ASIDE.w - 24, y - 24)), theme.MUTED, 2)
        yield Text(ASIDE.x + 24, y, sentence("others", look.lang), DETAIL, theme.MUTED, room=330)
    for i, seat in enumerate(others):
        at = y + 58 + 62 * i
        yield Sprite(ASIDE.x + 54, at, SeatToken(seat, theme.SEAT[view.mats[seat].color], 24, ring=True))
        name = noun(f"characters.{view.mats[seat].character}", look.lang, short=True)
        yield from fit(name, 270, BODY).runs(ASIDE.x + 100, at, WHITE, room=270)


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
