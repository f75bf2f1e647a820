"""The main action question: a field for every open space with its gains and the viewer's dice that may be placed."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.view import Mat, Opening, View
from render import kit
from render.marco_polo_ii import theme
from render.marco_polo_ii.catalogue import render_message, render_noun
from render.marco_polo_ii.panels import layout
from render.marco_polo_ii.panels.notes import draw_notes
from render.marco_polo_ii.panels.side_actions import draw_side_actions, find_bottom
from render.marco_polo_ii.pieces.cards import build_arrow, build_card_icons, build_seals, fit_largest
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
_OUTLINE_PITCH = 25
"""px from one outline of a required die to the next."""
_MIN_TALL_HEIGHT = 300
"""Minimum height of a field for two lines of text below its icons."""
_MIN_BODY_FOR_TEXT = 64
"""Minimum height of a field's body for one line of text below small icons."""
_MAX_DRAWN_DICE = 2
"""Maximum number of dice drawn in every field; with more dice, a field says "any die" if all may be placed."""
_NARROW_WIDTH = 280
"""Up to this width of a field, the number of required dice replaces their outlines."""


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
        if note and _measure_body(field) < _MIN_BODY_FOR_TEXT:
            live += kit.fit_text(f"{name} {note}", max_width, kit.MICRO, 2).build_runs(
                x, y, theme.PANEL, max_width=max_width
            )
            continue
        live += kit.fit_text(name, max_width, size).build_runs(x, y, theme.PANEL, max_width=max_width)
        if note:
            words = kit.fit_text(
                note, field.w - 24, kit.DETAIL if _is_low(field) else kit.BODY, 2 if field.h >= _MIN_TALL_HEIGHT else 1
            )
            y = field.bottom - _measure_foot(field) - (17 if _is_low(field) else 24) * len(words.lines)
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


def _measure_foot(field: layout.Field) -> float:
    return 70 if _is_low(field) else 92 if field.h < 300 else 120


def _count_needed(opening: Opening) -> int:
    """Return the minimum number of dice to place."""
    return min(len(pieces) for pieces, _, _ in opening.sets)


def _measure_body(field: layout.Field) -> float:
    """Return the height in px between head and foot of a field."""
    return field.h - _measure_head(field) - _measure_foot(field)


def _build_note(opening: Opening, alike_openings: Sequence[Opening], lang: kit.Lang) -> str:
    """Return a note that distinguishes a space from others of the same name: the fee, or whether dice of the viewer's
    colour may be placed; empty if there is no such difference.
    """
    if any(_has_fee(other) != _has_fee(opening) for other in alike_openings):
        return render_message("with_fee" if _has_fee(opening) else "no_fee", lang)
    if any(_takes_own(other) != _takes_own(opening) for other in alike_openings):
        return render_message("own_dice" if _takes_own(opening) else "no_own_dice", lang)
    return ""


def _has_fee(opening: Opening) -> bool:
    return any(fee for _, _, fee in opening.sets)


def _takes_own(opening: Opening) -> bool:
    return any(piece.isdigit() for pieces, _, _ in opening.sets for piece in pieces)


def _measure_name_width(field: layout.Field, opening: Opening) -> float:
    """Return the width for the name: between the icon and the outlines of the required dice."""
    needed = _count_needed(opening)
    count_width = 34 if _is_low(field) else 54
    outline_width = 0 if needed == 1 else _OUTLINE_PITCH * needed if field.w > _NARROW_WIDTH else count_width
    return field.w - (78 if _is_low(field) else 102) - outline_width


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
    low, head, foot = _is_low(field), _measure_head(field), _measure_foot(field)
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
    needed = _count_needed(opening)
    if needed > 1 and field.w <= _NARROW_WIDTH:
        yield from build_label(f"×{needed}", kit.MICRO if low else kit.DETAIL, theme.PANEL).draw_centred(
            field.right - (24 if low else 38), field.y + head / 2
        )
    elif needed > 1:
        for i in range(needed):
            x = field.x + field.w - 34 - _OUTLINE_PITCH * i
            yield kit.Box(x, field.y + head / 2 - 11, 22, 22, 5, None, theme.PANEL, 2.5)
    middle = field.y + head + (field.h - head - foot) / 2
    note_h = (34 if low else 40) if has_note and _measure_body(field) >= _MIN_BODY_FOR_TEXT else 0
    max_h = _measure_body(field) - note_h - 8
    run = fit_largest(
        lambda s, size: build_gains(view, mat, opening.space, s, size, max_h),
        field.w - 32,
        1 if field.h < 300 else 0,
    )
    yield from run.draw_centred(field.x + field.w / 2, middle - note_h / 2)
    y = field.y + field.h - foot
    yield kit.Polyline(((field.x + 18, y), (field.x + field.w - 18, y)), theme.LINE, 2)
    if len(layout.list_pieces(mat)) > _MAX_DRAWN_DICE and _allows_any_die(mat, opening):
        yield from _draw_any_die(opening, field, y, ctx)
        return
    usable = {piece for pieces, _, _ in opening.sets for piece in pieces}
    usable_dice = [piece for piece in layout.list_pieces(mat) if piece in usable]
    size = 48.0 if low else 58.0 if field.h < 300 else 76.0
    yield from layout.draw_dice_row(
        usable_dice, mat, field.x + field.w / 2, y + foot / 2, field.w - 36, size, foot if _has_fee(opening) else 0
    )


def _allows_any_die(mat: Mat, opening: Opening) -> bool:
    """Return whether any die of the viewer (or any set of the required size) may be placed."""
    allowed = {tuple(sorted(pieces)) for pieces, _, _ in opening.sets}
    return all(tuple(sorted(dice)) in allowed for dice in combinations(layout.list_pieces(mat), _count_needed(opening)))


def _draw_any_die(opening: Opening, field: layout.Field, y: float, ctx: kit.RenderContext) -> Iterator[kit.Node]:
    """Draw "any die" and the rule of the fee, instead of repeating all dice in each field."""
    needed, foot = _count_needed(opening), _measure_foot(field)
    words = [render_message("any_die" if needed == 1 else "any_dice", ctx.lang, n=needed)]
    if _has_fee(opening):
        words.append(render_message("fee_is_value" if needed == 1 else "fee_is_lowest", ctx.lang))
    for i, word in enumerate(words):
        line = kit.fit_text(word, field.w - 24, kit.BODY if foot > 80 or len(words) == 1 else kit.DETAIL)
        line_y = y + foot * (2 * i + 1) / (2 * len(words)) + (4 if len(words) > 1 and not i else 0)
        yield from line.build_runs(
            field.x + field.w / 2, line_y, kit.INK if not i else theme.INK_2, "m", max_width=field.w - 16
        )


def _needs_words(view: View, space: str) -> bool:
    """Return whether the gain needs words, not only icons: a bonus elsewhere on the map."""
    card = view.city_cards.get(space)
    return card is not None and CONTENT.data.city_cards[card].kind == "city_bonus"


def build_gains(view: View, mat: Mat, space: str, s: float, size: int, max_h: float = 0) -> Run:
    """Return the gains of an action as a row of icons, or alternatives in two rows if they fit into `max_h`."""
    line, constants = CONTENT.data.spaces[space], CONTENT.data.constants
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
            owned = tuple(guild for guild, state in mat.seals.items() if state is not None)
            return build_seals(6, s, owned)
        case "travel":
            man = wrap_node(kit.Icon("man", 0, 0, 1.1 * s, kit.INK, theme.PANEL), 0.9 * s)
            steps = build_label(f"≤{line.max_steps}" if line.max_steps > 1 else "1", size)
            runs = [man, steps]
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
            gain = special.reward
            if mat.seals[special.guild]:
                gain = gain.add(CONTENT.data.guilds[special.guild].improved_bonus)
            return build_amounts(gain, s, size, background=theme.PANEL)
        case _:
            return build_card_icons(CONTENT.data.city_cards[view.city_cards[space]], s, size, max_h=max_h)
