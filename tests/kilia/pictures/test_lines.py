"""The lines below the board: what a turn did, at which price and why, in the order of play, as the log has it."""

from __future__ import annotations

import pytest

from engines.kernel import LANGS, Msg, Term, Who, say
from engines.kilia.game import GAME
from engines.kilia.table.words import amount, contract_words
from render import Lang, Look, Step
from render.kilia import ART
from render.kit.marks.news import Said
from tests.kilia.stage import table

NAMES = ("Aoi", "Marco", "Jules", "ことり")
SEAT = 1
A, B = Who(0), Who(SEAT)
CASTLE, UNIVERSITY, SHIPYARD, WAREHOUSE = (
    Term(f"zones.{zone}") for zone in ("castle", "university", "shipyard", "warehouse")
)
SALT, BRICK = Term("goods.salt"), Term("goods.brick")
FREE, PRICED = say("source.free", slot=1), say("source.priced", slot=3, price=3)


def told(*events: Msg, lang: Lang = "en") -> tuple[Said, ...]:
    view = GAME.view(table(), None)
    return ART.told(Step(SEAT, view, told=events), view, Look(lang, NAMES))


def expanded(zone: Term, count: int, *paid: Msg, source: Msg = FREE) -> Msg:
    card = say("expand.card", card="W01", source=source)
    return say("expand.done", who=B, zone=zone, with_what=card, paid=paid, count=count, most=4)


def placed(space: str, source: Msg = FREE, key: str = "market.placed") -> Msg:
    return say(key, who=B, good=SALT, space=space, card="W01", source=source, old="")


def fulfilled(*reward: Msg) -> Msg:
    paid = (amount("wheat", 2),)
    return say("fulfil.done", who=B, contract="C01", paid=paid, reward=reward, points=2, number=3)


def marker(achievement: str, key: str = "marker.chip") -> Msg:
    return say(key, who=B, achievement=Term(f"achievements.{achievement}"), number=7, left=1, good=BRICK)


def ability(key: str, **args: Term) -> Msg:
    return say("learn.done", who=B, card="W01", source=FREE, ability=say(f"ability.{key}", **args))


def warehouse(key: str, source: Msg = FREE) -> Msg:
    return say(key, who=B, source=source, segment=2, cells=())


TURNS: dict[str, tuple[tuple[Msg, ...], str, str]] = {
    "the castle brings a key and a contract, both cards at a price": (
        (
            expanded(CASTLE, 2, amount("salt", 2), source=PRICED),
            say("expand.keys", keys=3),
            say("contract.taken", who=B, contract=contract_words("C01"), source=PRICED),
        ),
        "expanded the castle (2/4, card for 3 coins) with 2 salt: now 3 keys, "
        "took a contract (3 points, card for 3 coins)",
        "塩2で城を拡張（2/4、カード代コイン3）：鍵が3に、契約を獲得（3ポイント、カード代コイン3）",
    ),
    "what was exchanged or bought to pay with says so, as logs tell it now and told it once": (
        (
            expanded(
                UNIVERSITY,
                4,
                amount("brick", 1),
                say("pay.swap", given=amount("salt", 1), needed=amount("brick", 1)),
                say("pay.three", given=amount("wood", 3), needed=amount("brick", 1)),
                say("pay.merchant", given=amount("brick", 1), spaces=("M1",), coins=1),
            ),
            ability("exchange", one=SALT, other=BRICK),
            expanded(
                UNIVERSITY,
                4,
                say("pay.swap", n=1, good=SALT, need=BRICK),
                say("pay.three", n=3, good=SALT, need=BRICK, got=1),
                say("pay.merchant", n=2, good=BRICK, spaces=("M1", "M2"), coins=2),
            ),
            ability("points", good=SALT),
        ),
        "expanded the university (4/4) with 1 brick, 1 salt (exchanged), 3 wood (3:1), 1 brick (for 1 coin): "
        "ability (exchange salt/brick) · "
        "expanded the university (4/4) with 1 salt (exchanged), 3 salt (3:1), 2 brick (for 2 coins): "
        "ability (1 point per salt)",
        "レンガ1、塩1（交換）、木材3（3:1）、レンガ1（コイン1で購入）で大学を拡張（4/4）：能力（塩⇄レンガの交換） · "
        "塩1（交換）、塩3（3:1）、レンガ2（コイン2で購入）で大学を拡張（4/4）：能力（塩1つにつき1ポイント）",
    ),
    "an extra action and its cause": (
        (
            expanded(UNIVERSITY, 1, amount("brick", 1)),
            ability("extra_action", zone=UNIVERSITY),
            expanded(SHIPYARD, 1, amount("wood", 1)),
            say("expand.ship", number=2),
            say("turn.chain", who=B, n=2, deeds=(UNIVERSITY, SHIPYARD)),
            say("refill.cards", n=1, cards=(CASTLE,)),
        ),
        "expanded the university (1/4) with 1 brick: ability (extra action after university) · "
        "expanded the shipyard (1/4) with 1 wood: now ship 2",
        "レンガ1で大学を拡張（1/4）：能力（大学の拡張後に追加アクション） · 木材1で造船所を拡張（1/4）：船2に交換",
    ),
    "warehouses, one by the smoke sprat": (
        (
            expanded(WAREHOUSE, 1, amount("wheat", 1)),
            warehouse("build.done_turned", PRICED),
            say(
                "expand.done",
                who=B,
                zone=WAREHOUSE,
                with_what=Msg("expand.sprat"),
                paid=(amount("wheat", 2),),
                count=2,
                most=4,
            ),
            warehouse("build.done"),
        ),
        "expanded the warehouse (1/4) with 1 wheat: built a warehouse (segment 2, card for 3 coins) · "
        "expanded the warehouse (2/4, smoke sprat) with 2 wheat: built a warehouse (segment 2)",
        "小麦1で倉庫を拡張（1/4）：倉庫を建設（運河スペース2、カード代コイン3） · "
        "小麦2で倉庫を拡張（2/4、スモークスプラット使用）：倉庫を建設（運河スペース2）",
    ),
    "improvements for which there is nothing to take": (
        tuple(
            msg
            for zone in (CASTLE, UNIVERSITY, WAREHOUSE)
            for msg in (
                expanded(zone, 1, amount("wheat", 1)),
                say(f"second.told_{zone.path.removeprefix('zones.')}", who=B),
            )
        ),
        "expanded the castle (1/4) with 1 wheat: no contract to take · "
        "expanded the university (1/4) with 1 wheat: no card to learn from · "
        "expanded the warehouse (1/4) with 1 wheat: no card for a warehouse",
        "小麦1で城を拡張（1/4）：取れる契約なし · 小麦1で大学を拡張（1/4）：能力を得られるカードなし · "
        "小麦1で倉庫を拡張（1/4）：倉庫にできるカードなし",
    ),
    "merchants and what their spaces bring": (
        (
            placed("M1", PRICED),
            say("good.done", who=B, things=(amount("salt", 1),)),
            placed("M2"),
            say("bonus.coins_done", coins=3),
            placed("M4"),
            Msg("bonus.sprat_done"),
            placed("M1", key="market.stacked"),
        ),
        "hired a salt merchant (M1, card for 3 coins): +1 salt · hired a salt merchant (M2): +3 coins · "
        "hired a salt merchant (M4): +1 smoke sprat · hired a salt merchant (over the one on M1)",
        "塩の商人を配置（M1、カード代コイン3）：塩1を獲得 · 塩の商人を配置（M2）：コイン3を獲得 · "
        "塩の商人を配置（M4）：スモークスプラットを獲得 · 塩の商人を配置（M1の商人の上）",
    ),
    "a contract with its points, what it cost and brought, and the chip for the third one": (
        (
            fulfilled(amount("any", 1), amount("coin", 1)),
            marker("three_contracts"),
            say("good.done", who=B, things=(amount("wood", 1),)),
        ),
        "fulfilled a contract (2 points) with 2 wheat for 1 good, 1 coin · chip on “contracts” (7 points) · +1 wood",
        "小麦2で契約を履行し商品1、コイン1を獲得（2ポイント） · 「契約3つ」にチップ（7ポイント） · 木材1を獲得",
    ),
    "free moves stand apart from the action before them": (
        (
            placed("M2"),
            say("bonus.coins_done", coins=3),
            say("relief.done", who=B, things=(amount("salt", 1),)),
            say("refresh.done", who=B, cards=(), coins=5),
            say("claim.done", who=B, coins=15),
            marker("fifteen_coins", "marker.good"),
        ),
        "hired a salt merchant (M2): +3 coins · 1 salt for the smoke sprat · new action cards for 5 coins · "
        "paid 15 coins: brick in place of a chip on “15 coins” (7 points)",
        "塩の商人を配置（M2）：コイン3を獲得 · スモークスプラットで塩1を獲得 · コイン5でアクションカードを交換 · "
        "コイン15を支払い：「15コイン」にチップ代わりのレンガ（7ポイント）",
    ),
    "no card to take": ((say("action.skipped", who=B),), "found no card to take", "取れるカードなし"),
}


@pytest.mark.parametrize("turn", TURNS)
def test_a_turn_is_told_in_its_order_with_causes_and_prices(turn: str) -> None:
    events, en, ja = TURNS[turn]
    for lang, words in zip(LANGS, (ja, en), strict=True):
        found = told(*events, lang=lang)
        assert " · ".join(one.words for one in found) == words
        assert all(one.seat == SEAT and not one.of_all for one in found)


COUNCIL = (
    say("council.begins", round=5),
    say(
        "council.wheel",
        achievement=Term("achievements.one_zone_4"),
        who=(A, say("council.several", who=B, n=2, points=14)),
        number=7,
    ),
)
END = (
    say("end.player", who=A, total=40, parts=(say("end.part", source=Msg("score.contracts"), points=40),)),
    say("end.player_nothing", who=B, total=0, parts=()),
)
OF_ALL: dict[str, tuple[tuple[Msg, ...], tuple[str, ...], tuple[str, ...]]] = {
    "the council, and a new round": (
        (*COUNCIL, say("sail.done", who=A, things=()), say("council.next_round", round=6, who=A)),
        ("“4 in one” brings 7 points to A, B (2 chips, 14 points)", "ships sailed, round 6 began"),
        ("「4枚×1」で+7ポイント：A、B（チップ2枚で14ポイント）", "船が出航、第6ラウンド開始"),
    ),
    "the final round begins after a fourth chip": (
        (say("marker.last", who=B), say("council.final_round", round=6, who=A)),
        ("B's fourth chip: the final round is next", "ships sailed, round 6, the final one, began"),
        ("Bの4枚目のチップ：次が最終ラウンド", "船が出航、最終の第6ラウンド開始"),
    ),
    "the final round is due because nobody could act": (
        (Msg("council.deadlock"),),
        ("no card left, nobody acted: the final round is next",),
        ("カードが尽き、だれもアクションなし：次が最終ラウンド",),
    ),
    "the end": (
        (*END, say("end.winner", who=A, points=40)),
        ("A 40 points", "B no points", "A wins"),
        ("A 40ポイント", "B 0ポイント", "Aの勝利"),
    ),
    "a shared victory": (
        (say("end.shared", who=(A, B), points=40),),
        ("A, B share the victory",),
        ("A、Bが勝利を分け合った",),
    ),
}


@pytest.mark.parametrize("moment", OF_ALL)
def test_what_concerns_the_whole_table_is_in_nobodys_line(moment: str) -> None:
    events, en, ja = OF_ALL[moment]
    for lang, words in zip(LANGS, (ja, en), strict=True):
        assert told(*events, lang=lang) == tuple(Said(one, of_all=True) for one in words)
