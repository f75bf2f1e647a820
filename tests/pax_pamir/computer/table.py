"""What a question of a rule points out, for the tests of the aids."""

from __future__ import annotations

from dataclasses import replace

from msgspec import Raw, json

from engines.kernel import LANGS, Decision, Frame, Match, Option, Prompt, Table, advised, catalogue, read
from engines.pax_pamir import GAME
from engines.pax_pamir.table.questions import EndTurn
from engines.pax_pamir.table.state import State
from tests.kernel.scripted import Rule
from tests.pax_pamir.table import NAMES, A, person, state

WORDS = catalogue(GAME.package)


def details(option: Option) -> list[str]:
    assert option.detail is not None
    return [WORDS.render(read(option.detail), lang, NAMES) for lang in LANGS]


def question(s: State, rule: Rule, *before: str) -> Prompt:
    """What the rule asks after these answers, with suggestions: as if it were a whole turn."""

    async def turn(t: Table[State]) -> None:
        await rule(t)
        await t.confirm(A, "cleanup.confirm", about=EndTurn())

    frame = json.encode(Frame(0, 0, 0, Raw(json.encode(s))))
    match = Match(replace(GAME, turn=turn), GAME.setup(s.people), bytes(32), frame)
    for answer in before:
        match.apply(Decision(match.step, match.waiting[0], tuple(answer.split())))
    prompt = advised(match, match.waiting[0], GAME.aids)
    assert prompt is not None
    return prompt


def starred(prompt: Prompt) -> dict[str, list[str]]:
    """The options that are pointed out, and why, in Japanese and in English."""
    told = {option.key: details(option) for option in prompt.options if option.detail is not None}
    return {key: [one.split(" · ")[0][2:] for one in both] for key, both in told.items() if both[0].startswith("★")}


def built() -> State:
    """With two blocks more the Afghans dominate. The first must be built in any case; the second need not."""
    s = state(2, armies={"kabul": {"afghan": 2}}, tribes={"kabul": {A: 1}})
    person(s, A, loyalty="afghan", rupees=9, court=[10])
    return s
