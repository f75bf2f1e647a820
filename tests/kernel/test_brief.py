"""The lines below a picture are the sentences of the log in few words, in their order."""

from __future__ import annotations

import pytest

from engines.kernel import Catalogue, Lang, Msg, Term, Who, brief, say
from engines.kernel.brief import Deed
from engines.kernel.words import LINE

SAID = {
    "kernel.brief.times": "{what} ({n} times)",
    "buy": "{who} buys {what}.",
    "brief.buy": "bought {what}",
    "use": "{who} uses a card.",
    "brief.use": "used:",
    "pay": "{who} pays {n}.",
    "brief.pay": "for {n}:",
    "place": "{who} places {pieces}.",
    "brief.place": "{pieces}",
    "army": "an army of {who} in {where}",
    "brief.army": "army {where}",
    "lose": "{who} loses {n}.",
    "brief.lose": "-{n}",
    "brief.lose_other": "{who} -{n}",
    "score": "{who} scores {n}.",
    "brief.score_all": "{who:letter} +{n}",
    "round": "Round {n}.",
    "brief.round": "round {n} began",
    "silent": "{who} does what no line tells.",
}
NAMES = ("Aoi", "Marco")


def book() -> Catalogue:
    told = {key: text.replace(":", "：") if key in ("brief.use", "brief.pay") else text for key, text in SAID.items()}
    said = {"en": SAID, "ja": told}
    nouns = {"automa.robot": {"ja": "ロボット", "en": "Robot"}}
    return Catalogue(said, nouns, headings=["round"], told={"deeds": ["buy", "use", "pay", "silent"]})  # type: ignore[arg-type]


def lines(*told: Msg, seat: int | None = 0, lang: Lang = "en") -> tuple[Deed, ...]:
    return brief(told, seat, book(), lang, NAMES)


def words(*told: Msg) -> list[str]:
    return [deed.words for deed in lines(*told)]


A, B = Who(0), Who(1)


def army(where: str) -> Msg:
    return say("army", who=A, where=where)


def test_deeds_stand_in_the_order_of_the_log_and_what_has_no_words_is_left_out() -> None:
    told = (say("buy", who=A, what="silk"), say("silent", who=A), say("buy", who=A, what="tea"))
    assert lines(*told) == (Deed(0, "bought silk"), Deed(0, "bought tea"))


def test_what_follows_from_a_deed_stands_behind_it() -> None:
    placed = say("place", who=A, pieces=(army("Herat"), army("Kabul")))
    assert words(say("use", who=A), placed, say("lose", who=A, n=2)) == ["used: army Herat, army Kabul, -2"]
    assert words(say("use", who=A)) == ["used"]
    assert words(say("use", who=A), say("buy", who=A, what="tea"), placed) == [
        "used",
        "bought tea",
        "army Herat",
        "army Kabul",
    ]


def test_a_deed_that_no_line_tells_ends_the_one_before() -> None:
    told = (say("use", who=A), say("lose", who=A, n=1), say("silent", who=A), say("lose", who=A, n=2))
    assert words(*told) == ["used: -1", "-2"]


def test_one_lead_after_the_other_is_one_deed() -> None:
    assert words(say("use", who=A), say("pay", who=A, n=3), say("lose", who=A, n=1)) == ["used, for 3: -1"]


def test_what_happened_twice_is_told_once() -> None:
    twice = say("place", who=A, pieces=(army("Herat"), army("Kabul"), army("Herat")))
    assert words(say("use", who=A), twice) == ["used: army Herat (2 times), army Kabul"]
    one = say("place", who=A, pieces=(army("Herat"),))
    assert words(say("use", who=A), one, say("lose", who=A, n=1), one) == ["used: army Herat (2 times), -1"]
    assert words(say("use", who=A), twice, one) == ["used: army Herat (3 times), army Kabul"]


def test_a_line_of_several_sentences_is_told_sentence_by_sentence() -> None:
    line = Msg(LINE, {"sentences": (say("use", who=A), say("lose", who=A, n=1))})
    assert words(line, say("lose", who=A, n=2)) == ["used: -1, -2"]


def test_what_happens_to_somebody_else_is_told_with_their_letter_in_the_line_of_who_did_it() -> None:
    told = (say("use", who=A), say("lose", who=B, n=1), say("lose", who=A, n=2))
    assert lines(*told) == (Deed(0, "used: B Marco -1, -2"),)


def test_what_somebody_else_does_is_in_their_line() -> None:
    told = (say("use", who=A), say("buy", who=B, what="tea"), say("lose", who=B, n=1))
    assert lines(*told) == (Deed(0, "used"), Deed(1, "bought tea"), Deed(1, "-1"))


def test_what_is_of_the_whole_table_is_in_no_line() -> None:
    told = (say("score", who=A, n=3), say("score", who=B, n=4), say("round", n=2), say("buy", who=A, what="tea"))
    assert lines(*told) == (
        Deed(None, "A +3"),
        Deed(None, "B +4"),
        Deed(None, "round 2 began"),
        Deed(0, "bought tea"),
    )


def test_whom_the_rules_play_has_a_name_in_place_of_a_line() -> None:
    told = (say("buy", who=Term("automa.robot"), what="tea"), say("lose", who=Term("automa.robot"), n=1))
    assert lines(*told) == (Deed(None, "Robot bought tea"), Deed(None, "Robot -1"))


def test_japanese_has_its_own_signs() -> None:
    told = (say("use", who=A), say("lose", who=A, n=1), say("lose", who=A, n=2))
    assert [deed.words for deed in lines(*told, lang="ja")] == ["used：-1、-2"]


@pytest.mark.parametrize(
    ("key", "problem"),
    [("brief.none", "no such sentence"), ("brief.buy_other", "buy has no ['price']")],
)
def test_words_that_no_sentence_has_are_noticed(key: str, problem: str) -> None:
    said = {**SAID, key: "for {price}"}
    assert Catalogue({"ja": said, "en": said}, {}).problems() == [f"{key}: {problem}"]


def test_a_sentence_that_an_earlier_version_told_with_less_has_words_of_its_own() -> None:
    said = {**SAID, "score_before": "{who} scores.", "brief.score_all_before": "{who:letter} scored"}
    old = Catalogue({"ja": said, "en": said}, {})
    assert old.problems() == []
    assert brief((say("score", who=B),), 0, old, "en", NAMES) == (Deed(None, "B scored"),)


def test_words_that_need_what_an_earlier_version_did_not_tell_are_noticed() -> None:
    """In the history of an old game they could not be said."""
    said = {**SAID, "score_before": "{who} scores."}
    wanted = ["brief.score_all: score_before has no ['n'], so brief.score_all_before is needed"]
    assert Catalogue({"ja": said, "en": said}, {}).problems() == wanted
