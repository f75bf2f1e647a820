"""R7.5 Playing a card: continuation or change, as itself or by petition as another kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import groupby
from typing import NamedTuple

from engines.kernel import FIRST, Default, Msg, Option, Seat, Table, Term, Who, say
from engines.quo_vadis.data.content import DATA, KINDS
from engines.quo_vadis.questions import Petition, Play
from engines.quo_vadis.table import names
from engines.quo_vadis.table.board import builders, coming_territory, most_wrath, participants, room, towns_in
from engines.quo_vadis.table.geometry import area_of
from engines.quo_vadis.table.scoring import is_versatile, style_bonus
from engines.quo_vadis.table.skills import KALEIDOSCOPE
from engines.quo_vadis.table.state import Player, State

from .actions import actions, extra_gain, take_yield
from .gains import pay
from .war.strength import contested


def _first_of_each(options: tuple[Option, ...]) -> tuple[str, ...]:
    return tuple(next(group).key for _, group in groupby(options, key=lambda option: option.group))


FIRST_OF_EACH = Default(_first_of_each, say("petition.silence"))


class Played(NamedTuple):
    """A card of the hand, and how it is played. counts_as: another kind by petition."""

    card: str
    change: bool
    counts_as: str


async def play_card(t: Table[State], me: Seat) -> None:
    """R7.5, R7.6 One hand card onto the display, and what it yields by itself.

    The petition is a question of its own, since it is rare.
    """
    s, player = t.state, t.state.players[me]
    size, change = generation_size(player), may_change(s, me)
    played = await t.choose(
        me,
        "card.ask" if size else "card.ask_first",
        partial(plays, s, me),
        default=FIRST,
        rule="R7.5",
        about=Play(size, change),
        generation=names.generation(max(1, len(player.generations))),
        cards=size,
    )
    if played is None:
        played = await _petition(t, me)
    with t.line():
        lay(t, me, played)
        take_yield(t, me)


def generation_size(player: Player) -> int:
    """Cards in the current generation: the rightmost that is not empty."""
    return len(player.generations[-1]) if player.generations else 0


def may_change(s: State, me: Seat) -> bool:
    """R7.5 From the second turn on, not from the sixth generation, and if the building condition holds now."""
    player = s.players[me]
    return 0 < len(player.generations) < DATA.setup.generations and player.towns > 0 and bool(builders(s, me))


def may_petition(s: State, me: Seat) -> bool:
    """R7.5 Option `petition`, and 2 faith."""
    return s.on("petition") and s.players[me].stock["faith"] >= DATA.costs.petition_faith


def plays(s: State, me: Seat) -> list[Option]:
    """R7.5 Each kind in hand as a continuation, then as a change; and the petition."""
    options = [_play(s, me, kind, number, change) for change in _ways(s, me) for kind, number in _hand(s, me)]
    if may_petition(s, me):
        price = DATA.costs.petition_faith
        left = s.players[me].stock["faith"] - price
        options.append(Option("petition", None, say("petition.label"), say("petition.detail", faith=price, left=left)))
    return options


def _ways(s: State, me: Seat) -> tuple[bool, ...]:
    """Continuation; and change, where it is possible."""
    return (False, True) if may_change(s, me) else (False,)


def _hand(s: State, me: Seat) -> Iterator[tuple[str, int]]:
    """Kinds in hand, and how many cards of each."""
    cards = Counter(s.players[me].hand)
    return ((kind, cards[kind]) for kind in KINDS if kind in cards)


def _play(s: State, me: Seat, kind: str, number: int, change: bool) -> Option:
    return Option(
        f"change:{kind}" if change else f"continue:{kind}",
        Played(kind, change, kind),
        _title(kind, number, change, both=len(_ways(s, me)) > 1),
        partial(outlook, s, me, Played(kind, change, kind)),
        group=say("card.change") if change else say("card.continue"),
        place=f"change:{kind}" if change else f"hand:{kind}",
    )


def _title(kind: str, number: int, change: bool, *, both: bool) -> Msg | Term:
    """The kind of card; where it could be played both ways, what would be done comes first."""
    if not both:
        return say("card.label", kind=names.kind(kind), cards=number) if number > 1 else names.kind(kind)
    key = f"card.label_{'change' if change else 'continue'}{'_more' if number > 1 else ''}"
    return say(key, kind=names.kind(kind), cards=number)


async def _petition(t: Table[State], me: Seat) -> Played:
    """R7.5 Pay 2 faith and name a kind: the card, and what it counts as and how it is played."""
    s = t.state
    about = Petition(generation_size(s.players[me]), may_change(s, me), DATA.costs.petition_faith)
    card, (counts_as, change) = await t.ask(
        lambda: t.each(me, "petition.ask", partial(_petitions, s, me), default=FIRST_OF_EACH, rule="R7.5", about=about)
    )
    return Played(card, change, counts_as)


def _petitions(s: State, me: Seat) -> list[Option]:
    """A group for the card, and one for the kind and how it is played, which says what that yields."""
    card, kind = say("petition.card"), say("petition.kind")
    options = [Option(f"card:{one}", one, names.kind(one), group=card, place=f"hand:{one}") for one, _ in _hand(s, me)]
    options += [
        Option(
            f"{'change' if change else 'continue'}:{one}",
            (one, change),
            say("petition.as_change" if change else "petition.as_continue", kind=names.kind(one)),
            partial(outlook, s, me, Played(one, change, one), printed=False),
            group=kind,
        )
        for change in _ways(s, me)
        for one in KINDS
    ]
    return options


def lay(t: Table[State], me: Seat, played: Played) -> None:
    """R7.5 Pay the petition; put the card on the current generation or open the next one."""
    s, player, turn = t.state, t.state.players[me], t.state.playing
    turn.old = generation_size(player)
    turn.card, turn.counts_as, turn.changed = played.card, played.counts_as, played.change
    turn.actions = actions(s, me, played.counts_as, played.change)
    petition = played.counts_as != played.card
    if petition:
        pay(s, me, "faith", DATA.costs.petition_faith)
    player.hand.remove(played.card)
    if played.change or not player.generations:
        player.generations.append([])
    player.generations[-1].append(played.card)
    t.tell(
        f"card.done_{'change' if played.change else 'continue'}{'_as' if petition else ''}",
        who=Who(me),
        kind=names.kind(played.card),
        counts_as=names.kind(played.counts_as),
        generation=names.generation(len(player.generations)),
        cards=len(player.generations[-1]),
        actions=turn.actions,
    )


# ------------------------------------------------------------------ what a card would do


def outlook(s: State, me: Seat, played: Played, *, printed: bool = True) -> Msg:
    """With a change, the territory bonus as it stands; the actions of a card and what they bring, up to the maxima.

    The town that follows a change brings one area more where a worker stands that can build it in another area; a war
    before it may take one away. printed: the card is of the kind that it counts as, so it is known what lies on top.
    """
    n = actions(s, me, played.counts_as, played.change)
    facts = []
    if played.change:
        old, counted = generation_size(s.players[me]), coming_territory(s, me)
        more = any(area_of(space) not in counted for space in builders(s, me))
        args = {"cards": old, "areas": len(counted), "vp": old * len(counted), "then": old * (len(counted) + 1)}
        facts.append(say("card.bonus_town" if more else "card.bonus", **args))
        if (lost := lost_with_war(s, me)) in counted:
            facts.append(say("card.bonus_lost", area=lost, vp=old * (len(counted) - 1)))
    if printed:
        facts += _style(s.players[me], played)
    facts += [say("card.actions", actions=n), *_yield(s, me, played.counts_as, n)]
    return say("parts", parts=tuple(facts))


def lost_with_war(s: State, me: Seat) -> str | None:
    """R7.7 The genesis area, if a war is sure there and its loss would end the player's control of it."""
    area = s.areas[s.genesis]
    fights = contested(area, s.seats) and me in participants(area, s.seats)
    left = any(town.population > DATA.war.town_loss for town in towns_in(area, me))
    return s.genesis if fights and not left else None


def _style(player: Player, played: Played) -> Iterator[Msg]:
    """R9.2 What the top cards would bring in the final scoring with this one among them, if that is another sum."""
    tops, wild = [stack[-1] for stack in player.generations], KALEIDOSCOPE in player.skills
    after = [*(tops if played.change else tops[:-1]), played.card]
    before, then = style_bonus(tops, wild=wild), style_bonus(after, wild=wild)
    if then != before:
        key = "card.style_various" if is_versatile(after, wild=wild) else "card.style_equal"
        yield say(key, before=before, then=then)


def _yield(s: State, me: Seat, kind: str, n: int) -> Iterator[Msg]:
    player, line = s.players[me], next(line for line in DATA.kind if line.id == kind)
    if line.gives is not None:
        now = player.stock[line.gives]
        after = now + min(n * line.per_action + extra_gain(player, kind), room(s, player, line.gives))
        yield say("card.gain", resource=names.resource(line.gives), before=now, after=after)
    if line.wrath:
        after = min(player.wrath + line.wrath, most_wrath(s, player))
        yield say("card.gain", resource=names.resource("wrath"), before=player.wrath, after=after)
    if kind == "prosperity":
        yield say("card.vp", vp=n * line.per_action + extra_gain(player, kind))
    if kind == "revelation":
        yield say("card.moves", spaces=n)
