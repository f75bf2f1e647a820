"""Which picture a page shows: the table's overview, one that somebody picked, or the private one of a question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from msgspec import structs

from bot.discord_ui.text.voice import cut
from bot.table import LiveTable
from bot.table.acted import Recent
from engines.kernel import Lang, Preview, Prompt, Seat
from render import Art, Look, Mark, Step, arts

from .pictures import NEWEST, PictureRequest


def art_of(live: LiveTable) -> Art | None:
    """The pictures of a game; None if it has none and is played in words."""
    return arts().get(live.game.id)


def public_pictures(live: LiveTable) -> tuple[str, ...]:
    art = art_of(live)
    return () if art is None or live.match is None else art.pictures(live.match.view(None))


def picture_title(live: LiveTable, picture: str, lang: Lang) -> str:
    art = art_of(live)
    return picture if art is None else cut(art.title(picture, Look(lang, live.names)), 100)


def overview(live: LiveTable, lang: Lang) -> PictureRequest | None:
    """The board as everybody sees it, with what was told last: what changed by it, and below the board who did what, or
    before the first turn who begins.
    """
    if live.match is None or art_of(live) is None:
        return None
    name = public_pictures(live)[0]
    before = live.recent.before if live.is_playing else None
    turns = steps_of(live.recent, live.public_n) if before else ()
    opening = live.waiting if live.is_playing and not live.told else ()
    look = Look(lang, live.names, before=before, turns=turns, opening=opening)
    return _shot(live, live.match.view(None), name, look, since=-1 if before else 0)


def steps_of(recent: Recent, n: int) -> tuple[Step, ...]:
    """Who acted in what was told last, as far as decision n, the last public one."""
    return tuple(Step(one.by(n), one.before, one.goes_on, one.upto(n)) for one in recent.told)


def public_shot(live: LiveTable, picture: str, lang: Lang) -> PictureRequest | None:
    """A public picture by its name."""
    if live.match is None or picture not in public_pictures(live):
        return None
    return _shot(live, live.match.view(None), picture, Look(lang, live.names))


def asked_about(live: LiveTable, seat: Seat | None) -> str | None:
    """The public picture of what a seat is asked about; None for the overview."""
    art = art_of(live)
    if art is None or live.match is None or seat is None or seat not in live.waiting:
        return None
    prompt = live.match.prompt(seat)
    if prompt is None:
        return None
    return art.closest(live.match.view(None), [option.place for option in prompt.options if option.place], seat)


def changes(live: LiveTable, lang: Lang, steps: Sequence[tuple[Seat | None, Any]], since: int) -> PictureRequest | None:
    """The overview with what changed since decision `since`, and who did it: steps of (seat, View before it)."""
    if live.match is None or art_of(live) is None:
        return None
    before = steps[0][1] if steps else None
    look = Look(lang, live.names, before=before, steps=tuple(Step(*step) for step in steps))
    return _shot(live, live.match.view(None), public_pictures(live)[0], look, since)


def arranged(live: LiveTable, prompt: Prompt) -> Prompt:
    """The question with its options as they stand on the picture: text, buttons and picture number them alike.

    Every page and command of a question begins with this.
    """
    art = art_of(live)
    if art is None or live.match is None:
        return prompt
    return in_order(art, live.match.view(prompt.seat), prompt)


def in_order(art: Art, view: Any, prompt: Prompt) -> Prompt:
    """The question with its options as they stand on the picture that a seat's View gives."""
    options = [(option.place, (False, option.group)) for option in prompt.options]
    asides = [(option.place, (True, option.group)) for option in prompt.asides]
    order = art.order(view, prompt.seat, (*options, *asides))
    first = len(options)
    return structs.replace(
        prompt,
        options=tuple(prompt.options[i] for i in order if i < first),
        asides=tuple(prompt.asides[i - first] for i in order if i >= first),
    )


def private(
    live: LiveTable, seat: Seat, lang: Lang, prompt: Prompt | None, chosen: Sequence[str] = (), variant: int = 0
) -> PictureRequest | None:
    """The picture of a question (`arranged`), with the panel's numbers where the options lie; or the seat's own view.

    variant: which one of those that the question has is shown.

    What the seat has done since the last barrier, and can still take back, is marked as changed.
    """
    art = art_of(live)
    if art is None or live.match is None:
        return None
    view = live.match.view(seat)
    options = () if prompt is None else (*prompt.shown(variant), *prompt.asides)
    marks = tuple(
        Mark(option.place, number, option.key in chosen, option.key)
        for number, option in enumerate(options, 1)
        if option.place is not None
    )
    before = live.match.public().view(seat) if live.match.acting == seat else None
    places = tuple(mark.place for mark in marks)
    name = NEWEST if before is not None and not places else art.panel(view, seat, places)
    look = Look(lang, live.names, seat, marks, before, question=None if prompt is None else prompt.text)
    return _shot(live, view, name, look, since=-1 if before else 0)


def preview(live: LiveTable, seat: Seat, lang: Lang, found: Preview, keys: tuple[str, ...]) -> PictureRequest | None:
    """What these keys would lead to: what is different from now, marked. None where no picture shows a difference."""
    art = art_of(live)
    if art is None:
        return None
    name = art.panel(found.after, seat, (), found.before)
    look = Look(lang, live.names, seat, before=found.before)
    was_there = name in art.private(found.before, seat)
    if was_there and not art.changes(found.after, name, look):
        return None
    return replace(_shot(live, found.after, name, look), imagined=keys)


def own(live: LiveTable, seat: Seat, lang: Lang) -> PictureRequest | None:
    """The picture of what belongs to a seat (`Art.own`)."""
    art = art_of(live)
    if art is None or live.match is None:
        return None
    view = live.match.view(seat)
    return _shot(live, view, art.own(view, seat), Look(lang, live.names, seat))


def past(
    live: LiveTable,
    view: Any,
    lang: Lang,
    seat: Seat | None,
    n: int,
    before: Any = None,
    since: int = 0,
    turn: Step | None = None,
) -> PictureRequest | None:
    """How the board stood after decision n, for everybody or (a seat) for its holder.

    What is different since the View `before`, after decision `since`, is marked; on the public board with the letter of
    the one who did it and what that was in words, if it was one (turn).
    """
    art = art_of(live)
    if art is None:
        return None
    picture = art.pictures(view)[0] if seat is None else art.own(view, seat)
    turns = (turn,) if seat is None and turn is not None else ()
    look = Look(lang, live.names, seat, before=before, turns=turns)
    return replace(_shot(live, view, picture, look, since if before is not None else -1), rev=-1 - n)


def _shot(live: LiveTable, view: Any, picture: str, look: Look, since: int = 0) -> PictureRequest:
    return PictureRequest(live.game.id, live.id, live.row.rev, picture, look, view, since)
