"""R14.3 Wakhan's turn: her card, blackmail, listed actions with ambition, bonus actions. Cleanup is as usual (R9)."""

from __future__ import annotations

from functools import partial
from itertools import cycle
from typing import NamedTuple

from engines.kernel import Msg, Table, Term, outcome, say
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.rules import blackmail as spying
from engines.pax_pamir.rules.play import play_by_wakhan
from engines.pax_pamir.rules.purchase import purchase
from engines.pax_pamir.table.abilities import cards_with
from engines.pax_pamir.table.derived import is_favored
from engines.pax_pamir.table.market import can_buy
from engines.pax_pamir.table.priority import by_priority, why_first
from engines.pax_pamir.table.scoring import over, scores
from engines.pax_pamir.table.state import State
from engines.pax_pamir.table.wakhan import automa, black_arrow, front, her, pragmatic, red_arrow, region_order

from .actions import act, can_pay, card_for, has_target, payable
from .radicalize import Pick, pick

PATIENCE = 3
"""R14.3 After so many invalid entries in a row she stops."""


async def take_turn(t: Table[State]) -> None:
    """R14.3 Steps 1 to 4 of her turn, for which `State.turn` is made.

    A dominance check that she buys may end the game.
    """
    turn_up(t)
    await blackmail(t)
    await listed_actions(t)
    if not over(t.state):
        await bonus_actions(t)


def turn_up(t: Table[State]) -> None:
    """R14.3 The top card is turned face up. If it was the last, all are shuffled and a new one is turned."""
    s = t.state
    cards = automa(s)
    cards.discards.append(t.draw(cards.deck))
    if not cards.deck:
        cards.deck, cards.discards = cards.discards, []
        t.rng.shuffle(cards.deck)
        t.tell("wakhan.reshuffled")
        cards.discards.append(t.draw(cards.deck))
    card = front(s)
    t.tell(
        "wakhan.card",
        reason=True,
        id=card.id,
        regions=tuple(Term(f"region.{region}") for region in region_order(s)),
        entries=tuple(_name(entry) for entry in card.actions),
        order=tuple(Term(f"coalition.{coalition}") for coalition in card.loyalty_order),
        coalition=Term(f"coalition.{pragmatic(s)}"),
        column=black_arrow(s),
        row=Msg(f"wakhan.row.{red_arrow(s)}"),
    )


async def blackmail(t: Table[State]) -> None:
    """R14.3 Each blackmail card of her court places a spy on the eligible card of highest priority."""
    s, me = t.state, her(t.state)
    for card in cards_with(s, me, *spying.BLACKMAIL):
        targets = spying.eligible(s, card) if card in s.players[me].court else []
        if targets:
            await spying.put(t, me, card, by_priority(s, targets), why_first(s, targets))


# ---------------------------------------------------------------- the listed actions


async def listed_actions(t: Table[State]) -> None:
    """R14.3 The three entries from the top, again and again, until her actions or her patience are used up."""
    s = t.state
    invalid: list[Msg] = []
    told: list[Msg] = []
    for entry in cycle(front(s).actions):
        if over(s) or not s.playing.actions:
            return
        coveted = ambition(s)
        plan = coveted or planned(s, entry)
        if isinstance(plan, Msg):
            invalid.append(say("wakhan.skipped_one", entry=_name(entry), why=plan))
            if len(invalid) == PATIENCE:
                t.tell("wakhan.skipped_all", reason=True, entries=tuple(invalid))
                return
            continue
        with t.line():
            if news := tuple(one for one in invalid if one not in told):
                t.tell("wakhan.skipped", reason=True, entries=news)
                told += news
            invalid = []
            match plan:
                case Coveted(space, why):
                    t.tell("wakhan.act", reason=True, deed=why)
                    await purchase(t, her(s), space)
                case Pick():
                    await radicalize(t, entry, plan)
                case int():
                    await act(t, plan, entry, payable(s, entry))


def planned(s: State, entry: str) -> Pick | int | Msg:
    """R14.3 By an entry of the front: what she takes, or the card that she uses; or why the entry is invalid."""
    return pick(s, entry) if entry.startswith("rad") else card_for(s, entry)


async def radicalize(t: Table[State], entry: str, chosen: Pick) -> None:
    """R14.5 Purchase and play at once, for one action."""
    s = t.state
    card = s.market[chosen.space].card
    assert card is not None
    t.tell("wakhan.radicalize", reason=True, entry=_name(entry), why=chosen.why)
    await purchase(t, her(s), chosen.space)
    if card in CONTENT.cards:
        await play_by_wakhan(t, card)


def _name(entry: str) -> Msg:
    return Msg(f"wakhan.entry.{entry}")


# ---------------------------------------------------------------- ambition


class Coveted(NamedTuple):
    """The market space of a dominance check that she wants to have resolved now, and the reason as a sentence."""

    space: int
    why: Msg


def ambition(s: State) -> Coveted | None:
    """R14.3 She buys a dominance check that gives her more points than anybody else, or victory."""
    me = her(s)
    space = next((i for i, space in enumerate(s.market) if space.card in CONTENT.checks and can_buy(s, me, i)), None)
    if space is None:
        return None
    after = outcome(s, partial(purchase, player=me, index=space)).state
    gained = after.checks[-1].gained
    if over(after) and any(score.seat == me and score.place == 1 for score in scores(after)):
        return Coveted(space, say("wakhan.ambition.wins"))
    if all(gained[me] > points for player, points in enumerate(gained) if player != me):
        return Coveted(space, say("wakhan.ambition.points", gain=gained[me]))
    return None


# ---------------------------------------------------------------- bonus actions


async def bonus_actions(t: Table[State]) -> None:
    """R14.3 Favored unused cards of her court from left to right: of each the leftmost action that is possible.

    Cards that have left the court meanwhile are skipped.
    """
    s, me = t.state, her(t.state)
    for card in list(s.players[me].court):
        if card not in s.players[me].court or card in s.playing.used or not is_favored(s, me, card):
            continue
        for action in CONTENT.cards[card].actions:
            if can_pay(s, card, action) and has_target(s, card, action):
                with t.line():
                    await act(t, card, action)
                break
