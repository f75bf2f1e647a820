"""The lines below a picture are short forms of the log messages, in log order."""

from __future__ import annotations

import pytest

from engines.kernel import Catalogue, Lang, Message, NounRef, SeatRef, message, summarize_log
from engines.kernel.messages import LINE_KEY
from engines.kernel.short_log import ActionSummary

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


def build_catalogue() -> Catalogue:
    japanese = {
        key: text.replace(":", "：") if key in ("brief.use", "brief.pay") else text for key, text in SAID.items()
    }
    said = {"en": SAID, "ja": japanese}
    nouns = {"automa.robot": {"ja": "ロボット", "en": "Robot"}}
    return Catalogue(said, nouns, headings=["round"], importance_lists={"actions": ["buy", "use", "pay", "silent"]})  # type: ignore[arg-type]


def summarize(*messages: Message, seat: int | None = 0, lang: Lang = "en") -> tuple[ActionSummary, ...]:
    return summarize_log(messages, seat, build_catalogue(), lang, NAMES)


def summarize_words(*messages: Message) -> list[str]:
    return [summary.words for summary in summarize(*messages)]


A, B = SeatRef(0), SeatRef(1)


def build_army(where: str) -> Message:
    return message("army", who=A, where=where)


def test_actions_keep_log_order_and_messages_without_brief_text_are_omitted() -> None:
    messages = (message("buy", who=A, what="silk"), message("silent", who=A), message("buy", who=A, what="tea"))
    assert summarize(*messages) == (ActionSummary(0, "bought silk"), ActionSummary(0, "bought tea"))


def test_consequences_follow_their_action() -> None:
    placed = message("place", who=A, pieces=(build_army("Herat"), build_army("Kabul")))
    assert summarize_words(message("use", who=A), placed, message("lose", who=A, n=2)) == [
        "used: army Herat, army Kabul, -2"
    ]
    assert summarize_words(message("use", who=A)) == ["used"]
    assert summarize_words(message("use", who=A), message("buy", who=A, what="tea"), placed) == [
        "used",
        "bought tea",
        "army Herat",
        "army Kabul",
    ]


def test_action_without_brief_text_ends_the_previous_action() -> None:
    messages = (
        message("use", who=A),
        message("lose", who=A, n=1),
        message("silent", who=A),
        message("lose", who=A, n=2),
    )
    assert summarize_words(*messages) == ["used: -1", "-2"]


def test_consecutive_leads_make_one_action() -> None:
    assert summarize_words(message("use", who=A), message("pay", who=A, n=3), message("lose", who=A, n=1)) == [
        "used, for 3: -1"
    ]


def test_repeated_action_is_shown_once_with_a_count() -> None:
    twice = message("place", who=A, pieces=(build_army("Herat"), build_army("Kabul"), build_army("Herat")))
    assert summarize_words(message("use", who=A), twice) == ["used: army Herat (2 times), army Kabul"]
    placing = message("place", who=A, pieces=(build_army("Herat"),))
    assert summarize_words(message("use", who=A), placing, message("lose", who=A, n=1), placing) == [
        "used: army Herat (2 times), -1"
    ]
    assert summarize_words(message("use", who=A), twice, placing) == ["used: army Herat (3 times), army Kabul"]


def test_line_of_several_sentences_is_summarized_per_sentence() -> None:
    line = Message(LINE_KEY, {"sentences": (message("use", who=A), message("lose", who=A, n=1))})
    assert summarize_words(line, message("lose", who=A, n=2)) == ["used: -1, -2"]


def test_effect_on_another_seat_shows_its_letter_in_the_line_of_the_author() -> None:
    messages = (message("use", who=A), message("lose", who=B, n=1), message("lose", who=A, n=2))
    assert summarize(*messages) == (ActionSummary(0, "used: B Marco -1, -2"),)


def test_action_of_another_seat_is_in_its_own_line() -> None:
    messages = (message("use", who=A), message("buy", who=B, what="tea"), message("lose", who=B, n=1))
    assert summarize(*messages) == (ActionSummary(0, "used"), ActionSummary(1, "bought tea"), ActionSummary(1, "-1"))


def test_events_of_the_whole_table_are_in_no_seat_line() -> None:
    messages = (
        message("score", who=A, n=3),
        message("score", who=B, n=4),
        message("round", n=2),
        message("buy", who=A, what="tea"),
    )
    assert summarize(*messages) == (
        ActionSummary(None, "A +3"),
        ActionSummary(None, "B +4"),
        ActionSummary(None, "round 2 began"),
        ActionSummary(0, "bought tea"),
    )


def test_automa_is_named_instead_of_having_a_line() -> None:
    messages = (
        message("buy", who=NounRef("automa.robot"), what="tea"),
        message("lose", who=NounRef("automa.robot"), n=1),
    )
    assert summarize(*messages) == (ActionSummary(None, "Robot bought tea"), ActionSummary(None, "Robot -1"))


def test_japanese_uses_its_own_punctuation() -> None:
    messages = (message("use", who=A), message("lose", who=A, n=1), message("lose", who=A, n=2))
    assert [summary.words for summary in summarize(*messages, lang="ja")] == ["used：-1、-2"]


@pytest.mark.parametrize(
    ("key", "problem"),
    [("brief.none", "no such sentence"), ("brief.buy_other", "buy has no ['price']")],
)
def test_brief_text_without_a_sentence_is_reported(key: str, problem: str) -> None:
    said = {**SAID, key: "for {price}"}
    assert Catalogue({"ja": said, "en": said}, {}).list_problems() == [f"{key}: {problem}"]


def test_old_version_of_a_sentence_has_its_own_brief_text() -> None:
    said = {**SAID, "score_before": "{who} scores.", "brief.score_all_before": "{who:letter} scored"}
    old = Catalogue({"ja": said, "en": said}, {})
    assert old.list_problems() == []
    assert summarize_log((message("score", who=B),), 0, old, "en", NAMES) == (ActionSummary(None, "B scored"),)


def test_brief_text_with_arguments_missing_in_old_logs_is_reported() -> None:
    """The short log of an old game could not be rendered."""
    said = {**SAID, "score_before": "{who} scores."}
    wanted = ["brief.score_all: score_before has no ['n'], so brief.score_all_before is needed"]
    assert Catalogue({"ja": said, "en": said}, {}).list_problems() == wanted
