"""R16 The council phase: markers to the wheels, coins off the merchants, ships sail; then a new round, or the end."""

from __future__ import annotations

from collections import Counter

from engines.kernel import Msg, Seat, Table, Term, Who, say
from engines.kilia.data.content import CONTENT
from engines.kilia.table.state import State
from engines.kilia.table.wheels import next_number, next_space

from .sailing import sail
from .scoring import scores, tell_points_abilities

DATA = CONTENT.data


async def council(t: Table[State]) -> None:
    """R16 After every round. R17: the final one is followed by a council without sailing and by the scoring."""
    s = t.state
    t.tell("council.begins", round=s.round)
    settle_markers(t)
    clear_merchants(t)
    if s.final:
        end_game(t)
        return
    await sail(t, last=s.ending or deadlock(s))
    begin_round(t)


def settle_markers(t: Table[State]) -> None:
    """R13, R16(1) All markers on a space share the next free number of its wheel, the last one if none is left."""
    for achievement, wheel in t.state.wheels.items():
        if wheel.waiting:
            number, space = next_number(t.state, achievement), next_space(wheel)
            t.tell(
                "council.wheel",
                achievement=Term(f"achievements.{achievement}"),
                who=tuple(markers_of(seat, many, number) for seat, many in Counter(wheel.waiting).items()),
                number=number,
            )
            wheel.placed[space] += wheel.waiting
            wheel.waiting = []


def markers_of(seat: Seat, many: int, number: int) -> Who | Msg:
    """R18.12 A player; of several markers how many they are, and their points."""
    return Who(seat) if many == 1 else say("council.several", who=Who(seat), n=many, points=many * number)


def clear_merchants(t: Table[State]) -> None:
    """R16(2), R18.14 Coins on merchants, also on covered ones, go to the supply; every merchant is unused again."""
    for player in t.state.players:
        for stack in player.market.values():
            for merchant in stack:
                merchant.coins = 0


def deadlock(s: State) -> bool:
    """R18.22 No card is left in offer and deck, and nobody had a main action in this round."""
    return not s.acted and not s.deck and not any(s.offer)


def begin_round(t: Table[State]) -> None:
    """R1 The start player begins every round. R17 After a fourth chip, or a deadlock, the round is the final one."""
    s = t.state
    if deadlock(s) and not s.ending:
        s.ending = True
        t.tell("council.deadlock")
    s.round += 1
    s.final, s.ending, s.acted = s.ending, False, False
    s.phase, s.active = "turn", s.start
    t.tell("council.final_round" if s.final else "council.next_round", round=s.round, who=Who(s.start))


def end_game(t: Table[State]) -> None:
    """R17 The scoring, told player by player."""
    s = t.state
    s.phase = "over"
    t.reveal()
    for seat in s.order:
        score = next(score for score in scores(s) if score.seat == seat)
        parts = tuple(say("end.part", source=label, points=points) for label, points in score.parts if points)
        with t.line():
            t.tell("end.player" if parts else "end.player_nothing", who=Who(seat), total=score.total, parts=parts)
            tell_points_abilities(t, seat)
    winners = [score for score in scores(s) if score.place == 1]
    if len(winners) > 1:
        t.tell("end.shared", who=tuple(Who(score.seat) for score in winners), points=winners[0].total)
    else:
        t.tell("end.winner", who=Who(winners[0].seat), points=winners[0].total)
