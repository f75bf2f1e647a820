"""Notes beside the question of the turn: the fee for occupied spaces, and unavailable actions with the reasons."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import Space
from engines.marco_polo_ii.view import Mat, View
from render import kit
from render.marco_polo_ii import theme
from render.marco_polo_ii.board.dice import find_min_khan_value
from render.marco_polo_ii.catalogue import render_message, render_noun
from render.marco_polo_ii.panels.layout import SIDE_PANEL, WHOLE, Field, build_die, draw_caption, list_pieces
from render.marco_polo_ii.panels.side_actions import CAPTION_HEIGHT
from render.marco_polo_ii.pieces.goods import CoinDisc
from render.marco_polo_ii.pieces.plates import draw_velvet

FEE_HEIGHT = 142
"""Height in px of the note about the fee."""
LINE_HEIGHT = 31
"""Height in px of one line of a reason."""
REASON_WIDTH = 350
"""Width in px of a column of reasons."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason why actions are unavailable."""

    icon: str
    """Icon of the first of these actions."""
    message_key: str
    """Message key of the reason."""
    names: list[str]
    """Names of the unavailable actions."""

    def build_text(self, lang: kit.Lang) -> str:
        return render_message("closed", lang, why=render_message(self.message_key, lang), what=tuple(self.names))


def draw_notes(view: View, mat: Mat, ctx: kit.RenderContext, top: float, spare: Field | None) -> Iterator[kit.Node]:
    """Draw the fee note and the reasons in the panel at the right from `top` down, or the reasons in `spare`.

    spare: area left empty by the fields of the actions; used if it is wide enough. If there is no space for both, the
    reasons are drawn: the fee also stands on the dice.
    """
    closed_reasons, height_left = list_reasons(view, mat, ctx.lang), WHOLE.bottom - top
    in_panel = spare is None or spare.w < REASON_WIDTH
    if has_fees(view) and height_left >= FEE_HEIGHT + (
        CAPTION_HEIGHT + _measure_reasons(closed_reasons, ctx) if closed_reasons and in_panel else 0
    ):
        yield from _draw_fee(view, mat, ctx, top)
        top += FEE_HEIGHT
    if not closed_reasons:
        return
    if spare is not None and not in_panel:
        heights = [_layout_reason(reason, ctx, REASON_WIDTH)[1] for reason in closed_reasons]
        spare = replace(spare, h=min(spare.h, CAPTION_HEIGHT + sum(heights) / (spare.w // REASON_WIDTH) + max(heights)))
        yield draw_velvet(spare.x, spare.y, spare.w, spare.h)
        words = kit.fit_text(render_message("not_now", ctx.lang), spare.w - 48, kit.DETAIL)
        yield from words.build_runs(spare.x + 24, spare.y + 30, theme.MUTED, max_width=spare.w - 48)
        yield from _draw_reasons(closed_reasons, ctx, spare)
    elif WHOLE.bottom - top >= CAPTION_HEIGHT + _layout_reason(closed_reasons[0], ctx, SIDE_PANEL.w)[1] + 8:
        yield from draw_caption(render_message("not_now", ctx.lang), top)
        yield from _draw_reasons(closed_reasons, ctx, Field(SIDE_PANEL.x, top, SIDE_PANEL.w, WHOLE.bottom - top))


def has_fees(view: View) -> bool:
    """Return whether any of the open spaces costs the viewer a fee."""
    return any(fee for opening in view.openings for _, _, fee in opening.sets)


def _draw_fee(view: View, mat: Mat, ctx: kit.RenderContext, top: float) -> Iterator[kit.Node]:
    """Draw one of the viewer's dice with its fee, and the rule."""
    yield from draw_caption(render_message("fee_where", ctx.lang), top)
    x, y = SIDE_PANEL.x + 58, top + 96
    costly = {(pieces[0], fee) for opening in view.openings for pieces, _, fee in opening.sets if fee}
    piece, coins = min(costly, key=lambda entry: (entry[1], list_pieces(mat).index(entry[0])))
    yield kit.Sprite(x, y, build_die(piece, mat, 66))
    yield kit.Sprite(x + 28, y + 26, CoinDisc(str(coins), 22))
    max_width = SIDE_PANEL.w - 142
    yield from kit.fit_text(render_message("fee_rule", ctx.lang), max_width, kit.BODY, 2).build_runs(
        SIDE_PANEL.x + 124, y, theme.PANEL, max_width=max_width
    )


def _measure_reasons(closed_reasons: list[Reason], ctx: kit.RenderContext) -> float:
    """Return the height in px of all reasons in the panel at the right."""
    return 8 + sum(_layout_reason(reason, ctx, SIDE_PANEL.w)[1] for reason in closed_reasons)


def _layout_reason(reason: Reason, ctx: kit.RenderContext, w: float) -> tuple[kit.FittedText, float]:
    """Return the text of a reason wrapped to a column, and its height in px."""
    words = kit.wrap_paragraph(reason.build_text(ctx.lang), w - 96, kit.DETAIL)
    return words, max(40.0, LINE_HEIGHT * len(words.lines)) + 5


def _draw_reasons(closed_reasons: list[Reason], ctx: kit.RenderContext, area: Field) -> Iterator[kit.Node]:
    """Draw as many reasons as fit below the caption, in columns if the area is wide; a last line counts the others.

    The first reason may take the room of that line, which alone would say nothing.
    """
    columns = max(1, int(area.w // REASON_WIDTH))
    w, y, column = area.w / columns, area.y + CAPTION_HEIGHT, 0
    left = sum(len(reason.names) for reason in closed_reasons)
    for reason in closed_reasons:
        words, h = _layout_reason(reason, ctx, w)
        counts = column == columns - 1 and left > len(reason.names) and reason is not closed_reasons[0]
        count_height = LINE_HEIGHT if counts else 0
        if y + h + count_height > area.bottom - 8:
            if column == columns - 1:
                break
            y, column = area.y + CAPTION_HEIGHT, column + 1
        x = area.x + w * column
        yield kit.Box(x + 20, y, 40, 40, 8, kit.mix_colours(theme.PLUM_2, theme.PANEL, 0.16))
        yield kit.Icon(reason.icon, x + 40, y + 20, 26, theme.PANEL, theme.PLUM_2)
        yield from words.build_runs(x + 72, y + (h - 5) / 2 - 1, theme.PANEL, max_width=w - 88)
        y, left = y + h, left - len(reason.names)
    if left and y + LINE_HEIGHT <= area.bottom:
        text = render_message("more_closed", ctx.lang, n=left)
        yield from kit.fit_text(text, w - 96, kit.DETAIL).build_runs(
            area.x + w * column + 72, y + LINE_HEIGHT / 2, theme.MUTED, max_width=w - 88
        )


def list_reasons(view: View, mat: Mat, lang: kit.Lang) -> list[Reason]:
    """Return the actions, city cards and special cities unavailable to the viewer, grouped by reason, largest first."""
    open_spaces = {opening.space for opening in view.openings}
    reason_by_key: dict[str, Reason] = {}
    for icon, name, message_key in (
        *_iter_shared_reasons(view, mat, open_spaces, lang),
        *_iter_city_reasons(view, mat, open_spaces, lang),
    ):
        reason = reason_by_key.setdefault(message_key, Reason(icon, message_key, []))
        if name not in reason.names:
            reason.names.append(name)
    return sorted(reason_by_key.values(), key=lambda reason: -len(reason.names))


def _iter_shared_reasons(view: View, mat: Mat, open_spaces: set[str], lang: kit.Lang) -> Iterator[tuple[str, str, str]]:
    """Yield (icon, name, reason) of unavailable actions without a city; all spaces of a book or the Khan are one."""
    groups: dict[str, list[str]] = {}
    for space, line in CONTENT.data.spaces.items():
        if line.action != "purse" and line.city is None:
            key = line.book or (space if line.action in ("travel", "city_card") else line.action)
            groups.setdefault(key, []).append(space)
    for key, spaces in groups.items():
        if not open_spaces.intersection(spaces):
            word = render_message(f"space.{'khan' if key == 'khan' else spaces[0]}", lang)
            yield _find_icon(spaces[0]), word, _find_reason_key(view, mat, spaces)


def _iter_city_reasons(view: View, mat: Mat, open_spaces: set[str], lang: kit.Lang) -> Iterator[tuple[str, str, str]]:
    """Yield (icon, name, reason) of unavailable cities.

    First each city with a post of the viewer; then cities without a post together: those with cards, special ones.
    """
    cities: dict[str, list[str]] = {}
    for space, line in CONTENT.data.spaces.items():
        if line.city is not None:
            cities.setdefault(line.city, []).append(space)
    closed = {city: spaces for city, spaces in cities.items() if not open_spaces.intersection(spaces)}
    for city, spaces in closed.items():
        if city in mat.posts:
            yield _find_icon(spaces[0]), render_noun(f"cities.{city}", lang), _find_reason_key(view, mat, spaces)
    for kind in ("city_card", "special"):
        kind_cities = [city for city, spaces in cities.items() if CONTENT.data.spaces[spaces[0]].action == kind]
        without_post = [city for city in kind_cities if city in closed and city not in mat.posts]
        if without_post:
            word = render_message(
                f"closed_{kind}" if len(without_post) == len(kind_cities) else f"closed_{kind}_others", lang
            )
            yield _find_icon(cities[without_post[0]][0]), word, "why_post"


def _find_icon(space: str) -> str:
    line = CONTENT.data.spaces[space]
    icons = {"khan": "khan", "guild": "wax", "travel": "move", "contracts": "mission", "city_card": "deck"}
    return line.book or icons.get(line.action, "star")


def _find_reason_key(view: View, mat: Mat, spaces: Iterable[str]) -> str:
    """Return the message key of the first reason that applies to the spaces."""
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
    min_value = _find_min_value(view, mat, line)
    values = [value for value in (*mat.dice, *mat.black) if value >= min_value]
    needed = 1 if mat.tokens or mat.character == "de_wu" else line.dice
    if len(values) < needed:
        return "why_low"
    if line.action == "contracts" and not any(city in view.on_offer for city in mat.posts):
        return "why_post"
    if line.color == "blue" and all(view.spaces[space] for space in spaces) and min(values) > _count_coins(mat):
        return "why_fee"
    return "why_pay"


def _find_min_value(view: View, mat: Mat, line: Space) -> int:
    """Return the minimum value for a space: of the Khan that of the die before, of the seals that of the first one
    that is not owned.
    """
    if line.action == "khan":
        return find_min_khan_value(view)
    if line.action == "guild":
        missing = [guild for guild, state in mat.seals.items() if state is None]
        return min((CONTENT.data.guilds[guild].min_value for guild in missing), default=line.min_value)
    return line.min_value


def _count_coins(mat: Mat) -> int:
    """R7 Return how many coins can be paid: jade may replace them."""
    return mat.resources["coins"] + mat.resources["jade"]
