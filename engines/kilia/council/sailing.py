"""R16(3) The ships sail: everybody chooses at once, each once, and nobody who has no choice."""

from __future__ import annotations

from collections.abc import Sequence

from engines.kernel import Default, Msg, Option, Prompt, Seat, Table, Term, Who, say
from engines.kilia.data.types import Thing
from engines.kilia.table.cargo import Cargo, cargo, collect, other_end
from engines.kilia.table.questions import WhichWindows, WindowChoice
from engines.kilia.table.state import Player, State
from engines.kilia.table.words import amounts, cell, counted, stock

FIRST_OF_EACH = Default(
    lambda options: tuple({str(option.group): option.key for option in reversed(options)}.values()),
    Msg("sail.default"),
)
"""A time-out takes the first window of each warehouse; nothing is spent either way."""


async def sail(t: Table[State], last: bool = False) -> None:
    """R16.2 Every ship collects along the canal and turns at the other end. last: the next round is the final one."""
    s = t.state
    loads = {seat: cargo(s.players[seat]) for seat in s.order}
    questions = [which_windows(t, seat, load, last) for seat, load in loads.items() if load.choices]
    chosen: dict[Seat, tuple[tuple[Thing, ...], ...]] = await t.together(questions) if questions else {}
    for seat, load in loads.items():
        player = s.players[seat]
        brought = [*load.sure, *(thing for things in chosen.get(seat, ()) for thing in things)]
        collect(player, brought)
        player.side = other_end(player.side)
        t.tell("sail.done", who=Who(seat), things=amounts(counted(brought)))


def which_windows(t: Table[State], seat: Seat, load: Cargo, last: bool) -> Prompt:
    """R16.2 Ship 2: exactly one of two windows for each warehouse. The canal is open: what will come is no secret."""
    player = t.state.players[seat]
    key = "sail.last" if last else "sail.ask"
    back = windows_words(cargo(player, side=other_end(player.side)))
    return t.each(
        seat,
        key if load.sure else f"{key}_all",
        [option for choice in load.choices for option in window_options(player, choice)],
        rule="R16.2",
        default=FIRST_OF_EACH,
        about=WhichWindows(other_end(player.side), load.sure, load.choices),
        sure=amounts(counted(load.sure)),
        back=back,
    )


def windows_words(load: Cargo) -> tuple[Msg, ...]:
    """What a sailing brings, with both windows wherever one is to be chosen."""
    either = (
        say("sail.either", one=cell(one), other=cell(other))
        for (_, one), (_, other) in (c.windows for c in load.choices)
    )
    return (*(amounts(counted(load.sure)) if load.sure or not load.choices else ()), *either)


def window_options(player: Player, choice: WindowChoice) -> list[Option]:
    """What each window of a warehouse brings."""
    return [
        Option(
            key=f"window:{choice.segment}:{cell}",
            value=things,
            label=say("sail.window", things=amounts(counted(things))),
            detail=say("sail.window_detail", stock=_before_after(player, things)),
            group=say("sail.warehouse", segment=choice.segment),
            place=f"window:{choice.segment}:{cell}",
        )
        for cell, things in choice.windows
    ]


def _before_after(player: Player, things: Sequence[Thing]) -> tuple[Msg, ...]:
    have = stock(player)
    return tuple(
        say("sail.stock", thing=Term(f"goods.{thing}"), was=have[thing], now=have[thing] + number)
        for thing, number in counted(things).items()
    )
