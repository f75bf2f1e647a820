"""Rulebook entries for cards and abilities, built from data.toml, so that a correction there appears here.

Entries: `card.1` to `card.116` (court cards, then events), `ability.<ability>`, `card.wakhan.<card>`.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import get_args

from engines.kernel import Entry, Lang, Message, NounRef, load_catalogue
from engines.pax_pamir.actions.battle import CITADELS
from engines.pax_pamir.data.content import CONTENT, FAVORS, RIOTS, SUIT_ICONS
from engines.pax_pamir.data.types import Ability, CourtCard, EventCard, Icon, Region, Scope, WakhanCard
from engines.pax_pamir.rules.blackmail import BLACKMAIL_REGIONS

DATA = CONTENT.data

ABILITY_TEXT: Mapping[Ability, Message] = {
    "insurrection": Message("handbook.ability.insurrection", {"region": NounRef("region.kabul")}),
    **{
        card: Message("handbook.ability.citadel", {"region": NounRef(f"region.{region}")})
        for region, card in CITADELS.items()
    },
    **{
        card: Message("handbook.ability.blackmail", {"region": NounRef(f"region.{region}")})
        for card, region in BLACKMAIL_REGIONS.items()
    },
    "herat_influence": Message("handbook.ability.influence_region", {"region": NounRef("region.herat")}),
    "persian_influence": Message("handbook.ability.influence_region", {"region": NounRef("region.persia")}),
    "russian_influence": Message("handbook.ability.influence_patriots", {"coalition": NounRef("coalition.russian")}),
    "savvy_operator": Message("handbook.ability.always_favored"),
    "irregulars": Message("handbook.ability.always_favored"),
}
"""Texts of abilities that share a message or name a place. Each other one has a message under its own key."""

SCOPES_WITH_LINE: frozenset[Scope] = frozenset({"player", "target_player", "global"})
"""Scopes that get a line of their own. The effect text itself covers instant effects and effects in the market."""


def build_entries(lang: Lang) -> Iterable[Entry]:
    """Yield the entries in one language: court cards, events, abilities, Wakhan's cards."""
    words = load_catalogue("engines.pax_pamir")
    for card, title, lines in iter_pages():
        yield Entry(card, words.render(title, lang), "\n".join(words.render(line, lang) for line in lines))


def iter_pages() -> Iterator[tuple[str, Message, Iterator[Message]]]:
    """Yield (id, title, lines of the text) of each entry."""
    for court in DATA.court_card:
        yield f"card.{court.id}", _title_court_card(court), _iter_court_lines(court)
    for event in DATA.event_card:
        yield f"card.{event.id}", _title_event(event), _iter_event_lines(event)
    for ability in get_args(Ability):
        title = Message("handbook.ability_title", {"ability": NounRef(f"ability.{ability}")})
        yield f"ability.{ability}", title, _iter_ability_lines(ability)
    for ai in DATA.wakhan_card:
        yield f"card.wakhan.{ai.id}", Message("handbook.wakhan_title", {"id": ai.id}), _iter_wakhan_lines(ai)


# ---------------------------------------------------------------------- court cards


def _title_court_card(card: CourtCard) -> Message:
    return Message("handbook.court_title", {"id": card.id, "name": card.name})


def _iter_court_lines(card: CourtCard) -> Iterator[Message]:
    suit, region = NounRef(f"suit.{card.suit}"), NounRef(f"region.{card.region}")
    yield Message("handbook.suit", {"suit": suit, "rank": card.rank, "region": region})
    yield Message(f"handbook.stars.{card.suit}", {"rank": card.rank})
    if card.patriot != "none":
        yield Message("handbook.patriot", {"coalition": NounRef(f"coalition.{card.patriot}")})
    if card.prize != "none":
        yield Message("handbook.prize", {"coalition": NounRef(f"coalition.{card.prize}")})
    yield Message("handbook.impact")
    for icon, row in groupby(card.impact):
        yield _describe_icon(icon, len(list(row)), card.region)
    yield Message("handbook.actions" if card.actions else "handbook.no_actions")
    for action in card.actions:
        yield _describe_action(action, card.rank)
    if card.ability != "none":
        name = NounRef(f"ability.{card.ability}")
        yield Message("handbook.special", {"ability": name, "text": _describe_ability(card.ability)})


def _describe_icon(icon: Icon, n: int, region: Region) -> Message:
    """Return the effect of an impact icon that is printed n times in a row."""
    if icon in SUIT_ICONS:
        return Message("handbook.icon.suit", {"suit": NounRef(f"suit.{SUIT_ICONS[icon]}")})
    if icon == "leverage":
        return Message("handbook.icon.leverage", {"gain": DATA.costs.leverage_gain, "owed": DATA.costs.leverage_repay})
    return Message(f"handbook.icon.{icon}", {"n": n, "region": NounRef(f"region.{region}")})


def _describe_action(action: str, rank: int) -> Message:
    match action:
        case "gift":
            return Message("handbook.action.gift", {"spaces": DATA.costs.gift_spaces})
        case "build":
            max_blocks, cost = DATA.limits.build_blocks_max, DATA.costs.build_per_block
            return Message("handbook.action.build", {"most": max_blocks, "cost": cost})
        case "betray":
            return Message("handbook.action.betray", {"cost": DATA.costs.betray})
        case _:
            return Message(f"handbook.action.{action}", {"rank": rank})


# ---------------------------------------------------------------------- abilities


def _iter_ability_lines(ability: Ability) -> Iterator[Message]:
    yield _describe_ability(ability)
    cards = tuple(_title_court_card(card) for card in DATA.court_card if card.ability == ability)
    yield Message("handbook.ability_cards", {"cards": cards})


def _describe_ability(ability: Ability) -> Message:
    return ABILITY_TEXT.get(ability) or Message(f"handbook.ability.{ability}")


# ---------------------------------------------------------------------- events


def _title_event(card: EventCard) -> Message:
    if card.is_check:
        return Message("handbook.check_title", {"id": card.id, "check": NounRef("event.dominance_check")})
    bought, discarded = NounRef(f"event.{card.purchased}"), NounRef(f"event.{card.discarded}")
    return Message("handbook.event_title", {"id": card.id, "bought": bought, "discarded": discarded})


def _iter_event_lines(card: EventCard) -> Iterator[Message]:
    if card.is_check:
        yield describe_effect_in_rulebook(card.purchased)
        return
    yield from _iter_side_lines(
        "bought" if card.is_purchasable else "cannot_be_bought", card.purchased, card.purchased_scope
    )
    yield from _iter_side_lines("discarded", card.discarded, card.discarded_scope)


def _iter_side_lines(side: str, effect: str, scope: Scope) -> Iterator[Message]:
    yield Message(f"handbook.{side}", {"name": NounRef(f"event.{effect}"), "text": describe_effect_in_rulebook(effect)})
    if scope in SCOPES_WITH_LINE:
        yield Message(f"handbook.scope.{scope}")


def describe_effect_in_rulebook(effect: str) -> Message:
    """Return the effect of one side of an event."""
    if effect in RIOTS:
        return Message("handbook.event.riots", {"region": NounRef(f"region.{RIOTS[effect]}")})
    if effect in FAVORS:
        return Message("handbook.event.favor", {"suit": NounRef(f"suit.{FAVORS[effect]}")})
    limits = DATA.limits
    match effect:
        case "dominance_check":
            return Message("handbook.check")
        case "conflict_fatigue":
            lead, usual_lead = limits.dominance_lead_required_conflict_fatigue, limits.dominance_lead_required
            return Message("handbook.event.conflict_fatigue", {"lead": lead, "usual": usual_lead})
        case "nation_building":
            cost, max_blocks = DATA.costs.build_per_block, 2 * limits.build_blocks_max
            return Message("handbook.event.nation_building", {"cost": cost, "most": max_blocks})
        case _:
            return Message(f"handbook.event.{effect}")


# ---------------------------------------------------------------------- Wakhan's cards


def _iter_wakhan_lines(card: WakhanCard) -> Iterator[Message]:
    yield Message(
        "handbook.wakhan_loyalty", {"order": tuple(NounRef(f"coalition.{number}") for number in card.loyalty_order)}
    )
    yield Message("handbook.wakhan_actions")
    for n, action in enumerate(card.actions, 1):
        yield Message("handbook.wakhan_action", {"n": n, "action": Message(f"handbook.wakhan.{action}")})
    yield Message("handbook.wakhan_regions", {"order": tuple(NounRef(f"region.{key}") for key in card.region_order)})
    red_arrow = Message("handbook.arrow.lower" if card.row_arrow else "handbook.arrow.upper")
    yield Message("handbook.wakhan_arrows", {"black": card.column_arrow + 1, "red": red_arrow})
    rows = tuple(Message(f"handbook.arrow.{row}") for row in card.back_rows)
    yield Message("handbook.wakhan_back", {"columns": card.back_columns, "rows": rows})
    yield Message("handbook.wakhan_explained")
