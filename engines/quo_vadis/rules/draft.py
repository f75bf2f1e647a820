"""R5.3 The skill draft: six simultaneous hidden picks, with the packs passed to the left."""

from functools import partial

from engines.kernel import FIRST_OPTION, GameContext, Option, Prompt, Seat
from engines.quo_vadis.data.content import CONTENT, DATA
from engines.quo_vadis.questions import DraftPick
from engines.quo_vadis.table import names
from engines.quo_vadis.table.board import find_aptitude_terrain, find_race
from engines.quo_vadis.table.names import describe_effect
from engines.quo_vadis.table.state import State


def name_pack_zone(number: int) -> str:
    """Return the zone of a pack, used to record the seats' knowledge."""
    return f"pack:{number}"


def name_pick_zone(seat: Seat, step: int) -> str:
    """Return the zone of a picked skill."""
    return f"pick:{seat}:{step}"


def deal_packs(ctx: GameContext[State]) -> None:
    """R5.3 Deal six skills to each seat; with the option `deal` they keep them. The others leave the game unseen."""
    state = ctx.state
    skills = list(CONTENT.drafted)
    ctx.rng.shuffle(skills)
    ctx.mark_revealed()
    for seat, player in enumerate(state.players):
        pack, skills = skills[: DATA.setup.pack], skills[DATA.setup.pack :]
        if state.has_option("skill_draft", "deal"):
            player.face_down = {name_pick_zone(seat, step): skill for step, skill in enumerate(sorted(pack), 1)}
            for zone, skill in player.face_down.items():
                state.knowledge.note_seen(seat, zone, [skill])
            ctx.log_event("draft.dealt", to=[seat], skills=tuple(names.name_skill(skill) for skill in sorted(pack)))
        else:
            player.offer, player.pack = sorted(pack), seat
            state.knowledge.note_seen(seat, name_pack_zone(seat), pack)
    state.boxed = skills
    state.phase = "draft"
    state.step = 1


async def draft_skills(ctx: GameContext[State]) -> None:
    """R5.3 Ask all seats for one pick, then pass the packs one seat to the left. The last pick is forced."""
    state = ctx.state
    picks = await ctx.ask_together([build_pick_prompt(ctx, seat) for seat in state.seats if state.players[seat].offer])
    for seat, skill in picks.items():
        keep_skill(ctx, seat, skill)
    pass_packs(ctx)
    state.step += 1


def is_draft_over(state: State) -> bool:
    """R5.3 Return whether every seat has its six skills."""
    return not any(player.offer for player in state.players)


def build_pick_prompt(ctx: GameContext[State], seat: Seat) -> Prompt:
    """R5.3 Build the question that asks a seat to keep one card of its pack."""
    state = ctx.state
    about = DraftPick(state.step, DATA.setup.pack - state.step + 1)
    return ctx.build_choice_prompt(
        seat,
        "draft.ask",
        partial(list_pack, state, seat),
        default=FIRST_OPTION,
        rule="R5.3",
        subject=about,
        step=state.step,
        of=DATA.setup.pack,
        race=names.name_race(find_race(state.players[seat]).id),
        terrain=names.name_terrain(find_aptitude_terrain(state.players[seat])),
    )


def list_pack(state: State, seat: Seat) -> list[Option]:
    """List the cards of the seat's pack."""
    return [
        Option(f"keep:{skill.lower()}", skill, names.name_skill(skill), describe_effect(skill), place=f"skill:{skill}")
        for skill in state.players[seat].offer
    ]


def keep_skill(ctx: GameContext[State], seat: Seat, skill: str) -> None:
    """R5.3 Put the picked card face down; its owner may look at it at any time."""
    state, player = ctx.state, ctx.state.players[seat]
    zone = name_pick_zone(seat, state.step)
    player.offer.remove(skill)
    player.face_down[zone] = skill
    state.knowledge.note_moved(skill, name_pack_zone(player.pack), zone, knowing=[seat])
    ctx.log_event("draft.kept", to=[seat], skill=names.name_skill(skill))


def pass_packs(ctx: GameContext[State]) -> None:
    """R5.3 Pass each pack to the left, where the next seat looks at it. Seats remember the packs they passed on."""
    state = ctx.state
    ctx.mark_revealed()
    packs = [(player.offer, player.pack) for player in state.players]
    for seat in state.seats:
        player = state.players[seat]
        player.offer, player.pack = packs[seat - 1]
        state.knowledge.note_seen(seat, name_pack_zone(player.pack), player.offer)
