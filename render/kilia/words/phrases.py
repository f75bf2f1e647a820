"""Small phrases shared by alternative texts and the board in words."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache

from engines.kernel import LETTERS
from engines.kilia.data.content import CONTENT
from engines.kilia.data.types import GOODS, Bundle, Cell, Exchange, ExtraAction, PointsAbility
from engines.kilia.view import Mat
from render import kit
from render.kilia.catalogue import render_message, render_noun
from render.kilia.pieces.goods import build_stock


def name_seat(ctx: kit.RenderContext, seat: int) -> str:
    """Return letter and name of a seat."""
    return f"{LETTERS[seat]} {ctx.names[seat]}"


def join_items(items: Sequence[str], lang: kit.Lang, *, has_semicolons: bool = False) -> str:
    """Join items with commas, or with semicolons if the items themselves contain commas."""
    comma = {"ja": "、", "en": ", "}[lang]
    return ("；" if lang == "ja" else "; ").join(items) if has_semicolons else comma.join(items)


def join_sentences(sentences: Iterable[str], lang: kit.Lang) -> str:
    """Join whole sentences; Japanese has no space between them."""
    return ("" if lang == "ja" else " ").join(filter(None, sentences))


def describe_things(items: Iterable[str], lang: kit.Lang) -> str:
    """Describe counted things, e.g. `2 salt, 1 coin` or `塩2、コイン1`."""
    counted = Counter(items)
    amounts = [(thing, counted[thing]) for thing in (*GOODS, "any", "coin", "new_contract") if counted[thing]]
    if not amounts:
        return render_message("nothing", lang)
    return join_items([describe_amount(thing, number, lang) for thing, number in amounts], lang)


@cache
def describe_amount(thing: str, number: int, lang: kit.Lang) -> str:
    """Describe a number of one thing."""
    if thing == "new_contract":
        return (
            render_noun("terms.new_contract", lang).lower() if lang == "en" else render_noun("terms.new_contract", lang)
        )
    if thing in ("coin", "any", "brick"):
        return render_message(f"amount_{thing}", lang, n=number)
    word = render_noun(f"goods.{thing}", lang)
    return render_message("amount", lang, n=number, thing=word.lower())


def describe_missing(items: Iterable[str], lang: kit.Lang) -> str:
    """Describe missing units, e.g. `1 salt, 2 coins short`."""
    return render_message("short", lang, what=describe_things(items, lang))


def describe_stock(mat: Mat, lang: kit.Lang) -> str:
    """Describe the whole supply, including zeros."""
    return join_items([describe_amount(thing, number, lang) for thing, number in build_stock(mat).items()], lang)


def describe_cargo(cargo: tuple[tuple[str, ...], tuple[object, ...]], lang: kit.Lang) -> str:
    """Describe a sailing's certain things and its number of choices."""
    certain_things, choices = cargo
    text = describe_things(certain_things, lang)
    return f"{text}{render_message('choices', lang, n=len(choices))}" if choices else text


def describe_bundle(content: Bundle, lang: kit.Lang) -> str:
    """Describe one half of a contract."""
    units = [thing for thing in (*GOODS, "any", "coin", "new_contract") for _ in range(getattr(content, thing))]
    return describe_things(units, lang)


@cache
def describe_contract(card: str, lang: kit.Lang) -> str:
    """Describe a contract by cost, reward and points."""
    contract_data = CONTENT.contracts[card]
    return render_message(
        "contract",
        lang,
        id=card,
        cost=describe_bundle(contract_data.cost, lang),
        reward=describe_bundle(contract_data.reward, lang),
        n=contract_data.points,
    )


@cache
def describe_cells(cells: tuple[Cell, ...], lang: kit.Lang) -> str:
    """Describe the four cells of a warehouse."""
    return " | ".join(describe_things(cell, lang) if cell else "–" for cell in cells)


@cache
def describe_ability(card: str, lang: kit.Lang) -> str:
    """Describe the ability of a card."""
    match CONTENT.cards[card].ability:
        case Exchange(goods=(first_good, second_good)):
            return render_message(
                "ability.exchange", lang, one=_name_good(first_good, lang), other=_name_good(second_good, lang)
            )
        case ExtraAction(zone=zone):
            return render_message("ability.extra", lang, zone=render_noun(f"zones.{zone}", lang).lower())
        case PointsAbility(good=good):
            return render_message("ability.points", lang, good=_name_good(good, lang))


def _name_good(good: str, lang: kit.Lang) -> str:
    return render_noun(f"goods.{good}", lang).lower()
