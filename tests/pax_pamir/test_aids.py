"""First-game aids: good starts are pointed out, with a reason, and only by what the player may know."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from engines.kernel import LANGS, Option, catalogue, read
from engines.pax_pamir import GAME
from tests.contract.cases import Case, chance, random_decision
from tests.contract.privacy import check

WORDS = catalogue(GAME.package)


def details(option: Option) -> list[str]:
    assert option.detail is not None
    return [WORDS.render(read(option.detail), lang, ("Ada", "Ben", "Cleo")) for lang in LANGS]


def menus(aids: str) -> Iterator[list[list[str]]]:
    """The details of each start, in both languages, at every question of a turn in a random game of three."""
    case = Case("pax_pamir", 3, (("aids", aids),), 1)
    match, rng = case.start(), chance(case, "aids")
    while not match.over:
        assert match.ask is not None
        (prompt,) = match.ask.prompts
        if prompt.text.key == "menu.ask":
            yield [details(option) for option in prompt.options if option.detail is not None]
        match.apply(random_decision(match, rng))


def test_at_most_three_starts_are_pointed_out_in_both_languages() -> None:
    starred = []
    for texts in islice(menus("on"), 60):
        assert all(("★" in one) == ("★" in other) for one, other in texts)
        starred.append(sum("★" in one for one, _ in texts))
    assert max(starred) <= 3
    assert sum(n > 0 for n in starred) > len(starred) / 2


def test_without_the_option_nothing_is_pointed_out() -> None:
    for texts in islice(menus("off"), 30):
        assert not any("★" in text for both in texts for text in both)


def test_the_aids_give_no_hand_away() -> None:
    """R13 Also where a start would swap hands (event 114), nothing of the other hand is foreseen."""
    for number in range(3):
        assert check(Case("pax_pamir", 3, (("aids", "on"),), number), every=3, pictures=0).comparisons
