"""Questions of rules with suggestions, for the tests of the aids."""

from __future__ import annotations

from dataclasses import replace

from msgspec import Raw, json

from engines.kernel import (
    LANGS,
    Decision,
    Frame,
    GameContext,
    Match,
    Option,
    Prompt,
    build_advised_prompt,
    load_catalogue,
    resolve_text,
)
from engines.pax_pamir import GAME
from engines.pax_pamir.table.questions import EndTurn
from engines.pax_pamir.table.state import State
from tests.kernel.scripted import Rule
from tests.pax_pamir.table import NAMES, A, build_state, set_player

WORDS = load_catalogue(GAME.package)


def render_details(option: Option) -> list[str]:
    assert option.detail is not None
    return [WORDS.render(resolve_text(option.detail), lang, NAMES) for lang in LANGS]


def build_question(s: State, rule: Rule, *answers: str) -> Prompt:
    """Return the rule's question after these answers, with suggestions; the rule stands for a whole turn."""

    async def play_turn(ctx: GameContext[State]) -> None:
        await rule(ctx)
        await ctx.confirm(A, "cleanup.confirm", subject=EndTurn())

    frame = json.encode(Frame(0, 0, 0, Raw(json.encode(s))))
    match = Match(replace(GAME, play_turn=play_turn), GAME.build_setup(s.people), bytes(32), frame)
    for answer in answers:
        match.apply(Decision(match.step, match.waiting_seats[0], tuple(answer.split())))
    prompt = build_advised_prompt(match, match.waiting_seats[0], GAME.aids)
    assert prompt is not None
    return prompt


def list_starred(prompt: Prompt) -> dict[str, list[str]]:
    """Return the starred options with their reasons in Japanese and in English."""
    texts_by_key = {option.key: render_details(option) for option in prompt.options if option.detail is not None}
    return {
        key: [text.split(" · ")[0][2:] for text in both]
        for key, both in texts_by_key.items()
        if both[0].startswith("★")
    }


def build_near_dominance() -> State:
    """Return a table where the Afghans dominate with two more blocks; building the first is mandatory."""
    s = build_state(2, armies={"kabul": {"afghan": 2}}, tribes={"kabul": {A: 1}})
    set_player(s, A, loyalty="afghan", rupees=9, court=[10])
    return s
