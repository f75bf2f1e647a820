"""The handbook: every card, ability and event has an entry in both languages that agrees with data.toml."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, get_args

import msgspec
import pytest

from engines.kernel import LANGS, Entry, Lang, Message, load_catalogue, load_rulebook
from engines.pax_pamir import handbook
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.data.types import Ability
from tests.check_each import check_each

DATA = CONTENT.data
WORDS = load_catalogue("engines.pax_pamir")
BOOK = load_rulebook("engines.pax_pamir")
BOTH = pytest.mark.parametrize("lang", LANGS)


@cache
def build_entries(lang: Lang) -> dict[str, Entry]:
    return {entry.id: entry for entry in handbook.build_entries(lang)}


@BOTH
def test_every_card_ability_and_event_has_an_entry_in_order(lang: Lang) -> None:
    cards = [f"card.{paragraph}" for paragraph in (*CONTENT.cards, *CONTENT.events)]
    abilities = [f"ability.{ability}" for ability in get_args(Ability)]
    assert list(build_entries(lang)) == [*cards, *abilities, *(f"card.wakhan.{card.id}" for card in DATA.wakhan_card)]
    assert len(build_entries(lang)) == 100 + 16 + 20 + 24
    assert len({entry.title for entry in build_entries(lang).values()}) == len(build_entries(lang))


@BOTH
def test_rulebook_lists_handbook_entries_after_its_paragraphs(lang: Lang) -> None:
    assert list(BOOK.entries[lang].values())[-len(build_entries(lang)) :] == list(build_entries(lang).values())


@BOTH
def test_every_entry_is_short_and_complete(lang: Lang) -> None:
    for entry in build_entries(lang).values():
        assert entry.text.strip() and "{" not in entry.text and "\n\n" not in entry.text, entry.id
        assert len(entry.text) <= 900, f"{entry.id} ({lang}): {len(entry.text)} characters"
        assert len(f"{entry.id} {entry.title}") <= 100, entry.id


@BOTH
@check_each("card", DATA.court_card)
def test_court_card_entry_has_all_printed_facts(card: Any, lang: Lang) -> None:
    entry = build_entries(lang)[f"card.{card.id}"]
    assert entry.title == f"#{card.id} {card.name}"
    head, stars, *_ = entry.text.splitlines()
    assert WORDS.render_noun(f"suit.{card.suit}", lang).capitalize() in head
    assert (
        WORDS.render_noun(f"region.{card.region}", lang) in head and str(card.rank) in head and str(card.rank) in stars
    )
    for kind, coalition in (("patriot", card.patriot), ("prize", card.prize)):
        line = next(
            (line for line in entry.text.splitlines() if line.startswith(f"**{render_concept(kind, lang)}")), ""
        )
        assert bool(line) == (coalition != "none")
        assert not line or WORDS.render_noun(f"coalition.{coalition}", lang) in line
    assert [line for line in list_items(entry) if "R8." in line] == [
        line
        for action in card.actions
        for line in list_items(entry)
        if line.lower().startswith(f"**{render_action(action, lang)}")
    ]
    assert (WORDS.render_noun(f"ability.{card.ability}", lang) in entry.text) if card.ability != "none" else True


def render_concept(concept: str, lang: Lang) -> str:
    return WORDS.render_noun(f"concept.{concept}", lang).capitalize()


def render_action(action: str, lang: Lang) -> str:
    return WORDS.render_noun(f"action.{action}", lang)


def list_items(entry: Entry) -> list[str]:
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
        lines = list_items(build_entries(lang)[f"card.{card}"])
        assert len(lines) == len(starts)
        assert [line for line, start in zip(lines, starts, strict=True) if not line.startswith(start)] == []


@BOTH
@check_each("card", DATA.event_card)
def test_event_entry_describes_both_sides(card: Any, lang: Lang) -> None:
    entry = build_entries(lang)[f"card.{card.id}"]
    for side, scope in ((card.purchased, card.purchased_scope), (card.discarded, card.discarded_scope)):
        name = WORDS.render_noun(f"event.{side}", lang)
        assert name.lower() in entry.title.lower()
        assert card.is_check or name.lower() in entry.text.lower()
        assert (
            scope not in handbook.SCOPES_WITH_LINE
            or WORDS.render(Message(f"handbook.scope.{scope}"), lang) in entry.text
        )
    assert (WORDS.render(Message("handbook.check"), lang) == entry.text) == card.is_check
    lasting = sum(scope in handbook.SCOPES_WITH_LINE for scope in (card.purchased_scope, card.discarded_scope))
    assert len(re.findall(r"^\*[^*]", entry.text, re.MULTILINE)) == lasting


def test_public_withdrawal_cannot_be_bought() -> None:
    assert (
        "It cannot be bought." in build_entries("en")["card.111"].text
        and "If bought" not in build_entries("en")["card.111"].text
    )
    assert (
        "購入できません。" in build_entries("ja")["card.111"].text
        and "購入したら" not in build_entries("ja")["card.111"].text
    )


@BOTH
@check_each("ability", get_args(Ability))
def test_an_ability_names_its_cards_and_they_repeat_its_words(ability: Ability, lang: Lang) -> None:
    entry = build_entries(lang)[f"ability.{ability}"]
    assert entry.title.endswith(WORDS.render_noun(f"ability.{ability}", lang))
    cards = [card for card in DATA.court_card if card.ability == ability]
    first_line = entry.text.splitlines()[0]
    assert cards and set(re.findall(r"#(\d+) ", entry.text)) == {str(card.id) for card in cards}
    for card in cards:
        assert first_line in build_entries(lang)[f"card.{card.id}"].text


@BOTH
@check_each("card", DATA.wakhan_card)
def test_wakhan_card_entry_has_all_printed_facts(card: Any, lang: Lang) -> None:
    loyalty, _, *actions, regions, arrows, back, _ = build_entries(lang)[f"card.wakhan.{card.id}"].text.splitlines()
    assert is_in_order(loyalty, [WORDS.render_noun(f"coalition.{paragraph}", lang) for paragraph in card.loyalty_order])
    wanted = [WORDS.render(Message(f"handbook.wakhan.{action}"), lang) for action in card.actions]
    assert actions == [f"{n}. {action}" for n, action in enumerate(wanted, 1)]
    assert is_in_order(regions, [WORDS.render_noun(f"region.{entry_id}", lang) for entry_id in card.region_order])
    assert re.findall(r"\d", arrows) == [str(card.column_arrow + 1)]
    assert re.findall(r"\d", back)[:6] == [str(n) for n in card.back_columns]
    assert is_in_order(back, [WORDS.render(Message(f"handbook.arrow.{row}"), lang) for row in card.back_rows])


def is_in_order(line: str, words: list[str]) -> bool:
    return re.search(".*".join(map(re.escape, words)), line) is not None


def test_a_corrected_line_of_the_data_is_read_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    sheep, *_ = (card for card in DATA.court_card if card.id == 61)
    corrected = msgspec.structs.replace(sheep, rank=3, actions=("betray",))
    cards = tuple(corrected if card is sheep else card for card in DATA.court_card)
    costs = msgspec.structs.replace(DATA.costs, betray=5)
    monkeypatch.setattr(handbook, "DATA", msgspec.structs.replace(DATA, court_card=cards, costs=costs))
    text = next(entry.text for entry in handbook.build_entries("en") if entry.id == "card.61")
    assert "rank 3" in text and "**betray** a court card that holds a spy of yours, 5 rupees" in text


def test_every_handbook_sentence_is_used() -> None:
    used = {key for _, title, lines in handbook.iter_pages() for msg in (title, *lines) for key in iter_keys(msg)}
    assert sorted(key for key in WORDS.list_keys() - used if key.startswith("handbook.")) == []


def iter_keys(msg: Message) -> Iterator[str]:
    yield msg.key
    for arg in msg.args.values():
        for part in arg if isinstance(arg, tuple) else (arg,):
            if isinstance(part, Message):
                yield from iter_keys(part)


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
    assert BOOK.list_entries(query, lang)[0].id == first


@BOTH
@pytest.mark.parametrize("query", ["safe house", "隠れ家"])
def test_search_for_an_ability_also_finds_its_cards(query: str, lang: Lang) -> None:
    assert {"card.41", "card.72", "R8.6"} <= {entry.id for entry in BOOK.list_entries(query, lang)}


def iter_queries(entry: Entry) -> Iterator[str]:
    """Yield the queries for a card or an ability: its number, its name, the name of either side."""
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
def test_entry_is_the_first_hit_for_its_number_and_its_name(lang: Lang) -> None:
    first_hits = {
        (entry.id, query): BOOK.list_entries(query, lang)[0].id
        for entry in build_entries(lang).values()
        for query in iter_queries(entry)
    }
    assert {key: first for key, first in first_hits.items() if first != key[0]} == {}


@BOTH
def test_a_paragraph_is_found_by_its_number_with_and_without_its_letter(lang: Lang) -> None:
    for paragraph in BOOK.entries[lang]:
        assert BOOK.list_entries(paragraph, lang)[0].id == paragraph
        if re.fullmatch(r"R\d+\.\d+", paragraph):
            assert BOOK.list_entries(paragraph.removeprefix("R"), lang)[0].id == paragraph
