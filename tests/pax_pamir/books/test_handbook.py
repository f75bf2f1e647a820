"""The handbook: every card, ability and event can be looked up in both languages, and says what data.toml says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, get_args

import msgspec
import pytest

from engines.kernel import LANGS, Entry, Lang, Msg, catalogue, rulebook
from engines.pax_pamir import handbook
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.data.types import Ability

DATA = CONTENT.data
WORDS = catalogue("engines.pax_pamir")
BOOK = rulebook("engines.pax_pamir")
BOTH = pytest.mark.parametrize("lang", LANGS)


@cache
def made(lang: Lang) -> dict[str, Entry]:
    return {entry.id: entry for entry in handbook.entries(lang)}


@BOTH
def test_everything_printed_has_an_entry_in_a_sensible_order(lang: Lang) -> None:
    cards = [f"card.{paragraph}" for paragraph in (*CONTENT.cards, *CONTENT.events)]
    abilities = [f"ability.{ability}" for ability in get_args(Ability)]
    assert list(made(lang)) == [*cards, *abilities, *(f"card.wakhan.{card.id}" for card in DATA.wakhan_card)]
    assert len(made(lang)) == 100 + 16 + 20 + 24
    assert len({entry.title for entry in made(lang).values()}) == len(made(lang))


@BOTH
def test_the_rulebook_holds_them_behind_its_paragraphs(lang: Lang) -> None:
    assert list(BOOK.entries[lang].values())[-len(made(lang)) :] == list(made(lang).values())


@BOTH
def test_every_entry_is_short_and_complete(lang: Lang) -> None:
    for entry in made(lang).values():
        assert entry.text.strip() and "{" not in entry.text and "\n\n" not in entry.text, entry.id
        assert len(entry.text) <= 900, f"{entry.id} ({lang}): {len(entry.text)} characters"
        assert len(f"{entry.id} {entry.title}") <= 100, entry.id


@BOTH
@pytest.mark.parametrize("card", DATA.court_card, ids=lambda card: f"#{card.id}")
def test_a_court_card_says_all_that_is_printed_on_it(card: Any, lang: Lang) -> None:
    entry = made(lang)[f"card.{card.id}"]
    assert entry.title == f"#{card.id} {card.name}"
    head, stars, *_ = entry.text.splitlines()
    assert WORDS.term(f"suit.{card.suit}", lang).capitalize() in head
    assert WORDS.term(f"region.{card.region}", lang) in head and str(card.rank) in head and str(card.rank) in stars
    for kind, coalition in (("patriot", card.patriot), ("prize", card.prize)):
        line = next((line for line in entry.text.splitlines() if line.startswith(f"**{noun(kind, lang)}")), "")
        assert bool(line) == (coalition != "none")
        assert not line or WORDS.term(f"coalition.{coalition}", lang) in line
    assert [line for line in listed(entry) if "R8." in line] == [
        line for action in card.actions for line in listed(entry) if line.lower().startswith(f"**{verb(action, lang)}")
    ]
    assert (WORDS.term(f"ability.{card.ability}", lang) in entry.text) if card.ability != "none" else True


def noun(concept: str, lang: Lang) -> str:
    return WORDS.term(f"concept.{concept}", lang).capitalize()


def verb(action: str, lang: Lang) -> str:
    return WORDS.term(f"action.{action}", lang)


def listed(entry: Entry) -> list[str]:
    return [line.removeprefix("- ") for line in entry.text.splitlines() if line.startswith("- ")]


@pytest.mark.parametrize(
    ("card", "en", "ja"),
    [
        (61, ["2 roads: ", "**tax** up to 2 "], ["道2本：", "**徴税：** 2ルピー"]),
        (
            3,
            ["2 spies: ", "1 army: ", "favored suit: mil", "**battle** in"],
            ["密偵2個", "軍隊1個", "特恵スートを軍", "**戦闘：**"],
        ),
        (27, ["1 tribe: ", "leverage: 2 ", "**build** up to 3"], ["部族1個", "借入：2ルピー", "**建設：** 支配"]),
        (
            12,
            ["3 roads: ", "1 army: ", "**gift** on a free space (2, 4, 6), "],
            ["道3本", "軍隊1個", "**贈り物：** 空いている贈り物スペース（2、4、6）"],
        ),
        (76, ["2 tribes: ", "favored suit: intelligence"], ["部族2個", "特恵スートを諜報"]),
    ],
)
def test_icons_come_from_top_to_bottom_and_actions_from_left_to_right(card: int, en: list[str], ja: list[str]) -> None:
    for lang, starts in (("en", en), ("ja", ja)):
        lines = listed(made(lang)[f"card.{card}"])
        assert len(lines) == len(starts)
        assert [line for line, start in zip(lines, starts, strict=True) if not line.startswith(start)] == []


@BOTH
@pytest.mark.parametrize("card", DATA.event_card, ids=lambda card: f"#{card.id}")
def test_an_event_tells_both_of_its_sides(card: Any, lang: Lang) -> None:
    entry = made(lang)[f"card.{card.id}"]
    for side, scope in ((card.purchased, card.purchased_scope), (card.discarded, card.discarded_scope)):
        name = WORDS.term(f"event.{side}", lang)
        assert name.lower() in entry.title.lower()
        assert card.is_check or name.lower() in entry.text.lower()
        assert scope not in handbook.LASTING or WORDS.render(Msg(f"handbook.scope.{scope}"), lang) in entry.text
    assert (WORDS.render(Msg("handbook.check"), lang) == entry.text) == card.is_check
    lasting = sum(scope in handbook.LASTING for scope in (card.purchased_scope, card.discarded_scope))
    assert len(re.findall(r"^\*[^*]", entry.text, re.MULTILINE)) == lasting


def test_public_withdrawal_cannot_be_bought() -> None:
    assert "It cannot be bought." in made("en")["card.111"].text and "If bought" not in made("en")["card.111"].text
    assert "購入できません。" in made("ja")["card.111"].text and "購入したら" not in made("ja")["card.111"].text


@BOTH
@pytest.mark.parametrize("ability", get_args(Ability))
def test_an_ability_names_its_cards_and_they_repeat_its_words(ability: Ability, lang: Lang) -> None:
    entry = made(lang)[f"ability.{ability}"]
    assert entry.title.endswith(WORDS.term(f"ability.{ability}", lang))
    cards = [card for card in DATA.court_card if card.ability == ability]
    told = entry.text.splitlines()[0]
    assert cards and set(re.findall(r"#(\d+) ", entry.text)) == {str(card.id) for card in cards}
    for card in cards:
        assert told in made(lang)[f"card.{card.id}"].text


@BOTH
@pytest.mark.parametrize("card", DATA.wakhan_card, ids=lambda card: str(card.id))
def test_a_card_of_wakhan_says_all_that_is_printed_on_it(card: Any, lang: Lang) -> None:
    loyalty, _, *actions, regions, arrows, back, _ = made(lang)[f"card.wakhan.{card.id}"].text.splitlines()
    assert in_order(loyalty, [WORDS.term(f"coalition.{paragraph}", lang) for paragraph in card.loyalty_order])
    wanted = [WORDS.render(Msg(f"handbook.wakhan.{action}"), lang) for action in card.actions]
    assert actions == [f"{n}. {action}" for n, action in enumerate(wanted, 1)]
    assert in_order(regions, [WORDS.term(f"region.{entry_id}", lang) for entry_id in card.region_order])
    assert re.findall(r"\d", arrows) == [str(card.column_arrow + 1)]
    assert re.findall(r"\d", back)[:6] == [str(n) for n in card.back_columns]
    assert in_order(back, [WORDS.render(Msg(f"handbook.arrow.{row}"), lang) for row in card.back_rows])


def in_order(line: str, words: list[str]) -> bool:
    return re.search(".*".join(map(re.escape, words)), line) is not None


def test_a_corrected_line_of_the_data_is_read_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    sheep, *_ = (card for card in DATA.court_card if card.id == 61)
    corrected = msgspec.structs.replace(sheep, rank=3, actions=("betray",))
    cards = tuple(corrected if card is sheep else card for card in DATA.court_card)
    costs = msgspec.structs.replace(DATA.costs, betray=5)
    monkeypatch.setattr(handbook, "DATA", msgspec.structs.replace(DATA, court_card=cards, costs=costs))
    text = next(entry.text for entry in handbook.entries("en") if entry.id == "card.61")
    assert "rank 3" in text and "**betray** a court card that holds a spy of yours, 5 rupees" in text


def test_no_sentence_of_the_handbook_lies_idle() -> None:
    used = {key for _, title, lines in handbook.pages() for msg in (title, *lines) for key in keys(msg)}
    assert sorted(key for key in WORDS.keys() - used if key.startswith("handbook.")) == []


def keys(msg: Msg) -> Iterator[str]:
    yield msg.key
    for arg in msg.args.values():
        for part in arg if isinstance(arg, tuple) else (arg,):
            if isinstance(part, Msg):
                yield from keys(part)


@BOTH
@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("61", "card.61"),
        ("#61", "card.61"),
        ("card.61", "card.61"),
        ("Karakul", "card.61"),
        ("karakul sheep", "card.61"),
        ("masson", "card.41"),
        ("隠れ家", "ability.safe_house"),
        ("safe house", "ability.safe_house"),
        ("城塞（カブール）", "ability.citadel_kabul"),
        ("109", "card.109"),
        ("riots in herat", "card.110"),
        ("ヘラートの暴動", "card.110"),
        ("噂", "card.108"),
        ("#111", "card.111"),
        ("ワハーン 17", "card.wakhan.17"),
        ("wakhan 17", "card.wakhan.17"),
        ("ワハーン", "R14"),
        ("wakhan", "R14"),
        ("戦闘", "R8.6"),
        ("battle", "R8.6"),
    ],
)
def test_search_finds_in_either_language(query: str, first: str, lang: Lang) -> None:
    assert BOOK.search(query, lang)[0].id == first


@BOTH
@pytest.mark.parametrize("query", ["safe house", "隠れ家"])
def test_search_for_an_ability_also_finds_its_cards(query: str, lang: Lang) -> None:
    assert {"card.41", "card.72", "R8.6"} <= {entry.id for entry in BOOK.search(query, lang)}


def asked(entry: Entry) -> Iterator[str]:
    """What somebody types who looks for a card or an ability: its number, its name, the name of either side."""
    *kind, number = entry.id.split(".")
    if kind == ["card", "wakhan"]:
        yield from (entry.title, f"wakhan {number}", f"ワハーン{number}", f"ワハーン {number}")
    elif kind == ["card"]:
        yield from (number, f"#{number}")
        name = entry.title.removeprefix(f"#{number} ")
        if not CONTENT.events.get(int(number)) or not CONTENT.events[int(number)].is_check:
            yield from (name, name.lower(), *(side.strip() for side in re.split("[／/]", name)))
    else:
        yield from (entry.title, re.split("[:：]", entry.title)[1])


@BOTH
def test_everything_is_found_first_by_its_number_and_by_its_name(lang: Lang) -> None:
    found = {
        (entry.id, query): BOOK.search(query, lang)[0].id for entry in made(lang).values() for query in asked(entry)
    }
    assert {key: first for key, first in found.items() if first != key[0]} == {}


@BOTH
def test_a_paragraph_is_found_by_its_number_with_and_without_its_letter(lang: Lang) -> None:
    for paragraph in BOOK.entries[lang]:
        assert BOOK.search(paragraph, lang)[0].id == paragraph
        if re.fullmatch(r"R\d+\.\d+", paragraph):
            assert BOOK.search(paragraph.removeprefix("R"), lang)[0].id == paragraph
