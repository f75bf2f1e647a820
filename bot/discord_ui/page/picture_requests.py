"""Builders of picture requests: the table's overview, a picked public picture, a question's private picture, …"""

from collections.abc import Container, Iterable, Sequence
from dataclasses import replace
from typing import Any

from msgspec import structs

from bot.discord_ui.text.localizer import cut_text
from bot.table import Table
from bot.table.state.recent_actions import RecentAction
from engines.kernel import Lang, Option, Preview, Prompt, Seat, load_catalogue, resolve_text
from render import Art, Mark, RecentStep, RenderContext, UnplacedOption, load_arts

from . import phone_screen
from .pictures import NEWEST_CHANGES, PictureRequest


def find_art(table: Table) -> Art | None:
    """Return the pictures of the table's game, or None for a game without pictures."""
    return load_arts().get(table.game.id)


def list_public_pictures(table: Table) -> tuple[str, ...]:
    art = find_art(table)
    return () if art is None or table.match is None else art.list_pictures(table.match.build_view(None))


def render_picture_title(table: Table, picture: str, lang: Lang) -> str:
    art = find_art(table)
    return picture if art is None else cut_text(art.build_title(picture, RenderContext(lang, table.names)), 100)


def build_overview(table: Table, lang: Lang) -> PictureRequest | None:
    """Return the public board with the latest published actions.

    Changes are marked, and below the board it says who did what or, before the first turn, who begins.
    """
    if table.match is None or find_art(table) is None:
        return None
    name, recent = list_public_pictures(table)[0], table.recent_actions
    # While computer players answer one another, what they did is published later, but the board shows it already.
    unpublished = tuple(action for action in recent.unpublished if action.first_n <= table.public_n)
    actions = unpublished if table.is_playing and unpublished else recent.published
    before_view = (unpublished[0] if unpublished else recent).view_before if table.is_playing else None
    turns = build_steps(actions, table.public_n) if before_view else ()
    opening = table.waiting if table.is_playing and not table.published_n and not unpublished else ()
    ctx = RenderContext(lang, table.names, view_before=before_view, turns=turns, opening_seats=opening)
    return _build_request(table, table.match.build_view(None), name, ctx, since_n=-1 if before_view else 0)


def build_steps(actions: Sequence[RecentAction], n: int) -> tuple[RecentStep, ...]:
    """Return actions as steps, up to decision n, the last public one."""
    return tuple(
        RecentStep(action.find_actor(n), action.view_before, action.continues_turn, action.list_messages(n))
        for action in actions
    )


def build_public_picture(table: Table, picture: str, lang: Lang) -> PictureRequest | None:
    """Return a public picture by its name, or None if the table has no such picture."""
    if table.match is None or picture not in list_public_pictures(table):
        return None
    return _build_request(table, table.match.build_view(None), picture, RenderContext(lang, table.names))


def find_question_picture(table: Table, seat: Seat | None) -> str | None:
    """Return the name of the public picture that shows large what a seat is asked about, or most of the board if it is
    not asked; None if there are no pictures.
    """
    art = find_art(table)
    if art is None or table.match is None:
        return None
    prompt = table.match.find_prompt(seat) if seat is not None and seat in table.waiting else None
    places = [] if prompt is None else [option.place for option in prompt.options if option.place]
    return art.choose_detail(table.match.build_view(None), places, seat)


def build_changes_picture(
    table: Table, lang: Lang, steps: Sequence[tuple[Seat | None, Any]], since_n: int
) -> PictureRequest | None:
    """Return the overview with the changes since decision `since_n`; steps: (acting seat, View before its action)."""
    if table.match is None or find_art(table) is None:
        return None
    before_view = steps[0][1] if steps else None
    ctx = RenderContext(lang, table.names, view_before=before_view, steps=tuple(RecentStep(*step) for step in steps))
    return _build_request(table, table.match.build_view(None), list_public_pictures(table)[0], ctx, since_n)


def arrange_prompt(table: Table, prompt: Prompt) -> Prompt:
    """Return the question with its options in picture order, so that text, buttons and picture number them alike.

    Every page and command of a question begins with this.
    """
    art = find_art(table)
    if art is None or table.match is None:
        return prompt
    return sort_options(art, table.match.build_view(prompt.seat), prompt)


def sort_options(art: Art, view: Any, prompt: Prompt) -> Prompt:
    """Return the question with its options in the order of the picture that the seat's View gives."""
    options = [(option.place, (False, option.group)) for option in prompt.options]
    side_actions = [(option.place, (True, option.group)) for option in prompt.side_actions]
    order = art.order_options(view, prompt.seat, (*options, *side_actions))
    first = len(options)
    return structs.replace(
        prompt,
        options=tuple(prompt.options[i] for i in order if i < first),
        side_actions=tuple(prompt.side_actions[i - first] for i in order if i >= first),
    )


def list_unplaced_options(
    options: Iterable[tuple[int, Option]], package: str, lang: Lang, names: Sequence[str], chosen: Container[str] = ()
) -> tuple[UnplacedOption, ...]:
    """Return the options without a place, in the words of their buttons.

    options: with their numbers; 0: the option has none, such as *Confirm*
    package: that of the game's rules
    chosen: keys of the options that are chosen already
    """
    catalogue = load_catalogue(package)
    return tuple(
        UnplacedOption(number, catalogue.render(resolve_text(option.label), lang, names), option.key in chosen)
        for number, option in options
        if option.place is None and number
    )


def build_private_picture(
    table: Table, seat: Seat, lang: Lang, prompt: Prompt | None, selected: Sequence[str] = (), variant: int = 0
) -> PictureRequest | None:
    """Return the private picture of a question (in picture order) with numbered options; without one, the seat's view.

    variant: the question's variant that is shown. The seat's unpublished actions (which it can still undo) are marked
    as changes.
    """
    art = find_art(table)
    if art is None or table.match is None:
        return None
    view = table.match.build_view(seat)
    options = () if prompt is None else (*prompt.list_options(variant), *prompt.side_actions)
    numbered = tuple(enumerate(options, 1 if prompt is None else prompt.first_number))
    marks = tuple(
        Mark(option.place, number, option.key in selected, option.key)
        for number, option in numbered
        if option.place is not None
    )
    unplaced_options = list_unplaced_options(numbered, table.game.package, lang, table.names, selected) if marks else ()
    before_view = table.match.build_public_match().build_view(seat) if table.match.acting_seat == seat else None
    places = tuple(mark.place for mark in marks)
    name = NEWEST_CHANGES if before_view is not None and not places else art.choose_panel(view, seat, places)
    question = None if prompt is None else prompt.text
    ctx = RenderContext(lang, table.names, seat, marks, before_view, question=question, unplaced=unplaced_options)
    return _build_request(table, view, name, ctx, since_n=-1 if before_view else 0)


def measure_aspect(request: PictureRequest) -> float | None:
    """Return the height of a question's picture as a part of its width; None if it is chosen only when drawn."""
    ctx = request.context
    if request.picture == NEWEST_CHANGES or ctx.viewer is None:
        return None
    return load_arts()[request.game_id].measure_aspect(request.view, request.picture, ctx.viewer, ctx)


def measure_height(request: PictureRequest) -> float:
    """Return the height in px of a question's picture on a phone, or what is kept free for one chosen when drawn."""
    aspect = measure_aspect(request)
    return phone_screen.PICTURE_HEIGHT if aspect is None else aspect * phone_screen.PICTURE_WIDTH


def list_separate_numbers(request: PictureRequest) -> frozenset[int]:
    """Return the numbers of the options that a question's picture tells apart; none if it is chosen only when drawn."""
    ctx = request.context
    if request.picture == NEWEST_CHANGES or ctx.viewer is None:
        return frozenset()
    return load_arts()[request.game_id].list_separate_numbers(request.view, request.picture, ctx.viewer, ctx.marks)


def build_preview_picture(
    table: Table, seat: Seat, lang: Lang, prediction: Preview, keys: tuple[str, ...]
) -> PictureRequest | None:
    """Return the position after answering with these keys, changes marked; None if no picture shows a difference."""
    art = find_art(table)
    if art is None:
        return None
    name = art.choose_panel(prediction.view_after, seat, (), prediction.view_before)
    ctx = RenderContext(lang, table.names, seat, view_before=prediction.view_before)
    was_there = name in art.list_private_pictures(prediction.view_before, seat)
    if was_there and not art.list_changes(prediction.view_after, name, ctx):
        return None
    return replace(_build_request(table, prediction.view_after, name, ctx), preview_keys=keys)


def build_own_picture(table: Table, seat: Seat, lang: Lang) -> PictureRequest | None:
    """Return the picture of a seat's belongings."""
    art = find_art(table)
    if art is None or table.match is None:
        return None
    view = table.match.build_view(seat)
    return _build_request(table, view, art.find_own_picture(view, seat), RenderContext(lang, table.names, seat))


def build_past_picture(
    table: Table,
    view: Any,
    lang: Lang,
    seat: Seat | None,
    n: int,
    before_view: Any = None,
    since_n: int = 0,
    turn: RecentStep | None = None,
) -> PictureRequest | None:
    """Return the board after decision n, public or (seat) as its holder saw it.

    Changes since `before_view` (after decision `since_n`) are marked; on the public board each also shows the
    player's letter and a short description, if they belong to one player's turn (`turn`).
    """
    art = find_art(table)
    if art is None:
        return None
    picture = art.list_pictures(view)[0] if seat is None else art.find_own_picture(view, seat)
    turns = (turn,) if seat is None and turn is not None else ()
    ctx = RenderContext(lang, table.names, seat, view_before=before_view, turns=turns)
    return replace(_build_request(table, view, picture, ctx, since_n if before_view is not None else -1), rev=-1 - n)


def _build_request(table: Table, view: Any, picture: str, ctx: RenderContext, since_n: int = 0) -> PictureRequest:
    hidden_answers = {} if table.match is None else table.match.hidden_answers
    answer = () if ctx.viewer is None else hidden_answers.get(ctx.viewer, ())
    return PictureRequest(table.game.id, table.id, table.row.rev, picture, ctx, view, since_n, hidden_answer=answer)
