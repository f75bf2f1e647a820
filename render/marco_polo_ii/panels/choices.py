"""Amounts to choose from: a column for each group, a field for each choice with the stock before and after."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from engines.marco_polo_ii.data.types import Cost, Gain
from engines.marco_polo_ii.view import Mat, View
from render import kit
from render.marco_polo_ii import theme
from render.marco_polo_ii.catalogue import render_message, render_noun
from render.marco_polo_ii.panels import layout
from render.marco_polo_ii.panels.contracts import draw_active_contracts
from render.marco_polo_ii.pieces.cards import build_exchange, fit_largest
from render.marco_polo_ii.pieces.goods import Run, build_amounts
from render.marco_polo_ii.pieces.people import draw_caravan
from render.marco_polo_ii.pieces.plates import draw_sheet

AREA_WIDTH = 1110.0
_CHANGE, _AFTER = 172, 96
"""Width in px of a good's stock "before → after", and of the stock after alone."""
_MAX_CARDS, _CARD_H = 6, 540.0
_CARD_MIDDLE, _CARD_RULE, _CARD_SCALE = 0.33, 0.6, 2.0
"""Number of choices up to which each is a large card; its greatest height; as shares of it, the middle of cost and gain
and the rule below them; their greatest scale.
"""
_MIN_HEIGHT_FOR_NAME = 120
"""Minimum height of a field for a line of text above the gain."""


class Choice(NamedTuple):
    """The parts of an `Option.place` made by `names.build_choice_place`."""

    place: str  # the whole code, which is also the name of its anchor
    group: str  # kind of question and its subject, as in "lack:2"; a column of the picture
    cost: Cost  # paid for it; goods that a caravan loads in the group "load" (R13)
    gain: Gain  # gained by it; nothing where a cost alone is chosen
    source: str  # origin of the gain, as in "bonus:kochi"; empty if the group has a single one


def parse_choice(place: str) -> Choice:
    """Parse the place of a choice."""
    _, group, cost, gain, source = place.split("/")
    return Choice(place, group, Cost(**_parse_amounts(cost)), Gain(**_parse_amounts(gain)), source)


def _parse_amounts(code: str) -> dict[str, int]:
    """Parse amounts like `coins2+jade1`."""
    amounts = {}
    for item in filter(None, code.split("+")):
        name = item.rstrip("0123456789")
        amounts[name] = int(item[len(name) :])
    return amounts


def draw_choices(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw all groups of a question side by side, numbered column by column."""
    mat = layout.find_viewer_mat(view, ctx)
    places = [mark.place for mark in sorted(ctx.marks, key=lambda mark: mark.number)]
    all_choices = [parse_choice(place) for place in dict.fromkeys(places) if place.startswith("choice/")]
    groups = list(dict.fromkeys(choice.group for choice in all_choices))
    words = {place: word for mark in ctx.marks if (word := _find_label(place := mark.place, mark.key, ctx))}
    live: list[kit.Node] = [*layout.draw_question(render_message(_find_question_key(groups), ctx.lang), mat)]
    is_single_group = len(groups) == 1
    is_cards = is_single_group and len(all_choices) <= _MAX_CARDS
    shares = [1 + (len([choice for choice in all_choices if choice.group == group]) > 8) for group in groups]
    unit = (AREA_WIDTH - 14 * (len(groups) - 1)) / sum(shares)
    x = float(layout.WHOLE.x)
    for group, share in zip(groups, shares, strict=True):
        group_choices = [choice for choice in all_choices if choice.group == group]
        w, top = unit * share, float(layout.WHOLE.y)
        word = _find_heading(group, ctx)
        if word:
            live += kit.fit_text(word, w - 12, kit.BODY if is_single_group else kit.DETAIL, 2).build_runs(
                x + 6, layout.WHOLE.y + 18, theme.MUTED, max_width=w - 6
            )
            top += 74
        columns = (
            1
            if len(group_choices) <= (6 if is_single_group else 8)
            else 2
            if len(group_choices) <= 16 or not is_single_group
            else 3
        )
        area = layout.Field(x, top, w, layout.WHOLE.bottom - top)
        if is_cards:
            live += _draw_cards(mat, group_choices, area, words, ctx)
            continue
        for choice, field in zip(
            group_choices,
            layout.build_fields(len(group_choices), area, columns, gap=10, tallest=230, widest=w),
            strict=True,
        ):
            live += _draw_field(mat, choice, field, words.get(choice.place, ""), ctx)
        x += w + 14
    return layout.build_private_scene((*live, *layout.draw_belongings(mat, ctx), *draw_active_contracts(mat, ctx)))


def _draw_cards(
    mat: Mat, choices: list[Choice], area: layout.Field, words: Mapping[str, str], ctx: kit.RenderContext
) -> Iterator[kit.Node]:
    """Draw few choices as large cards; a caravan passes through the room below a single row."""
    columns = {4: 2}.get(len(choices), min(3, len(choices)))
    fields = layout.build_fields(len(choices), area, columns, gap=18, tallest=_CARD_H, widest=area.w)
    for choice, field in zip(choices, fields, strict=True):
        yield from _draw_card(mat, choice, field, words.get(choice.place, ""), ctx)
    if len(choices) <= columns:
        yield from draw_caravan(area.x + 60, area.bottom - 24, area.w - 120)


def _draw_card(mat: Mat, choice: Choice, field: layout.Field, word: str, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw one choice as a card: its cost and gain, and below them the stock of each resource before and after."""
    corner = (field.x + 12, field.y + 10)
    yield kit.Anchor(choice.place, kit.Placement(field.x, field.y, field.w, field.h, 12, corner, 30))
    yield draw_sheet(field.x, field.y, field.w, field.h)
    middle_x, middle_y, max_width = field.x + field.w / 2, field.y + _CARD_MIDDLE * field.h, field.w - 60
    if word:
        yield from kit.fit_text(word, max_width - 50, kit.BODY).build_runs(
            middle_x, field.y + 44, theme.INK_2, "m", max_width=max_width - 50
        )
        middle_y += 14
    if choice.cost == Cost() and choice.gain == Gain():
        yield from kit.fit_text(render_message("nothing", ctx.lang), max_width, kit.HEAD, 2).build_runs(
            middle_x, field.y + field.h / 2, theme.INK_2, "m", max_width=max_width
        )
        return
    run = fit_largest(lambda s, size: _build_exchange(choice, s, size), max_width)
    scale = max(1.0, min(_CARD_SCALE, max_width / run.w))
    for node in run.nodes:
        yield kit.transform_node(node, middle_x - scale * run.w / 2, middle_y, scale)
    lines = layout.build_changes(mat, _compute_change(mat, choice))
    if not lines:
        return
    rule = field.y + (_CARD_RULE if len(lines) < 3 else _CARD_RULE - 0.08) * field.h
    yield kit.Polyline(((field.x + 30, rule), (field.right - 30, rule)), theme.LINE, 2)
    pitch = min(76.0, (field.bottom - rule - 12) / len(lines))
    top = (rule + field.bottom - pitch * len(lines)) / 2
    for i, line in enumerate(lines):
        yield from line.draw_centred(middle_x, top + pitch * (i + 0.5))


def _compute_change(mat: Mat, choice: Choice) -> dict[str, int]:
    """Return by how much a choice changes each resource and VP. Jade pays for missing coins and camels (R7)."""
    change = {key: getattr(choice.gain, key, 0) - getattr(choice.cost, key, 0) for key in (*theme.GOODS, "vp")}
    for key, n in (("coins", choice.cost.coins), ("camels", choice.cost.camels)):
        missing = max(0, n - mat.resources[key])
        change[key] += missing
        change["jade"] -= missing
    return change


def _build_exchange(choice: Choice, s: float, size: int) -> Run:
    if choice.gain == Gain():
        return build_amounts(choice.cost, s, size, background=theme.PANEL)
    return build_exchange(choice.cost, choice.gain, s, size)


def _find_question_key(groups: list[str]) -> str:
    """Return the message key of the question for these groups."""
    kind = groups[0].partition(":")[0]
    question_keys = {
        "bonus": "ask_income",
        "seal": "ask_income",
        "double": "ask_income",
        "lack": "ask_roll",
        "pair": "ask_roll",
        "good": "ask_unload",
        "times": "ask_times",
        "line": "ask_line",
        "pay": "ask_pay",
        "coins": "ask_coins",
        "load": "ask_load",
        "fulfil": "ask_fulfil",
        "oases": "ask_oases",
        "two": "ask_two",
        "each": "ask_goods",
    }
    return question_keys[kind]


def _find_heading(group: str, ctx: kit.RenderContext) -> str:
    kind, _, ident = group.partition(":")
    match kind:
        case "bonus":
            return render_noun(f"cities.{ident}", ctx.lang)
        case "seal":
            return render_noun(f"guilds.{ident}", ctx.lang)
        case "double":
            return render_message("twice", ctx.lang)
        case "lack":
            return render_message("lack", ctx.lang, n=int(ident))
        case "pair":
            value, _, n = ident.partition(".")
            return render_message("pair", ctx.lang, value=int(value), n=int(n))
        case "good":
            number, _, good = ident.partition(".")
            return render_message("load", ctx.lang, n=int(number), good=render_noun(f"resources.{good}", ctx.lang))
    return ""


def _find_label(place: str, key: str, ctx: kit.RenderContext) -> str:
    """Return the label of a choice beside its gain: the source of the gain, or the use of a good; may be empty."""
    source = parse_choice(place).source if place.startswith("choice/") else ""
    if source:
        kind, _, ident = source.partition(":")
        return render_noun(f"cities.{ident}" if kind == "bonus" else f"guilds.{ident}", ctx.lang, is_short=True)
    good, _, use = key.partition(".")
    return render_message(f"unload.{use}", ctx.lang) if use and good.startswith("good:") else ""


def _draw_field(mat: Mat, choice: Choice, field: layout.Field, word: str, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw the field of one choice. word: its label."""
    r = min(26.0, 0.32 * field.h)
    yield kit.Anchor(
        choice.place, kit.Placement(field.x, field.y, field.w, field.h, 12, (field.x + 10, field.y + field.h / 2), r)
    )
    yield draw_sheet(field.x, field.y, field.w, field.h)
    middle = field.y + field.h / 2
    change = _compute_change(mat, choice)
    number = sum(bool(n) for n in change.values())
    start = 0 if field.h > 120 else 1 if field.h > 84 else 2 if field.h > 56 else 3
    left, end = field.x + 50, field.x + field.w - 16
    if word:
        if field.h > _MIN_HEIGHT_FOR_NAME:  # the name stands above
            yield from kit.fit_text(word, end - left, kit.BODY).build_runs(
                left, field.y + 32, theme.INK_2, max_width=end - left
            )
            middle += 20
        else:
            name_w = min(190.0, 0.42 * field.w)
            yield from kit.fit_text(word, name_w - 10, kit.DETAIL, 2).build_runs(
                left, middle, theme.INK_2, max_width=name_w
            )
            left += name_w
    max_width = end - left
    if field.w > 480:
        max_width = max(max_width - (_AFTER if left > field.x + 50 else _CHANGE) * number, 0.42 * field.w)
    if choice.cost == Cost() and choice.gain == Gain():
        yield from kit.fit_text(render_message("nothing", ctx.lang), max_width, kit.KEY).build_runs(
            left, middle, theme.INK_2, max_width=max_width
        )
        return
    run = fit_largest(lambda s, size: _build_exchange(choice, s, size), max_width, start)
    yield from run.draw_at(left, middle)
    if field.w > 480:
        yield from layout.draw_before_after(mat, change, end, middle, end - left - run.w - 20)
