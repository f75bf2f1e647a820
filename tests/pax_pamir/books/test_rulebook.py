"""The rulebook for players: both languages have the same entries, and every figure they state agrees with data.toml.

Owners of the game may correct a line of data.toml; these tests then name the entries to be updated.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import pytest

from engines.kernel import LANGS, Entry, Lang, Message, load_catalogue, load_rulebook
from engines.kernel.catalogue import COMMA
from engines.pax_pamir import GAME
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.data.types import Ability

DATA = CONTENT.data
BOOK = load_rulebook("engines.pax_pamir")
BOTH = pytest.mark.parametrize("lang", LANGS)
MADE = ("card.", "ability.")
"""Prefixes of entries made from the data, which test_handbook.py checks."""
NUMBERS = ["none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]

PARAGRAPHS = {
    **{3: range(1, 7), 4: range(1, 11), 6: range(1, 3), 8: range(1, 7), 9: range(1, 5), 10: range(1, 4)},
    **{14: range(1, 9)},
}
"""Paragraph numbers by chapter. Chapters 4 and 6 have no entry of their own beside their paragraphs."""


def list_written_entries(lang: Lang) -> list[Entry]:
    return [entry for entry in BOOK.entries[lang].values() if not entry.id.startswith(MADE)]


def test_both_languages_hold_the_same_entries_in_the_same_order() -> None:
    assert BOOK.list_problems() == []
    assert list(BOOK.entries["ja"]) == list(BOOK.entries["en"])


def test_every_paragraph_of_the_rules_has_an_entry() -> None:
    chapters = {f"R{n}" for n in range(1, 16) if n not in (4, 6)}
    wanted = chapters | {f"R{chapter}.{n}" for chapter, numbers in PARAGRAPHS.items() for n in numbers}
    numbered = [entry.id for entry in list_written_entries("en") if re.fullmatch(r"R[\d.]+", entry.id)]
    assert sorted(numbered) == sorted(wanted)
    assert numbered == sorted(numbered, key=lambda paragraph: [int(n) for n in paragraph[1:].split(".")]), (
        "not in reading order"
    )


def test_practical_topics_have_entries() -> None:
    pictures = {"picture.board", "picture.signs", "picture.court", "picture.hand"}
    tables = {"table.standing_answers", "table.time_out", "table.options"}
    assert {"tutorial.first_turn"} | pictures | tables <= {entry.id for entry in list_written_entries("en")}


@BOTH
def test_every_entry_is_short_and_complete(lang: Lang) -> None:
    for entry in list_written_entries(lang):
        assert entry.title.strip() and entry.text.strip(), entry.id
        assert len(entry.text) <= 1_800, f"{entry.id} ({lang}): {len(entry.text)} characters, at most 1,800"
        # A choice of a slash command holds at most 100 characters.
        assert len(f"{entry.id} {entry.title}") <= 100, f"{entry.id} ({lang}): the title is too long for a list"
        assert "{" not in entry.text, f"{entry.id} ({lang}): plain text has no placeholders"
        assert entry.text.count("**") % 2 == 0, f"{entry.id} ({lang}): bold type has no end"


@BOTH
def test_figures_agree_with_the_data(lang: Lang) -> None:
    wrong = [
        f"{paragraph} ({lang}): data.toml wants the words {phrase!r}"
        for paragraph, phrase in iter_claims(lang)
        if phrase not in BOOK.entries[lang][paragraph].text
    ]
    assert not wrong, "rules.*.toml and data.toml disagree:\n" + "\n".join(wrong)


def iter_claims(lang: Lang) -> Iterator[tuple[str, str]]:
    """Yield (entry id, text that the entry must contain because of data.toml)."""
    for paragraph, en, ja in (*iter_setup_claims(), *iter_limit_claims(), *iter_money_claims(), *iter_check_claims()):
        yield paragraph, en if lang == "en" else ja
    for paragraph, cards in iter_named_cards():
        for card in cards:
            yield paragraph, f"#{card}"


def iter_setup_claims() -> Iterator[tuple[str, str, str]]:
    start, parts = DATA.setup, DATA.components
    suit = load_catalogue("engines.pax_pamir").render_noun
    counts = range(2, DATA.meta.players_max + 1)
    piles = len(start.other_events_per_pile)
    court = [piles * (start.court_cards_per_pile_base + n) for n in counts]
    others = sum(start.dominance_checks_per_pile) + sum(start.other_events_per_pile)
    spaces = start.market_rows * start.market_columns
    blocks, cylinders = parts.coalition_blocks_per_coalition, parts.cylinders_playable_per_player
    spare = sum(not card.is_check for card in DATA.event_card)
    yield "R2", f"{blocks} of each coalition", f"各同盟{blocks}個"
    yield "R2", f"{cylinders} of each player", f"各プレイヤー{cylinders}個"
    yield "R2", f"{NUMBERS[len(DATA.region)]} regions", f"{len(DATA.region)}つの地域"
    yield "R2", f"{NUMBERS[len(DATA.border)]} borders", f"{len(DATA.border)}本の境界線"
    yield "R3.1", f"2 to {counts[-1]} people", f"2〜{counts[-1]}人"
    favored = f"suit.{start.starting_favored_suit}"
    yield "R3.2", f"suit is {suit(favored, 'en')}", f"スートは{suit(favored, 'ja')}"
    yield "R3.3", f"{start.court_cards_per_pile_base} court cards and one more", f"「{start.court_cards_per_pile_base}+"
    yield "R3.3", f"{NUMBERS[spare].capitalize()} other events", f"イベント{spare}枚"
    yield "R3.3", f"court cards {join_with_slashes(court)}", f"宮廷カードは{join_with_tight_slashes(court)}枚"
    deck = [cards + others for cards in court]
    yield "R3.3", f"whole deck {join_with_slashes(deck)}", f"山札全体は{join_with_tight_slashes(deck)}枚"
    yield "R3.4", f"rows of {start.market_columns} spaces. {spaces} cards", f"{start.market_columns}列×2段。{spaces}枚"
    rupees = start.starting_rupees
    for paragraph in ("R3.5", "R14.1"):
        yield paragraph, f"{rupees} rupees, {cylinders} cyl", f"{rupees}ルピー、円柱駒{cylinders}個"
        yield paragraph, f"{start.starting_victory_points} VP", f"{start.starting_victory_points}勝利点"


def iter_limit_claims() -> Iterator[tuple[str, str, str]]:
    limit = DATA.limits
    actions, court, hand = limit.actions_per_turn, limit.court_limit_base, limit.hand_limit_base
    for paragraph, en, ja in [
        ("R1", "**{} actions**", "**{}アクション**"),
        ("R4.7", "your {} actions", "{}アクション"),
        ("R5", "Up to {} actions", "{}アクションまで"),
        ("R14.3", "has {} actions", "{}アクション"),
    ]:
        yield paragraph, en.format(actions), ja.format(actions)
    yield "R4.1", f"may keep {court} cards and one more", f"{court}枚+"
    yield "R4.1", f"may keep {hand} cards and one more", f"{hand}枚+"
    yield "R9.1", f"more than {court} cards", f"「{court}+"
    yield "R9.2", f"more than {hand} cards", f"「{hand}+"
    max_blocks = limit.build_blocks_max
    yield "R8.3", f"1 to {max_blocks} blocks", f"1〜{max_blocks}個"
    yield "R8.3", f"up to {2 * max_blocks} in all", f"合わせて{2 * max_blocks}個"
    yield "R14", f"{len(DATA.wakhan_card)} cards", f"{len(DATA.wakhan_card)}枚"
    yield "R14.3", f"all {len(DATA.wakhan_card)}", f"{len(DATA.wakhan_card)}枚すべて"


def iter_money_claims() -> Iterator[tuple[str, str, str]]:
    cost, coins = DATA.costs, DATA.components.coins_total
    yield "R2", f"{coins} coins", f"{coins}枚の硬貨"
    yield "R4.3", f"{coins} rupees in all", f"全部で{coins}枚"
    yield "table.options", f"{coins} rupees", f"{coins}ルピー"
    prices, times = cost.purchase_per_column, cost.purchase_multiplier_military_favored
    yield "R6.1", ", ".join(map(str, prices)), "、".join(map(str, prices))
    yield "R6.1", f"({times} if", f"（{times}倍なら"
    spaces = cost.gift_spaces
    for paragraph in ("R2", "R8.2"):
        yield paragraph, f"{', '.join(map(str, spaces[:-1]))} or {spaces[-1]}", "、".join(map(str, spaces))
    yield "R8.3", f"{cost.build_per_block} rupees each", f"1個{cost.build_per_block}ルピー"
    yield "R8.5", f"Pay {cost.betray} rupees", f"{cost.betray}ルピーを払い"
    yield "R6.2", f"{cost.leverage_gain} rupees from the bank", f"サプライから{cost.leverage_gain}ルピー"
    yield "R4.8", f"pays {cost.leverage_repay} rupees", f"{cost.leverage_repay}ルピーをサプライに払い"


def iter_check_claims() -> Iterator[tuple[str, str, str]]:
    limit, score = DATA.limits, DATA.scoring
    number, ahead = sum(DATA.setup.dominance_checks_per_pile), limit.victory_lead_required
    yield "R1", f"{NUMBERS[number].capitalize()} **dominance checks**", f"**優勢判定**が{number}枚"
    yield "R1", f"**{ahead} victory points", f"**{ahead}勝利点**"
    for paragraph in ("R10", "R10.1"):
        yield paragraph, f"at least {ahead} VP", f"{ahead}勝利点以上"
    lead, tired = limit.dominance_lead_required, limit.dominance_lead_required_conflict_fatigue
    yield "R10", f"at least {lead} blocks more", f"{lead}個以上多い"
    yield "R10", f"({tired} with event", f"あれば{tired}個"
    yield "R4.4", f"= {score.influence_base} + patriots", f"={score.influence_base}+"
    places = [score.successful, score.unsuccessful]
    for points in places:
        yield "R10.3", f"{join_numbers('en', points)} VP", f"{join_numbers('ja', points)}勝利点"
    double = [tuple(score.final_multiplier * n for n in points) for points in places]
    yield (
        "R10.3",
        " and ".join(join_numbers("en", d) for d in double),
        "と、".join(join_numbers("ja", d) for d in double),
    )
    shared = sum(score.successful[:2]) // 2
    yield "R10.3", f"get {shared} each", f"{shared}点ずつ"


def iter_named_cards() -> Iterator[tuple[str, list[int]]]:
    """Yield (entry id, numbers of the cards it must name): cards with the ability or effect in data.toml."""
    yield "R4.3", list_event_cards("other_persuasive_methods")
    yield "R4.4", list_event_cards("koh_i_noor_recovered", "rumor")
    yield "R4.7", list_ability_cards("savvy_operator", "irregulars") + list_event_cards("new_tactics")
    yield "R5", list_ability_cards("blackmail_kandahar", "blackmail_herat")
    yield (
        "R6.1",
        list_ability_cards("herat_influence", "persian_influence", "russian_influence")
        + list_event_cards("public_withdrawal"),
    )
    yield (
        "R7",
        list_ability_cards("civil_service_reforms", "charismatic_courtiers") + list_event_cards("courtly_manners"),
    )
    yield "R8.3", list_ability_cards("infrastructure") + list_event_cards("nation_building")
    yield "R8.4", list_event_cards("nationalism")
    yield "R8.5", list_ability_cards("bodyguards")
    yield "R8.6", list_ability_cards("safe_house", "indispensable_advisors", "citadel_kabul", "citadel_transcaspia")
    yield "R10", list_ability_cards("insurrection") + list_event_cards("conflict_fatigue")
    yield (
        "R12",
        list_event_cards("pashtunwali_values", "new_tactics", "rebuke")
        + [card.id for card in (DATA.event_card[0], DATA.event_card[-1])],
    )


def list_ability_cards(*names: Ability) -> list[int]:
    return [card.id for card in DATA.court_card if card.ability in names]


def list_event_cards(*names: str) -> list[int]:
    return [card.id for name in names for card in DATA.event_card if card.purchased == name]


def join_numbers(lang: Lang, numbers: Iterable[int]) -> str:
    return COMMA[lang].join(map(str, numbers))


def join_with_slashes(numbers: Iterable[int]) -> str:
    return " / ".join(map(str, numbers))


def join_with_tight_slashes(numbers: Iterable[int]) -> str:
    return "/".join(map(str, numbers))


@BOTH
def test_table_options_are_called_by_their_names(lang: Lang) -> None:
    words, text = load_catalogue("engines.pax_pamir"), BOOK.entries[lang]["table.options"].text
    for option in GAME.options:
        assert words.render(Message(f"option.{option.id}.name"), lang) in text, option.id
    for value in ("alone", "two"):
        assert words.render(Message(f"option.wakhan.{value}"), lang) in text, value


@BOTH
def test_references_lead_somewhere(lang: Lang) -> None:
    for entry in BOOK.entries[lang].values():
        for ref in re.findall(r"R\d+(?:\.\d+)?", entry.text):
            assert BOOK.find_entry(ref, lang), f"{entry.id} ({lang}) points to {ref}, which is not in the rulebook"
        for card in re.findall(r"#(\d+)", entry.text):
            assert BOOK.find_entry(f"card.{card}", lang), (
                f"{entry.id} ({lang}) names card #{card}, which does not exist"
            )


@BOTH
@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("R8.4", "R8.4"),
        ("転覆", "R4.9"),
        ("overthrow", "R4.9"),
        ("人質", "R4.6"),
        ("hostage", "R4.6"),
        ("支配者", "R4.5"),
        ("ruler", "R4.5"),
        ("愛国者", "R4.10"),
        ("prize", "R8.5"),
        ("賄賂", "R7"),
        ("bribes", "R7"),
        ("preset answers", "table.standing_answers"),
        ("自動回答", "table.standing_answers"),
        ("政情不安", "R9.4"),
        ("radicalize", "R14.5"),
        ("最初の手番", "tutorial.first_turn"),
        ("first turn", "tutorial.first_turn"),
    ],
)
def test_search_finds_in_either_language(query: str, first: str, lang: Lang) -> None:
    assert BOOK.list_entries(query, lang)[0].id == first


@BOTH
def test_an_empty_search_opens_the_book_for_a_newcomer(lang: Lang) -> None:
    assert [entry.id for entry in BOOK.list_entries("", lang)][:2] == ["R1", "tutorial.first_turn"]


def test_every_printed_name_has_a_reading() -> None:
    readings = load_rulebook("engines.pax_pamir").readings
    assert [card.name for card in CONTENT.cards.values() if card.name not in readings] == []


@pytest.mark.parametrize(
    ("query", "found"),
    [("インダス", "card.32"), ("shindi", "card.34"), ("わいろ", "R7"), ("せつぜい", "R4.1")],
)
def test_rulebook_is_searchable_by_kana_and_romaji(query: str, found: str) -> None:
    assert load_rulebook("engines.pax_pamir").list_entries(query, "ja", 1)[0].id == found
