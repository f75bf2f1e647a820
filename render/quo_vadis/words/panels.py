"""A war in words: the strength of each side and its parts, the stakes, and the effect of each declaration."""

from collections.abc import Iterable, Iterator

from engines.quo_vadis.data.content import CONTENT, KINDS
from engines.quo_vadis.view import PlayerView, View
from engines.quo_vadis.war_view import SideView, WarView

from .phrases import Phrases


def describe_war(phrases: Phrases, war_view: WarView) -> str:
    """Describe each side in the order of declaration; then the awaited seat or the winner."""
    sides = phrases.join_items(_describe_side(phrases, war_view, side) for side in war_view.sides)
    text = phrases.render_phrase("alt.war", area=war_view.area, sides=sides)
    if war_view.winner is not None:
        return phrases.join_sentences(
            text, phrases.render_phrase("alt.war_won", who=phrases.name_player(war_view.winner))
        )
    if war_view.next_seat is not None:
        return phrases.join_sentences(
            text, phrases.render_phrase("alt.war_waits", who=phrases.name_player(war_view.next_seat))
        )
    return text


def _describe_side(phrases: Phrases, war: WarView, side: SideView) -> str:
    """Describe a side: strength without the die, the die, the declaration, the parts, the chance or the total."""
    terms = (("workers", side.workers), ("towns", side.towns), ("neighbours", side.neighbours), ("bonus", side.bonus))
    strength_parts = tuple(phrases.render_phrase(f"alt.{term}", n=n) for term, n in terms if n)
    facts = [
        phrases.render_phrase("alt.side", who=phrases.name_player(side.seat), strength=side.strength, sides=side.sides)
    ]
    if side.bid is not None:
        facts.append(phrases.render_phrase("alt.bid", n=side.bid))
    facts += strength_parts
    if war.elated == side.seat:
        facts.append(phrases.render_phrase("alt.elated"))
    if side.total:
        facts.append(phrases.render_phrase("alt.total", rolls=side.rolls, n=side.total))
    elif side.chance is not None:
        facts.append(phrases.render_phrase("alt.chance", n=side.chance))
    return phrases.render_phrase("phrase.comma").join(facts)


def describe_bids(phrases: Phrases, war: WarView) -> str:
    """Describe each possible declaration of the asked seat: strength, chance, morale left."""
    bid_texts = []
    for bid in war.bids:
        key = "alt.declare" if bid.chance is None else "alt.declare_odds"
        words = phrases.render_phrase(
            key, n=bid.morale, strength=bid.strength, chance=bid.chance or 0, left=bid.morale_left
        )
        back = phrases.render_phrase("alt.declare_back", n=bid.morale_left + bid.regained) if bid.regained else ""
        bid_texts.append(words + back)
    return phrases.render_phrase("alt.bids", bids=phrases.join_items(bid_texts))


def describe_stakes(phrases: Phrases, war: WarView, seat: int) -> str:
    """Describe the seat's prize and the order in which ties are won."""
    side = war.find_side(seat)
    order = tuple(phrases.name_player(other) for other in war.tie_order)
    return phrases.render_phrase("alt.stakes", vp=side.prize, spoils=side.spoils, order=order)


def describe_panel(phrases: Phrases, name: str, seat: int) -> str:
    """Return the main part of the alt text of a private picture."""
    view, player = phrases.view, phrases.view.players[seat]
    genesis = view.turn.area if view.turn is not None else None
    match name:
        case "area":
            return phrases.join_sentences(describe_prices(phrases), phrases.describe_tracks(player))
        case "bid" if view.turn is not None and view.turn.war is not None:
            war_view = view.turn.war
            return phrases.join_sentences(
                describe_bids(phrases, war_view),
                describe_stakes(phrases, war_view, seat),
                describe_war(phrases, war_view),
            )
        case "genesis" | "around" if genesis is not None:
            areas = [genesis, *(iter_adjacent_areas(view, genesis) if name == "around" else ())]
            return phrases.join_sentences(_describe_areas(phrases, areas), phrases.describe_tracks(player))
        case "question" | "build":
            return _describe_areas(phrases, (area.id for area in view.areas if _has_piece(view, area.id, seat)))
        case "cubes" | "tracks":
            skills = player.skills or (CONTENT.races[player.race].basic if player.race is not None else ())
            return phrases.join_sentences(
                phrases.describe_tracks(player),
                phrases.render_phrase("alt.skills", skills=phrases.list_skill_names(skills)),
            )
        case "extras":
            return phrases.join_sentences(phrases.describe_tracks(player), describe_cards(phrases, player))
        case "skills":
            return describe_face_down(phrases, player)
    return phrases.join_sentences(describe_hand(phrases, player), phrases.describe_tracks(player))


def _describe_areas(phrases: Phrases, areas: Iterable[str]) -> str:
    view = phrases.view
    return phrases.join_sentences(
        *(phrases.render_phrase("alt.one_area", area=phrases.describe_area(view.find_area(area))) for area in areas)
    )


def iter_adjacent_areas(view: View, area: str) -> Iterator[str]:
    """Yield the areas adjacent to this one."""
    a, b = view.find_area(area).position
    for other in view.areas:
        da, db = other.position[0] - a, other.position[1] - b
        if (da, db) != (0, 0) and max(abs(da), abs(db), abs(da + db)) == 1:
            yield other.id


def describe_prices(phrases: Phrases) -> str:
    """Return the areas grouped by price, the free ones first."""
    by_price: dict[int, list[str]] = {}
    for area, price in sorted(phrases.view.prices.items()):
        by_price.setdefault(price, []).append(area)
    return phrases.join_sentences(
        *(
            phrases.render_phrase("alt.price" if price else "alt.free", faith=price, areas=tuple(areas))
            for price, areas in sorted(by_price.items())
        )
    )


def _has_piece(view: View, area: str, seat: int) -> bool:
    return any(
        space.workers[seat] or (space.town and space.town.owner == seat) for space in view.find_area(area).spaces
    )


def describe_hand(phrases: Phrases, player: PlayerView) -> str:
    """Describe the hand with the effect of each card, and the hidden skills; in the draft the pack."""
    if player.offer:
        return describe_face_down(phrases, player)
    plays = [*_describe_plays(phrases, player)]
    hand_text = (
        phrases.render_phrase("alt.plays", plays=phrases.join_items(plays))
        if plays
        else describe_cards(phrases, player)
    )
    return phrases.join_sentences(hand_text, describe_face_down(phrases, player))


def _describe_plays(phrases: Phrases, player: PlayerView) -> Iterator[str]:
    for kind in KINDS:
        if kind in player.play_effects:
            going_on, change = player.play_effects[kind]
            facts = [phrases.describe_play(kind, going_on)]
            if player.may_change:
                facts.append(phrases.render_phrase("alt.or_change", play=phrases.describe_play(kind, change)))
            yield phrases.render_phrase(
                "alt.card",
                kind=phrases.render_noun(f"kind.{kind}"),
                play=phrases.render_phrase("phrase.comma").join(facts),
            )


def describe_cards(phrases: Phrases, player: PlayerView) -> str:
    kinds = tuple(phrases.render_noun(f"kind.{kind}") for kind in player.hand or ())
    return phrases.render_phrase("alt.hand", cards=kinds or phrases.nothing)


def describe_face_down(phrases: Phrases, player: PlayerView) -> str:
    """Describe the face-down skills, preceded in the draft by the pack, before round 1 by the two
    skills of the race.
    """
    face_down_text = phrases.render_phrase("alt.kept", skills=phrases.list_skill_names(player.face_down))
    if player.offer:
        return phrases.join_sentences(
            phrases.render_phrase("alt.offer", skills=phrases.list_skill_names(player.offer)), face_down_text
        )
    if not player.skills and player.race is not None:
        return phrases.join_sentences(
            phrases.render_phrase("alt.basic", skills=phrases.list_skill_names(CONTENT.races[player.race].basic)),
            face_down_text,
        )
    return face_down_text
