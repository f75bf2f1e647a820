"""What a question of a rule points out, for the tests of the aids."""

from __future__ import annotations

from collections.abc import Sequence

from engines.kernel import LANGS, Option, Prompt, catalogue, read
from engines.pax_pamir import GAME
from engines.pax_pamir.table.state import State
from tests.kernel.scripted import Rule
from tests.pax_pamir.table import NAMES, STAGE, A, person, state

WORDS = catalogue(GAME.package)
ON, OFF = ("coin_limit", "aids"), ("coin_limit",)


def details(option: Option) -> list[str]:
    assert option.detail is not None
    return [WORDS.render(read(option.detail), lang, NAMES) for lang in LANGS]


def question(s: State, rule: Rule, *before: str) -> Prompt:
    """What the rule asks after these answers."""
    return STAGE.question(s, rule, *before)


def starred(prompt: Prompt) -> dict[str, list[str]]:
    """The options that are pointed out, and why, in Japanese and in English."""
    told = {option.key: details(option) for option in prompt.options if option.detail is not None}
    return {key: [one.split(" · ")[0][2:] for one in both] for key, both in told.items() if both[0].startswith("★")}


def built(options: Sequence[str]) -> State:
    """With two blocks more the Afghans dominate. The first must be built in any case; the second need not."""
    s = state(2, options=options, armies={"kabul": {"afghan": 2}}, tribes={"kabul": {A: 1}})
    person(s, A, loyalty="afghan", rupees=9, court=[10])
    return s
