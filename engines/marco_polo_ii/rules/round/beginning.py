"""R2.10, R2.11 The choice of characters (in reverse turn order) and of goals (simultaneous and secret)."""

from functools import partial

from engines.kernel import FIRST_OPTION, GameContext, Message, NounRef, Option, Prompt, Seat, SeatRef, message
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.table.names import describe_goal
from engines.marco_polo_ii.table.questions import KeepGoal, PickCharacter
from engines.marco_polo_ii.table.state import Caravan, State

DATA = CONTENT.data


async def pick_character(ctx: GameContext[State]) -> None:
    """R2.10 Let the next seat, in reverse turn order, choose a character. The last one left leaves the game."""
    s = ctx.state
    seat = s.next_seat
    options = [
        Option(
            f"character:{ident}",
            ident,
            NounRef(f"characters.{ident}"),
            NounRef(f"powers.{ident}"),
            place=f"character:{ident}",
        )
        for ident in s.available_characters
    ]
    about = PickCharacter(tuple(s.available_characters))
    ident: str = await ctx.choose(seat, "character.ask", options, rule="R2.10", default=options[0].key, subject=about)
    s.available_characters.remove(ident)
    ctx.log_event("character.picked", who=SeatRef(seat), character=NounRef(f"characters.{ident}"))
    assign_character(s, seat, ident)
    if seat == s.start:
        s.available_characters.clear()
        s.phase = "goals"
    else:
        s.next_seat = (seat - 1) % len(s.players)


def assign_character(s: State, seat: Seat, ident: str) -> None:
    """R2.10 Give a seat its character and the character's starting items."""
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


async def keep_goals(ctx: GameContext[State]) -> None:
    """R2.11 Let every player keep one of three goal cards; the others go back unseen."""
    s = ctx.state
    for seat, goal_id in (
        await ctx.ask_together([_build_goal_question(ctx, seat) for seat in s.seats], asks_always=True)
    ).items():
        s.players[seat].goal = goal_id
    for seat in s.seats:
        ctx.log_event("goal.kept", to=[seat], goal=describe_goal(s.players[seat].goal or ""))
    ctx.log_event("goal.all")
    s.phase = "round"


def _build_goal_question(ctx: GameContext[State], seat: Seat) -> Prompt:
    options = partial(_build_goal_options, ctx.state, seat)
    return ctx.build_choice_prompt(seat, "goal.ask", options, rule="R2.11", default=FIRST_OPTION, subject=KeepGoal())


def _build_goal_options(s: State, seat: Seat) -> list[Option]:
    return [
        Option(f"goal:{ident}", ident, describe_goal(ident), _describe_goal_value(ident), place=f"goal:{ident}")
        for ident in s.players[seat].dealt_goals
    ]


def _describe_goal_value(ident: str) -> Message:
    """R14.1, R14.2 Describe the scoring of a goal card's icons."""
    line = DATA.goals[ident]
    items = []
    if line.seals:
        items.append(message("goal.seals", n=sum(DATA.guilds[guild].goal_vp for guild in line.seals)))
    if line.crests:
        items.append(message("goal.crests", n=len(line.crests)))
    return message("move.detail", items=tuple(items))
