"""The log as players read it: lines of a turn in both languages, and the style of the Japanese sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

import pytest

from engines.kernel import GameContext, Lang, NounRef, Rng, SeatRef, message
from engines.pax_pamir.actions import battle, betray, move
from engines.pax_pamir.rules import cleanup, market_changes
from engines.pax_pamir.table.places import Army, Tribe
from engines.pax_pamir.table.state import State
from engines.pax_pamir.wakhan.turn import take_bonus_actions, take_listed_actions
from tests.contract.code import list_sources
from tests.kernel.scripted import Rule
from tests.pax_pamir.table import NAMES, WORDS, A, B, build_state, play_rule, set_player
from tests.pax_pamir.wakhan.table import W, build_alone


def render_lines(table: GameContext[State], rule: Rule, lang: Lang = "en") -> list[str]:
    """Run a rule without questions and return its log line by line."""
    with pytest.raises(StopIteration):
        rule(table).send(None)
    return [WORDS.render(event.text, lang, NAMES) for event in table.build_lines()]


def build_context(s: State) -> GameContext[State]:
    return GameContext(s, Rng(bytes(32)))


# ---------------------------------------------------------------- lines: a reason, its action and the consequences


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        (
            "en",
            [
                "Not possible: tax (no unused card with it), "
                "radicalize the highest military card if military is favored (it is not). "
                "Radicalize (the arrows point at top 3; top 3, top 2 vacant):",
                "Wakhan buys Tajik Warband #59 for 1 rupee, takes the 1 rupee on it "
                "and plays it at the left end. Wakhan places 2 Russian armies in Herat.",
                "Radicalize (the arrows point at top 3; top 3–1 vacant, top 0 locked this turn, bottom 3 vacant, "
                "bottom 2 not for sale, bottom 1 vacant):",
                "Wakhan buys Shah Shuja Durrani #5 for 0 rupees "
                "and plays it at the left end. Wakhan places 1 tribe in Kabul. Wakhan now rules Kabul.",
            ],
        ),
        (
            "ja",
            [
                "徴税（未使用の該当カードがない）、軍事が特恵なら最高ランクの軍事カードの急進化（特恵ではない）は見送った。"
                "急進化（矢印は上段3だが、上段3、上段2は空き）：",
                "ワハーンはTajik Warband #59を1ルピーで購入し、"
                "カードの上の1ルピーを得て、宮廷の左端にプレイした。"
                "ワハーンはヘラートにロシアの軍隊2個を置いた。",
                "急進化（矢印は上段3だが、上段3〜1は空き、上段0はこの手番中購入不可、"
                "下段3は空き、下段2は購入不可、下段1は空き）：",
                "ワハーンはShah Shuja Durrani #5を0ルピーで購入し、宮廷の左端にプレイした。"
                "ワハーンはカブールに部族1個を置いた。ワハーンがカブールの支配者になった。",
            ],
        ),
    ],
)
def test_a_turn_of_wakhan_has_a_line_for_each_action(lang: Lang, told: list[str]) -> None:
    s = build_alone(front=1, back=8, market={"T1": (59, 1), "T0": 61, "B2": 111, "B0": 5})
    set_player(s, W, rupees=3)
    assert render_lines(build_context(s), take_listed_actions, lang) == told


def test_a_bonus_action_is_a_line() -> None:
    s = build_alone(favored="economic", market={"T0": (5, 1), "B0": (9, 1)})
    set_player(s, W, court=[61])
    assert render_lines(build_context(s), take_bonus_actions) == [
        "Bonus action, tax with Karakul Sheep #61 (people before the market, the richest first):",
        "Wakhan takes 1 rupee from Shah Shuja Durrani #5 (market), 1 rupee from Afghan Handicrafts #9 (market).",
    ]


def test_a_check_that_is_bought_has_a_line_of_its_own() -> None:
    s = build_alone(market={"T0": 101}, tribes={"herat": {W: 1}}, discards=[102, 103], deck=[104])
    bought, check = render_lines(build_context(s), partial(market_changes.purchase_card, player=W, index=0))
    assert bought == "Wakhan buys Dominance Check for 0 rupees."
    assert check == (
        "Dominance check (blocks on the map: Afghan 0, British 0, Russian 0): no coalition dominates. "
        "Wakhan scores 3 VP for 1 cylinder in play, now 3. Ann scores 1 VP for 0 cylinders in play, now 1. "
        "Checks to come: 1."
    )


def test_last_check_is_logged_as_doubled_and_final() -> None:
    s = build_alone(market={"T0": 101}, tribes={"herat": {W: 1}}, discards=[102, 103, 104])
    _, check, over = render_lines(build_context(s), partial(market_changes.purchase_card, player=W, index=0))
    assert "It is the final check: points are doubled. Wakhan scores 6 VP for 1 cylinder in play" in check
    assert over.startswith("It was the final check.") and "to come" not in check


def test_log_names_the_filter_of_a_wakhan_discard() -> None:
    s = build_alone()
    set_player(s, W, rupees=1, court=[1, 2, 4, 98, 61])
    assert render_lines(build_context(s), partial(cleanup.discard_excess_court_cards, player=W)) == [
        "Court 2 over its limit, Charles Stoddart #4 goes first (the lowest rank, R14.8):",
        "Court 1 over its limit, Jan-Fishan Khan #2 goes first (the lowest number, R14.8):",
        "Wakhan discards Charles Stoddart #4 from court. Wakhan discards Jan-Fishan Khan #2 from court.",
    ]


def test_discard_of_a_betrayed_card_is_logged_once() -> None:
    s = build_alone(spies={4: {W: 1}})
    set_player(s, A, court=[4])
    result = play_rule(s, lambda t: betray.betray_card(t, W, 4))
    assert result.message_keys == ["money.paid_removed", "betray.done", "loyalty.prize"]


def test_steps_of_a_move_are_logged_together() -> None:
    s = build_state(2, armies={"herat": {"afghan": 1}})
    set_player(s, A, loyalty="afghan")

    async def march(ctx: GameContext[State]) -> None:
        await move.take_step(ctx, A, move.Step(Army("herat"), Army("kabul")))
        await move.take_step(ctx, A, move.Step(Army("kabul"), Army("punjab")))

    assert play_rule(s, march).sentences == ["Ann moves: army Herat → Kabul, army Kabul → Punjab."]


def test_ruler_change_separates_two_steps() -> None:
    s = build_state(2, armies={"herat": {"afghan": 2}}, tribes={"kabul": {A: 1, B: 1}})
    set_player(s, A, loyalty="afghan")
    set_player(s, B, loyalty="british")

    async def march(ctx: GameContext[State]) -> None:
        for _ in range(2):
            await move.take_step(ctx, A, move.Step(Army("herat"), Army("kabul")))

    assert play_rule(s, march).message_keys == ["move.done", "ruler.gained", "move.done"]


def test_action_of_a_person_is_a_line() -> None:
    s = build_state(2, armies={"punjab": {"afghan": 1}}, tribes={"punjab": {B: 1}})
    set_player(s, A, loyalty="afghan")
    set_player(s, B, loyalty="british", court=[27])
    table = build_context(s)

    async def fight(ctx: GameContext[State]) -> None:
        with ctx.log_line():
            await battle.remove_pieces(ctx, A, "punjab", {battle.Cylinders(Tribe("punjab"), B): 1})

    assert render_lines(table, fight) == [
        "Ann fights in Punjab and removes 1 tribe of Bela. Bela has no tribe left in Punjab: overthrow. "
        "Bela discards Maqpon Dynasty #27 from court. Bela pays back 2 rupees."
    ]


def test_battle_in_the_log_of_an_earlier_version_is_still_told() -> None:
    """That log has the region or card itself, from which "in" and "on" cannot be told apart."""
    pieces = (message("battle.tribe", number=1, whose=SeatRef(B)),)
    old = message("battle.done", who=SeatRef(A), site=NounRef("region.kabul"), pieces=pieces)
    assert WORDS.render(old, "en", NAMES) == "Ann fights (Kabul) and removes 1 tribe of Bela."


# ---------------------------------------------------------------- style of the Japanese sentences


def iter_templates() -> Iterator[tuple[str, str]]:
    """Yield every Japanese template: its key and its text without placeholders."""
    for key in sorted(WORDS.list_keys()):
        yield key, "".join(literal for literal, _, _ in WORDS._templates["ja"][key])


def test_japanese_text_has_no_spaces() -> None:
    """Except as a sign: around an arrow or a dot, and after the bold heading of a rule."""
    japanese = r"[\u3040-\u30ff\u4e00-\u9fff。、「」（）：]"
    faults = [
        key
        for key, text in iter_templates()
        if re.search(rf"{japanese} (?!→)|(?<!→) {japanese}", text) and not key.startswith("handbook.")
    ]
    assert faults == []


def list_logged_keys() -> set[str]:
    """Return the keys of all logged messages (`ctx.log_event`)."""
    text = "\n".join(path.read_text("utf-8") for path in list_sources("engines.pax_pamir"))
    return set(re.findall(r"\bctx\.log_event\(\s*\"([a-z_.]+)\"", text))


def test_log_is_in_plain_past_and_questions_are_polite() -> None:
    texts = dict(iter_templates())
    logged_keys = list_logged_keys() & texts.keys()
    assert len(logged_keys) > 60
    plain = re.compile(r"([ただ]。|[ただ]（.*）。|：)$")
    heads = {"wakhan.card"}  # her card's text, not an event
    assert [key for key in sorted(logged_keys - heads) if not plain.search(texts[key])] == []
    assert [key for key in sorted(logged_keys) if re.search("です|ます|ません", texts[key])] == []
    questions = [text for text in texts.values() if text.endswith(("？", "ください。"))]
    assert len(questions) > 20 and all(re.search("です|ます|ません|ください|返事は", text) for text in questions)
