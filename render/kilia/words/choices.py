"""What the picture of a question shows, in words: each choice with what it costs and brings."""

from collections import Counter
from collections.abc import Iterator

from engines.kilia.data.content import CONTENT
from engines.kilia.outlook import Build, Expansion
from engines.kilia.view import Mat, PayingRow, Stall, View
from render.kilia.catalogue import noun, sentence
from render.kilia.panels.frame import halves
from render.kilia.panels.moves import Move, moves
from render.kilia.panels.near import nearly
from render.kilia.panels.way import spent
from render.kilia.pieces.goods import amounts, held
from render.kilia.words.phrases import ability, amount, bundle, cargo, contract, joined, listed, short, things
from render.kit.look import Lang, Look

QUESTIONS = {
    "pay": "pay",
    "way": "way",
    "sail": "windows",
    "contracts": "which_contract",
    "learn": "which_ability",
    "build": "which_warehouse",
    "market": "which_space",
    "good": "which_good",
    "relief": "which_relief",
    "refresh": "refresh",
    "free": "free_moves",
    "turn": "which",
}
"""Kind of the picture -> its question."""
FEW = 3
"""So many contracts that can be paid are told with cost and reward; of more, only their names."""


def choices(view: View, mat: Mat, of: str, look: Look) -> str:
    """The question of a private picture, and everything that can be chosen on it."""
    lang = look.lang
    told = listed([*_told(view, mat, of, lang)], lang, apart=True) or sentence("nothing", lang)
    return joined((sentence(QUESTIONS[of], lang), f"{told}{'。' if lang == 'ja' else '.'}"), lang)


def _told(view: View, mat: Mat, of: str, lang: Lang) -> Iterator[str]:
    match of:
        case "pay":
            yield from _ways(view, lang)
        case "way":
            yield from _orientations(view, mat, lang)
        case "sail":
            yield from _windows(mat, lang)
            last = sentence("last_sailing", lang)
            yield last if view.ending else sentence("alt.way_back", lang, back=cargo(mat.back, lang))
            yield from _nearly(mat, lang)
        case "contracts":
            yield offered(view, lang)
        case "learn":
            yield from (f"{s.number} {ability(s.card, lang)}" for s in view.slots if s.card is not None)
        case "build":
            yield from (_build(one, lang) for one in mat.builds)
        case "market":
            yield from (_space(stall, lang) for stall in mat.market if stall.open)
        case "good" | "relief":
            goods = [thing for thing in held(mat) if of == "relief" or thing != "coin"]
            yield from (_more(mat, thing, lang) for thing in goods)
        case "refresh":
            left = mat.coins - CONTENT.data.council_board.refresh_cost
            yield sentence("alt.refresh", lang, was=mat.coins, now=left)
        case "free":
            yield from (_move(view, mat, move, lang) for move in moves(view, mat))
        case "turn":
            yield from (_expansion(use, lang) for use in mat.expansions if not use.short)
            yield from _merchants(view, mat, lang)
            yield from (_move(view, mat, move, lang) for move in moves(view, mat))


def _ways(view: View, lang: Lang) -> Iterator[str]:
    assert view.paying is not None
    for number, way in enumerate(view.paying.ways, 1):
        left = things([thing for thing, n in amounts(way.coins, way.goods).items() for _ in range(n)], lang)
        yield sentence("alt.way", lang, n=number, units=listed([*_units(way, lang)], lang), left=left)


def _units(way: PayingRow, lang: Lang) -> Iterator[str]:
    for kind, _, given in way.units:
        yield (
            f"{noun(f'goods.{given}', lang).lower()} ({sentence(f'unit.{kind}', lang)})"
            if lang == "en"
            else (f"{noun(f'goods.{given}', lang)}（{sentence(f'unit.{kind}', lang)}）")
        )


def _orientations(view: View, mat: Mat, lang: Lang) -> Iterator[str]:
    assert view.building is not None
    yield sentence("alt.expansion", lang, cost=things(spent(mat), lang))
    for key, this, back in zip(("printed", "turned"), view.building.this, view.building.back, strict=True):
        way = sentence(key, lang)
        yield sentence("alt.orientation", lang, way=way, this=cargo(this, lang), back=cargo(back, lang))


def _windows(mat: Mat, lang: Lang) -> Iterator[str]:
    for choice in mat.sailing.choices:
        windows = [things(found, lang) for _, found in choice.windows]
        either = f" {sentence('or', lang)} ".join(windows) if lang == "en" else sentence("or", lang).join(windows)
        yield sentence("alt.windows", lang, n=choice.segment, windows=either)


def _nearly(mat: Mat, lang: Lang) -> Iterator[str]:
    """What could nearly be paid with what is held and comes in any case."""
    have = Counter(held(mat)) + Counter(mat.sailing.sure)
    for near in nearly(mat, have):
        what = near.contract or noun(f"zones.{near.zone}", lang).lower()
        yield f"{what} {short(near.lacks, lang) if near.short else sentence('payable', lang)}"


def offered(view: View, lang: Lang) -> str:
    """The contracts of the offer by slot."""
    lying = [f"{s.number} {contract(s.contract, lang)}" for s in view.slots if s.contract is not None]
    return listed(lying, lang, apart=True)


def _build(one: Build, lang: Lang) -> str:
    was, now = map(halves, one.income)
    return sentence(
        "alt.build", lang, n=one.slot, this=cargo(one.this, lang), back=cargo(one.back, lang), was=was, now=now
    )


def _merchants(view: View, mat: Mat, lang: Lang) -> Iterator[str]:
    """The merchants that the cards could be."""
    takeable = [s for s in view.slots if s.card is not None and (mat.keys >= s.keys or mat.coins >= s.price)]
    goods = [
        f"{s.number} {noun(f'goods.{CONTENT.good(s.card)}', lang).lower()}" for s in takeable if s.card is not None
    ]
    if goods:
        yield sentence("alt.merchants", lang, goods=listed(goods, lang))


def _space(stall: Stall, lang: Lang) -> str:
    if stall.good is None:
        return f"{stall.space} {sentence(f'gives.{stall.bonus}', lang, n=CONTENT.data.rules.bonus_coins)}"
    good = noun(f"goods.{stall.good}", lang).lower()
    return f"{stall.space} {sentence('covers', lang, good=good)}"


def _more(mat: Mat, thing: str, lang: Lang) -> str:
    have = held(mat)[thing]
    return f"{noun(f'goods.{thing}', lang).lower()} {have} → {have + 1}"


def _move(view: View, mat: Mat, move: Move, lang: Lang) -> str:
    match move.kind:
        case "fulfil":
            several = len(mat.payable) > FEW
            told = bundle(CONTENT.contracts[move.contract].cost, lang) if several else contract(move.contract, lang)
            return sentence("alt.fulfil", lang, contract=told)
        case "claim":
            wheel = next(wheel for wheel in view.wheels if wheel.id == "fifteen_coins")
            coins = amount("coin", CONTENT.data.rules.coins_achievement_cost, lang)
            return sentence("alt.claim", lang, cost=coins, n=wheel.numbers[wheel.next])
        case "relief":
            return sentence("alt.relief", lang)
        case "refresh":
            left = mat.coins - CONTENT.data.council_board.refresh_cost
            return sentence("alt.refresh", lang, was=mat.coins, now=left)


def _expansion(use: Expansion, lang: Lang) -> str:
    """Zone, what it takes, and the numbers of the markers that it completes."""
    handed = [good for kind, good in use.units for _ in range(3 if kind == "three" else 1) if kind != "merchant"]
    paid = things([*handed, *["coin"] * use.coins], lang)
    key = "alt.expand" if use.slot else "alt.expand_sprat"
    told = sentence(key, lang, slot=use.slot, zone=noun(f"zones.{use.zone}", lang).lower(), paid=paid)
    if use.markers:
        told += sentence("alt.markers", lang, numbers=listed([str(number) for _, number in use.markers], lang))
    return told
