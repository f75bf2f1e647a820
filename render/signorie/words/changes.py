"""Descriptions of the changes between two Views: the facts of `diff` as text."""

from engines.signorie.data.content import CONTENT
from engines.signorie.view import CitySlot, View
from render import kit
from render.signorie import diff
from render.signorie.words.phrases import Phrases

_COLUMNS: dict[str, str] = {helper: slot.column for helper, slot in CONTENT.helpers.items()}
_TILES = {"marriage": "terms.marriage", "mission": "terms.diplomatic_mission"}


def describe_changes_since(before: object, phrases: Phrases) -> tuple[str, ...]:
    """Return one phrase for a new round, for every seat in turn order, and for every tile; empty if nothing changed.

    TypeError if `before` is not a View of Signorie.
    """
    if not isinstance(before, View):
        raise TypeError(f"before: expected a View of Signorie, got {type(before).__name__}")
    view = phrases.view
    round_texts: list[str] = []
    tile_texts: list[str] = []
    texts_by_seat: dict[int, list[str]] = {seat: [] for seat in view.order}
    for fact in diff.list_facts(before, view):
        fact_texts = _describe_fact(fact, phrases)
        match fact:
            case diff.NewRound():
                round_texts += fact_texts
            case diff.TileTaken() | diff.TileTurned():
                tile_texts += fact_texts
            case _:
                texts_by_seat[fact.seat] += fact_texts
    seats = [
        phrases.render_phrase("since.seat", who=phrases.name_seat(seat), done=tuple(texts))
        for seat, texts in texts_by_seat.items()
        if texts
    ]
    return (*round_texts, *seats, *tile_texts)


def _describe_fact(fact: diff.Fact, phrases: Phrases) -> tuple[str, ...]:
    """Describe the fact without its seat; counts one by one."""
    render_phrase = phrases.render_phrase
    match fact:
        case diff.NewRound(number):
            return (render_phrase("since.round", n=number),)
        case diff.PieceMoved():
            return (_describe_move(fact, phrases),)
        case diff.MeepleArrived(_, city, _):
            slot = _find_slot(fact, phrases)
            sex_noun = phrases.render_noun(f"sexes.{slot.sex}")
            return (render_phrase("since.city", who=sex_noun, city=phrases.name_city(city), value=slot.value),)
        case diff.TileTaken(city, kind):
            return (render_phrase("since.tile", kind=phrases.render_noun(_TILES[kind]), city=phrases.name_city(city)),)
        case diff.DieTaken(_, color, pips):
            return (render_phrase("since.die", die=phrases.name_dice([(color, pips)])[0]),)
        case diff.SeatPassed():
            return (render_phrase("since.passed"),)
        case diff.TileTurned(slot, _):
            return (render_phrase("since.turned", tile=phrases.describe_place(f"assign:{slot}")),)
        case diff.HelperHired(_, helper):
            return (
                render_phrase(
                    "since.helper", helper=phrases.name_helper(helper), color=phrases.name_color(_COLUMNS[helper])
                ),
            )
        case diff.SonMarried(_, son):
            return (render_phrase("since.son", n=son),)
        case diff.PlanRowGrown(_, row, tiles):
            return (render_phrase("since.plan", row=phrases.name_row(row), tiles=tiles),)
        case diff.ThresholdRaised(_, threshold):
            return (render_phrase("since.threshold", n=threshold),)
        case diff.CountsChanged(_, counts):
            return tuple(render_phrase(f"since.{kind}", n=change) for kind, change in counts)
        case diff.VpGained(_, vp):
            return (render_phrase("since.vp", vp=vp),)


def _describe_move(fact: diff.PieceMoved, phrases: Phrases) -> str:
    """Describe a move by the numbers printed on the slots; on the initiative track by its length and new number."""
    if fact.track == "initiative":
        key = {0: "since.back", 1: "since.rose_little"}.get(fact.end, "since.rose")
        return phrases.render_phrase(key, n=fact.end - fact.start, slot=phrases.name_slot(fact.track, fact.end))
    track = phrases.name_track(fact.track)
    start, end = (phrases.name_slot(fact.track, number) if number else "" for number in (fact.start, fact.end))
    if start and end:
        return phrases.render_phrase("since.step", track=track, start=start, end=end)
    return phrases.render_phrase("since.left" if start else "since.came", track=track, slot=start or end)


def _find_slot(fact: diff.MeepleArrived, phrases: Phrases) -> CitySlot:
    return next(place for place in phrases.view.cities if place.id == fact.city).slots[fact.slot]


def list_changes(phrases: Phrases) -> tuple[str, ...]:
    """Return the changes for an alt text: the last turns if the context has them, else all since its `view_before`."""
    ctx = phrases.ctx
    if ctx.turns:
        return kit.describe_turns(phrases.view, ctx, "engines.signorie")
    return () if ctx.view_before is None else describe_changes_since(ctx.view_before, phrases)
