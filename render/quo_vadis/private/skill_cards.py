"""The text on skill cards, broken into as many lines as needed."""

from collections.abc import Iterator, Sequence

from engines.quo_vadis.data.content import CONTENT
from engines.quo_vadis.view import View
from engines.quo_vadis.wording import describe_full_effect
from render import kit
from render.quo_vadis import theme
from render.quo_vadis.catalogue import render_engine_message, render_message, render_noun
from render.quo_vadis.private.frame import build_private_scene


def render_skill_name(skill: str, ctx: kit.RenderContext, spent: bool) -> str:
    """Return the name of a skill, marked if it is used up."""
    name = render_noun(f"skill.{skill}", ctx.lang)
    return render_message("words.spent", ctx.lang, skill=name) if spent else name


def draw_skill_text(text: str, x: float, y: float, max_width: float, size: int, colour: str) -> Iterator[kit.Node]:
    """Draw the lines of a text, vertically centred at y."""
    yield from kit.wrap_paragraph(text, max_width, size).build_runs(x, y, colour, max_width=max_width)


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


TOP, FOOT = 142.0, 956.0


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
    """Draw skill cards in up to three columns; four cards in two."""
    columns = {1: 1, 2: 2, 3: 3, 4: 2}.get(len(ids), 3)
    rows = -(-len(ids) // columns) or 1
    w, h = 1512 / columns - 12, (foot - TOP) / rows - 12
    texts = [render_engine_message(describe_full_effect(skill), ctx.lang) for skill in ids]
    names = kit.fit_texts(
        [render_noun(f"skill.{skill}", ctx.lang) for skill in ids],
        w - 170 - (70 if len(ctx.marks) > len(ids) else 0),
        kit.KEY,
    )
    sizes = [
        find_largest_size([text], w - 44, h - 104, kit.KEY) for text in texts
    ]  # each by itself: a long text shrinks no other
    for i, (skill, text, name, size) in enumerate(zip(ids, texts, names, sizes, strict=True)):
        x, y = 44 + (w + 12) * (i % columns), TOP + (h + 12) * (i // columns)
        yield kit.Anchor(
            f"skill:{skill}", kit.Placement(x, y, w, h, 12, number_centre=(x + 38, y + 38), number_radius=26)
        )
        yield kit.Box(x, y, w, h, 12, theme.TABLET, theme.BRONZE, 2, material="paper")
        yield kit.Box(x, y, w, 76, 12, theme.SKY_2, corners=(True, True, False, False), material="band")
        shift = 70 if sum(mark.place == f"skill:{skill}" for mark in ctx.marks) > 1 else 0
        yield from name.build_runs(x + 82 + shift, y + 38, kit.WHITE, max_width=w - 160 - shift)
        yield kit.Icon("skill", x + w - 44, y + 38, 44, theme.MUTED, theme.SKY_2)
        yield from draw_skill_text(text, x + 24, y + 76 + (h - 76) / 2, w - 40, size, kit.INK)


def _draw_picked(ids: Sequence[str], ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the names of the skills picked so far."""
    if not ids:
        return
    words = render_message("kept", ctx.lang, skills=tuple(render_noun(f"skill.{skill}", ctx.lang) for skill in ids))
    yield from kit.fit_text(words, 1500, kit.BODY, 2).build_runs(44, 922, theme.MUTED, max_width=1512)
