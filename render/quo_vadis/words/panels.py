"""What a private picture tells beside its numbered options."""

from collections.abc import Iterable, Iterator

from engines.quo_vadis.data.content import CONTENT, KINDS
from engines.quo_vadis.view import PlayerView, View

from .phrases import Phrases
from .war import bids, stakes, war


def panel(phrases: Phrases, name: str, seat: int) -> str:
    """The focal part of the alt text of a private picture."""
    view, player = phrases.view, phrases.view.players[seat]
    chosen = view.turn.area if view.turn is not None else None
    match name:
        case "area":
            return phrases.together(prices(phrases), phrases.tracks(player))
        case "bid" if view.turn is not None and view.turn.war is not None:
            one = view.turn.war
            return phrases.together(bids(phrases, one), stakes(phrases, one, seat), war(phrases, one))
        case "genesis" | "around" if chosen is not None:
            shown = [chosen, *(near(view, chosen) if name == "around" else ())]
            return phrases.together(_areas(phrases, shown), phrases.tracks(player))
        case "question" | "build":
            return _areas(phrases, (area.id for area in view.areas if _holds(view, area.id, seat)))
        case "cubes" | "tracks":
            skills = player.skills or (CONTENT.races[player.race].basic if player.race is not None else ())
            return phrases.together(phrases.tracks(player), phrases.say("alt.skills", skills=phrases.skills(skills)))
        case "extras":
            return phrases.together(phrases.tracks(player), cards(phrases, player))
        case "skills":
            return hidden(phrases, player)
    return phrases.together(hand(phrases, player), phrases.tracks(player))


def _areas(phrases: Phrases, areas: Iterable[str]) -> str:
    view = phrases.view
    return phrases.together(*(phrases.say("alt.one_area", area=phrases.area(view.area(area))) for area in areas))


def near(view: View, area: str) -> Iterator[str]:
    """Areas that touch this one."""
    a, b = view.area(area).at
    for other in view.areas:
        da, db = other.at[0] - a, other.at[1] - b
        if (da, db) != (0, 0) and max(abs(da), abs(db), abs(da + db)) == 1:
            yield other.id


def prices(phrases: Phrases) -> str:
    """Areas by what they cost, the free ones first."""
    by_price: dict[int, list[str]] = {}
    for area, price in sorted(phrases.view.prices.items()):
        by_price.setdefault(price, []).append(area)
    return phrases.together(
        *(
            phrases.say("alt.price" if price else "alt.free", faith=price, areas=tuple(areas))
            for price, areas in sorted(by_price.items())
        )
    )


def _holds(view: View, area: str, seat: int) -> bool:
    return any(space.workers[seat] or (space.town and space.town.owner == seat) for space in view.area(area).spaces)


def hand(phrases: Phrases, player: PlayerView) -> str:
    """The cards and what each would do; the hidden skills; in the draft the pack."""
    if player.offer:
        return hidden(phrases, player)
    plays = [*_plays(phrases, player)]
    told = phrases.say("alt.plays", plays=phrases.series(plays)) if plays else cards(phrases, player)
    return phrases.together(told, hidden(phrases, player))


def _plays(phrases: Phrases, player: PlayerView) -> Iterator[str]:
    for kind in KINDS:
        if kind in player.plays:
            going_on, change = player.plays[kind]
            facts = [phrases.play(kind, going_on)]
            if player.may_change:
                facts.append(phrases.say("alt.or_change", play=phrases.play(kind, change)))
            yield phrases.say(
                "alt.card", kind=phrases.noun(f"kind.{kind}"), play=phrases.say("phrase.comma").join(facts)
            )


def cards(phrases: Phrases, player: PlayerView) -> str:
    held = tuple(phrases.noun(f"kind.{kind}") for kind in player.hand or ())
    return phrases.say("alt.hand", cards=held or phrases.nothing)


def hidden(phrases: Phrases, player: PlayerView) -> str:
    """Face-down skills; in the draft the pack before them; before the first round the two of the race."""
    kept = phrases.say("alt.kept", skills=phrases.skills(player.kept))
    if player.offer:
        return phrases.together(phrases.say("alt.offer", skills=phrases.skills(player.offer)), kept)
    if not player.skills and player.race is not None:
        return phrases.together(phrases.say("alt.basic", skills=phrases.skills(CONTENT.races[player.race].basic)), kept)
    return kept
