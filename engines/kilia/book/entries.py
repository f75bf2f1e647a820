"""What is printed on cards and boards, in words, made from data.toml: a corrected line is read here at once.

Entries: `card.W01`, `contract.C01`, `achievement.<id>`, `space.M1`, `ship.1`, and `words`, the vocabulary in both
languages with the readings of the Japanese words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engines.kernel import Entry, Lang, Msg, Term, catalogue, say
from engines.kilia.data.content import CONTENT, NAME
from engines.kilia.table.cargo import windows
from engines.kilia.table.setup import EXTRA_WHEELS, NO_EXTRA_WHEEL
from engines.kilia.table.words import ability_words, bundle, cell

DATA = CONTENT.data
WORDS = ("zones", "goods", "player_colors", "achievements", "extra_wheels", "terms")
"""Sections of terms.toml that the vocabulary lists."""


def entries(lang: Lang) -> Iterable[Entry]:
    """All of them in one language; words first, so that who looks one up is not shown 24 cards before it."""
    book = catalogue(NAME)
    yield from vocabulary(lang)
    for name, title, lines in pages():
        yield Entry(name, book.render(title, lang), "\n".join(book.render(line, lang) for line in lines))


def pages() -> Iterator[tuple[str, Msg, Iterator[Msg]]]:
    """Id, title and the lines of the text."""
    for name, card in CONTENT.cards.items():
        yield f"card.{name}", say("handbook.card", id=name, zone=Term(f"zones.{card.zone}")), _card(name)
    for name, contract in CONTENT.contracts.items():
        kind = "handbook.start_contract" if name in DATA.start_contracts else "handbook.contract"
        yield f"contract.{name}", say(kind, id=name, points=contract.points), _contract(name)
    for name, wheel in DATA.achievements.items():
        title = say("handbook.achievement", achievement=Term(f"achievements.{name}"))
        yield f"achievement.{name}", title, iter(_achievement(name, tuple(wheel.wheel)))
    for name, extra in DATA.extra_wheels.items():
        title = say("handbook.extra_wheel", wheel=Term(f"extra_wheels.{name}"))
        spots = sum(option != NO_EXTRA_WHEEL and option.startswith(name) for option in EXTRA_WHEELS)
        yield f"wheel.{name}", title, iter((say("handbook.wheel_over", numbers=tuple(extra.wheel), n=spots),))
    for space, printed in DATA.market_spaces.items():
        bonus = say(f"bonus.{printed.bonus}", coins=DATA.rules.bonus_coins)
        text = say("handbook.space", bonus=bonus, uses=printed.uses)
        yield f"space.{space}", say("handbook.space_title", space=space), iter((text,))
    for number, ship in DATA.ships.items():
        left, right = windows(number, "right"), windows(number, "left")
        key = "handbook.ship_one" if ship.take == "one" else "handbook.ship_all"
        cells = say(key, right=tuple(sorted(right)), left=tuple(sorted(left)))
        yield f"ship.{number}", say("handbook.ship_title", number=number), iter((cells,))


def _achievement(name: str, numbers: tuple[int, ...]) -> Iterator[Msg]:
    yield say("handbook.asks", asks=Term(f"asks.{name}"))
    yield say("handbook.wheel", numbers=numbers)


def _card(name: str) -> Iterator[Msg]:
    card = CONTENT.cards[name]
    good = Term(f"goods.{CONTENT.good(name)}")
    yield say("handbook.as_expansion", zone=Term(f"zones.{card.zone}"), good=good)
    yield say("handbook.as_merchant", good=good)
    yield say("handbook.as_warehouse", cells=tuple(map(cell, card.warehouse)))
    yield say("handbook.as_ability", ability=ability_words(name))


def _contract(name: str) -> Iterator[Msg]:
    printed = CONTENT.contracts[name]
    yield say("handbook.cost", cost=bundle(printed.cost))
    yield say("handbook.reward", reward=bundle(printed.reward), points=printed.points)


def vocabulary(lang: Lang) -> Iterator[Entry]:
    """One entry for each word of the game, in both languages, so that either finds it; some with what is meant."""
    book = catalogue(NAME)
    for section in WORDS:
        for path, noun in book.terms.items():
            if path.startswith(f"{section}."):
                title = book.render(Term(path), lang)
                both = say("handbook.word", ja=noun["ja"], en=noun["en"], reading=noun.get("reading", noun["ja"]))
                text, meaning = book.render(both, lang), f"meaning.{path.partition('.')[2]}"
                if book.has(meaning):
                    text = f"{text}\n{book.render(Msg(meaning), lang)}"
                yield Entry(f"word.{path}", title, text)
