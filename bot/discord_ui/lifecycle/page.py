"""Pages of an open seat and of votes, and the buttons below a notice."""

from collections.abc import Sequence

from bot.discord_ui.card.page import quote_question
from bot.discord_ui.history.log import write_log
from bot.discord_ui.page import picture_requests
from bot.discord_ui.page.custom_ids import build_table_id
from bot.discord_ui.page.pages import GOLD, PRIMARY, SECONDARY, SUCCESS, Button, Page
from bot.discord_ui.text import titles
from bot.discord_ui.text.localizer import Localizer
from bot.table import Table
from bot.table.history.game_log import LogLine
from bot.table.terms import votes
from bot.table.terms.table_terms import KNOWN_CONTROLS
from engines.kernel import Seat

STYLES = {"take": SUCCESS, "sit": SUCCESS, "wake": PRIMARY, "join": PRIMARY}
MAX_LOG_TEXT = 2000
"""Maximum characters of the log in the briefing of a new player."""


def build_further_buttons(table: Table, further_buttons: Sequence[str], localizer: Localizer) -> list[Button]:
    """Return the buttons of a notice; each is `<verb>:<argument>`."""
    buttons = []
    for button in further_buttons:
        verb, _, argument = button.partition(":")
        buttons.append(
            Button(
                build_table_id(table.key, verb, argument),
                localizer.render_label(f"offer.{verb}"),
                STYLES.get(verb, SECONDARY),
            )
        )
    return buttons


def describe_share(table: Table, name: str, localizer: Localizer) -> str:
    """Return, in words, how many players must agree at this table."""
    return _format_share(votes.find_share(table, name), votes.VOTES[name], localizer)


def _format_share(share: votes.Share, vote: votes.VotingRule, localizer: Localizer) -> str:
    share_text = localizer.render_label(f"share.{share}")
    if vote.min_votes > 1:
        share_text = localizer.render_label("share.least", share=share_text, least=vote.min_votes)
    return localizer.render_label("share.of_seat", share=share_text) if vote.is_about_seat else share_text


def build_votes_page(localizer: Localizer) -> Page:
    """Return the list of votes and how many players must agree to each."""
    lines = [
        f"- {localizer.render_label(f'vote.{name}')} — **{_format_share(vote.share, vote, localizer)}**"
        for name, vote in votes.VOTES.items()
    ]
    return Page((localizer.render_line("vote.head"), localizer.render_line("vote.intro"), "\n".join(lines)))


def format_public_standings(table: Table, localizer: Localizer) -> str:
    """Return the public standings; "" if the game does not publish any."""
    info = None if table.match is None else table.match.find_turn_info()
    points = None if info is None else info.public_points
    if not points:
        return ""
    order = sorted(range(min(len(points), len(table.seats))), key=lambda seat: -points[seat])
    names_and_points = " · ".join(f"{table.names[seat]} {points[seat]}" for seat in order)
    return localizer.render_line("request.standing", list=names_and_points)


def build_open_seat_page(table: Table, seat: Seat, localizer: Localizer) -> Page:
    """Return the public information about an open seat, and a button to take it."""
    texts = [
        f"## {localizer.render_label('seatcard.head', table=titles.name_table(table, localizer))}",
        localizer.render_line("seatcard.seat", seat=titles.name_player(table, seat, localizer)),
    ]
    if table.match is not None and (info := table.match.find_turn_info()) is not None:
        heading = localizer.render_message_label(info.heading, table.catalogue, table.names)
        texts.append(localizer.render_line("seatcard.round", heading=heading))
    other_names = localizer.join_names(
        seat_holder.name for seat_holder in table.seats if seat_holder.seat != seat and not seat_holder.is_vacant
    )
    texts.append(localizer.render_line("seatcard.players", names=other_names))
    if table.settings.pace in KNOWN_CONTROLS:
        texts.append(localizer.render_label(f"setting.pace.{table.settings.pace}"))
    texts.append(format_public_standings(table, localizer))
    question_text = quote_question(table, seat, localizer) if seat in table.waiting else ""
    if question_text:
        texts.append(f"{localizer.render_label('seatcard.asked')}\n{question_text}")
    texts.append(f"-# {localizer.render_line('seatcard.pace')}")
    rows = ((Button(build_table_id(table.key, "takeit", str(seat)), localizer.render_label("offer.takeit"), SUCCESS),),)
    return Page(tuple(filter(None, texts)), rows, picture_requests.build_overview(table, localizer.first_lang), GOLD)


def build_briefing(table: Table, seat: Seat, lines: Sequence[LogLine], localizer: Localizer) -> Page:
    """Return the private page for a player who has just taken a seat: their view, recent events, links."""
    seated = table.seats[seat]
    key = "seatcard.yours" if seated.substitute is None else "seatcard.sitting"
    recent_lines: list[LogLine] = []
    for line in reversed(lines):
        if len(write_log(table, [line, *recent_lines], localizer)) > MAX_LOG_TEXT:
            break
        recent_lines.insert(0, line)
    texts = [
        f"## {titles.name_seat(table, seated)}\n-# {titles.name_table(table, localizer)}",
        localizer.render_line(key, who=seated.name),
        f"{localizer.render_label('seatcard.happened')}\n{write_log(table, recent_lines, localizer)}"
        if recent_lines
        else "",
    ]
    buttons = [Button(build_table_id(table.key, "seat"), localizer.render_label("card.seat"))]
    if seat in table.waiting:
        buttons.insert(0, Button(build_table_id(table.key, "play"), localizer.render_label("card.play"), PRIMARY))
    return Page(
        tuple(filter(None, texts)),
        (tuple(buttons),),
        picture_requests.build_own_picture(table, seat, localizer.first_lang),
        GOLD,
    )
