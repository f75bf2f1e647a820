"""What is printed on cards and boards, in words, made from data.toml: a corrected line is read here at once.

Entries: `card.W01`, `contract.C01`, `achievement.<id>`, `space.M1`, `ship.1`, and `words`, the vocabulary in both
languages with the readings of the Japanese words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engines.kernel import Entry, Lang, Msg, Term, catalogue, say

from ..data.content import CONTENT, NAME
from ..table.cargo import windows
from ..table.setup import EXTRA_WHEELS, NO_EXTRA_WHEEL
from ..table.words import ability_words, bundle, cell

DATA = CONTENT.data
WORDS = ("zones", "goods", "player_colors", "achievements", "extra_wheels", "terms")
"""Sections of terms.toml that the vocabulary lists."""


def entries(lang: Lang) -> Iterable[Entry]:
    """All of them in one language."""
    book = catalogue(NAME)
    for id, title, lines in pages():
        yield Entry(id, book.render(title, lang), "\n".join(book.render(line, lang) for line in lines))
    yield from vocabulary(lang)


def pages() -> Iterator[tuple[str, Msg, Iterator[Msg]]]:
    """Id, title and the lines of the text."""
    for id, card in CONTENT.cards.items():
        yield f"card.{id}", say("handbook.card", id=id, zone=Term(f"zones.{card.zone}")), _card(id)
    for id, contract in CONTENT.contracts.items():
        kind = "handbook.start_contract" if id in DATA.start_contracts else "handbook.contract"
        yield f"contract.{id}", say(kind, id=id, points=contract.points), _contract(id)
    for id, wheel in DATA.achievements.items():
        title = say("handbook.achievement", achievement=Term(f"achievements.{id}"))
        yield f"achievement.{id}", title, iter((say("handbook.wheel", numbers=tuple(wheel.wheel)),))
    for id, extra in DATA.extra_wheels.items():
        title = say("handbook.extra_wheel", wheel=Term(f"extra_wheels.{id}"))
        spots = sum(option != NO_EXTRA_WHEEL and option.startswith(id) for option in EXTRA_WHEELS)
        yield f"wheel.{id}", title, iter((say("handbook.wheel_over", numbers=tuple(extra.wheel), n=spots),))
    for space, printed in DATA.market_spaces.items():
        bonus = say(f"bonus.{printed.bonus}", coins=DATA.rules.bonus_coins)
        text = say("handbook.space", bonus=bonus, uses=printed.uses)
        yield f"space.{space}", say("handbook.space_title", space=space), iter((text,))
    for number, ship in DATA.ships.items():
        left, right = windows(number, "right"), windows(number, "left")
        key = "handbook.ship_one" if ship.take == "one" else "handbook.ship_all"
        cells = say(key, right=tuple(sorted(right)), left=tuple(sorted(left)))
        yield f"ship.{number}", say("handbook.ship_title", number=number), iter((cells,))


def _card(id: str) -> Iterator[Msg]:
    card = CONTENT.cards[id]
    good = Term(f"goods.{CONTENT.good(id)}")
    yield say("handbook.as_expansion", zone=Term(f"zones.{card.zone}"), good=good)
    yield say("handbook.as_merchant", good=good)
    yield say("handbook.as_warehouse", cells=tuple(map(cell, card.warehouse)))
    yield say("handbook.as_ability", ability=ability_words(id))


def _contract(id: str) -> Iterator[Msg]:
    printed = CONTENT.contracts[id]
    yield say("handbook.cost", cost=bundle(printed.cost))
    yield say("handbook.reward", reward=bundle(printed.reward), points=printed.points)


def vocabulary(lang: Lang) -> Iterator[Entry]:
    """One entry for each word of the game, in both languages, so that either finds it."""
    book = catalogue(NAME)
    for section in WORDS:
        for path, noun in book.terms.items():
            if path.startswith(f"{section}."):
                title = book.render(Term(path), lang)
                both = say("handbook.word", ja=noun["ja"], en=noun["en"], reading=noun.get("reading", noun["ja"]))
                yield Entry(f"word.{path}", title, book.render(both, lang))
