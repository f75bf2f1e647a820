"""Turn captions below the board: the actions of a turn with prices and causes, in the order of the log."""

from __future__ import annotations

import pytest

from engines.kernel import LANGS, Message, NounRef, SeatRef, message
from engines.kilia.game import GAME
from engines.kilia.table.words import describe_amount, describe_contract
from render import Lang, RecentStep, RenderContext
from render.kilia import ART
from render.kit.marks.captions import ActionPhrase
from tests.kilia.stage import build_table

NAMES = ("Aoi", "Marco", "Jules", "ことり")
SEAT = 1
A, B = SeatRef(0), SeatRef(SEAT)
CASTLE, UNIVERSITY, SHIPYARD, WAREHOUSE = (
    NounRef(f"zones.{zone}") for zone in ("castle", "university", "shipyard", "warehouse")
)
SALT, BRICK = NounRef("goods.salt"), NounRef("goods.brick")
FREE, PRICED = message("source.free", slot=1), message("source.priced", slot=3, price=3)


def describe_events(*events: Message, lang: Lang = "en") -> tuple[ActionPhrase, ...]:
    view = GAME.view(build_table(), None)
    return ART.describe_step(RecentStep(SEAT, view, messages=events), view, RenderContext(lang, NAMES))


def build_expansion(zone: NounRef, count: int, *paid: Message, source: Message = FREE) -> Message:
    card = message("expand.card", card="W01", source=source)
    return message("expand.done", who=B, zone=zone, with_what=card, paid=paid, count=count, most=4)


def build_placement(space: str, source: Message = FREE, key: str = "market.placed") -> Message:
    return message(key, who=B, good=SALT, space=space, card="W01", source=source, old="")


def build_fulfilment(*reward: Message) -> Message:
    paid = (describe_amount("wheat", 2),)
    return message("fulfil.done", who=B, contract="C01", paid=paid, reward=reward, points=2, number=3)


def build_marker(achievement: str, key: str = "marker.chip") -> Message:
    return message(key, who=B, achievement=NounRef(f"achievements.{achievement}"), number=7, left=1, good=BRICK)


def build_ability(key: str, **args: NounRef) -> Message:
    return message("learn.done", who=B, card="W01", source=FREE, ability=message(f"ability.{key}", **args))


def build_warehouse(key: str, source: Message = FREE) -> Message:
    return message(key, who=B, source=source, segment=2, cells=())


TURNS: dict[str, tuple[tuple[Message, ...], str, str]] = {
    "the castle brings a key and a contract, both cards at a price": (
        (
            build_expansion(CASTLE, 2, describe_amount("salt", 2), source=PRICED),
            message("expand.keys", keys=3),
            message("contract.taken", who=B, contract=describe_contract("C01"), source=PRICED),
        ),
        "expanded the castle (2 of 4 cards, card for 3 coins) with 2 salt: now 3 keys, "
        "took a contract (3 points, card for 3 coins)",
        "城を拡張（塩2、4枚中2枚、カード代コイン3）：鍵が3つに、契約を獲得（3ポイント、カード代コイン3）",
    ),
    "what was exchanged or bought to pay with says so, as logs tell it now and told it once": (
        (
            build_expansion(
                UNIVERSITY,
                4,
                describe_amount("brick", 1),
                message("pay.swap", given=describe_amount("salt", 1), needed=describe_amount("brick", 1)),
                message("pay.three", given=describe_amount("wood", 3), needed=describe_amount("brick", 1)),
                message("pay.merchant", given=describe_amount("brick", 1), spaces=("M1",), coins=1),
            ),
            build_ability("exchange", one=SALT, other=BRICK),
            build_expansion(
                UNIVERSITY,
                4,
                message("pay.swap", n=1, good=SALT, need=BRICK),
                message("pay.three", n=3, good=SALT, need=BRICK, got=1),
                message("pay.merchant", n=2, good=BRICK, spaces=("M1", "M2"), coins=2),
            ),
            build_ability("points", good=SALT),
        ),
        "expanded the university (4 of 4 cards) with 1 brick, 1 salt (exchanged), 3 wood (3:1), 1 brick (for 1 coin): "
        "learned “exchange salt/brick” · "
        "expanded the university (4 of 4 cards) with 1 salt (exchanged), 3 salt (3:1), 2 brick (for 2 coins): "
        "learned “1 point per salt”",
        "大学を拡張（レンガ1、塩1（交換）、木材3（3:1）、レンガ1（コイン1で購入）、4枚中4枚）："
        "能力を獲得（塩⇄レンガの交換） · "
        "大学を拡張（塩1（交換）、塩3（3:1）、レンガ2（コイン2で購入）、4枚中4枚）：能力を獲得（塩1つにつき1ポイント）",
    ),
    "an extra action and its cause": (
        (
            build_expansion(UNIVERSITY, 1, describe_amount("brick", 1)),
            build_ability("extra_action", zone=UNIVERSITY),
            build_expansion(SHIPYARD, 1, describe_amount("wood", 1)),
            message("expand.ship", number=2),
            message("turn.chain", who=B, n=2, deeds=(UNIVERSITY, SHIPYARD)),
            message("refill.cards", n=1, cards=(CASTLE,)),
        ),
        "expanded the university (1 of 4 cards) with 1 brick: learned “extra action after university” · "
        "expanded the shipyard (1 of 4 cards) with 1 wood: now ship 2",
        "大学を拡張（レンガ1、4枚中1枚）：能力を獲得（大学の拡張後に追加アクション） · "
        "造船所を拡張（木材1、4枚中1枚）：船2に交換",
    ),
    "warehouses, one by the smoke sprat": (
        (
            build_expansion(WAREHOUSE, 1, describe_amount("wheat", 1)),
            build_warehouse("build.done_turned", PRICED),
            message(
                "expand.done",
                who=B,
                zone=WAREHOUSE,
                with_what=Message("expand.sprat"),
                paid=(describe_amount("wheat", 2),),
                count=2,
                most=4,
            ),
            build_warehouse("build.done"),
        ),
        "expanded the warehouse (1 of 4 cards) with 1 wheat: built a warehouse (segment 2, card for 3 coins) · "
        "expanded the warehouse (2 of 4 cards, smoke sprat) with 2 wheat: built a warehouse (segment 2)",
        "倉庫を拡張（小麦1、4枚中1枚）：倉庫を建設（運河スペース2、カード代コイン3） · "
        "倉庫を拡張（小麦2、4枚中2枚、スモークスプラット使用）：倉庫を建設（運河スペース2）",
    ),
    "improvements for which there is nothing to take": (
        tuple(
            msg
            for zone in (CASTLE, UNIVERSITY, WAREHOUSE)
            for msg in (
                build_expansion(zone, 1, describe_amount("wheat", 1)),
                message(f"second.told_{zone.path.removeprefix('zones.')}", who=B),
            )
        ),
        "expanded the castle (1 of 4 cards) with 1 wheat: no contract to take · "
        "expanded the university (1 of 4 cards) with 1 wheat: no card to learn from · "
        "expanded the warehouse (1 of 4 cards) with 1 wheat: no card for a warehouse",
        "城を拡張（小麦1、4枚中1枚）：取れる契約なし · 大学を拡張（小麦1、4枚中1枚）：能力を得られるカードなし · "
        "倉庫を拡張（小麦1、4枚中1枚）：倉庫にできるカードなし",
    ),
    "merchants and what their spaces bring": (
        (
            build_placement("M1", PRICED),
            message("good.done", who=B, things=(describe_amount("salt", 1),)),
            build_placement("M2"),
            message("bonus.coins_done", coins=3),
            build_placement("M4"),
            Message("bonus.sprat_done"),
            build_placement("M1", key="market.stacked"),
        ),
        "hired a salt merchant (M1, card for 3 coins): +1 salt · hired a salt merchant (M2): +3 coins · "
        "hired a salt merchant (M4): +1 smoke sprat · hired a salt merchant (over the one on M1)",
        "塩の商人を配置（M1、カード代コイン3）：塩1を獲得 · 塩の商人を配置（M2）：コイン3を獲得 · "
        "塩の商人を配置（M4）：スモークスプラットを獲得 · 塩の商人を配置（M1の商人の上）",
    ),
    "a contract with its points, what it cost and brought, and the chip for the third one": (
        (
            build_fulfilment(describe_amount("any", 1), describe_amount("coin", 1)),
            build_marker("three_contracts"),
            message("good.done", who=B, things=(describe_amount("wood", 1),)),
        ),
        "fulfilled a contract (2 points) with 2 wheat for 1 good, 1 coin · "
        "put a chip on “contracts” (7 points) · +1 wood",
        "契約を履行（2ポイント）：小麦2で商品1、コイン1を獲得 · 「契約3つ」にチップ（7ポイント） · 木材1を獲得",
    ),
    "free moves stand apart from the action before them": (
        (
            build_placement("M2"),
            message("bonus.coins_done", coins=3),
            message("relief.done", who=B, things=(describe_amount("salt", 1),)),
            message("refresh.done", who=B, cards=(), coins=5),
            message("claim.done", who=B, coins=15),
            build_marker("fifteen_coins", "marker.good"),
        ),
        "hired a salt merchant (M2): +3 coins · got 1 salt for the smoke sprat · bought new action cards for 5 coins · "
        "paid 15 coins: put brick in place of a chip on “15 coins” (7 points)",
        "塩の商人を配置（M2）：コイン3を獲得 · スモークスプラットで塩1を獲得 · コイン5でアクションカードを交換 · "
        "コイン15を支払い：「15コイン」にチップ代わりのレンガ（7ポイント）",
    ),
    "no card to take": (
        (message("action.skipped", who=B),),
        "no card left, so no action",
        "カードがなくアクションなし",
    ),
}


@pytest.mark.parametrize("turn", TURNS)
def test_caption_is_in_order_with_causes_and_prices(turn: str) -> None:
    events, en, ja = TURNS[turn]
    for lang, words in zip(LANGS, (ja, en), strict=True):
        phrases = describe_events(*events, lang=lang)
        assert " · ".join(phrase.words for phrase in phrases) == words
        assert all(phrase.seat == SEAT and not phrase.is_for_all for phrase in phrases)


COUNCIL = (
    message("council.begins", round=5),
    message(
        "council.wheel",
        achievement=NounRef("achievements.one_zone_4"),
        who=(A, message("council.several", who=B, n=2, points=14)),
        number=7,
    ),
)
END = (
    message("end.player", who=A, total=40, parts=(message("end.part", source=Message("score.contracts"), points=40),)),
    message("end.player_nothing", who=B, total=0, parts=()),
)
OF_ALL: dict[str, tuple[tuple[Message, ...], tuple[str, ...], tuple[str, ...]]] = {
    "the council, and a new round": (
        (*COUNCIL, message("sail.done", who=A, things=()), message("council.next_round", round=6, who=A)),
        ("“4 in one” brings 7 points to A, B (2 chips, 14 points)", "ships sailed, round 6 began"),
        ("「4枚×1」で+7ポイント：A、B（チップ2枚で14ポイント）", "船が出航、第6ラウンド開始"),
    ),
    "the final round begins after a fourth chip": (
        (message("marker.last", who=B), message("council.final_round", round=6, who=A)),
        ("B's fourth chip: the final round is next", "ships sailed, round 6, the final one, began"),
        ("Bの4枚目のチップ：次が最終ラウンド", "船が出航、最終の第6ラウンド開始"),
    ),
    "the final round is due because nobody could act": (
        (Message("council.deadlock"),),
        ("no card left, nobody acted: the final round is next",),
        ("カードが尽き、だれもアクションなし：次が最終ラウンド",),
    ),
    "the end": (
        (*END, message("end.winner", who=A, points=40)),
        ("A 40 points", "B no points", "A wins"),
        ("A 40ポイント", "B 0ポイント", "Aの勝利"),
    ),
    "a shared victory": (
        (message("end.shared", who=(A, B), points=40),),
        ("A, B share the victory",),
        ("A、Bが勝利を分け合った",),
    ),
}


@pytest.mark.parametrize("moment", OF_ALL)
def test_lines_about_the_whole_table_have_no_letter(moment: str) -> None:
    events, en, ja = OF_ALL[moment]
    for lang, words in zip(LANGS, (ja, en), strict=True):
        assert describe_events(*events, lang=lang) == tuple(ActionPhrase(text, is_for_all=True) for text in words)
