"""The lines below the board: of a new round, of what all chose at once, and of every turn of whole games."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from engines.kernel import LANGS, Lang, Who, say
from engines.marco_polo_ii.data.types import Gain
from engines.marco_polo_ii.table.names import amounts, die
from engines.marco_polo_ii.view import View, view
from render import Look, Step
from render.kit.marks.news import Said, news, written
from render.kit.scene import Sprite, Text
from render.kit.tokens import Tick
from render.marco_polo_ii import ART
from tests.contract.cases import NAMES as GUESTS
from tests.contract.cases import Case, cases, chance, random_decision
from tests.contract.pictures.shown import heard
from tests.marco_polo_ii.table import B, game, person

NAMES = ("Aoi", "Marco")
TABLES = cases("marco_polo_ii", 3)
ME, OTHER = Who(B), Who(0)
ROUND = (
    say("round.begins", n=2, of=5),
    say("round.start_player", who=OTHER),
    say("income.done", who=OTHER, gain=amounts(Gain(vp=3, coins=2))),
    say("round.cards", cards=()),
    say("roll.done", who=ME, dice=("1", "2"), total=3),
    say("roll.gains", who=ME, gain=amounts(Gain(camels=3))),
)


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", ("round 2 began", "A starts", "A's income: +3 VP, 2 coins", "for B's roll: +3 camels")),
        ("ja", ("第2ラウンド開始", "スタートはA", "Aの収入：+3点、2コイン", "Bはロールで+3ラクダ")),
    ],
)
def test_a_new_round_and_what_it_brings_to_whom_stands_in_nobodys_line(lang: Lang, words: tuple[str, ...]) -> None:
    after = view(game(2), None)
    purse = say("purse.done", who=ME, die=die("3"), gain=amounts(Gain(coins=3)))
    events = (purse, *ROUND)
    look = Look(lang, NAMES, turns=(Step(B, after, told=events),))
    own, of_all = news(after, look, ART.told)
    assert own.seat == B and len(own.done) == 1
    assert of_all.seat is None and tuple(said.words for said in of_all.done) == words


@pytest.mark.parametrize(("lang", "words"), [("en", "round 5 began, the last one"), ("ja", "最後の第5ラウンド開始")])
def test_the_last_round_is_called_so(lang: Lang, words: str) -> None:
    now = view(game(2), None)
    last = Step(B, now, told=(say("round.last", n=5, of=5),))
    assert ART.told(last, now, Look(lang, NAMES)) == (Said(words, of_all=True),)


def test_what_all_chose_at_once_is_told_once_without_a_letter() -> None:
    s = game(2)
    before = view(s, None)
    person(s, B, coins=5)
    kept = Step(None, before, told=(say("goal.all"), say("round.begins", n=1, of=5)))
    scene = ART.compose(view(s, None), "board", Look("en", NAMES, before=before, turns=(kept,)))
    below = [node.text for node in scene.live if isinstance(node, Text) and node.y > 1200]
    assert "".join(below).replace("\u00a0", " ") == "everybody keeps one goal card, face down · round 1 began"
    assert not [node for node in scene.live if isinstance(node, Sprite) and isinstance(node.piece, Tick)]


def turns(case: Case) -> Iterator[tuple[Step, View]]:
    """Every turn of a game that chance plays, with how the board looks after it."""
    match, rng = case.start(), chance(case, "lines")
    steps: list[Step] = []
    while match.ask is not None:
        if not match.tail:  # else the turn goes on
            alone = len(match.waiting) == 1
            steps.append(Step(match.waiting[0] if alone else None, match.view(None)))
        steps[-1] = heard(steps[-1], match.apply(random_decision(match, rng)).events)
    return zip(steps, [*(step.before for step in steps[1:]), match.view(None)], strict=True)


@pytest.mark.parametrize("case", TABLES, ids=str)
def test_every_turn_of_a_game_has_words_and_most_have_few(case: Case) -> None:
    lines = []
    for (step, after), lang in product(turns(case), LANGS):
        look = Look(lang, GUESTS[: case.seats], before=step.before, turns=(step,))
        words = [said.words for said in ART.told(step, after, look)]
        assert words and all(words) and not any(sign in "".join(words) for sign in "{}"), step.told
        lines += [len(one.words) for one in written(news(after, look, ART.told), look)]
    assert len(lines) > 80
    assert sum(n > 3 for n in lines) < len(lines) / 10 and max(lines) < 7
