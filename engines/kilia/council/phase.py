"""R16 Council phase: move markers to the wheels, clear the merchants, sail; then a new round, or the end."""

from collections import Counter
from collections.abc import Sequence

from msgspec import UNSET

from engines.kernel import ComputedDefault, GameContext, Message, NounRef, Option, Prompt, Seat, SeatRef, message
from engines.kilia.data.content import CONTENT
from engines.kilia.data.types import Thing
from engines.kilia.table.cargo import Cargo, collect_things, compute_cargo, find_other_end
from engines.kilia.table.queries import find_next_number, find_next_space
from engines.kilia.table.questions import WhichWindows, WindowChoice
from engines.kilia.table.state import Player, State
from engines.kilia.table.words import count_stock, count_things, describe_amounts, describe_cell

from .scoring import compute_scores, log_points_abilities

DATA = CONTENT.data


async def run_council(ctx: GameContext[State]) -> None:
    """R16 Run the council phase after every round. R17: after the final one, no ship sails and the game is scored."""
    s = ctx.state
    ctx.log_event("council.begins", round=s.round)
    settle_markers(ctx)
    clear_merchants(ctx)
    if s.is_final_round:
        end_game(ctx)
        return
    await sail_ships(ctx, is_last=s.is_ending or is_deadlock(s))
    begin_round(ctx)


def settle_markers(ctx: GameContext[State]) -> None:
    """R13, R16(1) Move all markers on a space to the next free number of its wheel, or to the last if none is left."""
    for achievement, wheel in ctx.state.wheels.items():
        if wheel.waiting:
            number, space = find_next_number(ctx.state, achievement), find_next_space(wheel)
            ctx.log_event(
                "council.wheel",
                achievement=NounRef(f"achievements.{achievement}"),
                who=tuple(describe_markers(seat, count, number) for seat, count in Counter(wheel.waiting).items()),
                number=number,
            )
            wheel.markers[space] += wheel.waiting
            wheel.waiting = []


def describe_markers(seat: Seat, count: int, number: int) -> SeatRef | Message:
    """R18.12 Return the player; for several markers, a message with their number and points."""
    return (
        SeatRef(seat) if count == 1 else message("council.several", who=SeatRef(seat), n=count, points=count * number)
    )


def clear_merchants(ctx: GameContext[State]) -> None:
    """R16(2), R18.14 Remove coins from all merchants, also covered ones; every merchant is unused again."""
    for player in ctx.state.players:
        for stack in player.market.values():
            for merchant in stack:
                merchant.coins = 0


def is_deadlock(s: State) -> bool:
    """R18.22 Return True if offer and deck are empty and no player had a main action in this round."""
    return not s.has_acted and not s.deck and not any(s.offer)


def begin_round(ctx: GameContext[State]) -> None:
    """R1 Begin the next round with the start player. R17 After a fourth chip, or a deadlock, it is the final one."""
    s = ctx.state
    if is_deadlock(s) and not s.is_ending:
        s.is_ending = True
        ctx.log_event("council.deadlock")
    s.round += 1
    s.is_final_round, s.is_ending, s.has_acted = s.is_ending, False, False
    s.phase, s.active = "turn", s.start
    ctx.log_event(
        "council.final_round" if s.is_final_round else "council.next_round", round=s.round, who=SeatRef(s.start)
    )


def end_game(ctx: GameContext[State]) -> None:
    """R17 End the game and log the scoring player by player."""
    s = ctx.state
    s.phase = "over"
    s.traded_sprats = UNSET
    ctx.mark_revealed()
    for seat in s.order:
        score = next(score for score in compute_scores(s) if score.seat == seat)
        parts = tuple(message("end.part", source=label, points=points) for label, points in score.parts if points)
        with ctx.log_line():
            ctx.log_event(
                "end.player" if parts else "end.player_nothing", who=SeatRef(seat), total=score.total, parts=parts
            )
            log_points_abilities(ctx, seat)
    winners = [score for score in compute_scores(s) if score.place == 1]
    if len(winners) > 1:
        ctx.log_event("end.shared", who=tuple(SeatRef(score.seat) for score in winners), points=winners[0].total)
    else:
        ctx.log_event("end.winner", who=SeatRef(winners[0].seat), points=winners[0].total)


FIRST_WINDOWS = ComputedDefault(
    lambda options: tuple({str(option.group): option.key for option in reversed(options)}.values()),
    Message("sail.default"),
)
"""Default on time-out: the first window of each warehouse; nothing is spent either way."""


async def sail_ships(ctx: GameContext[State], is_last: bool = False) -> None:
    """R16.2 Let every ship collect along the canal and turn at the other end.

    is_last: True if the next round is the final one.
    """
    s = ctx.state
    cargoes = {seat: compute_cargo(s.players[seat]) for seat in s.order}
    questions = [build_windows_prompt(ctx, seat, cargo, is_last) for seat, cargo in cargoes.items() if cargo.choices]
    chosen_windows: dict[Seat, tuple[tuple[Thing, ...], ...]] = await ctx.ask_together(questions) if questions else {}
    for seat, cargo in cargoes.items():
        player = s.players[seat]
        collected_things = [
            *cargo.certain_things,
            *(thing for things in chosen_windows.get(seat, ()) for thing in things),
        ]
        collect_things(player, collected_things)
        player.side = find_other_end(player.side)
        ctx.log_event("sail.done", who=SeatRef(seat), things=describe_amounts(count_things(collected_things)))


def build_windows_prompt(ctx: GameContext[State], seat: Seat, cargo: Cargo, is_last: bool) -> Prompt:
    """R16.2 Build the question of ship 2: exactly one of two windows for each warehouse. The canal is public."""
    player = ctx.state.players[seat]
    key = "sail.last" if is_last else "sail.ask"
    return ctx.build_each_prompt(
        seat,
        key if cargo.certain_things else f"{key}_all",
        [option for choice in cargo.choices for option in build_window_options(player, choice)],
        rule="R16.2",
        default=FIRST_WINDOWS,
        subject=WhichWindows(find_other_end(player.side), cargo.certain_things, cargo.choices),
        sure=describe_amounts(count_things(cargo.certain_things)),
        back=lambda: describe_cargo(compute_cargo(player, side=find_other_end(player.side))),
    )


def describe_cargo(cargo: Cargo) -> tuple[Message, ...]:
    """Describe the cargo of a sailing, with both windows of each choice."""
    choice_words = (
        message("sail.either", one=describe_cell(first_cell), other=describe_cell(second_cell))
        for (_, first_cell), (_, second_cell) in (choice.windows for choice in cargo.choices)
    )
    return (
        *(describe_amounts(count_things(cargo.certain_things)) if cargo.certain_things or not cargo.choices else ()),
        *choice_words,
    )


def build_window_options(player: Player, choice: WindowChoice) -> list[Option]:
    """Build the options of the windows of one warehouse."""
    return [
        Option(
            key=f"window:{choice.segment}:{cell}",
            value=things,
            label=message("sail.window", things=describe_amounts(count_things(things))),
            detail=message("sail.window_detail", stock=_describe_stock_changes(player, things)),
            group=message("sail.warehouse", segment=choice.segment),
            place=f"window:{choice.segment}:{cell}",
        )
        for cell, things in choice.windows
    ]


def _describe_stock_changes(player: Player, things: Sequence[Thing]) -> tuple[Message, ...]:
    current_stock = count_stock(player)
    return tuple(
        message(
            "sail.stock", thing=NounRef(f"goods.{thing}"), was=current_stock[thing], now=current_stock[thing] + number
        )
        for thing, number in count_things(things).items()
    )
