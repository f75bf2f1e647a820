"""Generated rulebook entries that describe cards and boards, always in step with data.toml.

Entries: `card.W01`, `contract.C01`, `achievement.<id>`, `space.M1`, `ship.1`, and `words`, the vocabulary in both
languages with the readings of the Japanese words.
"""

from collections.abc import Iterable, Iterator

from engines.kernel import Entry, Lang, Message, NounRef, load_catalogue, message
from engines.kilia.data.content import CONTENT, PACKAGE
from engines.kilia.table.cargo import list_open_cells
from engines.kilia.table.setup import EXTRA_WHEELS, NO_EXTRA_WHEEL
from engines.kilia.table.words import describe_ability, describe_bundle, describe_cell

DATA = CONTENT.data
VOCABULARY_SECTIONS = ("zones", "goods", "player_colors", "achievements", "extra_wheels", "terms")
"""Sections of terms.toml that the vocabulary lists."""


def build_entries(lang: Lang) -> Iterable[Entry]:
    """Yield all entries in one language. Words come first, so that a search shows them before the 24 cards."""
    book = load_catalogue(PACKAGE)
    yield from build_vocabulary(lang)
    for name, title, lines in build_pages():
        yield Entry(name, book.render(title, lang), "\n".join(book.render(line, lang) for line in lines))


def build_pages() -> Iterator[tuple[str, Message, Iterator[Message]]]:
    """Yield id, title and text lines of each entry except the vocabulary."""
    for name, card in CONTENT.cards.items():
        yield (
            f"card.{name}",
            message("handbook.card", id=name, zone=NounRef(f"zones.{card.zone}")),
            _describe_card(name),
        )
    for name, contract in CONTENT.contracts.items():
        kind = "handbook.start_contract" if name in DATA.start_contracts else "handbook.contract"
        yield f"contract.{name}", message(kind, id=name, points=contract.points), _describe_contract(name)
    for name, wheel in DATA.achievements.items():
        title = message("handbook.achievement", achievement=NounRef(f"achievements.{name}"))
        yield f"achievement.{name}", title, iter(_describe_achievement(name, tuple(wheel.wheel)))
    for name, extra in DATA.extra_wheels.items():
        title = message("handbook.extra_wheel", wheel=NounRef(f"extra_wheels.{name}"))
        option_count = sum(option != NO_EXTRA_WHEEL and option.startswith(name) for option in EXTRA_WHEELS)
        yield (
            f"wheel.{name}",
            title,
            iter((message("handbook.wheel_over", numbers=tuple(extra.wheel), n=option_count),)),
        )
    for space, space_data in DATA.market_spaces.items():
        bonus = message(f"bonus.{space_data.bonus}", coins=DATA.rules.bonus_coins)
        text = message("handbook.space", bonus=bonus, uses=space_data.uses)
        yield f"space.{space}", message("handbook.space_title", space=space), iter((text,))
    for number, ship in DATA.ships.items():
        cells_to_left, cells_to_right = list_open_cells(number, "right"), list_open_cells(number, "left")
        key = "handbook.ship_one" if ship.take == "one" else "handbook.ship_all"
        cells = message(key, right=tuple(sorted(cells_to_right)), left=tuple(sorted(cells_to_left)))
        yield f"ship.{number}", message("handbook.ship_title", number=number), iter((cells,))


def _describe_achievement(name: str, numbers: tuple[int, ...]) -> Iterator[Message]:
    yield message("handbook.asks", asks=NounRef(f"asks.{name}"))
    yield message("handbook.wheel", numbers=numbers)


def _describe_card(name: str) -> Iterator[Message]:
    card = CONTENT.cards[name]
    good = NounRef(f"goods.{CONTENT.find_good(name)}")
    yield message("handbook.as_expansion", zone=NounRef(f"zones.{card.zone}"), good=good)
    yield message("handbook.as_merchant", good=good)
    yield message("handbook.as_warehouse", cells=tuple(map(describe_cell, card.warehouse)))
    yield message("handbook.as_ability", ability=describe_ability(name))


def _describe_contract(name: str) -> Iterator[Message]:
    contract_data = CONTENT.contracts[name]
    yield message("handbook.cost", cost=describe_bundle(contract_data.cost))
    yield message("handbook.reward", reward=describe_bundle(contract_data.reward), points=contract_data.points)


def build_vocabulary(lang: Lang) -> Iterator[Entry]:
    """Yield one entry per game term, with both languages so that either finds it; some with an explanation."""
    book = load_catalogue(PACKAGE)
    for section in VOCABULARY_SECTIONS:
        for path, noun in book.nouns.items():
            if path.startswith(f"{section}."):
                title = book.render(NounRef(path), lang)
                word = message("handbook.word", ja=noun["ja"], en=noun["en"], reading=noun.get("reading", noun["ja"]))
                text, meaning = book.render(word, lang), f"meaning.{path.partition('.')[2]}"
                if book.has_key(meaning):
                    text = f"{text}\n{book.render(Message(meaning), lang)}"
                yield Entry(f"word.{path}", title, text)
