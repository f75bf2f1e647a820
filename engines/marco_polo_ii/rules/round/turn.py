"""R5 The turn: bonus actions, one main action, bonus actions; and the script from checkpoint to checkpoint."""

from __future__ import annotations

from functools import partial
from typing import Literal

from engines.kernel import Default, Msg, Option, Prompt, Seat, Table, Who, say
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.rules import letters
from engines.marco_polo_ii.rules.actions.menu import any_opening, main_action, owes_action, space_options
from engines.marco_polo_ii.rules.bonus import menu as bonus
from engines.marco_polo_ii.rules.bonus.dice import purse_options, put_in_purse
from engines.marco_polo_ii.table.names import goal
from engines.marco_polo_ii.table.questions import MainAction, TurnEnd
from engines.marco_polo_ii.table.state import CARRIED, Player, State, Turn

from .beginning import keep_goals, pick_character
from .start import start_round

END = Option("end", "end", say("turn.no_action"), say("turn.no_action_detail"))


async def turn(t: Table[State]) -> None:
    """R5 From one checkpoint to the next: a character, the goals, the start of a round, a player's turn."""
    match t.state.phase:
        case "characters":
            await pick_character(t)
        case "goals":
            await keep_goals(t)
        case "round":
            await start_round(t)
        case "turns":
            await take_turn(t)
        case "over":
            pass


async def take_turn(t: Table[State]) -> None:
    """R5 BEFORE, RESOLVE, AFTER, END_TURN of one player."""
    s = t.state
    seat = s.next_seat
    if s.playing is None:  # else the turn goes on from a State inside it
        s.playing = Turn(seat, was=belongings(s.players[seat]))
    while (answer := await _next(t, seat)) is not True:
        match answer:
            case str() if answer == "end":
                s.turn.acted = True
                t.tell("turn.waived", who=Who(seat))
            case str():
                await main_action(t, seat, answer)
            case (int(number), str(piece)):
                put_in_purse(t, seat, number, piece)
    s.playing = None
    letters.refill(t)
    _next_player(t, seat)


async def _next(t: Table[State], seat: Seat) -> str | tuple[int, str] | Literal[True]:
    """R5 The one question of a turn, with all bonus actions beside it; never while something is resolved."""
    s = t.state
    with t.asides(seat, partial(bonus.offered, s, seat), partial(bonus.take, t, seat)):
        answer: str | tuple[int, str] | Literal[True] = await t.ask(partial(_question, t, seat))
    return answer


def _question(t: Table[State], seat: Seat) -> Prompt:
    """The main action while it is owed; then the end of the turn."""
    s = t.state
    if s.turn.acted:
        return _end(s, seat)
    if any_opening(s, seat):
        return t.question(
            seat, "turn.ask", partial(_with_action, s, seat), rule="R5", default=CHEAPEST, about=MainAction()
        )
    return t.question(
        seat, "turn.stuck", partial(_without_action, s, seat), rule="R5", default=LAST, about=MainAction()
    )


def _with_action(s: State, seat: Seat) -> list[Option]:
    """R5 The spaces; R12 if only Donata's tokens open any, they are not owed, and Exception 2 holds for her dice."""
    waived = s.turn.purse > 0 and bool(s.players[seat].tokens) and not owes_action(s, seat)
    return [*space_options(s, seat), *([END] if waived else [])]


def _without_action(s: State, seat: Seat) -> list[Option]:
    """R5 Exception 2: no main action is legal. The purse, and once a die lies there, the end of the turn."""
    return [*purse_options(s, seat), *([END] if s.turn.purse else [])]


def _end(s: State, seat: Seat) -> Prompt:
    """R5 END_TURN, with what has changed."""
    changes = partial(_changes, s, seat)
    yes = Option("yes", True, Msg("kernel.confirm"), changes)
    return Prompt(seat, Msg("turn.end"), (yes,), kind="confirm", default=("yes",), rule="R5", about=TurnEnd())


def belongings(player: Player) -> dict[str, int]:
    """What the summary of a turn compares."""
    counts = {name: getattr(player, name) for name in CARRIED}
    pieces = {name: len(getattr(player, name)) for name in ("posts", "contracts", "fulfilled", "seals")}
    return {"vp": player.vp, **counts, **pieces}


def _changes(s: State, seat: Seat) -> Msg:
    now = belongings(s.players[seat])
    items = tuple(
        Msg(f"change.{name}", {"was": was, "now": now[name]}) for name, was in s.turn.was.items() if was != now[name]
    )
    return say("turn.changes", items=items) if items else say("turn.no_changes")


def _next_player(t: Table[State], seat: Seat) -> None:
    """R5 Clockwise to the next one who has dice; if nobody has, the round is over, and after the last one the game."""
    s = t.state
    following = next((one for one in s.clockwise(seat + 1) if s.players[one].has_dice), None)
    if following is not None:
        s.next_seat = following
    elif s.round < CONTENT.data.meta.rounds:
        s.phase = "round"
    else:
        s.phase = "over"
        t.reveal()
        for one in s.clockwise(s.start):
            t.tell("goal.shown", who=Who(one), goal=goal(s.players[one].goal or ""))


def _cheapest(options: tuple[Option, ...]) -> tuple[str, ...]:
    """The Khan if he is open, else the first space."""
    keys = [option.key for option in options]
    return (next((key for key in keys if key.startswith("space:khan")), keys[0]),)


def _last(options: tuple[Option, ...]) -> tuple[str, ...]:
    return (options[-1].key,)


CHEAPEST = Default(_cheapest, say("silence.main"))
LAST = Default(_last, say("silence.stuck"))
