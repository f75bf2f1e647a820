"""The main action question: a field for every open space with its gains and the viewer's dice that may be placed."""

from collections.abc import Iterator, Sequence

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import SpecialCity
from engines.marco_polo_ii.view import Mat, Opening, View
from render import kit
from render.marco_polo_ii import theme
from render.marco_polo_ii.catalogue import render_message, render_noun
from render.marco_polo_ii.panels import layout
from render.marco_polo_ii.panels.notes import draw_notes
from render.marco_polo_ii.panels.placing import count_dice, draw_foot, has_fee
from render.marco_polo_ii.panels.side_actions import draw_side_actions, find_bottom
from render.marco_polo_ii.pieces.cards import (
    Column,
    build_arrow,
    build_card_icons,
    build_range_label,
    build_seal_table,
    build_table,
    fit_largest,
    fit_table,
)
from render.marco_polo_ii.pieces.goods import (
    CoinDisc,
    Run,
    build_amounts,
    build_label,
    join_alternatives,
    join_runs,
    wrap_node,
)
from render.marco_polo_ii.pieces.plates import draw_head, draw_sheet

ICONS = {"khan": "khan", "guild": "wax", "travel": "move", "contracts": "mission", "special": "khan", "purse": "purse"}
BELONGINGS_BOTTOM = 470
"""Bottom of the viewer's dice and stock (`draw_belongings`)."""
_MIN_TALL_HEIGHT = 300
"""Minimum height of a field for two lines of text below its icons."""
_MIN_BODY_FOR_TEXT = 64
"""Minimum height of a field's body for one line of text below small icons."""


def draw_main_actions(view: View, ctx: kit.RenderContext) -> kit.Scene:
    """Draw the question of the turn: main actions at the left, bonus actions at the right."""
    mat = layout.find_viewer_mat(view, ctx)
    marks = [mark for mark in layout.list_marks(ctx, "space") if mark.place != "space:purse"]
    live: list[kit.Node] = [*layout.draw_question(render_message("ask_action", ctx.lang), mat)]
    opening_by_space = {opening.space: opening for opening in view.openings}
    shown_marks = [mark for mark in marks if _parse_space(mark) in opening_by_space]
    columns = 3 if len(shown_marks) <= 9 else 4 if len(shown_marks) <= 16 else 5
    places = layout.build_fields(len(shown_marks), layout.MAIN, columns)
    names, short_names = (
        [find_name(_parse_space(mark), ctx.lang) for mark in shown_marks]
        for find_name in (find_space_name, _find_short_name)
    )
    max_widths = [
        _measure_name_width(field, opening_by_space[_parse_space(mark)])
        for mark, field in zip(shown_marks, places, strict=True)
    ]
    size = min(
        (kit.fit_text(name, max_width, kit.KEY).size for name, max_width in zip(short_names, max_widths, strict=True)),
        default=kit.KEY,
    )
    if any(kit.measure_text(name, size) > max_width for name, max_width in zip(names, max_widths, strict=True)):
        names = short_names
    for mark, field, name, max_width in zip(shown_marks, places, names, max_widths, strict=True):
        opening = opening_by_space[_parse_space(mark)]
        alike_marks = [
            other_mark
            for other_mark, other_name in zip(shown_marks, names, strict=True)
            if other_mark != mark and other_name == name
        ]
        note = _build_note(
            opening, [opening_by_space[_parse_space(other_mark)] for other_mark in alike_marks], ctx.lang
        )
        if _needs_words(view, opening.space) and field.h >= _MIN_TALL_HEIGHT:
            note = render_message("bonus_of_city", ctx.lang)
        live += _draw_field(view, mat, mark, opening, field, ctx, bool(note))
        x, y = field.x + (70 if _is_low(field) else 88), field.y + _measure_head(field) / 2
        if note and _measure_body(field, opening) < _MIN_BODY_FOR_TEXT:
            live += kit.fit_text(f"{name} {note}", max_width, kit.MICRO, 2).build_runs(
                x, y, theme.PANEL, max_width=max_width
            )
            continue
        live += kit.fit_text(name, max_width, size).build_runs(x, y, theme.PANEL, max_width=max_width)
        if note:
            words = kit.fit_text(
                note, field.w - 24, kit.DETAIL if _is_low(field) else kit.BODY, 2 if field.h >= _MIN_TALL_HEIGHT else 1
            )
            y = field.bottom - _measure_foot(field, opening) - (17 if _is_low(field) else 24) * len(words.lines)
            live += words.build_runs(field.x + field.w / 2, y, theme.INK_2, "m", max_width=field.w - 16)
    live += layout.draw_belongings(mat, ctx)
    live += draw_side_actions(mat, ctx, BELONGINGS_BOTTOM)
    spare = layout.find_left_over(len(shown_marks), layout.MAIN, columns)
    return layout.build_private_scene((*live, *draw_notes(view, mat, ctx, find_bottom(ctx, BELONGINGS_BOTTOM), spare)))


def _parse_space(mark: kit.Mark) -> str:
    return mark.place.removeprefix("space:")


def _is_low(field: layout.Field) -> bool:
    """Return whether a field is low (four rows or more): head and foot are small, to leave height for the icons."""
    return field.h < 220


def _measure_head(field: layout.Field) -> float:
    return 54 if _is_low(field) else 62 if field.h < 300 else 70


def _measure_foot(field: layout.Field, opening: Opening) -> float:
    """Return the height in px of the foot; that of the seals leaves room for the three rows of their table."""
    heights = (54, 70, 92) if CONTENT.data.spaces[opening.space].action == "guild" else (70, 92, 120)
    return heights[0 if _is_low(field) else 1 if field.h < 300 else 2]


def _measure_body(field: layout.Field, opening: Opening) -> float:
    """Return the height in px between head and foot of a field."""
    return field.h - _measure_head(field) - _measure_foot(field, opening)


def _build_count(opening: Opening, field: layout.Field) -> Run:
    """Return the number of dice to place; nothing for a single one."""
    low, high = count_dice(opening)
    text = f"×{build_range_label(low, high)}"
    return build_label(text, kit.DETAIL if _is_low(field) else kit.BODY, theme.PANEL) if high > 1 else Run((), 0)


def _build_note(opening: Opening, alike_openings: Sequence[Opening], lang: kit.Lang) -> str:
    """Return a note that distinguishes a space from others of the same name: the fee, or whether dice of the viewer's
    colour may be placed; empty if there is no such difference.
    """
    if any(has_fee(other) != has_fee(opening) for other in alike_openings):
        return render_message("with_fee" if has_fee(opening) else "no_fee", lang)
    if any(_takes_own(other) != _takes_own(opening) for other in alike_openings):
        return render_message("own_dice" if _takes_own(opening) else "no_own_dice", lang)
    return ""


def _takes_own(opening: Opening) -> bool:
    return any(piece.isdigit() for pieces, _, _ in opening.sets for piece in pieces)


def _measure_name_width(field: layout.Field, opening: Opening) -> float:
    """Return the width for the name: between the icon and the number of dice to place."""
    count_width = _build_count(opening, field).w
    return field.w - (78 if _is_low(field) else 102) - (count_width + 12 if count_width else 0)


def find_space_name(space: str, lang: kit.Lang) -> str:
    """Return the name of a space for the head of a field."""
    line = CONTENT.data.spaces[space]
    if line.city is not None:
        return render_noun(f"cities.{line.city}", lang)
    return render_message(f"space.{'khan' if line.action == 'khan' else space}", lang)


def _find_short_name(space: str, lang: kit.Lang) -> str:
    """Return the name of a space for a narrow field: a travel space, which has an arrow, is the lower, middle or upper
    one.
    """
    rank = CONTENT.data.spaces[space].rank
    name = render_message(f"travelled_{rank}", lang) if rank else find_space_name(space, lang)
    return name[:1].upper() + name[1:]


def find_space_icon(space: str) -> tuple[str, str]:
    """Return the icon of a space, and its colour on the panel background."""
    line = CONTENT.data.spaces[space]
    if line.book is not None:
        return line.book, theme.GOODS[line.book]
    if line.action == "city_card":
        return "deck", theme.BROWN
    if line.action == "special":
        return "star", theme.JADE_DARK
    return ICONS[line.action], kit.INK


def _draw_field(
    view: View, mat: Mat, mark: kit.Mark, opening: Opening, field: layout.Field, ctx: kit.RenderContext, has_note: bool
) -> Iterator[kit.Node]:
    low, head, foot = _is_low(field), _measure_head(field), _measure_foot(field, opening)
    yield kit.Anchor(
        mark.place, kit.Placement(field.x, field.y, field.w, field.h, 12, (field.x + 4, field.y + 4), 22 if low else 28)
    )
    yield draw_sheet(field.x, field.y, field.w, field.h)
    yield draw_head(field.x, field.y, field.w, head)
    icon, colour = find_space_icon(opening.space)
    r = 20 if low else 26
    cx = field.x + (44 if low else 56)  # beside the option number
    yield kit.Disc(cx, field.y + head / 2, r, theme.PANEL)
    yield kit.Icon(icon, cx, field.y + head / 2, 1.3 * r, colour, theme.PANEL)
    count = _build_count(opening, field)
    yield from count.draw_at(field.right - count.w - 18, field.y + head / 2)
    body = _measure_body(field, opening)
    note_h = (34 if low else 40) if has_note and body >= _MIN_BODY_FOR_TEXT else 0
    max_h = body - note_h - 8
    run = fit_largest(
        lambda s, size: build_gains(view, mat, opening.space, s, size, max_h),
        field.w - 32,
        1 if field.h < 300 else 0,
    )
    yield from run.draw_centred(field.x + field.w / 2, field.y + head + (body - note_h) / 2)
    y = field.bottom - foot
    yield kit.Polyline(((field.x + 18, y), (field.x + field.w - 18, y)), theme.LINE, 2)
    yield from draw_foot(view, mat, opening, layout.Field(field.x, y, field.w, foot), ctx)


def _needs_words(view: View, space: str) -> bool:
    """Return whether the gain needs words, not only icons: a bonus elsewhere on the map."""
    card = view.city_cards.get(space)
    return card is not None and CONTENT.data.city_cards[card].kind == "city_bonus"


def build_gains(view: View, mat: Mat, space: str, s: float, size: int, max_h: float = 0) -> Run:
    """Return the gains of an action as a row of icons; alternatives in two rows, and gains that depend on the value of
    the die as a table, if that fits into `max_h`.
    """
    line, constants = CONTENT.data.spaces[space], CONTENT.data.constants
    best = _find_best_value(view, space)
    owned = tuple(guild for guild, state in mat.seals.items() if state is not None)
    match line.action:
        case "market":
            assert line.book is not None
            first, second = (
                build_amounts(gain, s, size, background=theme.PANEL)
                for gain in CONTENT.data.books[line.book].free_offers
            )
            return join_alternatives(first, second, s, size, max_h)
        case "khan":
            return build_amounts(constants.khan_reward, s, size, background=theme.PANEL)
        case "guild":
            return build_seal_table(owned, best, s, max_h)
        case "travel":
            man = wrap_node(kit.Icon("man", 0, 0, 1.1 * s, kit.INK, theme.PANEL), 0.9 * s)
            steps = min(line.max_steps, best)  # the lowest of the dice limits them, too
            runs = [man, build_label(f"≤{steps}" if steps > 1 else "1", size)]
            if line.extra_coins:
                runs = [
                    wrap_node(kit.Sprite(0, 0, CoinDisc(str(line.extra_coins), 0.62 * s)), 1.3 * s),
                    build_arrow(s),
                    *runs,
                ]
            if line.extra_post:
                runs += [
                    wrap_node(kit.Icon("post", 0, 0, 0.9 * s, theme.BROWN, theme.PANEL), s),
                    build_label("+1", size),
                ]
            return join_runs(runs, 0.2 * s)
        case "contracts":
            max_contracts = 1 if mat.character == "vidal" else constants.contract_action_max
            pick = wrap_node(kit.Icon("pick", 0, 0, 1.1 * s, kit.INK, theme.PANEL), 1.1 * s)
            coins = wrap_node(kit.Sprite(0, 0, CoinDisc(str(constants.contract_action_coins), 0.62 * s)), 1.3 * s)
            return join_runs([pick, build_label(f"≤{max_contracts}", size), coins], 0.2 * s)
        case "special":
            assert line.city is not None
            special = CONTENT.data.special_cities[line.city]
            if not mat.seals[special.guild]:
                return build_amounts(special.reward, s, size, background=theme.PANEL)
            return _build_improved_special(special, s, size, max_h)
        case _:
            card = CONTENT.data.city_cards[view.city_cards[space]]
            if card.kind != "guild_one_die":
                return build_card_icons(card, s, size, max_h=max_h)
            cost = build_amounts(card.cost, s, size, background=theme.PANEL)
            return join_runs([cost, build_arrow(s), build_seal_table(owned, best, s, max_h)], 0.25 * s)


def _find_best_value(view: View, space: str) -> int:
    """Return the highest value that the viewer's dice have on a space; 6 if they may not be placed there."""
    sets = [entry for opening in view.openings if opening.space == space for entry in opening.sets]
    return max((value for _, value, _ in sets), default=6)


def _build_improved_special(special: SpecialCity, s: float, size: int, max_h: float) -> Run:
    """R8.6 Return the gain with the improved seal: its bonus once, or twice from a value of the die on."""
    bonus = CONTENT.data.guilds[special.guild].improved_bonus
    fit = fit_table(s, 2, max_h)
    if fit is None:
        return build_amounts(special.reward.add(bonus), s, size, background=theme.PANEL)
    columns = [
        Column(
            build_range_label(low, high),
            (build_amounts(special.reward.add(bonus.multiply(times)), *fit, background=theme.PANEL),),
        )
        for times, low, high in ((1, 1, special.double_from - 1), (2, special.double_from, 6))
    ]
    return build_table(columns, *fit)
