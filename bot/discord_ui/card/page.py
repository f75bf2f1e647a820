"""The public card of a table, in play and after its end, and its parts (also used in notifications and results)."""

from collections.abc import Callable, Collection, Mapping, Sequence
from types import MappingProxyType

from bot.discord_ui.page import picture_requests
from bot.discord_ui.page.custom_ids import build_table_id
from bot.discord_ui.page.pages import (
    GOLD,
    GREEN,
    GREY,
    PRIMARY,
    ActionRow,
    Button,
    Page,
    build_in_each_language,
)
from bot.discord_ui.rulebook.lookup import build_lesson_button
from bot.discord_ui.text import seat_icons, titles, waiting
from bot.discord_ui.text.localizer import Localizer, find_shared_question
from bot.discord_ui.text.results import format_early_standings, format_result
from bot.discord_ui.text.waiting import describe_timeout
from bot.table import Table
from bot.table.deadline.deadlines import Deadline
from engines.kernel import Prompt, Seat
from storage.kinds import TimerKind
from storage.play.open_questions import OpenQuestionRow

DEADLINE_KEYS = {TimerKind.TIMEOUT: "card.timeout", TimerKind.LATE: "card.late"}
BEGINNER_QUESTIONS = 12
"""Questions per seat during which a first game counts as beginning: two or three turns."""
NO_DEADLINES: Mapping[Seat, Deadline] = MappingProxyType({})


Quote = Callable[[Seat, Localizer], tuple[str, ...]]
"""Quotes what others did to the player on a seat."""


def build_card(
    table: Table,
    question_rows: Sequence[OpenQuestionRow],
    localizer: Localizer,
    until: Mapping[Seat, Deadline] = NO_DEADLINES,
    mentioned_people: Collection[int] = (),
    quote: Quote | None = None,
    told_seats: Collection[Seat] = (),
) -> Page:
    """Return the public card: turn, start and deadline, question, board. It contains only public information.

    question_rows: the open questions. mentioned_people: people mentioned by the card. quote: quotes actions of others
    against an asked player. told_seats: as in `build_turn_blocks`
    """
    return build_in_each_language(
        localizer,
        lambda one_lang: _build_card(table, question_rows, one_lang, until, mentioned_people, quote, told_seats),
    )


def _build_card(
    table: Table,
    question_rows: Sequence[OpenQuestionRow],
    localizer: Localizer,
    until: Mapping[Seat, Deadline],
    mentioned_people: Collection[int],
    quote: Quote | None,
    told_seats: Collection[Seat],
) -> Page:
    texts: tuple[str, ...]
    if table.is_playing:
        texts = (
            f"## {titles.name_table(table, localizer)}",
            *build_pause_lines(table, localizer),
            *build_turn_blocks(table, question_rows, localizer, until, mentioned_people, told_seats),
            *(line for seat in table.waiting if quote is not None for line in quote(seat, localizer)),
        )
        return Page(
            texts, _build_rows(table, localizer), picture_requests.build_overview(table, localizer.first_lang), GREEN
        )
    if table.row.status == "over":
        texts = (
            f"## {titles.name_table(table, localizer)}",
            localizer.render_line("card.over"),
            format_result(table, localizer),
            describe_seat_changes(table, localizer),
        )
        return Page(
            texts, _build_rows(table, localizer), picture_requests.build_overview(table, localizer.first_lang), GOLD
        )
    texts = (f"## {titles.name_table(table, localizer)}",)
    if table.is_paused:
        texts = (*texts, localizer.render_line("card.paused"))
    else:
        texts = (
            *texts,
            localizer.render_line(_find_ending_key(table)),
            format_early_standings(table, localizer),
            describe_seat_changes(table, localizer),
        )
    rows = () if table.match is None else _build_rows(table, localizer)
    return Page(texts, rows, picture_requests.build_overview(table, localizer.first_lang), GREY)


def build_pause_lines(table: Table, localizer: Localizer) -> tuple[str, ...]:
    """Return the reasons why the table is paused."""
    return waiting.explain_pauses(
        {reason: table.pause_ends.get(reason) for reason in table.pauses}, table.is_archived, localizer
    )


def _find_ending_key(table: Table) -> str:
    """Return the catalogue key that says how an unfinished table ended."""
    ending_kind = table.row.ending
    return f"card.ending.{ending_kind}" if ending_kind in ("conceded", "vacated", "void") else "card.ended"


def describe_seat_changes(table: Table, localizer: Localizer) -> str:
    """Return the successive players of each seat for which more than one has played."""
    lines = []
    for seated in table.seats:
        names: list[str] = []
        for tenure in table.tenures:
            if tenure.seat != seated.seat:
                continue
            holder_name = tenure.substitute or tenure.name
            if not tenure.substitute and tenure.policy is not None and tenure.holder:
                holder_name += localizer.bracket(localizer.render_label("relief.answers"))
            holder_name = "–" if tenure.holder is None and tenure.policy is None else holder_name
            if holder_name != (names[-1] if names else None):
                names.append(holder_name)
        if len(names) > 1:
            icon = seat_icons.format_icon(table, seated.seat)
            lines.append(f"-# {localizer.render_line('card.seat_holders', icon=icon, names=' → '.join(names))}")
    return "\n".join(lines)


def build_turn_blocks(
    table: Table,
    question_rows: Sequence[OpenQuestionRow],
    localizer: Localizer,
    until: Mapping[Seat, Deadline] = NO_DEADLINES,
    mentioned_people: Collection[int] = (),
    told_seats: Collection[Seat] = (),
) -> tuple[str, ...]:
    """Return a block of Markdown for every asked seat: player, start, deadline, question.

    Consecutive seats whose questions share the sentence that asks show it once, below the last of them, and so a
    deadline that is the same. If seats are asked during another player's turn, that player is named above.
    told_seats: those whose question stands in a post of its own
    """
    of_another = table.seat_on_turn is not None and table.seat_on_turn not in table.waiting
    label = localizer.render_label("card.asked" if of_another else "card.turn")
    since = {row.seat: row.since_at // 1000 for row in question_rows}
    on_turn = "" if table.seat_on_turn is None else titles.name_player(table, table.seat_on_turn, localizer)
    blocks = [f"{localizer.render_label('card.turn')}{localizer.colon}{on_turn}"] if of_another else []
    deadlines = {seat: format_deadline(until.get(seat), localizer) for seat in table.waiting}
    asked_seats = list[Seat]()
    for seat, following in zip(table.waiting, [*table.waiting[1:], None], strict=True):
        asked_seats.append(seat)
        asked_jointly = [] if following is None or {seat, following} & set(told_seats) else [*asked_seats, following]
        is_last = not (asked_jointly and quote_question(table, seat, localizer, asked_jointly))
        since_note = f" · <t:{since[seat]}:R>" if seat in since else ""
        status_key = "card.thinks" if table.seats[seat].is_computer else "relief.answers"
        status = f" · {localizer.render_label(status_key)}" if table.seats[seat].answering_policy is not None else ""
        if table.seats[seat].is_vacant and not status:
            status = f" · {localizer.render_label('seatcard.vacant')}"
        if table.seats[seat].substitute is not None:
            status = f" · {table.seats[seat].substitute_name}"
        mention = (
            f" <@{table.seats[seat].person_to_notify}>"
            if table.seats[seat].person_to_notify in mentioned_people
            else ""
        )
        block = f"{label}{localizer.colon}{titles.name_player(table, seat, localizer)}{mention}{status}{since_note}"
        shown_question = ""
        if is_last:
            shown_question = "" if seat in told_seats else quote_question(table, seat, localizer, asked_seats)
            asked_seats = []
        has_own_deadline = is_last or following is None or deadlines[seat] != deadlines[following]
        blocks.append("\n".join(filter(None, (block, shown_question, deadlines[seat] if has_own_deadline else ""))))
    return tuple(blocks)


def format_deadline(until: Deadline | None, localizer: Localizer) -> str:
    """Return the deadline as a Discord timestamp (in the reader's time zone); "" without a deadline."""
    if until is None:
        return ""
    return "\n".join(
        f"-# {line}" for line in localizer.render_line(DEADLINE_KEYS[until.kind], at=until.due_at // 1000).split("\n")
    )


def quote_question(table: Table, seat: Seat, localizer: Localizer, asked_seats: Sequence[Seat] = ()) -> str:
    """Return the seat's public question as a quotation; "" if there is none.

    asked_seats: those whose names come first in a post that everybody reads, since the question says "you". Of the
    questions of several only what they share is quoted, "" if that does not ask
    """
    questions = (find_public_question(table, asked) for asked in (seat, *asked_seats))
    prompts = [prompt for prompt in questions if prompt is not None]
    texts = [localizer.render_message(prompt.text, table.catalogue, table.names) for prompt in prompts]
    text = find_shared_question(texts, localizer.first_lang) if len(texts) > len(asked_seats) else ""
    if not text:
        return ""
    if asked_seats:
        text = f"{localizer.join_names(table.names[asked] for asked in asked_seats)}{localizer.colon}{text}"
    quoted = [f"> {line}" for line in text.split("\n") if line]
    return "\n".join(filter(None, (*quoted, describe_timeout(table, prompts[0], localizer, is_public=True))))


def find_public_question(table: Table, seat: Seat) -> Prompt | None:
    """Return the seat's question at the last barrier, because its later steps are not public yet."""
    return None if table.match is None else table.match.build_public_match().find_prompt(seat)


def _is_beginning(table: Table) -> bool:
    """Return whether the game is at its beginning, when the card offers the lesson (longer with newcomers)."""
    has_newcomer = any(seated.is_newcomer for seated in table.seats)
    questions = 0 if table.match is None else table.match.build_public_match().step
    return questions < (BEGINNER_QUESTIONS if has_newcomer else 1) * len(table.seats)


def _build_rows(table: Table, localizer: Localizer) -> tuple[ActionRow, ...]:
    buttons = []
    if table.is_playing:
        buttons = [
            Button(build_table_id(table.key, "play"), localizer.render_label("card.play"), PRIMARY),
            Button(build_table_id(table.key, "seat"), localizer.render_label("card.seat")),
        ]
    second_buttons = [
        Button(build_table_id(table.key, "changed"), localizer.render_label("card.changed")),
        Button(build_table_id(table.key, "zoom"), localizer.render_label("card.zoom")),
        Button(build_table_id(table.key, "rules"), localizer.render_label("card.rules")),
    ]
    if picture_requests.find_art(table) is None:
        second_buttons.pop(1)
    if table.row.status in ("over", "ended") and table.row.started_at is not None:
        second_buttons.append(
            Button(build_table_id(table.key, "again"), localizer.render_label("offer.again"), PRIMARY)
        )
    lesson_button = build_lesson_button(table.game, localizer) if table.is_playing and _is_beginning(table) else None
    if lesson_button is not None:  # six buttons: two rows of three, which fit a phone's width
        buttons, second_buttons = [*buttons, second_buttons[0]], [*second_buttons[1:], lesson_button]
        return tuple(buttons), tuple(second_buttons)
    return ((*buttons, *second_buttons),)
