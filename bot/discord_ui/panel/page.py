"""Page of the private panel: recent actions, the question, and the controls of its options.

Every interaction is either an answer (a logged decision) or a change of the draft, which is stored in the custom_ids.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from bot.discord_ui.page import phone_screen, picture_requests
from bot.discord_ui.page.custom_ids import build_table_id
from bot.discord_ui.page.pages import (
    GREEN,
    ActionRow,
    Button,
    FilledPlaces,
    Page,
    PendingSuggestions,
    SelectMenu,
    ShownTable,
)
from bot.discord_ui.page.phone_screen import SMALL
from bot.discord_ui.page.pictures import PictureRequest
from bot.discord_ui.text import seat_icons, titles
from bot.discord_ui.text.event_report import ReportWriter
from bot.discord_ui.text.localizer import LINE_SEPARATOR, Localizer
from bot.discord_ui.text.results import format_early_standings, format_result
from bot.table import QuestionRef, SuggestionRequest, Table
from bot.table.history.game_log import LogLine
from engines.kernel import Seat

from .details import build_details_page
from .news import MAX_SENTENCES, summarize_in_one_line, summarize_news
from .question import INITIAL_STATE, PanelQuestion, PanelState
from .question_text import (
    write_given_answer,
    write_kept_words,
    write_legend,
    write_short_legend,
    write_text,
)
from .rows import build_controls, build_controls_before_stars, fill_kept_places
from .star_button import MAX_STEPS, has_own_button
from .star_text import find_late_line, keep_stars_with_reasons, write_star_words


def build_panel(
    table: Table,
    seat: Seat,
    localizer: Localizer,
    state: PanelState = INITIAL_STATE,
    *,
    since: Sequence[LogLine] = (),
) -> Page:
    """Return the seat's panel. state: the selected part of the question; since: decisions since the last answer."""
    assert table.match is not None
    prompt, ref = table.build_prompt(seat), table.build_question_ref(seat)
    if prompt is None or ref is None or not table.is_playing:
        return build_waiting_page(table, seat, localizer, since, f"{SMALL}{state.notice}" if state.notice else "")
    done, omitted = _describe_recent_actions(table, seat, localizer, since)
    prompt = picture_requests.arrange_prompt(table, prompt)
    question = PanelQuestion.build(table, seat, localizer, prompt, ref, state)
    shown_table = build_shown_table(table, seat, since, ref)
    if state.is_detailed:
        recent_actions = "\n".join(filter(None, (done, _write_hint(localizer, omitted))))
        page = build_details_page(question, recent_actions, question.picture, has_omitted=bool(omitted))
        return replace(page, shown_table=shown_table)
    own_steps = (
        [f"{SMALL}{line.removeprefix(SMALL)}" for line in done.split("\n") if line] if question.is_acting else []
    )
    news = "" if question.is_acting else summarize_in_one_line(table, seat, localizer, since)
    if question.given_keys and state.draft is None and not state.is_changing:
        change = Button(question.build_id("change"), localizer.render_label("panel.change"))
        log = _build_log_button(table, localizer, omitted)
        rows: tuple[ActionRow, ...] = ((change, *_build_links(table, localizer), *log),)
        text = write_given_answer(question, news, own_steps, rows)
        return Page((text,), rows, question.picture, GREEN, table.id, build_shown_table(table, seat, since))
    request = None if state.is_preview else table.find_suggestion_request(seat)
    rows, line, is_terse = build_controls(question) if request is None else build_controls_before_stars(question)
    kept_words = "" if request is None else write_kept_words(question, rows, is_terse=is_terse)
    legend, words = (write_legend(question), write_short_legend(question)) if is_terse else ("", "")
    text = write_text(question, news, own_steps, rows, line, words, kept_words)
    legend = "" if words and words in text else legend
    page = Page((text,), rows, question.picture, panel_table=table.id, shown_table=shown_table, legend=legend)
    if request is None:
        return page
    return replace(page, pending_suggestions=_await_stars(question, request, since, rows, kept_words))


def _await_stars(
    question: PanelQuestion,
    request: SuggestionRequest,
    since: Sequence[LogLine],
    rows: tuple[ActionRow, ...],
    kept_words: str,
) -> PendingSuggestions:
    """Return how the stars come to a panel with these controls and these words in their place."""
    rebuild = partial(build_panel, seat=question.seat, localizer=question.localizer, state=question.state, since=since)

    def fill_places(table: Table) -> FilledPlaces:
        prompt = table.build_prompt(question.seat)
        assert prompt is not None
        prompt = picture_requests.arrange_prompt(table, prompt)
        starred_question = PanelQuestion.build(
            table, question.seat, question.localizer, prompt, question.ref, question.state
        )
        return _fill_places(starred_question, rows, kept_words)

    return PendingSuggestions(request, rebuild, fill_places, partial(_fill_places, question, rows, kept_words))


def _fill_places(question: PanelQuestion, shown: tuple[ActionRow, ...], kept_words: str) -> FilledPlaces:
    """Return what a panel shows in the places that it has kept for the stars of this question."""
    line = find_late_line(question, question.planned_line[:MAX_STEPS], kept_words.count("\n") + 1)
    is_on_button = len(line) == 1 and has_own_button(shown, question, line[0])
    words = write_star_words(question, line, kept_words, is_on_button=is_on_button)
    return FilledPlaces(kept_words, words, fill_kept_places(keep_stars_with_reasons(question, words), shown, line))


def build_shown_table(
    table: Table, seat: Seat, since: Sequence[LogLine] = (), question: QuestionRef | None = None
) -> ShownTable | None:
    """Return what a panel shows of its table; None if the game is not in play. Only published turns count.

    question: the one that the panel puts; None: it waits
    """
    if not table.is_playing or table.match is None:
        return None
    last_n = max((table.public_n, *(line.n for line in since)))
    given_keys = table.match.hidden_answers.get(seat, ())
    return ShownTable(seat, question, given_keys, table.waiting, tuple(since), last_n, table.row.epoch)


def build_waiting_page(
    table: Table, seat: Seat, localizer: Localizer, since: Sequence[LogLine] = (), notice: str = ""
) -> Page:
    """Return the page of a seat without a question: the awaited players, the seat's own view, and as much of what
    happened meanwhile as a phone's screen has room for. since: as in `build_panel`
    """
    page = _build_waiting_page(table, seat, localizer, build_shown_table(table, seat, since))
    page = page.with_notice(notice) if notice else page
    request = page.picture_request
    height = picture_requests.measure_height(request) if isinstance(request, PictureRequest) else None
    [buttons] = page.rows
    assert not isinstance(buttons, SelectMenu)
    before, after = (page.texts[:-1], page.texts[-1:]) if table.is_playing else (page.texts, ())
    for news, omitted in _iter_shorter_news(table, seat, localizer, since):
        log = _build_log_button(table, localizer, omitted)
        words = (*before, news, _write_hint(localizer, omitted), *after)
        longer = replace(page, texts=words, rows=((*buttons, *log),))
        if phone_screen.measure_page(longer, height) <= phone_screen.SCREEN_HEIGHT:
            return longer
    return page


def _iter_shorter_news(
    table: Table, seat: Seat, localizer: Localizer, since: Sequence[LogLine]
) -> Iterator[tuple[str, int]]:
    """Yield what happened meanwhile in fewer and fewer sentences, and how many are left out without a word."""
    done, omitted = _describe_recent_actions(table, seat, localizer, since)
    yield done, omitted
    if table.match is not None and table.match.acting_seat == seat:
        steps = done.split("\n")
        yield from (("\n".join(steps[first:]), 0) for first in range(1, len(steps)))
        return
    yield from (summarize_news(table, seat, localizer, since, count) for count in range(MAX_SENTENCES - 1, 0, -1))
    yield summarize_in_one_line(table, seat, localizer, since), 0


def _build_waiting_page(table: Table, seat: Seat, localizer: Localizer, shown_table: ShownTable | None) -> Page:
    """Return the page without what happened meanwhile."""
    names = localizer.join_names(titles.name_seat(table, table.seats[other_seat]) for other_seat in table.waiting)
    text = localizer.render_line("panel.not_asked" if table.is_playing else find_ending_key(table), names=names)
    head = f"-# {titles.name_table(table, localizer)} · {seat_icons.format_icon(table, seat)}"
    if not table.is_playing:
        result = (format_result if table.row.status == "over" else format_early_standings)(table, localizer)
        return _build_public_page(table, localizer, (head, text, result))
    undo = (Button(build_table_id(table.key, "undo"), localizer.render_label("panel.take_back")),)
    buttons = (
        Button(build_table_id(table.key, "play"), localizer.render_label("panel.again")),
        *_build_links(table, localizer),
        *(undo if _may_ask_undo(table, seat) else ()),
    )
    picture_request = picture_requests.build_private_picture(table, seat, localizer.first_lang, None)
    return Page((head, text), (buttons,), picture_request, panel_table=table.id, shown_table=shown_table)


def build_seatless_page(table: Table, localizer: Localizer) -> Page:
    """Return the page of a reader who has lost the seat of the panel: what everybody can see."""
    key = "card.no_seat" if table.is_playing else find_ending_key(table)
    return _build_public_page(
        table, localizer, (f"-# {titles.name_table(table, localizer)}", localizer.render_line(key))
    )


def _build_public_page(table: Table, localizer: Localizer, texts: tuple[str, ...]) -> Page:
    """Return a panel with nothing to answer and the public board."""
    button = Button(build_table_id(table.key, "changed"), localizer.render_label("card.changed"))
    return Page(texts, ((button,),), picture_requests.build_overview(table, localizer.first_lang), panel_table=table.id)


def find_ending_key(table: Table) -> str:
    """Return the catalogue key that explains why the game is not in play."""
    if table.is_paused:
        return "card.paused"
    return "card.over" if table.row.status == "over" else "card.ended"


def _may_ask_undo(table: Table, seat: Seat) -> bool:
    """Return whether the seat has a decision that consent can undo. Its button first says whom that concerns."""
    return table.row.undo_policy == "consent" and seat in table.moved_seats


def _build_links(table: Table, localizer: Localizer) -> tuple[Button, ...]:
    return (
        Button(build_table_id(table.key, "seat"), localizer.render_label("card.seat")),
        Button(build_table_id(table.key, "changed"), localizer.render_label("card.changed")),
    )


def _build_log_button(table: Table, localizer: Localizer, omitted: int) -> tuple[Button, ...]:
    """Return the button to the log, if sentences are left out."""
    return (Button(build_table_id(table.key, "log"), localizer.render_label("changed.log")),) if omitted else ()


def _write_hint(localizer: Localizer, omitted: int) -> str:
    """Return a line that says how many sentences are left out; "" if none is."""
    return f"{SMALL}{localizer.render_line('turn.more', count=omitted)}" if omitted else ""


def _describe_recent_actions(
    table: Table, seat: Seat, localizer: Localizer, since: Sequence[LogLine]
) -> tuple[str, int]:
    """Return the seat's unpublished steps, else other players' actions, and the number of omitted sentences."""
    assert table.match is not None
    if table.match.acting_seat == seat:
        own_events = [event for event in table.match.private_events if event.is_visible_to(seat)]
        return localizer.join_languages(
            lambda lang: "\n".join(ReportWriter(table, lang).write_own_actions(seat, own_events)), LINE_SEPARATOR
        ), 0
    return summarize_news(table, seat, localizer, since)
