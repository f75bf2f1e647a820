"""Deliberate faults in the reasons of each game are noticed: the gate must not be the only thing that checks itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import chain
from typing import Any
from unittest.mock import patch

import pytest

from engines.kernel import Aids, Message, Prompt
from engines.kernel.catalogue import Lang
from engines.kernel.messages import Arg, resolve_text
from engines.kernel.stars.claims import Claim
from engines.kernel.stars.shown_reasons import AFTER_THAT, LATER_KEYS, fit_to_line, iter_shorter
from engines.kernel.stars.suggestions import Advice, PlannedAnswer
from tests.discovered import list_shipped_games
from tests.reasons import accounts
from tests.reasons.test_whole_games import iter_untrue_reasons, list_cases, load_reasons

MAX_QUESTIONS = 60
"""Number of questions of a game within which a fault must be noticed."""
SHOWN_LATER = frozenset(f"kernel.aid.{name}" for name in accounts.LATER_NAMES)
"""Parts of a shown reason about later answers."""


def tell_one_more(prompt: Prompt, advice: Advice) -> Advice:
    """Let each reason bring one more of everything that it counts."""
    return advice._replace(best={key: _add_one(why) for key, why in advice.best.items()})


def _add_one(message: Message) -> Message:
    return Message(message.key, {name: _add_one_to_arg(name, arg) for name, arg in message.args.items()})


def _add_one_to_arg(name: str, arg: Arg) -> Arg:
    if isinstance(arg, tuple):
        return tuple(_add_one(part) if isinstance(part, Message) else part for part in arg)
    if isinstance(arg, Message):
        return arg if name == "what" else _add_one(arg)  # the label of a later option is no gain
    return arg + 1 if isinstance(arg, int) else arg


def name_each_gain_twice(prompt: Prompt, advice: Advice) -> Advice:
    """Let each reason name its gains now and again later."""
    return advice._replace(
        best={key: Message("kernel.aid.both", {"now": why, "then": why}) for key, why in advice.best.items()}
    )


def swap_reasons(prompt: Prompt, advice: Advice) -> Advice:
    """Let the second star tell the reason of the first."""
    keys = [*advice.best]
    return advice._replace(best={**advice.best, keys[-1]: advice.best[keys[0]]}) if len(keys) > 1 else advice


def praise_another_option(prompt: Prompt, advice: Advice) -> Advice:
    """Say of an option without a star that none is better."""
    keys = [option.key for option in (*prompt.options, *prompt.side_actions) if option.key not in advice.best]
    return advice._replace(best=dict.fromkeys(keys[-1:], Message("kernel.aid.ahead")))


def invent_contrast(prompt: Prompt, advice: Advice) -> Advice:
    """Say that an option without a star would bring less by as much as the best one brings, and one more."""
    others = [option for option in (*prompt.options, *prompt.side_actions) if option.key not in advice.best]
    key, why = next(iter(advice.best.items()))
    if not others:
        return advice
    contrast: dict[str, Arg] = {"what": (resolve_text(others[0].label),), "why": _add_one(why)}
    return advice._replace(best={key: Message("kernel.aid.rather", contrast)})


def invent_savings(prompt: Prompt, advice: Advice) -> Advice:
    """Say that the best option leaves more than another one by as much as it brings, and one more."""
    contrasted = invent_contrast(prompt, advice)
    best = {
        key: Message("kernel.aid.saves", _rename_why(why)) for key, why in contrasted.best.items() if "what" in why.args
    }
    return advice._replace(best=best) if best else advice


def _rename_why(contrast: Message) -> dict[str, Arg]:
    why = contrast.args["why"]
    assert isinstance(why, Message)
    return {"what": contrast.args["what"], "costs": (why,)}


def leave_out_costs(prompt: Prompt, advice: Advice) -> Advice:
    """Tell no costs."""
    return advice._replace(best={key: _drop_costs(why) for key, why in advice.best.items()})


def _drop_costs(message: Message) -> Message:
    inner = message.args.get("why")
    if message.key in ("kernel.aid.priced", "kernel.aid.paid") and isinstance(inner, Message):
        return inner
    args = {name: _drop_costs(arg) if isinstance(arg, Message) else arg for name, arg in message.args.items()}
    return Message(message.key, args)


def tell_later_gains_at_once(prompt: Prompt, advice: Advice) -> Advice:
    """Say that the answer with the star brings what a later one does."""
    return advice._replace(
        best={key: _replace_later(why, lambda told: told.args["why"]) for key, why in advice.best.items()}
    )


def credit_another_answer(prompt: Prompt, advice: Advice) -> Advice:
    """Say that an answer that is not in the plan brings the later gains."""
    what: Arg = (resolve_text(prompt.options[0].label),)
    return advice._replace(
        best={
            key: _replace_later(why, lambda told: Message(told.key, {**told.args, "what": what}))
            for key, why in advice.best.items()
        }
    )


def _replace_later(message: Message, replace: Callable[[Message], Arg], keys: Collection[str] = AFTER_THAT) -> Message:
    """Return the reason with another part about a later answer. keys: those of such parts"""
    if message.key in keys:
        replaced = replace(message)
        assert isinstance(replaced, Message)
        return replaced
    args = {
        name: _replace_later(arg, replace, keys) if isinstance(arg, Message) else arg
        for name, arg in message.args.items()
    }
    return Message(message.key, args)


def turn_chances_around(prompt: Prompt, advice: Advice) -> Advice:
    """Tell each chance as that of the opposite."""
    return advice._replace(best={key: _turn_around(why) for key, why in advice.best.items()})


def _turn_around(message: Message) -> Message:
    def turn(name: str, arg: Arg) -> Arg:
        if isinstance(arg, tuple):
            return tuple(_turn_around(part) if isinstance(part, Message) else part for part in arg)
        if isinstance(arg, Message):
            return _turn_around(arg)
        return 100 - arg if name == "percent" and isinstance(arg, int) else arg

    return Message(message.key, {name: turn(name, arg) for name, arg in message.args.items()})


def tell_more_in_japanese(lang: Lang, sentence: str) -> str:
    """Let each number of a Japanese sentence be one more."""
    return re.sub(r"\d+", lambda found: str(int(found[0]) + 1), sentence) if lang == "ja" else sentence


def tell_more_in_english(lang: Lang, sentence: str) -> str:
    """Let each number of an English sentence be one more."""
    return re.sub(r"\d+", lambda found: str(int(found[0]) + 1), sentence) if lang == "en" else sentence


def count_other_things(lang: Lang, sentence: str) -> str:
    """Let each number count something else."""
    return re.sub(r"[A-Za-z]+|[ぁ-んァ-ヶ一-鿿]+", "x", sentence)


def count_other_things_in_japanese(lang: Lang, sentence: str) -> str:
    """Let each number of a Japanese sentence count something else."""
    return count_other_things(lang, sentence) if lang == "ja" else sentence


@pytest.mark.parametrize(
    "respell", [tell_more_in_japanese, tell_more_in_english, count_other_things, count_other_things_in_japanese]
)
@pytest.mark.parametrize("game", list_shipped_games())
def test_a_false_sentence_is_noticed(game: str, respell: Callable[[Lang, str], str]) -> None:
    assert find_first_fault(game, respell=respell)


@pytest.mark.parametrize(
    "spoil",
    [
        leave_out_costs,
        tell_one_more,
        name_each_gain_twice,
        pytest.param(swap_reasons, marks=pytest.mark.release),  # a game may have two stars seldom
        praise_another_option,
        invent_contrast,
        invent_savings,
        tell_later_gains_at_once,
        credit_another_answer,
    ],
)
@pytest.mark.parametrize("game", list_shipped_games())
def test_a_false_reason_is_noticed(game: str, spoil: Callable[[Prompt, Advice], Advice]) -> None:
    assert find_first_fault(game, spoil)


@pytest.mark.release
@pytest.mark.parametrize("game", [name for name in list_shipped_games() if "percent" in str(load_reasons(name))])
def test_a_false_chance_is_noticed(game: str) -> None:
    assert find_first_fault(game, turn_chances_around)


@pytest.mark.release  # some games give the gate nothing to refuse for long
def test_a_gate_that_lets_every_claim_through_is_noticed() -> None:
    with patch.object(Claim, "holds", lambda *_: True):
        assert any(find_first_fault(game) for game in list_shipped_games())


def say_after_that(reason: Message, line: Sequence[PlannedAnswer], aids: Aids) -> Message:
    """Say of all later gains that they come after what the press gives."""
    return _replace_later(reason, lambda told: Message(AFTER_THAT[told.key], told.args))


def say_after_that_of_several(reason: Message, line: Sequence[PlannedAnswer], aids: Aids) -> Message:
    """Say so of gains that several later answers bring, of which the press gives some."""
    return _replace_later(fit_to_line(reason, line, aids), lambda told: Message(AFTER_THAT[told.key], told.args))


def tell_planned_gains_at_once(reason: Message, line: Sequence[PlannedAnswer], aids: Aids) -> Message:
    """Say of gains that later answers bring that the answer with the star does."""
    return _replace_later(fit_to_line(reason, line, aids), lambda told: told.args["why"], SHOWN_LATER)


def credit_the_answer_itself(reason: Message, line: Sequence[PlannedAnswer], aids: Aids) -> Message:
    """Say of the answer with the star that it comes after itself, and brings the later gains."""
    own: Arg = line[0].labels
    told = fit_to_line(reason, line, aids)
    return _replace_later(told, lambda part: Message(part.key, {**part.args, "what": own}), LATER_KEYS)


def leave_out_shown_costs(reason: Message, line: Sequence[PlannedAnswer], aids: Aids) -> Message:
    """Tell no costs in the panel."""
    return _drop_costs(fit_to_line(reason, line, aids))


@pytest.mark.parametrize(
    "fit",
    [
        say_after_that,
        tell_planned_gains_at_once,
        credit_the_answer_itself,
        leave_out_shown_costs,
        say_after_that_of_several,
    ],
)
def test_a_false_word_of_a_panel_is_noticed(fit: Callable[..., Message]) -> None:
    """A panel says what comes within its press; "after that" was said of a trading post that the press puts."""
    games = reversed([*list_shipped_games()])  # the first one lacks gains that several later answers bring
    assert any(find_first_fault(game, fit=fit) for game in games)


def shorten_to_no_costs(reason: Message) -> Iterator[Message]:
    """Let a reason in fewer words have no costs."""
    yield from map(_drop_costs, iter_shorter(reason))


def shorten_to_gains_at_once(reason: Message) -> Iterator[Message]:
    """Let a reason in fewer words say of later gains that the answer with the star brings them."""
    yield from (_replace_later(told, lambda part: part.args["why"], SHOWN_LATER) for told in iter_shorter(reason))


@pytest.mark.parametrize("shorten", [shorten_to_no_costs, shorten_to_gains_at_once])
def test_a_false_form_in_fewer_words_is_noticed(shorten: Callable[[Message], Iterator[Message]]) -> None:
    with patch.object(accounts, "iter_shorter", shorten):
        assert any(find_first_fault(game) for game in list_shipped_games())


def find_first_fault(game: str, spoil: Callable[[Prompt, Advice], Advice] | None = None, **words: Any) -> str | None:
    """Return the first untrue reason that is noticed in games with each number of seats; None if there is none."""
    cases = (case for case in list_cases() if case.game == game)
    found = chain.from_iterable(iter_untrue_reasons(case, MAX_QUESTIONS, spoil, **words) for case in cases)
    return next(found, None)
