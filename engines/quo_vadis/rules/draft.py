"""R5.3 The skill draft: six hidden picks by all at once, the packs going round to the left."""

from __future__ import annotations

from functools import partial

from engines.kernel import FIRST, Option, Prompt, Seat, Table
from engines.quo_vadis.data.content import CONTENT, DATA
from engines.quo_vadis.questions import DraftPick
from engines.quo_vadis.table import names
from engines.quo_vadis.table.board import home, race_of
from engines.quo_vadis.table.state import State
from engines.quo_vadis.wording import effect


def pack_zone(number: int) -> str:
    """Where the skills of a pack lie, for what seats have seen."""
    return f"pack:{number}"


def pick_zone(seat: Seat, step: int) -> str:
    """Where the skill of a pick lies."""
    return f"pick:{seat}:{step}"


def deal_packs(t: Table[State]) -> None:
    """R5.3 Six skills for each; with the option `deal` they are kept as they come. The others are out, unseen."""
    s = t.state
    skills = list(CONTENT.drafted)
    t.rng.shuffle(skills)
    t.reveal()
    for seat, player in enumerate(s.players):
        pack, skills = skills[: DATA.setup.pack], skills[DATA.setup.pack :]
        if s.on("skill_draft", "deal"):
            player.kept = {pick_zone(seat, step): skill for step, skill in enumerate(sorted(pack), 1)}
            for zone, skill in player.kept.items():
                s.seen.saw(seat, zone, [skill])
            t.tell("draft.dealt", to=[seat], skills=tuple(names.skill(skill) for skill in sorted(pack)))
        else:
            player.offer, player.pack = sorted(pack), seat
            s.seen.saw(seat, pack_zone(seat), pack)
    s.boxed = skills
    s.phase = "draft"
    s.step = 1


async def draft(t: Table[State]) -> None:
    """R5.3 One pick by all; then the packs move one seat to the left. The last pick is forced."""
    s = t.state
    picks = await t.together([pick(t, seat) for seat in s.seats if s.players[seat].offer])
    for seat, skill in picks.items():
        keep(t, seat, skill)
    pass_packs(t)
    s.step += 1


def drafted(s: State) -> bool:
    """R5.3 Whether every seat has its six skills."""
    return not any(player.offer for player in s.players)


def pick(t: Table[State], seat: Seat) -> Prompt:
    """R5.3 Keep one card of the pack in hand."""
    s = t.state
    about = DraftPick(s.step, DATA.setup.pack - s.step + 1)
    return t.question(
        seat,
        "draft.ask",
        partial(cards, s, seat),
        default=FIRST,
        rule="R5.3",
        about=about,
        step=s.step,
        of=DATA.setup.pack,
        race=names.race(race_of(s.players[seat]).id),
        terrain=names.terrain(home(s.players[seat])),
    )


def cards(s: State, seat: Seat) -> list[Option]:
    """The pack in hand."""
    return [
        Option(f"keep:{skill.lower()}", skill, names.skill(skill), effect(skill), place=f"skill:{skill}")
        for skill in s.players[seat].offer
    ]


def keep(t: Table[State], seat: Seat, skill: str) -> None:
    """R5.3 The card is laid face down; its owner may look at it at any time."""
    s, player = t.state, t.state.players[seat]
    zone = pick_zone(seat, s.step)
    player.offer.remove(skill)
    player.kept[zone] = skill
    s.seen.moved(skill, pack_zone(player.pack), zone, knowing=[seat])
    t.tell("draft.kept", to=[seat], skill=names.skill(skill))


def pass_packs(t: Table[State]) -> None:
    """R5.3 To the left, where the next seat looks at it. What was passed on stays known."""
    s = t.state
    t.reveal()
    packs = [(player.offer, player.pack) for player in s.players]
    for seat in s.seats:
        player = s.players[seat]
        player.offer, player.pack = packs[seat - 1]
        s.seen.saw(seat, pack_zone(player.pack), player.offer)
