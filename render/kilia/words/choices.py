"""Description of a question's picture in words: each option with its cost and gain."""

from collections import Counter
from collections.abc import Iterator

from engines.kilia.data.content import CONTENT
from engines.kilia.forecast import ExpansionForecast, WarehouseForecast
from engines.kilia.view import MarketSpaceView, Mat, PaymentRow, View
from render import kit
from render.kilia.catalogue import render_message, render_noun
from render.kilia.panels.free_moves import FreeMove, list_moves
from render.kilia.panels.layout import format_half
from render.kilia.panels.nearly_payable import list_nearly_payable
from render.kilia.panels.orientation import list_goods_spent
from render.kilia.pieces.goods import build_amounts, build_stock
from render.kilia.words import phrases

QUESTION_KEYS = {
    "pay": "pay",
    "deliver": "which_merchants",
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
MAX_DETAILED = 3
"""Up to this many payable contracts are described with cost and reward; if there are more, only with their cost."""


def describe_choices(view: View, mat: Mat, suffix: str, ctx: kit.RenderContext) -> str:
    """Describe the question of a private picture, and every option on it."""
    lang = ctx.lang
    choice_texts = phrases.join_items(
        [*_iter_choices(view, mat, suffix, lang)], lang, has_semicolons=True
    ) or render_message("nothing", lang)
    return phrases.join_sentences(
        (render_message(QUESTION_KEYS[suffix], lang), f"{choice_texts}{'。' if lang == 'ja' else '.'}"), lang
    )


def _iter_choices(view: View, mat: Mat, suffix: str, lang: kit.Lang) -> Iterator[str]:
    match suffix:
        case "pay":
            yield from _iter_payments(view, lang)
        case "deliver":
            yield from _iter_deliveries(view, mat, lang)
        case "way":
            yield from _iter_orientations(view, mat, lang)
        case "sail":
            yield from _iter_windows(mat, lang)
            last = render_message("last_sailing", lang)
            yield (
                last
                if view.is_ending
                else render_message("alt.way_back", lang, back=phrases.describe_cargo(mat.return_sailing, lang))
            )
            yield from _iter_nearly_payable(mat, lang)
        case "contracts":
            yield describe_offered_contracts(view, lang)
        case "learn":
            yield from (
                f"{s.number} {phrases.describe_ability(s.card, lang)}" for s in view.slots if s.card is not None
            )
        case "build":
            yield from (_describe_warehouse(forecast, lang) for forecast in mat.warehouse_forecasts)
        case "market":
            yield from (_describe_space(space, lang) for space in mat.market if space.is_open)
        case "good" | "relief":
            goods = [thing for thing in build_stock(mat) if suffix == "relief" or thing != "coin"]
            yield from (_describe_good(mat, thing, lang) for thing in goods)
        case "refresh":
            coins_left = mat.coins - CONTENT.data.council_board.refresh_cost
            yield render_message("alt.refresh", lang, was=mat.coins, now=coins_left)
        case "free":
            yield from (_describe_move(view, mat, move, lang) for move in list_moves(view, mat))
        case "turn":
            yield from (
                _describe_expansion(expansion, lang) for expansion in mat.expansion_forecasts if not expansion.missing
            )
            yield from _iter_merchants(view, mat, lang)
            yield from (_describe_move(view, mat, move, lang) for move in list_moves(view, mat))


def _iter_payments(view: View, lang: kit.Lang) -> Iterator[str]:
    assert view.pending_payment is not None
    for number, payment in enumerate(view.pending_payment.payments, 1):
        remaining = phrases.describe_things(
            [
                thing
                for thing, n in build_amounts(payment.remaining_coins, payment.remaining_goods).items()
                for _ in range(n)
            ],
            lang,
        )
        yield render_message(
            "alt.way", lang, n=number, units=phrases.join_items([*_iter_units(payment, lang)], lang), left=remaining
        )


def _iter_deliveries(view: View, mat: Mat, lang: kit.Lang) -> Iterator[str]:
    """Describe the merchants that may deliver, and what those of the good can still sell in this turn."""
    assert view.delivery is not None
    uses_left = {stall.space: stall.uses - stall.used_count for stall in mat.market if stall.good == view.delivery.good}
    for number, row in enumerate(view.delivery.rows, 1):
        counts = Counter(row.spaces)
        yield render_message(
            "alt.deliver",
            lang,
            n=number,
            spaces=phrases.join_items([f"{s} ×{count}" if count > 1 else s for s, count in counts.items()], lang),
            left=phrases.join_items([f"{space} {uses - counts[space]}" for space, uses in uses_left.items()], lang),
        )


def _iter_units(payment: PaymentRow, lang: kit.Lang) -> Iterator[str]:
    for kind, _, source_good in payment.units:
        yield (
            f"{render_noun(f'goods.{source_good}', lang).lower()} ({render_message(f'unit.{kind}', lang)})"
            if lang == "en"
            else (f"{render_noun(f'goods.{source_good}', lang)}（{render_message(f'unit.{kind}', lang)}）")
        )


def _iter_orientations(view: View, mat: Mat, lang: kit.Lang) -> Iterator[str]:
    assert view.building is not None
    yield render_message("alt.expansion", lang, cost=phrases.describe_things(list_goods_spent(mat), lang))
    if view.is_final_round:
        yield from (render_message(key, lang) for key in ("printed", "turned", "no_sailing"))
        return
    for key, next_cargo, return_cargo in zip(
        ("printed", "turned"), view.building.next_sailings, view.building.return_sailings, strict=True
    ):
        orientation = render_message(key, lang)
        yield render_message(
            "alt.orientation",
            lang,
            way=orientation,
            this=phrases.describe_cargo(next_cargo, lang),
            back=phrases.describe_cargo(return_cargo, lang),
        )


def _iter_windows(mat: Mat, lang: kit.Lang) -> Iterator[str]:
    for choice in mat.next_sailing.choices:
        windows = [phrases.describe_things(window_things, lang) for _, window_things in choice.windows]
        windows_text = (
            f" {render_message('or', lang)} ".join(windows)
            if lang == "en"
            else render_message("or", lang).join(windows)
        )
        yield render_message("alt.windows", lang, n=choice.segment, windows=windows_text)


def _iter_nearly_payable(mat: Mat, lang: kit.Lang) -> Iterator[str]:
    """Describe the costs nearly payable with the stock and the certain cargo."""
    stock_after = Counter(build_stock(mat)) + Counter(mat.next_sailing.certain_things)
    for cost in list_nearly_payable(mat, stock_after):
        purpose = cost.contract or render_noun(f"zones.{cost.zone}", lang).lower()
        if cost.missing_count:
            missing_text = phrases.describe_missing(cost.missing_units, lang)
        else:
            missing_text = render_message("payable", lang)
        yield f"{purpose} {missing_text}"


def describe_offered_contracts(view: View, lang: kit.Lang) -> str:
    """Describe the contracts of the offer by slot."""
    contract_texts = [
        f"{s.number} {phrases.describe_contract(s.contract, lang)}" for s in view.slots if s.contract is not None
    ]
    return phrases.join_items(contract_texts, lang, has_semicolons=True)


def _describe_warehouse(forecast: WarehouseForecast, lang: kit.Lang) -> str:
    old_income, new_income = map(format_half, forecast.income)
    return render_message(
        "alt.build",
        lang,
        n=forecast.slot,
        this=phrases.describe_cargo(forecast.next_sailing, lang),
        back=phrases.describe_cargo(forecast.return_sailing, lang),
        was=old_income,
        now=new_income,
    )


def _iter_merchants(view: View, mat: Mat, lang: kit.Lang) -> Iterator[str]:
    """Describe the merchants that the cards could become."""
    slots = [s for s in view.slots if s.card is not None and (mat.keys >= s.keys or mat.coins >= s.price)]
    goods = [
        f"{s.number} {render_noun(f'goods.{CONTENT.find_good(s.card)}', lang).lower()}"
        for s in slots
        if s.card is not None
    ]
    if goods:
        yield render_message("alt.merchants", lang, goods=phrases.join_items(goods, lang))


def _describe_space(space: MarketSpaceView, lang: kit.Lang) -> str:
    if space.good is None:
        return f"{space.space} {render_message(f'gives.{space.bonus}', lang, n=CONTENT.data.rules.bonus_coins)}"
    good = render_noun(f"goods.{space.good}", lang).lower()
    return f"{space.space} {render_message('covers', lang, good=good)}"


def _describe_good(mat: Mat, thing: str, lang: kit.Lang) -> str:
    count = build_stock(mat)[thing]
    return f"{render_noun(f'goods.{thing}', lang).lower()} {count} → {count + 1}"


def _describe_move(view: View, mat: Mat, move: FreeMove, lang: kit.Lang) -> str:
    match move.kind:
        case "fulfil":
            is_long = len(mat.payable_contracts) > MAX_DETAILED
            contract_text = (
                phrases.describe_bundle(CONTENT.contracts[move.contract].cost, lang)
                if is_long
                else phrases.describe_contract(move.contract, lang)
            )
            return render_message("alt.fulfil", lang, contract=contract_text)
        case "claim":
            wheel = next(wheel for wheel in view.wheels if wheel.id == "fifteen_coins")
            coins = phrases.describe_amount("coin", CONTENT.data.rules.coins_achievement_cost, lang)
            return render_message("alt.claim", lang, cost=coins, n=wheel.numbers[wheel.next_index])
        case "relief":
            return render_message("alt.relief", lang)
        case "refresh":
            coins_left = mat.coins - CONTENT.data.council_board.refresh_cost
            return render_message("alt.refresh", lang, was=mat.coins, now=coins_left)


def _describe_expansion(forecast: ExpansionForecast, lang: kit.Lang) -> str:
    """Describe an expansion: zone, payment, and the numbers of the markers completed."""
    own_goods = [
        good for kind, good in forecast.units for _ in range(3 if kind == "three" else 1) if kind != "merchant"
    ]
    payment_text = phrases.describe_things([*own_goods, *["coin"] * forecast.coins], lang)
    key = "alt.expand" if forecast.slot else "alt.expand_sprat"
    text = render_message(
        key, lang, slot=forecast.slot, zone=render_noun(f"zones.{forecast.zone}", lang).lower(), paid=payment_text
    )
    if forecast.markers:
        text += render_message(
            "alt.markers", lang, numbers=phrases.join_items([str(number) for _, number in forecast.markers], lang)
        )
    return text + (render_message("alt.again", lang) if forecast.may_act_again else "")
