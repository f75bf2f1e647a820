"""Skill cards: an emblem, an engraved scene, and the effect, broken into as many lines as needed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import cos, radians, sin
from types import MappingProxyType

from engines.quo_vadis.data.content import CONTENT
from engines.quo_vadis.table.names import describe_effect, describe_full_effect
from engines.quo_vadis.view import View
from render import kit
from render.quo_vadis import theme
from render.quo_vadis.catalogue import render_engine_message, render_message, render_noun
from render.quo_vadis.private.frame import build_private_scene

FACES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "B01": ("tents", "step"),
        "B02": ("scales", "swap"),
        "B03": ("people", "man"),
        "B04": ("wave", "m_sea"),
        "B05": ("shield", "shield"),
        "B06": ("keep", "town"),
        "B07": ("miracle", "intelligence"),
        "B08": ("book", "book"),
        "B09": ("shield", "again"),
        "B10": ("tents", "tribe"),
        "S01": ("labour", "grain"),
        "S02": ("blessing", "banner"),
        "S03": ("miracle", "faith"),
        "S04": ("prosperity", "prosper"),
        "S05": ("revelation", "step"),
        "S06": ("ring", "turned"),
        "S07": ("tree", "deck"),
        "S08": ("jars", "a_full_market"),
        "S09": ("scroll", "hand"),
        "S10": ("levy", "men_more"),
        "S11": ("altar", "faith"),
        "S12": ("seedling", "m_plains"),
        "S13": ("ship", "cog"),
        "S14": ("swords", "battle"),
        "S15": ("keep", "town"),
        "S16": ("dice", "extra"),
        "S17": ("horn", "banner"),
        "S18": ("laurel", "prize"),
        "S19": ("breach", "ruin"),
        "S20": ("lightning", "bolt"),
        "S21": ("canal", "grain"),
        "S22": ("masonry", "town"),
        "S23": ("masonry", "build"),
        "S24": ("standard", "flag"),
        "S25": ("crown", "political"),
        "S26": ("scroll", "book"),
        "S27": ("globe", "trefoil"),
        "S28": ("star", "star"),
        "S29": ("purse", "purse"),
        "S30": ("levy", "betray"),
    }
)
"""The engraved scene and the emblem of each skill."""


@dataclass(frozen=True, slots=True)
class Rays:
    """Rays behind an engraving, from the middle of its foot, (0, 0), to the other sides of its field."""

    w: float  # px of the field
    h: float  # px of the field above the foot
    colour: str  # of the rays

    def shapes(self) -> tuple[kit.Shape, ...]:
        return tuple(
            kit.Poly(((0, 0), self._find_end(angle - 2.6), self._find_end(angle + 2.6)), self.colour)
            for angle in range(9, 180, 9)
        )

    def _find_end(self, degrees: float) -> kit.Point:
        """Return the point of the sides in this direction, counted from the right."""
        x, y = cos(radians(degrees)), sin(radians(degrees))
        reach = min(self.h / y, self.w / 2 / abs(x) if x else self.h / y)
        return reach * x, -reach * y


TOP, FOOT = 142.0, 956.0
_LEAST_NARROW = 4
"""Number of skills from which their cards are too narrow for an engraving beside the effect."""
_BAND_H, _ENGRAVING_W = 76.0, 250.0


def render_skill_name(skill: str, ctx: kit.RenderContext, is_spent: bool) -> str:
    """Return the name of a skill, marked if it is used up."""
    name = render_noun(f"skill.{skill}", ctx.lang)
    return render_message("words.spent", ctx.lang, skill=name) if is_spent else name


def draw_skill_text(text: str, x: float, y: float, max_width: float, size: int, colour: str) -> Iterator[kit.Node]:
    """Draw the lines of a text, vertically centred at y."""
    yield from kit.wrap_paragraph(text, max_width, size).build_runs(x, y, colour, max_width=max_width, face="sans")


def find_largest_size(texts: list[str], max_width: float, height: float, max_size: int) -> int:
    """Return the largest font size in which all texts fit, at most `max_size`."""
    sizes = [size for size in kit.SIZES if size <= max_size]
    for size in sizes:
        if all(
            not (p := kit.wrap_paragraph(text, max_width, size)).is_too_wide and len(p.lines) * size * 1.12 <= height
            for text in texts
        ):
            return size
    return sizes[-1]


def _draw_emblem(skill: str, x: float, y: float, r: float) -> kit.Node:
    """Draw the emblem of a skill on a coin."""
    return kit.Sprite(x, y, kit.IconDisc(FACES[skill][1], r, 1.24 * r, theme.SCROLL, theme.NIGHT_2, theme.GILT, 3))


def draw_skills(
    ids: Sequence[str], y: float, h: float, ctx: kit.RenderContext, heading: str, spent: Sequence[str] = ()
) -> Iterator[kit.Node]:
    """Draw skill cards side by side, all effects in one size. spent: used up skills.

    Up to three have their engraving beside the effect.
    """
    yield from kit.fit_text(heading, 900, kit.BODY).build_runs(44, y - 26, theme.MUTED, max_width=900)
    if not ids:
        return
    columns, is_wide = max(2, len(ids)), len(ids) < _LEAST_NARROW
    w = (1512 - 14 * (columns - 1)) / columns
    texts = [render_engine_message(describe_effect(skill), ctx.lang) for skill in ids]
    full_names = [render_skill_name(skill, ctx, skill in spent) for skill in ids]
    names = kit.fit_texts(full_names, w - 70, kit.BODY)
    if any(name.is_too_wide or name.size < kit.DETAIL for name in names):
        names = kit.fit_texts(full_names, w - 70, kit.DETAIL, 2)
    if is_wide:
        size = _find_size_beside(texts, w, h - 68)
    else:
        size = find_largest_size(texts, w - 28, h - 80, kit.KEY if len(ids) <= _LEAST_NARROW else kit.BODY)
    for j, skill in enumerate(ids):
        x = 44 + (w + 14) * j
        yield kit.Anchor(f"skill:{skill}", kit.Placement(x, y, w, h, 12, (x + 34, y + h - 6), 24), None, part="skills")
        is_spent = skill in spent
        paper = theme.STONE if is_spent else theme.TABLET
        yield kit.Box(x, y, w, h, 12, paper, material="paper")
        if is_wide:
            yield from _draw_face(skill, texts[j], (x, y + 68, w, h - 68), size, paper)
        band = theme.NIGHT_2 if is_spent else theme.NIGHT_3
        yield kit.Box(x, y, w, 68, 12, band, corners=(True, True, False, False), material="band")
        yield _draw_emblem(skill, x + 34, y + 32, 23)
        yield from names[j].build_runs(x + 64, y + 32, theme.MUTED if is_spent else kit.WHITE, max_width=w - 68)
        if not is_wide:
            yield from draw_skill_text(texts[j], x + 14, y + 72 + (h - 76) / 2, w - 28, size, theme.INK)


def draw_skill_question(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the draft pack with the picked skills below, or the face-down skills, or the basic skills; 1600 x 1000."""
    assert ctx.viewer is not None
    player = view.players[ctx.viewer]
    picked: Sequence[str] = ()
    if player.offer:
        skill_ids, picked, question = player.offer, player.face_down or (), "ask_keep"
    elif player.skills and player.face_down:
        skill_ids, question = player.face_down, "ask_set"
    elif player.race is not None:
        skill_ids, question = tuple(CONTENT.races[player.race].basic), "ask_basic"
    else:
        skill_ids, question = player.face_down or (), "ask_set"
    foot = FOOT - 78 if picked else FOOT
    return build_private_scene(ctx, question, (*_draw_cards(skill_ids, ctx, foot), *_draw_picked(picked, ctx)))


def _draw_cards(ids: Sequence[str], ctx: kit.RenderContext, foot: float) -> Iterator[kit.Node]:
    """Draw skill cards in up to three columns; four cards in two.

    High cards have their engraving above the effect, wide ones beside it.
    """
    columns = {1: 1, 2: 2, 3: 3, 4: 2}.get(len(ids), 3)
    rows = -(-len(ids) // columns) or 1
    w, h = (1512 - 18 * (columns - 1)) / columns, (foot - TOP - 18 * (rows - 1)) / rows
    texts = [render_engine_message(describe_full_effect(skill), ctx.lang) for skill in ids]
    names = kit.fit_texts(
        [render_noun(f"skill.{skill}", ctx.lang) for skill in ids],
        w - 170 - (70 if len(ctx.marks) > len(ids) else 0),
        kit.KEY,
    )
    if rows == 1:
        size = find_largest_size(texts, w - 48, 0.5 * (h - _BAND_H) - 28, kit.KEY)
    else:
        size = _find_size_beside(texts, w, h - _BAND_H)
    for i, (skill, text, name) in enumerate(zip(ids, texts, names, strict=True)):
        x, y = 44 + (w + 18) * (i % columns), TOP + (h + 18) * (i // columns)
        yield kit.Anchor(
            f"skill:{skill}", kit.Placement(x, y, w, h, 12, number_centre=(x + 38, y + 38), number_radius=26)
        )
        yield kit.Box(x, y, w, h, 12, theme.TABLET, theme.BRONZE, 2, material="paper")
        yield from _draw_face(skill, text, (x, y + _BAND_H, w, h - _BAND_H), size, is_high=rows == 1)
        yield kit.Box(x, y, w, _BAND_H, 12, theme.SKY_2, corners=(True, True, False, False), material="band")
        shift = 70 if sum(mark.place == f"skill:{skill}" for mark in ctx.marks) > 1 else 0
        yield from name.build_runs(x + 82 + shift, y + 36, kit.WHITE, max_width=w - 160 - shift)
        yield _draw_emblem(skill, x + w - 46, y + 36, 29)


def _find_engraving_width(w: float) -> float:
    """Return the width of an engraving beside the effect on a card of this width."""
    return min(_ENGRAVING_W, 0.36 * w)


def _find_size_beside(texts: list[str], w: float, h: float) -> int:
    """Return the largest size in which all effects fit beside their engravings (width and height of the faces)."""
    return find_largest_size(texts, w - _find_engraving_width(w) - 36, h - 28, kit.KEY)


def _draw_face(
    skill: str, text: str, room: kit.Bounds, size: int, paper: str = theme.TABLET, *, is_high: bool = False
) -> Iterator[kit.Node]:
    """Draw the engraving of a skill, and its effect below or beside it."""
    x, y, w, h = room
    if is_high:
        art = (x + 4, y, w - 8, 0.5 * h)
        words = (x + 24, y + art[3], w - 48, h - art[3])
    else:
        art = (x + 4, y, _find_engraving_width(w), h - 4)
        words = (art[0] + art[2] + 16, y, w - art[2] - 36, h)
    side = min(art[3], w - 8) if is_high else 1.06 * min(art[2], art[3])
    left, top = (art[2] - side) / 2, (art[3] - side) / 2
    tint = kit.mix_colours(theme.BRONZE, paper, 0.76)
    corners = (False, False, not is_high, False)
    yield kit.Box(*art, 9, tint, corners=corners)
    if is_high:
        rays = Rays(art[2], art[3], kit.mix_colours(theme.BRONZE, paper, 0.66))
        yield kit.Sprite(art[0] + art[2] / 2, art[1] + art[3], rays)
        yield kit.Polyline(((art[0], words[1]), (art[0] + art[2], words[1])), theme.BRONZE, 3)
    plate = (left, top, left + side, top + side)
    yield kit.Vignette(*art, f"quo_vadis/{FACES[skill][0]}", theme.NIGHT_2, plate=plate)
    yield from draw_skill_text(text, words[0], words[1] + words[3] / 2, words[2], size, kit.INK)


def _draw_picked(ids: Sequence[str], ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the names of the skills picked so far."""
    if not ids:
        return
    words = render_message("kept", ctx.lang, skills=tuple(render_noun(f"skill.{skill}", ctx.lang) for skill in ids))
    yield from kit.fit_text(words, 1500, kit.BODY, 2).build_runs(44, 922, theme.MUTED, max_width=1512)
