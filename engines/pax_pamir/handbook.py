"""Every card as an entry of the rulebook, in words, made from data.toml: a corrected line is read here at once.

Entries: `card.1` to `card.116` (court cards, then events), `ability.<ability>`, `card.wakhan.<card>`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import get_args

from engines.kernel import Entry, Lang, Msg, Term, catalogue
from engines.pax_pamir.actions.battle import CITADELS
from engines.pax_pamir.data.content import CONTENT, FAVORS, RIOTS, SUIT_ICONS
from engines.pax_pamir.data.types import Ability, CourtCard, EventCard, Icon, Region, Scope, WakhanCard
from engines.pax_pamir.rules.blackmail import BLACKMAIL

DATA = CONTENT.data

ABILITY_TEXT: Mapping[Ability, Msg] = {
    "insurrection": Msg("handbook.ability.insurrection", {"region": Term("region.kabul")}),
    **{
        card: Msg("handbook.ability.citadel", {"region": Term(f"region.{region}")}) for region, card in CITADELS.items()
    },
    **{
        card: Msg("handbook.ability.blackmail", {"region": Term(f"region.{region}")})
        for card, region in BLACKMAIL.items()
    },
    "herat_influence": Msg("handbook.ability.influence_region", {"region": Term("region.herat")}),
    "persian_influence": Msg("handbook.ability.influence_region", {"region": Term("region.persia")}),
    "russian_influence": Msg("handbook.ability.influence_patriots", {"coalition": Term("coalition.russian")}),
    "savvy_operator": Msg("handbook.ability.always_favored"),
    "irregulars": Msg("handbook.ability.always_favored"),
}
"""Abilities that share a sentence, or name a place. Every other one has a sentence under its own name."""

LASTING: frozenset[Scope] = frozenset({"player", "target_player", "global"})
"""Scopes that need a line of their own; what works at once or in the market says so itself."""


def entries(lang: Lang) -> Iterable[Entry]:
    """All cards and abilities in one language: court cards, events, abilities, Wakhan's cards."""
    words = catalogue("engines.pax_pamir")
    for card, title, lines in pages():
        yield Entry(card, words.render(title, lang), "\n".join(words.render(line, lang) for line in lines))


def pages() -> Iterator[tuple[str, Msg, Iterator[Msg]]]:
    """Id, title and the lines of the text."""
    for court in DATA.court_card:
        yield f"card.{court.id}", _court_title(court), _court_card(court)
    for event in DATA.event_card:
        yield f"card.{event.id}", _event_title(event), _event_card(event)
    for ability in get_args(Ability):
        title = Msg("handbook.ability_title", {"ability": Term(f"ability.{ability}")})
        yield f"ability.{ability}", title, _ability(ability)
    for ai in DATA.wakhan_card:
        yield f"card.wakhan.{ai.id}", Msg("handbook.wakhan_title", {"id": ai.id}), _wakhan_card(ai)


# ---------------------------------------------------------------------- court cards


def _court_title(card: CourtCard) -> Msg:
    return Msg("handbook.court_title", {"id": card.id, "name": card.name})


def _court_card(card: CourtCard) -> Iterator[Msg]:
    suit, region = Term(f"suit.{card.suit}"), Term(f"region.{card.region}")
    yield Msg("handbook.suit", {"suit": suit, "rank": card.rank, "region": region})
    yield Msg(f"handbook.stars.{card.suit}", {"rank": card.rank})
    if card.patriot != "none":
        yield Msg("handbook.patriot", {"coalition": Term(f"coalition.{card.patriot}")})
    if card.prize != "none":
        yield Msg("handbook.prize", {"coalition": Term(f"coalition.{card.prize}")})
    yield Msg("handbook.impact")
    for icon, row in groupby(card.impact):
        yield _icon(icon, len(list(row)), card.region)
    yield Msg("handbook.actions" if card.actions else "handbook.no_actions")
    for action in card.actions:
        yield _action(action, card.rank)
    if card.ability != "none":
        name = Term(f"ability.{card.ability}")
        yield Msg("handbook.special", {"ability": name, "text": _ability_text(card.ability)})


def _icon(icon: Icon, n: int, region: Region) -> Msg:
    """What an impact icon does that is printed n times in a row."""
    if icon in SUIT_ICONS:
        return Msg("handbook.icon.suit", {"suit": Term(f"suit.{SUIT_ICONS[icon]}")})
    if icon == "leverage":
        return Msg("handbook.icon.leverage", {"gain": DATA.costs.leverage_gain, "owed": DATA.costs.leverage_repay})
    return Msg(f"handbook.icon.{icon}", {"n": n, "region": Term(f"region.{region}")})


def _action(action: str, rank: int) -> Msg:
    match action:
        case "gift":
            return Msg("handbook.action.gift", {"spaces": DATA.costs.gift_spaces})
        case "build":
            most, cost = DATA.limits.build_blocks_max, DATA.costs.build_per_block
            return Msg("handbook.action.build", {"most": most, "cost": cost})
        case "betray":
            return Msg("handbook.action.betray", {"cost": DATA.costs.betray})
        case _:
            return Msg(f"handbook.action.{action}", {"rank": rank})


# ---------------------------------------------------------------------- abilities


def _ability(ability: Ability) -> Iterator[Msg]:
    yield _ability_text(ability)
    cards = tuple(_court_title(card) for card in DATA.court_card if card.ability == ability)
    yield Msg("handbook.ability_cards", {"cards": cards})


def _ability_text(ability: Ability) -> Msg:
    return ABILITY_TEXT.get(ability) or Msg(f"handbook.ability.{ability}")


# ---------------------------------------------------------------------- events


def _event_title(card: EventCard) -> Msg:
    if card.is_check:
        return Msg("handbook.check_title", {"id": card.id, "check": Term("event.dominance_check")})
    bought, discarded = Term(f"event.{card.purchased}"), Term(f"event.{card.discarded}")
    return Msg("handbook.event_title", {"id": card.id, "bought": bought, "discarded": discarded})


def _event_card(card: EventCard) -> Iterator[Msg]:
    if card.is_check:
        yield effect_words(card.purchased)
        return
    yield from _side("bought" if card.purchasable else "cannot_be_bought", card.purchased, card.purchased_scope)
    yield from _side("discarded", card.discarded, card.discarded_scope)


def _side(side: str, effect: str, scope: Scope) -> Iterator[Msg]:
    yield Msg(f"handbook.{side}", {"name": Term(f"event.{effect}"), "text": effect_words(effect)})
    if scope in LASTING:
        yield Msg(f"handbook.scope.{scope}")


def effect_words(effect: str) -> Msg:
    """What one side of an event does."""
    if effect in RIOTS:
        return Msg("handbook.event.riots", {"region": Term(f"region.{RIOTS[effect]}")})
    if effect in FAVORS:
        return Msg("handbook.event.favor", {"suit": Term(f"suit.{FAVORS[effect]}")})
    limits = DATA.limits
    match effect:
        case "dominance_check":
            return Msg("handbook.check")
        case "conflict_fatigue":
            lead, usual = limits.dominance_lead_required_conflict_fatigue, limits.dominance_lead_required
            return Msg("handbook.event.conflict_fatigue", {"lead": lead, "usual": usual})
        case "nation_building":
            cost, most = DATA.costs.build_per_block, 2 * limits.build_blocks_max
            return Msg("handbook.event.nation_building", {"cost": cost, "most": most})
        case _:
            return Msg(f"handbook.event.{effect}")


# ---------------------------------------------------------------------- Wakhan's cards


def _wakhan_card(card: WakhanCard) -> Iterator[Msg]:
    yield Msg("handbook.wakhan_loyalty", {"order": tuple(Term(f"coalition.{number}") for number in card.loyalty_order)})
    yield Msg("handbook.wakhan_actions")
    for n, action in enumerate(card.actions, 1):
        yield Msg("handbook.wakhan_action", {"n": n, "action": Msg(f"handbook.wakhan.{action}")})
    yield Msg("handbook.wakhan_regions", {"order": tuple(Term(f"region.{key}") for key in card.region_order)})
    red = Msg("handbook.arrow.lower" if card.row_arrow else "handbook.arrow.upper")
    yield Msg("handbook.wakhan_arrows", {"black": card.column_arrow + 1, "red": red})
    rows = tuple(Msg(f"handbook.arrow.{row}") for row in card.back_rows)
    yield Msg("handbook.wakhan_back", {"columns": card.back_columns, "rows": rows})
    yield Msg("handbook.wakhan_explained")
