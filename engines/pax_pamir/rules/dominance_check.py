"""R10 A dominance check: points, the victory test, and what is cleared from the table."""

from __future__ import annotations

from engines.kernel import Table, Term, say
from engines.pax_pamir.data.content import COALITIONS, CONTENT
from engines.pax_pamir.table.abilities import cards_with
from engines.pax_pamir.table.dominance import checks_left, clear_leader, dominant, forecast, is_final, strengths
from engines.pax_pamir.table.places import Army
from engines.pax_pamir.table.scoring import scores
from engines.pax_pamir.table.state import Check, State

from .aftermath import Change
from .pieces import block_to_place, put_block

INSURRECTION_ARMIES = 2


async def dominance_check(t: Table[State]) -> None:
    """R10 Resolve a check; its card has left the market. The game may be over afterwards (phase "over")."""
    with t.line():
        await _resolve(t)


async def _resolve(t: Table[State]) -> None:
    s = t.state
    coalition, final = dominant(s), is_final(s)
    ranked, gained = strengths(s, coalition), forecast(s, coalition, final)
    for player, points in enumerate(gained):
        s.players[player].vp += points
    strength = tuple(ranked.get(player, 0) for player in range(len(s.players)))
    s.checks.append(Check(len(s.checks) + 1, final, coalition, strength, tuple(gained)))
    _tell(t, s.checks[-1])
    winner = clear_leader([player.vp for player in s.players])
    if winner is not None or final:
        _end(t, None if final else winner)
        return
    t.tell("check.left", left=checks_left(s))
    if coalition:
        await clear_blocks(t)
    end_lasting_events(t)
    await insurrection(t)


def _tell(t: Table[State], check: Check) -> None:
    s = t.state
    blocks = tuple(
        say("check.blocks", coalition=Term(f"coalition.{coalition}"), n=sum(s.blocks(coalition)))
        for coalition in COALITIONS
    )
    phase = Term("phase.final_dominance_check" if check.final else "phase.dominance_check")
    if check.dominant:
        t.tell("check.successful", phase=phase, blocks=blocks, coalition=Term(f"coalition.{check.dominant}"))
    else:
        t.tell("check.unsuccessful", phase=phase, blocks=blocks)
    if not any(check.gained):
        t.tell("check.nobody")
    elif check.final:
        t.tell("check.doubled")
    gains = sorted(range(len(s.players)), key=lambda player: -check.gained[player])
    for player in gains:
        if check.gained[player]:
            t.tell(
                "check.gained_influence" if check.dominant else "check.gained_cylinders",
                who=s.named(player),
                n=check.strength[player],
                points=check.gained[player],
                vp=s.players[player].vp,
            )


def _end(t: Table[State], leader: int | None) -> None:
    """R10.4, R10.1 The game is over: one player is far ahead, or (leader None) it was the last check."""
    s = t.state
    s.phase = "over"
    winners = tuple(s.named(score.seat) for score in scores(s) if score.place == 1)
    with t.line():
        if leader is not None:
            t.tell("end.lead", who=s.named(leader), lead=CONTENT.data.limits.victory_lead_required)
        else:
            t.tell("end.final")
        t.tell("end.winner" if len(winners) == 1 else "end.shared", winners=winners)


async def clear_blocks(t: Table[State]) -> None:
    """R10.5 After a successful check all blocks return to supply. Tribes stay, so nothing is overthrown."""
    async with Change(t) as board:
        board.clear_blocks()
        t.tell("check.blocks_return")


def end_lasting_events(t: Table[State]) -> None:
    """R10.6 All lasting events are discarded, whoever's they are."""
    s = t.state
    piles = [s.globals, *(player.events for player in s.players)]
    if any(piles):
        t.tell("check.events_end")
    for pile in piles:
        s.discards += pile
        pile.clear()


async def insurrection(t: Table[State]) -> None:
    """R10.7, R11 The owner of #3 places two Afghan armies in Kabul. They count as placed in nobody's turn."""
    s = t.state
    for owner in range(len(s.players)):
        for _ in cards_with(s, owner, "insurrection"):
            t.tell("check.insurrection", who=s.named(owner), ability=Term("ability.insurrection"))
            for _ in range(INSURRECTION_ARMIES):
                source = await block_to_place(t, owner, "afghan", Army("kabul"))
                if source is not None:
                    await put_block(t, "afghan", source, Army("kabul"), owner, counts=False)
