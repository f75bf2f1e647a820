"""R10 Resolution of a dominance check: points, victory test, and clearing of the table."""

from engines.kernel import GameContext, NounRef, message
from engines.pax_pamir.data.content import COALITIONS, CONTENT
from engines.pax_pamir.table import scoring
from engines.pax_pamir.table.derived import list_court_cards_with
from engines.pax_pamir.table.places import Army
from engines.pax_pamir.table.state import Check, State

from .board_changes import Change
from .pieces import choose_block_source, put_block

INSURRECTION_ARMIES = 2


async def resolve_dominance_check(ctx: GameContext[State]) -> None:
    """R10 Resolve a check; its card has left the market. The game may be over afterwards (phase "over")."""
    with ctx.log_line():
        await _resolve_check(ctx)


async def _resolve_check(ctx: GameContext[State]) -> None:
    s = ctx.state
    coalition, final = scoring.find_dominant_coalition(s), scoring.is_final_check(s)
    strength_by_player, points_by_player = (
        scoring.compute_check_strengths(s, coalition),
        scoring.compute_check_points(s, coalition, final),
    )
    for player, points in enumerate(points_by_player):
        s.players[player].vp += points
    strength = tuple(strength_by_player.get(player, 0) for player in range(len(s.players)))
    s.checks.append(Check(len(s.checks) + 1, final, coalition, strength, tuple(points_by_player)))
    _log_check(ctx, s.checks[-1])
    winner = scoring.find_clear_leader([player.vp for player in s.players])
    if winner is not None or final:
        _end_game(ctx, None if final else winner)
        return
    ctx.log_event("check.left", left=scoring.count_checks_left(s))
    if coalition:
        await clear_blocks(ctx)
    end_lasting_events(ctx)
    await place_insurrection_armies(ctx)


def _log_check(ctx: GameContext[State], check: Check) -> None:
    s = ctx.state
    blocks = tuple(
        message("check.blocks", coalition=NounRef(f"coalition.{coalition}"), n=sum(s.count_blocks(coalition)))
        for coalition in COALITIONS
    )
    phase = NounRef("phase.final_dominance_check" if check.is_final else "phase.dominance_check")
    if check.dominant:
        ctx.log_event("check.successful", phase=phase, blocks=blocks, coalition=NounRef(f"coalition.{check.dominant}"))
    else:
        ctx.log_event("check.unsuccessful", phase=phase, blocks=blocks)
    if not any(check.gained_vp):
        ctx.log_event("check.nobody")
    elif check.is_final:
        ctx.log_event("check.doubled")
    ranked_players = sorted(range(len(s.players)), key=lambda player: -check.gained_vp[player])
    for player in ranked_players:
        if check.gained_vp[player]:
            ctx.log_event(
                "check.gained_influence" if check.dominant else "check.gained_cylinders",
                who=s.name_player(player),
                n=check.strength[player],
                points=check.gained_vp[player],
                vp=s.players[player].vp,
            )


def _end_game(ctx: GameContext[State], leader: int | None) -> None:
    """R10.4, R10.1 End the game: a leader is far enough ahead, or (leader None) it was the last check."""
    s = ctx.state
    s.phase = "over"
    winners = tuple(s.name_player(score.seat) for score in scoring.compute_scores(s) if score.place == 1)
    with ctx.log_line():
        if leader is not None:
            ctx.log_event("end.lead", who=s.name_player(leader), lead=CONTENT.data.limits.victory_lead_required)
        else:
            ctx.log_event("end.final")
        ctx.log_event("end.winner" if len(winners) == 1 else "end.shared", winners=winners)


async def clear_blocks(ctx: GameContext[State]) -> None:
    """R10.5 Return all blocks to supply after a successful check. Tribes stay, so nothing is overthrown."""
    async with Change(ctx) as board:
        board.clear_blocks()
        ctx.log_event("check.blocks_return")


def end_lasting_events(ctx: GameContext[State]) -> None:
    """R10.6 Discard the lasting events of all players and of the table."""
    s = ctx.state
    piles = [s.globals, *(player.events for player in s.players)]
    if any(piles):
        ctx.log_event("check.events_end")
    for pile in piles:
        s.discards += pile
        pile.clear()


async def place_insurrection_armies(ctx: GameContext[State]) -> None:
    """R10.7, R11 Let the owner of #3 place two Afghan armies in Kabul. They do not count as placed this turn."""
    s = ctx.state
    for owner in range(len(s.players)):
        for _ in list_court_cards_with(s, owner, "insurrection"):
            ctx.log_event("check.insurrection", who=s.name_player(owner), ability=NounRef("ability.insurrection"))
            for _ in range(INSURRECTION_ARMIES):
                source = await choose_block_source(ctx, owner, "afghan", Army("kabul"))
                if source is not None:
                    await put_block(ctx, "afghan", source, Army("kabul"), owner, counts_as_placed=False)
