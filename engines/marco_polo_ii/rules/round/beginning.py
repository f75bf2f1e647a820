"""R2.10, R2.11 Characters, in reverse turn order; goals, all at once and in secret."""

from __future__ import annotations

from functools import partial

from engines.kernel import FIRST, Msg, Option, Prompt, Seat, Table, Term, Who, say
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.table.names import goal
from engines.marco_polo_ii.table.questions import KeepGoal, PickCharacter
from engines.marco_polo_ii.table.state import Caravan, State

DATA = CONTENT.data


async def pick_character(t: Table[State]) -> None:
    """R2.10 The last in turn order first, back to the start player; the one left over leaves the game."""
    s = t.state
    seat = s.next_seat
    options = [
        Option(
            f"character:{ident}",
            ident,
            Term(f"characters.{ident}"),
            Term(f"powers.{ident}"),
            place=f"character:{ident}",
        )
        for ident in s.offered
    ]
    about = PickCharacter(tuple(s.offered))
    ident: str = await t.choose(seat, "character.ask", options, rule="R2.10", default=options[0].key, about=about)
    s.offered.remove(ident)
    t.tell("character.picked", who=Who(seat), character=Term(f"characters.{ident}"))
    become(s, seat, ident)
    if seat == s.start:
        s.offered.clear()
        s.phase = "goals"
    else:
        s.next_seat = (seat - 1) % len(s.players)


def become(s: State, seat: Seat, ident: str) -> None:
    """R2.10 What a character brings to the start."""
    player = s.players[seat]
    player.character = ident
    match ident:
        case "mailin":
            player.figures = [CONTENT.start] * DATA.characters.mailin.figures
            player.coins += DATA.characters.mailin.start_coins
        case "piedro":
            player.caravans = [Caravan() for _ in range(DATA.characters.piedro.caravans)]
        case "donata":
            player.tokens = [color for color in DATA.meta.colors if color != player.color]
        case _:
            pass


async def keep_goals(t: Table[State]) -> None:
    """R2.11 Everybody keeps one of three goal cards; the others go back unseen."""
    s = t.state
    for seat, keeps in (await t.together([_goals(t, seat) for seat in s.seats], always_ask=True)).items():
        s.players[seat].goal = keeps
    for seat in s.seats:
        t.tell("goal.kept", to=[seat], goal=goal(s.players[seat].goal or ""))
    t.tell("goal.all")
    s.phase = "round"


def _goals(t: Table[State], seat: Seat) -> Prompt:
    options = partial(_dealt, t.state, seat)
    return t.question(seat, "goal.ask", options, rule="R2.11", default=FIRST, about=KeepGoal())


def _dealt(s: State, seat: Seat) -> list[Option]:
    return [
        Option(f"goal:{ident}", ident, goal(ident), _worth(ident), place=f"goal:{ident}")
        for ident in s.players[seat].dealt
    ]


def _worth(ident: str) -> Msg:
    """R14.1, R14.2 What the icons of a goal card are worth at the end."""
    line = DATA.goals[ident]
    items = []
    if line.seals:
        items.append(say("goal.seals", n=sum(DATA.guilds[guild].goal_vp for guild in line.seals)))
    if line.crests:
        items.append(say("goal.crests", n=len(line.crests)))
    return say("move.detail", items=tuple(items))
