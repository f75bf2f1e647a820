"""R5 The turn (bonus actions, one main action, bonus actions), and the script of the game step by step."""

from functools import partial
from typing import Literal

from msgspec import UNSET

from engines.kernel import ComputedDefault, GameContext, Message, Option, Prompt, Seat, SeatRef, message
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.rules import contracts
from engines.marco_polo_ii.rules.actions.menu import build_space_options, has_opening, owes_action, take_main_action
from engines.marco_polo_ii.rules.bonus import menu
from engines.marco_polo_ii.rules.bonus.dice import build_purse_options, put_in_purse
from engines.marco_polo_ii.table.names import describe_goal
from engines.marco_polo_ii.table.questions import MainAction, TurnEnd
from engines.marco_polo_ii.table.state import RESOURCES, Player, State, Turn

from .beginning import keep_goals, pick_character
from .start import start_round

END = Option("end", "end", message("turn.no_action"), message("turn.no_action_detail"))


async def play_turn(ctx: GameContext[State]) -> None:
    """R5 Play the next step of the script: a character choice, the goals, the start of a round, or a player's turn."""
    match ctx.state.phase:
        case "characters":
            await pick_character(ctx)
        case "goals":
            await keep_goals(ctx)
        case "round":
            await start_round(ctx)
        case "turns":
            await take_turn(ctx)
        case "over":
            pass


async def take_turn(ctx: GameContext[State]) -> None:
    """R5 Play BEFORE, RESOLVE, AFTER and END_TURN of one player."""
    s = ctx.state
    seat = s.next_seat
    if s.playing is None:  # otherwise the State was saved during this turn
        s.playing = Turn(seat, initial_belongings=count_belongings(s.players[seat]))
    while (answer := await _ask_next_action(ctx, seat)) is not True:
        match answer:
            case str() if answer == "end":
                s.turn.has_acted = True
                ctx.log_event("turn.waived", who=SeatRef(seat))
            case str():
                await take_main_action(ctx, seat, answer)
            case (int(number), str(piece)):
                put_in_purse(ctx, seat, number, piece)
    s.playing = None
    contracts.refill_contracts(ctx)
    _pass_turn(ctx, seat)


async def _ask_next_action(ctx: GameContext[State], seat: Seat) -> str | tuple[int, str] | Literal[True]:
    """R5 Ask the main question of a turn, with all bonus actions as side actions."""
    s = ctx.state
    with ctx.side_actions(seat, partial(menu.build_bonus_options, s, seat), partial(menu.take_bonus_action, ctx, seat)):
        answer: str | tuple[int, str] | Literal[True] = await ctx.ask(partial(_build_question, ctx, seat))
    return answer


def _build_question(ctx: GameContext[State], seat: Seat) -> Prompt:
    """Return the main question of a turn: the main action while it is owed, then the end of the turn."""
    s = ctx.state
    if s.turn.has_acted:
        return _build_end_question(s, seat)
    if has_opening(s, seat):
        return ctx.build_choice_prompt(
            seat,
            "turn.ask",
            partial(_list_action_options, s, seat),
            rule="R5",
            default=KHAN_OR_FIRST,
            subject=MainAction(),
        )
    return ctx.build_choice_prompt(
        seat, "turn.stuck", partial(_list_stuck_options, s, seat), rule="R5", default=LAST, subject=MainAction()
    )


def _list_action_options(s: State, seat: Seat) -> list[Option]:
    """R5 Return the spaces. R12 If only Donata's tokens allow one, they need not be used and Exception 2 applies."""
    may_waive = s.turn.purse > 0 and bool(s.players[seat].tokens) and not owes_action(s, seat)
    return [*build_space_options(s, seat), *([END] if may_waive else [])]


def _list_stuck_options(s: State, seat: Seat) -> list[Option]:
    """R5 Exception 2, no main action is legal: return the purse options and, once a die lies there, the end of turn."""
    return [*build_purse_options(s, seat), *([END] if s.turn.purse else [])]


def _build_end_question(s: State, seat: Seat) -> Prompt:
    """R5 END_TURN: return the confirmation, with the changes of this turn."""
    changes = partial(_describe_changes, s, seat)
    yes = Option("yes", True, Message("kernel.confirm"), changes)
    return Prompt(seat, Message("turn.end"), (yes,), kind="confirm", default=("yes",), rule="R5", subject=TurnEnd())


def count_belongings(player: Player) -> dict[str, int]:
    """Return the amounts that the summary of a turn compares."""
    counts = {name: getattr(player, name) for name in RESOURCES}
    pieces = {name: len(getattr(player, name)) for name in ("posts", "contracts", "fulfilled", "seals")}
    return {"vp": player.vp, **counts, **pieces}


def _describe_changes(s: State, seat: Seat) -> Message:
    now = count_belongings(s.players[seat])
    items = tuple(
        Message(f"change.{name}", {"was": was, "now": now[name]})
        for name, was in s.turn.initial_belongings.items()
        if was != now[name]
    )
    return message("turn.changes", items=items) if items else message("turn.no_changes")


def _pass_turn(ctx: GameContext[State], seat: Seat) -> None:
    """R5 Continue clockwise with the next seat that has dice; without any, end the round, after the last round the
    game.
    """
    s = ctx.state
    next_seat = next((other for other in s.list_seats_from(seat + 1) if s.players[other].has_dice), None)
    if next_seat is not None:
        s.next_seat = next_seat
    elif s.round < CONTENT.data.meta.rounds:
        s.phase = "round"
    else:
        s.phase = "over"
        s.discarded_starts = UNSET
        ctx.mark_revealed()
        for owner in s.list_seats_from(s.start):
            ctx.log_event("goal.shown", who=SeatRef(owner), goal=describe_goal(s.players[owner].goal or ""))


def _pick_khan_or_first(options: tuple[Option, ...]) -> tuple[str, ...]:
    """Return the default main action: the Khan if possible, else the first space."""
    keys = [option.key for option in options]
    return (next((key for key in keys if key.startswith("space:khan")), keys[0]),)


def _pick_last(options: tuple[Option, ...]) -> tuple[str, ...]:
    return (options[-1].key,)


KHAN_OR_FIRST = ComputedDefault(_pick_khan_or_first, message("silence.main"))
LAST = ComputedDefault(_pick_last, message("silence.stuck"))
