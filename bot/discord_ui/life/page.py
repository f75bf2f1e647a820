"""What is shown of a free seat, of what people decide together, and the buttons below a notice."""

from __future__ import annotations

from collections.abc import Sequence

from bot.discord_ui.card.page import question
from bot.discord_ui.history.log import report
from bot.discord_ui.page import picture_requests
from bot.discord_ui.page.ids import at_table
from bot.discord_ui.page.layout import GOLD, GOOD, QUIET, STRONG, Key, Page
from bot.discord_ui.text import titles
from bot.discord_ui.text.voice import Voice
from bot.table import LiveTable
from bot.table.history import Line
from bot.table.life import votes
from bot.table.lobby.agreement import SPEEDS
from engines.kernel import Seat

STYLES = {"take": GOOD, "sit": GOOD, "wake": STRONG, "join": STRONG}
HAPPENED_ROOM = 2000
"""Characters of what a newcomer reads of the log at once."""


def offer_keys(live: LiveTable, offers: Sequence[str], voice: Voice) -> list[Key]:
    """The buttons of a notice: each offer is `<verb>:<argument>`."""
    found = []
    for offer in offers:
        verb, _, about = offer.partition(":")
        found.append(Key(at_table(live.id, verb, about), voice.label(f"offer.{verb}"), STYLES.get(verb, QUIET)))
    return found


def share_of(live: LiveTable, name: str, voice: Voice) -> str:
    """How many have to agree, in words, by the rules of this table."""
    return _share(votes.share(live, name), votes.VOTES[name], voice)


def _share(share: votes.Share, vote: votes.Vote, voice: Voice) -> str:
    said = voice.label(f"share.{share}")
    if vote.least > 1:
        said = voice.label("share.least", share=said, least=vote.least)
    return voice.label("share.of_seat", share=said) if vote.of_seat else said


def votes_page(voice: Voice) -> Page:
    """The table of votes: what, and how many have to agree."""
    lines = [
        f"- {voice.label(f'vote.{name}')} — **{_share(vote.share, vote, voice)}**" for name, vote in votes.VOTES.items()
    ]
    return Page((voice.line("vote.head"), voice.line("vote.intro"), "\n".join(lines)))


def standing(live: LiveTable, voice: Voice) -> str:
    """Who stands where as everybody may know it; "" if the game keeps that to itself."""
    moment = live.game.moment
    points = None if moment is None or live.match is None else moment(live.match.public().view(None)).standing
    if not points:
        return ""
    order = sorted(range(min(len(points), len(live.seats))), key=lambda seat: -points[seat])
    listed = " · ".join(f"{live.names[seat]} {points[seat]}" for seat in order)
    return voice.line("request.standing", list=listed)


def free_seat(live: LiveTable, seat: Seat, voice: Voice) -> Page:
    """What everybody may know of a seat that is free, and a button to take it."""
    texts = [
        f"## {voice.label('seatcard.head', table=titles.table_title(live, voice))}",
        voice.line("seatcard.seat", seat=titles.player_name(live, seat, voice)),
    ]
    moment = live.game.moment
    if moment is not None and live.match is not None:
        heading = voice.msg_label(moment(live.match.public().view(None)).heading, live.words, live.names)
        texts.append(voice.line("seatcard.round", heading=heading))
    others = voice.listed(one.name for one in live.seats if one.seat != seat and not one.is_vacant)
    texts.append(voice.line("seatcard.players", names=others))
    if live.plan.pace in SPEEDS:
        texts.append(voice.label(f"setting.pace.{live.plan.pace}"))
    texts.append(standing(live, voice))
    asked = question(live, seat, voice) if seat in live.waiting else ""
    if asked:
        texts.append(f"{voice.label('seatcard.asked')}\n{asked}")
    texts.append(f"-# {voice.line('seatcard.pace')}")
    rows = ((Key(at_table(live.id, "takeit", str(seat)), voice.label("offer.takeit"), GOOD),),)
    return Page(tuple(filter(None, texts)), rows, picture_requests.overview(live, voice.first), GOLD)


def briefing(live: LiveTable, seat: Seat, lines: Sequence[Line], voice: Voice) -> Page:
    """For whoever has just taken a seat: what they have, what happened, what is asked. Only they see it."""
    seated = live.seats[seat]
    said = "seatcard.yours" if seated.sitter is None else "seatcard.sitting"
    happened: list[Line] = []
    for line in reversed(lines):
        if len(report(live, [line, *happened], voice)) > HAPPENED_ROOM:
            break
        happened.insert(0, line)
    texts = [
        f"## {titles.seat_name(live, seated)}\n-# {titles.table_title(live, voice)}",
        voice.line(said, who=seated.name),
        f"{voice.label('seatcard.happened')}\n{report(live, happened, voice)}" if happened else "",
    ]
    keys = [Key(at_table(live.id, "seat"), voice.label("card.seat"))]
    if seat in live.waiting:
        keys.insert(0, Key(at_table(live.id, "play"), voice.label("card.play"), STRONG))
    return Page(tuple(filter(None, texts)), (tuple(keys),), picture_requests.own(live, seat, voice.first), GOLD)
