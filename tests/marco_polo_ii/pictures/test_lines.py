"""Turn captions below the board: the actions of a turn with causes and prices, as the log has them."""

from __future__ import annotations

import pytest

from engines.kernel import Lang, Message, NounRef, SeatRef, message
from engines.marco_polo_ii.data.types import Cost, Gain
from engines.marco_polo_ii.table.names import (
    describe_amounts,
    describe_dice,
    describe_die,
    describe_route_tile,
    name_guild,
    name_place,
    name_space,
)
from engines.marco_polo_ii.view import build_view
from render import RecentStep, RenderContext
from render.kit.marks.captions import ActionPhrase
from render.marco_polo_ii import ART
from tests.marco_polo_ii.table import B, build_state

NAMES = ("Aoi", "Marco")
ME, OTHER = SeatRef(B), SeatRef(0)
NEEDS = message(
    "name.contract", cost=describe_amounts(Cost(camels=2, silk=1)), gain=describe_amounts(Gain(vp=5, coins=4))
)


def describe_events(*events: Message, lang: Lang = "en") -> tuple[ActionPhrase, ...]:
    now = build_view(build_state(2), None)
    return ART.describe_step(RecentStep(B, now, messages=events), now, RenderContext(lang, NAMES))


def build_placement(space: str, *pieces: str) -> Message:
    return message("menu.placed", who=ME, dice=describe_dice(pieces), space=name_space(space))


def build_gains(**gain: int) -> Message:
    return message("told.gains", who=ME, gain=describe_amounts(Gain(**gain)))


def build_move(end: str, *via: str) -> Message:
    return message(
        "move.done_via" if via else "move.done", who=ME, via=tuple(map(name_place, via)), end=name_place(end)
    )


def build_post(city: str) -> Message:
    return message("post.put", who=ME, city=name_place(city))


def build_bonus(**gain: int) -> Message:
    return message("bonus.gained", who=ME, gain=describe_amounts(Gain(**gain)))


def build_fulfilment(paid: Cost | None = None) -> Message:
    key = "fulfil.done" if paid is None else "fulfil.done_paid"
    return message(key, who=ME, contract=NEEDS, paid=describe_amounts(paid or Cost()))


TURNS: dict[str, tuple[tuple[Message, ...], str, str]] = {
    "a character": (
        (message("character.picked", who=ME, character=NounRef("characters.vidal")),),
        "chose Vidal Badoer",
        "ビダル・バドエを選択",
    ),
    "a book for a fee, and the caravan after it": (
        (
            build_placement("market_silk", "3b"),
            message("menu.fee", who=ME, paid=describe_amounts(Cost(coins=3))),
            message("market.taken", who=ME, gain=describe_amounts(Gain(camels=3, silk=1)), n=0),
            message("caravan.moved", who=ME, place=name_place("oasis_e")),
        ),
        "put black 3 on “silk book”, paid a fee of 3 coins: +3 camels, 1 silk, moved the caravan to oasis T",
        "絹市場にダイス黒3を配置、使用料3コインを支払い：+3ラクダ、1絹、キャラバンをオアシスTへ",
    ),
    "an offer for jade": (
        (
            build_placement("market_pepper", "5"),
            message("market.bought", who=ME, gain=describe_amounts(Gain(coins=4, pepper=2)), n=1),
        ),
        "put 5 on “pepper book”: +4 coins, 2 pepper for 1 jade",
        "胡椒市場にダイス5を配置：1翡翠で+4コイン、2胡椒",
    ),
    "dice that were changed before, and a card that exchanges": (
        (
            message("reroll.done", who=ME, paid=describe_amounts(Cost(camels=1)), die=describe_die("4b"), value=1),
            message("adjust.done", who=ME, paid=describe_amounts(Cost(jade=2)), die=describe_die("5"), value=6),
            message("black.bought", who=ME, paid=describe_amounts(Cost(camels=3)), value=2),
            message("black.rolled", who=ME, value=4),
            build_placement("card_common_1", "6"),
            message("exchange.done", who=ME, cost=describe_amounts(Cost(silk=2)), gain=describe_amounts(Gain(vp=4))),
        ),
        "rerolled a die for 1 camel: black 4 → 1 · changed a die for 2 jade: 5 → 6 · "
        "black die showing 2, for 3 camels · took a black die showing 4 · "
        "put 6 on “common card 1” · exchanged 2 silk for 4 VP",
        "1ラクダでダイスを振り直し：黒4→1 · 2翡翠でダイスの目を変更：5→6 · 黒ダイスを購入、出目2（3ラクダ） · "
        "黒ダイスを獲得、出目4 · 共通カード1にダイス6を配置 · 2絹を4点と交換",
    ),
    "dice as the record of before told of them": (
        (
            message("reroll.done", who=ME, die=describe_die("4b"), value=1),
            message("adjust.done", who=ME, die=describe_die("5"), value=6),
        ),
        "rerolled a die: black 4 → 1 · changed a die: 5 → 6",
        "ダイスを振り直し：黒4→1 · ダイスの目を変更：5→6",
    ),
    "a seal with its jade, which is improved": (
        (
            build_placement("guild", "3", "4"),
            message("guild.taken", who=ME, guild=name_guild("tailor"), gain=describe_amounts(Gain(jade=2))),
            message(
                "improve.done",
                who=ME,
                guild=name_guild("tailor"),
                paid=describe_amounts(Cost(coins=4, silk=2)),
                gain=describe_amounts(Gain(camels=1, silk=1)),
            ),
        ),
        "put 3+4 on “guild seal”: took the Tailors seal, +2 jade · "
        "improved the Tailors seal for 4 coins, 2 silk: +1 camel, 1 silk",
        "ギルドマーカーにダイス3+4を配置：仕立屋ギルドのマーカーを獲得、+2翡翠 · "
        "仕立屋ギルドのマーカーを強化（4コイン、2絹）：+1ラクダ、1絹",
    ),
    "a seal without jade": (
        (
            build_placement("guild", "1", "1"),
            message("guild.taken_plain", who=ME, guild=name_guild("farmer"), gain=describe_amounts(Gain())),
        ),
        "put 1+1 on “guild seal”: took the Farmers seal",
        "ギルドマーカーにダイス1+1を配置：農民ギルドのマーカーを獲得",
    ),
    "contracts with what they need, and for which others went; what takes their place is nobody's doing": (
        (
            build_placement("contracts", "1"),
            message("contract.discarded", who=ME, contract=NEEDS),
            message("contract.discarded", who=ME, contract=NEEDS),
            message("contract.taken", who=ME, city=name_place("xian"), contract=NEEDS),
            build_gains(coins=3),
            message("contract.refilled", city=name_place("xian"), contract=NEEDS),
        ),
        "put 1 on “contracts”: discarded a contract (2 times), took a contract of Xian "
        "(needs 2 camels, 1 silk), +3 coins",
        "契約の獲得にダイス1を配置：契約を捨てた（2回）、西安の契約を獲得（2ラクダ、1絹が必要）、+3コイン",
    ),
    "a journey with its price, the post and its tile, which Filippo keeps, oases and the start": (
        (
            build_placement("travel_3", "2", "4b"),
            build_move("xian", "oasis_a", "lanzhou"),
            message("told.pays", who=ME, cost=describe_amounts(Cost(coins=2, camels=1))),
            build_post("xian"),
            message("post.outpost", who=ME),
            build_gains(silk=2),
            message("filippo.keeps", who=OTHER, gain=describe_amounts(Gain(silk=2))),
            message("oases.done", who=ME, n=1, gain=describe_amounts(Gain(vp=3, camels=1))),
            message("travel.record", who=ME),
        ),
        "put 2+black 4 on “upper travel”: travelled via oasis P, Lanzhou to Xian, paid 2 coins, 1 camel, "
        "put a post in Xian, outpost tile, +2 silk, outpost tile kept by A, +3 VP, 1 camel for 1 oasis, "
        "would be the next start player",
        "移動（上段）にダイス2+黒4を配置：オアシスP、蘭州を経て西安へ移動、2コイン、1ラクダを支払い、西安に交易所、"
        "交易所ボーナス、+2絹、ボーナスはAの手元へ、オアシス1つで+3点、1ラクダ、次のスタート候補に",
    ),
    "Filippo keeps a tile and uses one": (
        (
            build_placement("travel_1", "1"),
            build_move("xian"),
            build_post("xian"),
            message("filippo.keeps", who=ME, gain=describe_amounts(Gain(silk=2))),
            message("filippo.uses", who=ME, gain=describe_amounts(Gain(coins=5))),
            build_gains(coins=5),
        ),
        "put 1 on “lower travel”: travelled to Xian, put a post in Xian, kept the outpost tile (2 silk) · "
        "used an outpost tile: +5 coins",
        "移動（下段）にダイス1を配置：西安へ移動、西安に交易所、交易所ボーナス（2絹）を手元に · "
        "手元の交易所ボーナスを使用：+5コイン",
    ),
    "a post that brings points, another that moved, and city bonuses, one of them copied": (
        (
            build_placement("travel_2", "1", "1"),
            build_move("turfan"),
            build_post("turfan"),
            message("post.vp", who=ME, number=9, vp=5),
            build_bonus(copy_city_bonus=1),
            build_bonus(two_different=1),
            build_gains(pepper=1, silk=1),
            message("post.relocated", who=ME, old=name_place("xian"), city=name_place("kochi")),
            build_bonus(vp=3),
        ),
        "put 1+1 on “middle travel”: travelled to Turfan, put a post in Turfan, +5 VP for post number 9, "
        "city bonus copied, city bonus 2 different goods, +1 pepper, 1 silk, "
        "moved the post in Xian to Kochi, city bonus 3 VP",
        "移動（中段）にダイス1+1を配置：トルファンへ移動、トルファンに交易所、9個目の交易所で+5点、"
        "都市ボーナスでコピー、都市ボーナスで2種の異なる商品、+1胡椒、1絹、交易所を西安からコーチンへ、都市ボーナスで3点",
    ),
    "a contract with what was paid for it, and what follows": (
        (
            build_fulfilment(),
            build_gains(vp=5),
            build_move("xian"),
            build_fulfilment(Cost(camels=2, jade=2)),
            build_gains(vp=5),
            message("contract.drawn", who=ME, contract=NEEDS),
        ),
        "fulfilled a contract for 2 camels, 1 silk: +5 VP, travelled to Xian · "
        "fulfilled a contract for 2 camels, 2 jade: +5 VP, drew a contract (needs 2 camels, 1 silk)",
        "契約を達成（2ラクダ、1絹）：+5点、西安へ移動 · "
        "契約を達成（2ラクダ、2翡翠）：+5点、山から契約を獲得（2ラクダ、1絹が必要）",
    ),
    "a contract for which Vidal pays nothing, and what was not to be had": (
        (
            build_fulfilment(Cost()),
            build_gains(coins=4),
            message("black.none", who=ME),
            message("contract.no_pile", who=ME),
        ),
        "fulfilled a contract for no cost: +4 coins, no black die was left, drew nothing, the contract pile is empty",
        "契約を達成（無料）：+4コイン、黒ダイスが残っておらず獲得なし、契約の山がなく引けず",
    ),
    "the Khan, and the purse after him": (
        (
            build_placement("khan_1", "6"),
            build_gains(coins=4, camels=2),
            message("purse.done", who=ME, die=describe_die("3b"), gain=describe_amounts(Gain(jade=1))),
        ),
        "put 6 on “Khan's favour”: +4 coins, 2 camels · put a black 3 in the purse: +1 jade",
        "カーンの恩寵にダイス6を配置：+4コイン、2ラクダ · 財布にダイス黒3を置いて+1翡翠",
    ),
    "who can do nothing": (
        (
            message("purse.done", who=ME, die=describe_die("3"), gain=describe_amounts(Gain(coins=3))),
            message("turn.waived", who=ME),
        ),
        "put a 3 in the purse: +3 coins · could take no main action",
        "財布にダイス3を置いて+3コイン · メインアクションを実行できず",
    ),
    "a route from its start to its end": (
        (
            message(
                "caravan.started",
                who=ME,
                load=describe_amounts(Cost(gold=1)),
                city=name_place("kochi"),
                tile=describe_route_tile("t09"),
            ),
            build_placement("special_hormuz_a", "2"),
            build_gains(jade=2),
            message("caravan.completed", who=ME, gain=describe_amounts(Gain(gold=2))),
        ),
        "started a caravan in Kochi with 1 gold · put 2 on “Hormuz”: +2 jade · completed a route: +2 gold",
        "1金を積み、コーチンにキャラバン · ホルムズにダイス2を配置：+2翡翠 · ルートを達成：+2金",
    ),
}


@pytest.mark.parametrize("turn", TURNS)
def test_caption_has_causes_and_prices(turn: str) -> None:
    events, en, ja = TURNS[turn]
    assert {phrase.seat for phrase in describe_events(*events)} == {B}
    assert " · ".join(phrase.words for phrase in describe_events(*events)) == en
    assert " · ".join(phrase.words for phrase in describe_events(*events, lang="ja")) == ja


@pytest.mark.parametrize(("lang", "amounts"), [("en", "(needs 2 camels, 1 silk)"), ("ja", "（2ラクダ、1絹が必要）")])
def test_caption_of_a_long_turn_leaves_out_amounts_in_brackets(lang: Lang, amounts: str) -> None:
    """They filled five lines. A turn of about two lines keeps them."""
    s = build_state(2)
    taken = message("contract.taken", who=ME, city=name_place("xian"), contract=NEEDS)
    move = (build_placement("travel_1", "1"), build_move("xian"), build_post("xian"), build_gains(silk=2))
    for times, is_long in ((1, False), (3, True)):
        turn = RecentStep(B, build_view(s, None), messages=(*move * times, taken))
        ctx = RenderContext(lang, NAMES, turns=(turn,))
        [actions] = ART.list_turn_actions(build_view(s, None), "board", ctx)
        words = "".join(phrase.words for phrase in actions.phrases)
        assert (amounts in words) != is_long
        assert {"en": "took a contract of Xian", "ja": "西安の契約を獲得"}[lang] in words
        assert amounts in "".join(said.words for said in describe_events(*turn.messages, lang=lang)), (
            "as the log has it"
        )
