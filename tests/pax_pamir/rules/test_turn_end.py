"""R9 Warnings before a turn ends: foreseeable effects of the cleanup."""

from __future__ import annotations

from typing import Any

from engines.kernel import LANGS, Message, resolve_text
from engines.pax_pamir.menu import take_actions
from engines.pax_pamir.rules.cleanup import perform_cleanup
from engines.pax_pamir.rules.cleanup_preview import list_warnings, may_check_appear
from engines.pax_pamir.table.state import State
from tests.pax_pamir.table import NAMES, WORDS, A, B, build_state, play_rule, set_player

COURT_CARDS = [card for card in range(1, 101) if card not in (27, 61)]


def render_warnings(s: State) -> list[list[str]]:
    """Return the warnings for A in Japanese and in English."""
    lines: tuple[Message, ...] = list_warnings(s, A)
    return [[WORDS.render(line, lang, NAMES) for line in lines] for lang in LANGS]


def render_english(s: State) -> list[str]:
    return render_warnings(s)[1]


def test_no_warning_without_events() -> None:
    """Only column 0 is cleaned up; #111 does nothing when it is discarded."""
    assert render_warnings(build_state(2, market={"T0": 30, "T1": 106, "B0": 111})) == [[], []]


def test_r9_3_an_event_that_leaves_the_market() -> None:
    s = build_state(2, market={"B0": 114})
    set_player(s, A, hand=[61])
    assert render_warnings(s) == [
        ["「信用失墜」が捨て札になる：全員が手札を1枚捨て札にする"],
        ["Confidence Failure is discarded: All players discard a card from hand"],
    ]


def test_r9_3_warning_names_the_effects_of_an_event() -> None:
    """#109: riots in Punjab; the top row comes first, and the next event starts from its result."""
    s = build_state(2, market={"T0": 109, "B0": 116}, tribes={"punjab": {B: 1}})
    set_player(s, B, court=[27], rupees=3)
    assert render_english(s) == [
        "Riots in Punjab is discarded: All tribes and armies in Punjab leave the map "
        "(Bela will no longer rule Punjab, Bela discards Maqpon Dynasty #27, "
        "Bela loses 1 tribe in Punjab, Bela repays 2 rupees)",
    ], "political is favored already"


def test_r9_3_warning_omits_effects_that_do_not_occur() -> None:
    """No tribe and no army in Punjab; no prize; no hand."""
    for event in (108, 109, 114):
        assert render_english(build_state(2, market={"T0": event})) == []


def test_r10_a_check_in_the_leftmost_column() -> None:
    s = build_state(2, market={"T0": 101}, tribes={"herat": {B: 1}})
    assert render_warnings(s) == [
        ["優勢判定が行われる：優勢な同盟なし、Annに+1点、Belaに+3点"],
        ["A dominance check takes place: no coalition dominates, Ann +1 VP, Bela +3 VP"],
    ]
    s.players[B].vp = 2
    assert render_english(s)[0].endswith("Ann +1 VP, Bela +3 VP, the game ends")


def test_r9_3_the_first_question_of_the_turn_says_that_a_check_is_due() -> None:
    """A separate line names the players who would score."""
    s = build_state(2, market={"T0": 101, "T1": 30}, tribes={"herat": {B: 1}})
    s.players[B].vp = 2
    assert render_menu_question(s) == [
        "この手番の終わりに優勢判定が行われます。このままなら：優勢な同盟なし、Annに+1点、Belaに+3点、ゲーム終了。\n"
        "残り2アクション：何をしますか？",
        "A dominance check takes place at the end of this turn. "
        "As things stand: no coalition dominates, Ann +1 VP, Bela +3 VP, the game ends.\n"
        "2 actions left: what next?",
    ]


def test_r6_1_the_question_says_what_a_check_would_bring_that_anybody_may_buy() -> None:
    """A check further right happens if bought; shown if another player would gain more or the game would end."""
    s = build_state(2, market={"B4": 101, "T1": 30}, tribes={"herat": {B: 1}})
    assert render_menu_question(s)[0].startswith(
        "市場に優勢判定があります（4ルピー）。だれかが購入すると、直ちに判定です。いまなら：優勢な同盟なし、Annに+1点、Belaに+3点。\n"
    )
    s.players[B].vp, s.favored = 2, "military"
    assert render_menu_question(s)[1].startswith(
        "A dominance check lies in the market (cost 8): whoever buys it sets it off. If it came now: "
        "no coalition dominates, Ann +1 VP, Bela +3 VP, the game ends.\n"
    )
    alone = build_state(2, market={"T1": 101}, armies={"herat": {"british": 5}})
    set_player(alone, A, loyalty="british")
    set_player(alone, B, loyalty="russian")
    assert render_menu_question(alone)[1].startswith("A dominance check lies"), "with 5 VP ahead the game would end"
    alone.players[B].vp = 4
    assert render_menu_question(alone)[1] == "2 actions left: what next?", "only the reader would score"
    even = build_state(2, market={"T1": 101})
    assert render_menu_question(even)[1] == "2 actions left: what next?", "both would score alike"


def render_menu_question(s: State) -> list[str]:
    """Return the menu question in Japanese and in English."""
    (prompt,) = play_rule(s, lambda t: take_actions(t, A), "end").prompts
    return [WORDS.render(prompt.text, lang, NAMES) for lang in LANGS]


def build_unstable(deck: list[int], **market: Any) -> State:
    """Return a table with one check in the market, another in the lowest pile of the deck, and one vacant space."""
    spaces: dict[str, Any] = {f"{row}{column}": card for row, column, card in ROWS} | {"T3": 101, "B5": None} | market
    return build_state(2, market=spaces, deck=deck, discards=[102, 103], tribes={"herat": {B: 1}})


ROWS = [("TB"[n // 6], n % 6, card) for n, card in enumerate(COURT_CARDS[:12])]


def test_r9_4_a_second_check_would_come_at_once() -> None:
    """Instability; here it would be the last one, so it counts double and the game ends."""
    s = build_unstable([104, *COURT_CARDS[12:16]])
    assert render_warnings(s) == [
        ["2枚目の優勢判定が出たら、直ちに判定です：優勢な同盟なし、Annに+2点、Belaに+6点、ゲーム終了"],
        [
            "If a second dominance check is turned up, there is a check at once: "
            "no coalition dominates, Ann +2 VP, Bela +6 VP, the game ends"
        ],
    ]


def test_r9_4_no_warning_if_no_check_can_come() -> None:
    """No vacant space, no check in the market or in the deck, or the next check's pile is too deep (R3.3)."""
    deck = [104, *COURT_CARDS[12:16]]
    assert render_english(build_unstable(deck, B5=9)) == []
    assert render_english(build_unstable(deck, T3=9)) == []
    s = build_unstable(COURT_CARDS[12:16])
    s.discards.append(104)
    assert render_english(s) == []
    s = build_unstable([*COURT_CARDS[12:22], 104, *COURT_CARDS[22:31]])
    assert not may_check_appear(s) and render_english(s) == []


def test_warnings_do_not_depend_on_hidden_cards() -> None:
    """R13 Warnings are the same for any position of the check in its pile and any hand of Bela."""
    lines = []
    for deck, hand in (([104, 12, 13, 14, 15], [61]), ([15, 13, 12, 14, 104], [27])):
        s = build_unstable(deck, T0=114)
        set_player(s, B, hand=hand)
        lines.append(render_warnings(s))
    assert lines[0] == lines[1] and len(lines[0][0]) == 2


def test_the_sentences_stand_below_the_question() -> None:
    s = build_state(2, market={"T0": 101}, deck=[61])
    (prompt,) = play_rule(s, lambda t: perform_cleanup(t, A), "yes").prompts
    (option,) = prompt.options
    assert option.detail is not None
    check = "A dominance check takes place: no coalition dominates, Ann +2 VP, Bela +2 VP."
    assert WORDS.render(resolve_text(option.detail), "en", NAMES) == f"{check} The market is refilled next."
