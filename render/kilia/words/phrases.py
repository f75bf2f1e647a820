"""Small phrases that alt texts and the board in words share."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache

from engines.kernel import LETTERS
from engines.kilia.data.content import CONTENT
from engines.kilia.data.types import GOODS, Bundle, Cell, Exchange, ExtraAction, Points
from engines.kilia.view import Mat
from render.kilia.catalogue import noun, sentence
from render.kilia.pieces.goods import held
from render.kit.look import Lang, Look


def name(look: Look, seat: int) -> str:
    return f"{LETTERS[seat]} {look.names[seat]}"


def listed(items: Sequence[str], lang: Lang, *, apart: bool = False) -> str:
    comma = {"ja": "、", "en": ", "}[lang]
    return ("；" if lang == "ja" else "; ").join(items) if apart else comma.join(items)


def joined(sentences: Iterable[str], lang: Lang) -> str:
    """Whole sentences one after the other; Japanese has no space between them."""
    return ("" if lang == "ja" else " ").join(filter(None, sentences))


def things(items: Iterable[str], lang: Lang) -> str:
    """`2 salt, 1 coin` or `塩2、コイン1`"""
    counted = Counter(items)
    named = [(thing, counted[thing]) for thing in (*GOODS, "any", "coin", "new_contract") if counted[thing]]
    if not named:
        return sentence("nothing", lang)
    return listed([amount(thing, number, lang) for thing, number in named], lang)


@cache
def amount(thing: str, number: int, lang: Lang) -> str:
    if thing == "new_contract":
        return noun("terms.new_contract", lang).lower() if lang == "en" else noun("terms.new_contract", lang)
    if thing in ("coin", "any", "brick"):
        return sentence(f"amount_{thing}", lang, n=number)
    word = noun(f"goods.{thing}", lang)
    return sentence("amount", lang, n=number, thing=word.lower())


def short(items: Iterable[str], lang: Lang) -> str:
    """`1 salt, 2 coins short`"""
    return sentence("short", lang, what=things(items, lang))


def stock(mat: Mat, lang: Lang) -> str:
    """All of the supply, zeros too."""
    return listed([amount(thing, number, lang) for thing, number in held(mat).items()], lang)


def cargo(load: tuple[tuple[str, ...], tuple[object, ...]], lang: Lang) -> str:
    """What a sailing brings, and how many choices it leaves."""
    sure, choices = load
    told = things(sure, lang)
    return f"{told}{sentence('choices', lang, n=len(choices))}" if choices else told


def bundle(content: Bundle, lang: Lang) -> str:
    named = [thing for thing in (*GOODS, "any", "coin", "new_contract") for _ in range(getattr(content, thing))]
    return things(named, lang)


@cache
def contract(card: str, lang: Lang) -> str:
    printed = CONTENT.contracts[card]
    return sentence(
        "contract",
        lang,
        id=card,
        cost=bundle(printed.cost, lang),
        reward=bundle(printed.reward, lang),
        n=printed.points,
    )


@cache
def strip(cells: tuple[Cell, ...], lang: Lang) -> str:
    """The four cells of a warehouse."""
    return " | ".join(things(cell, lang) if cell else "–" for cell in cells)


@cache
def ability(card: str, lang: Lang) -> str:
    match CONTENT.cards[card].ability:
        case Exchange(goods=(one, other)):
            return sentence("ability.exchange", lang, one=_word(one, lang), other=_word(other, lang))
        case ExtraAction(zone=zone):
            return sentence("ability.extra", lang, zone=noun(f"zones.{zone}", lang).lower())
        case Points(good=good):
            return sentence("ability.points", lang, good=_word(good, lang))


def _word(good: str, lang: Lang) -> str:
    return noun(f"goods.{good}", lang).lower()
