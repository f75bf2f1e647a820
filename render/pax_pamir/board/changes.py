"""Marks what changed since an earlier View on the overview: the parts of the board share six frames."""

from collections.abc import Iterable, Iterator, Sequence

from engines.pax_pamir.view import View
from render.kit.halos import Change, Marks, shared
from render.kit.look import Lang
from render.kit.marks import changed_box, changed_disc
from render.kit.scene import Nodes
from render.kit.spot import Spot
from render.pax_pamir import layout
from render.pax_pamir.board.header import coalition_spot, event_places, suit_spot
from render.pax_pamir.board.seats import count_box, seal_spot
from render.pax_pamir.cards.chips import CHIPS_W, CHIPS_X, chips, chips_box
from render.pax_pamir.cards.market import COIN_R, WAITING_R, coin_at, waiting_at
from render.pax_pamir.diff import Counted, Dominant, Drawn, Fact, Favored, Left, Loyal, Paid, Played, Spies, facts
from render.pax_pamir.map.changes import around, map_changes

GROUPS = ("map", "seats", "market", "header")
"""The parts of the board, each of which has its share of the frames; the numbers of the players have what is left."""

_COUNTS = ("vp", "influence", "rupees", "held")


def changes(before: View, view: View, lang: Lang, only: str | None = None) -> Marks:
    """Marks by area: `region:<id>`, `border:<id>`, or one for each change elsewhere; cards side by side share one."""
    told = facts(before, view)
    found = (
        *map_changes(told, before, view),
        *_seats(told, before, view),
        *_market(told, view),
        *_header(told, before, view, lang),
    )
    shown = [change for change in found if only in (None, change.group)]
    return shared(shown, GROUPS, "numbers", lambda area: around(area, view, lang))


def _seats(told: Sequence[Fact], before: View, view: View) -> Iterator[Change]:
    """What the rows show: cards and spies before loyalty and events, numbers last."""
    for player in view.ring:
        new = {fact.card for fact in told if isinstance(fact, Played | Spies) and fact.player == player}
        court = view.players[player].court
        line = chips(len(court), layout.row_height(view)[0]).line
        for first, last in _runs([i for i, slot in enumerate(court) if slot.card in new], line):
            yield Change("seats", f"court:{player}:{first}", changed_box(*chips_box(view, player, first, last), 8))
    for fact in told:
        match fact:
            case Left(player, _):
                yield Change("seats", f"court:{player}", _court(view, player))
            case Loyal(player, _):
                spot = layout.player_row(view, player)
                yield Change("seats", f"loyalty:{player}", changed_box(spot.x + 6, spot.y + 8, 60, spot.h - 16, 10))
    for then, now in zip(before.players, view.players, strict=True):
        if set(now.events) - set(then.events):
            yield Change("seats", f"events:{now.number}", _box(layout.player_row(view, now.number)))
    numbers = [fact for fact in told if isinstance(fact, Counted)]
    for fact in sorted(numbers, key=lambda fact: _COUNTS.index(fact.what)):
        box = (
            changed_disc(*seal_spot(view, fact.player))
            if fact.what == "vp"
            else changed_box(*count_box(view, fact.player, fact.what), 8)
        )
        yield Change("seats" if fact.what == "vp" else "numbers", f"{fact.what}:{fact.player}", box)


def _market(told: Sequence[Fact], view: View) -> Iterator[Change]:
    """New cards, then rupees that were put on others."""
    for first, last in _runs([fact.index for fact in told if isinstance(fact, Drawn)], layout.COLUMNS):
        start, end = layout.card(first), layout.card(last)
        halo = changed_box(start.x, start.y, end.x + end.w - start.x, start.h, start.radius)
        yield Change("market", f"cards:{first}", halo)
    for fact in told:
        if isinstance(fact, Paid):
            spot, vacant = layout.card(fact.index), view.market[fact.index].card is None
            at, r = (waiting_at, WAITING_R) if vacant else (coin_at, COIN_R)
            yield Change("market", f"coins:{fact.index}", changed_disc(*at(spot.x, spot.y), r - 3))


def _runs(indices: Iterable[int], line: int) -> Iterator[tuple[int, int]]:
    """The first and the last of neighbours that stand in one line of so many."""
    first = last = None
    for index in sorted(indices):
        if first is None or last is None:
            first = last = index
        elif index == last + 1 and index % line:
            last = index
        else:
            yield first, last
            first = last = index
    if first is not None and last is not None:
        yield first, last


def _header(told: Iterable[Fact], before: View, view: View, lang: Lang) -> Iterator[Change]:
    """The favored suit, dominance, and lasting events that are new for everybody."""
    for fact in told:
        match fact:
            case Favored():
                yield Change("header", "favored", _box(suit_spot()))
            case Dominant(coalition):
                halo = _box(coalition_spot(coalition or next(iter(view.blocks)), view, lang))
                yield Change("header", "dominant", halo)
    for card, (x, y, size) in event_places(view, lang).items():
        if card not in before.globals:
            yield Change("header", f"event:{card}", changed_box(x - size / 2, y - size / 2, size, size, 8))


def _court(view: View, player: int) -> Nodes:
    """The part of a row where the court lies."""
    spot = layout.player_row(view, player)
    top = chips(len(view.players[player].court), spot.h).top - 4
    return changed_box(spot.x + CHIPS_X - 6, spot.y + top, CHIPS_W + 12, spot.h - top - 4, 8)


def _box(spot: Spot) -> Nodes:
    return changed_box(spot.x, spot.y, spot.w, spot.h, spot.radius)
