"""The lines below the board: what a turn did, what for and at which price, as the log tells it."""

from __future__ import annotations

import pytest

from engines.kernel import Lang, Msg, Term, Who, say
from engines.marco_polo_ii.data.types import Cost, Gain
from engines.marco_polo_ii.table.names import amounts, dice, die, guild, place, route_tile, space_name
from engines.marco_polo_ii.view import view
from render import Look, Step
from render.kit.marks.news import Said
from render.marco_polo_ii import ART
from tests.marco_polo_ii.table import B, game

NAMES = ("Aoi", "Marco")
ME, OTHER = Who(B), Who(0)
NEEDS = say("name.contract", cost=amounts(Cost(camels=2, silk=1)), gain=amounts(Gain(vp=5, coins=4)))


def told(*events: Msg, lang: Lang = "en") -> tuple[Said, ...]:
    now = view(game(2), None)
    return ART.told(Step(B, now, told=events), now, Look(lang, NAMES))


def placed(space: str, *pieces: str) -> Msg:
    return say("menu.placed", who=ME, dice=dice(pieces), space=space_name(space))


def gains(**gain: int) -> Msg:
    return say("told.gains", who=ME, gain=amounts(Gain(**gain)))


def moved(end: str, *via: str) -> Msg:
    return say("move.done_via" if via else "move.done", who=ME, via=tuple(map(place, via)), end=place(end))


def post(city: str) -> Msg:
    return say("post.put", who=ME, city=place(city))


def bonus(**gain: int) -> Msg:
    return say("bonus.gained", who=ME, gain=amounts(Gain(**gain)))


def fulfilled(paid: Cost | None = None) -> Msg:
    key = "fulfil.done" if paid is None else "fulfil.done_paid"
    return say(key, who=ME, contract=NEEDS, paid=amounts(paid or Cost()))


TURNS: dict[str, tuple[tuple[Msg, ...], str, str]] = {
    "a character": (
        (say("character.picked", who=ME, character=Term("characters.vidal")),),
        "chose Vidal Badoer",
        "ビダル・バドエを選択",
    ),
    "a book for a fee, and the caravan after it": (
        (
            placed("market_silk", "3b"),
            say("menu.fee", who=ME, paid=amounts(Cost(coins=3))),
            say("market.taken", who=ME, gain=amounts(Gain(camels=3, silk=1)), n=0),
            say("caravan.moved", who=ME, place=place("oasis_e")),
        ),
        "put black 3 on silk book, fee 3 coins: +3 camels, 1 silk, caravan to oasis T",
        "絹市場にダイス黒3、使用料3コイン：+3ラクダ、1絹、キャラバンをオアシスTへ",
    ),
    "an offer for jade": (
        (
            placed("market_pepper", "5"),
            say("market.bought", who=ME, gain=amounts(Gain(coins=4, pepper=2)), n=1),
        ),
        "put 5 on pepper book: +4 coins, 2 pepper for 1 jade",
        "胡椒市場にダイス5：1翡翠で+4コイン、2胡椒",
    ),
    "dice that were changed before, and a card that exchanges": (
        (
            say("reroll.done", who=ME, paid=amounts(Cost(camels=1)), die=die("4b"), value=1),
            say("adjust.done", who=ME, paid=amounts(Cost(jade=2)), die=die("5"), value=6),
            say("black.bought", who=ME, paid=amounts(Cost(camels=3)), value=2),
            say("black.rolled", who=ME, value=4),
            placed("card_common_1", "6"),
            say("exchange.done", who=ME, cost=amounts(Cost(silk=2)), gain=amounts(Gain(vp=4))),
        ),
        "rerolled a die for 1 camel: black 4 → 1 · changed a die for 2 jade: 5 → 6 · "
        "bought a black die for 3 camels: 2 · took a black die: 4 · put 6 on common card 1 · exchanged 2 silk for 4 VP",
        "1ラクダでダイスを振り直し：黒4→1 · 2翡翠でダイスの目を変更：5→6 · 3ラクダで黒ダイスを購入：2 · "
        "黒ダイスを獲得：4 · 共通カード1にダイス6 · 2絹を4点と交換",
    ),
    "dice as the record of before told of them": (
        (
            say("reroll.done", who=ME, die=die("4b"), value=1),
            say("adjust.done", who=ME, die=die("5"), value=6),
        ),
        "rerolled a die: black 4 → 1 · changed a die: 5 → 6",
        "ダイスを振り直し：黒4→1 · ダイスの目を変更：5→6",
    ),
    "a seal with its jade, which is improved": (
        (
            placed("guild", "3", "4"),
            say("guild.taken", who=ME, guild=guild("tailor"), gain=amounts(Gain(jade=2))),
            say(
                "improve.done",
                who=ME,
                guild=guild("tailor"),
                paid=amounts(Cost(coins=4, silk=2)),
                gain=amounts(Gain(camels=1, silk=1)),
            ),
        ),
        "put 3+4 on guild seal: Tailors seal, +2 jade · "
        "improved the Tailors seal for 4 coins, 2 silk: +1 camel, 1 silk",
        "ギルドマーカーにダイス3+4：仕立屋ギルドのマーカー、+2翡翠 · "
        "4コイン、2絹で仕立屋ギルドのマーカーを強化：+1ラクダ、1絹",
    ),
    "a seal without jade": (
        (placed("guild", "1", "1"), say("guild.taken_plain", who=ME, guild=guild("farmer"), gain=amounts(Gain()))),
        "put 1+1 on guild seal: Farmers seal",
        "ギルドマーカーにダイス1+1：農民ギルドのマーカー",
    ),
    "contracts with what they need, and for which others went; what takes their place is nobody's doing": (
        (
            placed("contracts", "1"),
            say("contract.discarded", who=ME, contract=NEEDS),
            say("contract.discarded", who=ME, contract=NEEDS),
            say("contract.taken", who=ME, city=place("xian"), contract=NEEDS),
            gains(coins=3),
            say("contract.refilled", city=place("xian"), contract=NEEDS),
        ),
        "put 1 on contracts: discarded a contract (2 times), contract of Xian (needs 2 camels, 1 silk), +3 coins",
        "契約の獲得にダイス1：契約を捨てた（2回）、西安の契約（2ラクダ、1絹が必要）、+3コイン",
    ),
    "a journey with its price, the post and its tile, which Filippo keeps, oases and the start": (
        (
            placed("travel_3", "2", "4b"),
            moved("xian", "oasis_a", "lanzhou"),
            say("told.pays", who=ME, cost=amounts(Cost(coins=2, camels=1))),
            post("xian"),
            say("post.outpost", who=ME),
            gains(silk=2),
            say("filippo.keeps", who=OTHER, gain=amounts(Gain(silk=2))),
            say("oases.done", who=ME, n=1, gain=amounts(Gain(vp=3, camels=1))),
            say("travel.record", who=ME),
        ),
        "put 2+black 4 on upper travel: via oasis P, Lanzhou to Xian, paid 2 coins, 1 camel, post in Xian, "
        "outpost tile, +2 silk, tile to A, +3 VP, 1 camel for 1 oasis, would start next",
        "移動（上段）にダイス2+黒4：オアシスP、蘭州を経て西安へ、2コイン、1ラクダを支払い、西安に交易所、"
        "交易所ボーナス、+2絹、ボーナスはAの手元へ、オアシス1つで+3点、1ラクダ、次のスタート候補に",
    ),
    "Filippo keeps a tile and uses one": (
        (
            placed("travel_1", "1"),
            moved("xian"),
            post("xian"),
            say("filippo.keeps", who=ME, gain=amounts(Gain(silk=2))),
            say("filippo.uses", who=ME, gain=amounts(Gain(coins=5))),
            gains(coins=5),
        ),
        "put 1 on lower travel: to Xian, post in Xian, keeps the outpost tile (2 silk) · "
        "used an outpost tile: +5 coins",
        "移動（下段）にダイス1：西安へ、西安に交易所、交易所ボーナス（2絹）を手元に · "
        "手元の交易所ボーナスを使用：+5コイン",
    ),
    "a post that brings points, another that moved, and city bonuses, one of them copied": (
        (
            placed("travel_2", "1", "1"),
            moved("turfan"),
            post("turfan"),
            say("post.vp", who=ME, number=9, vp=5),
            bonus(copy_city_bonus=1),
            bonus(two_different=1),
            gains(pepper=1, silk=1),
            say("post.relocated", who=ME, old=place("xian"), city=place("kochi")),
            bonus(vp=3),
        ),
        "put 1+1 on middle travel: to Turfan, post in Turfan, +5 VP for post number 9, city bonus copied, "
        "city bonus 2 different goods, +1 pepper, 1 silk, post from Xian to Kochi, city bonus 3 VP",
        "移動（中段）にダイス1+1：トルファンへ、トルファンに交易所、9個目の交易所で+5点、都市ボーナスでコピー、"
        "都市ボーナスで2種の異なる商品、+1胡椒、1絹、交易所を西安からコーチンへ、都市ボーナスで3点",
    ),
    "a contract with what was paid for it, and what follows": (
        (
            fulfilled(),
            gains(vp=5),
            moved("xian"),
            fulfilled(Cost(camels=2, jade=2)),
            gains(vp=5),
            say("contract.drawn", who=ME, contract=NEEDS),
        ),
        "fulfilled a contract for 2 camels, 1 silk: +5 VP, to Xian · "
        "fulfilled a contract for 2 camels, 2 jade: +5 VP, drew a contract (needs 2 camels, 1 silk)",
        "2ラクダ、1絹で契約を達成：+5点、西安へ · 2ラクダ、2翡翠で契約を達成：+5点、山から契約（2ラクダ、1絹が必要）",
    ),
    "a contract for which Vidal pays nothing, and what was not to be had": (
        (
            fulfilled(Cost()),
            gains(coins=4),
            say("black.none", who=ME),
            say("contract.no_pile", who=ME),
        ),
        "fulfilled a contract for no cost: +4 coins, no black die left, no contract left in the pile",
        "無料で契約を達成：+4コイン、黒ダイスが残っておらず獲得なし、契約の山がなく引けず",
    ),
    "the Khan, and the purse after him": (
        (
            placed("khan_1", "6"),
            gains(coins=4, camels=2),
            say("purse.done", who=ME, die=die("3b"), gain=amounts(Gain(jade=1))),
        ),
        "put 6 on Khan's favour: +4 coins, 2 camels · put black 3 in the purse: +1 jade",
        "カーンの恩寵にダイス6：+4コイン、2ラクダ · 財布にダイス黒3：+1翡翠",
    ),
    "who can do nothing": (
        (
            say("purse.done", who=ME, die=die("3"), gain=amounts(Gain(coins=3))),
            say("turn.waived", who=ME),
        ),
        "put 3 in the purse: +3 coins · could take no main action",
        "財布にダイス3：+3コイン · メインアクションを実行できず",
    ),
    "a route from its start to its end": (
        (
            say(
                "caravan.started",
                who=ME,
                load=amounts(Cost(gold=1)),
                city=place("kochi"),
                tile=route_tile("t09"),
            ),
            placed("special_hormuz_a", "2"),
            gains(jade=2),
            say("caravan.completed", who=ME, gain=amounts(Gain(gold=2))),
        ),
        "started a caravan in Kochi with 1 gold · put 2 on Hormuz: +2 jade · completed a route: +2 gold",
        "1金を積み、コーチンにキャラバン · ホルムズにダイス2：+2翡翠 · ルートを達成：+2金",
    ),
}


@pytest.mark.parametrize("turn", TURNS)
def test_a_turn_is_told_with_causes_and_prices(turn: str) -> None:
    events, en, ja = TURNS[turn]
    assert {one.seat for one in told(*events)} == {B}
    assert " · ".join(one.words for one in told(*events)) == en
    assert " · ".join(one.words for one in told(*events, lang="ja")) == ja
