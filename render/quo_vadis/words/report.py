"""The whole board in words: area by area, seat by seat."""

from collections.abc import Iterator

from engines.quo_vadis.data.content import CONTENT
from engines.quo_vadis.view import PlayerView, View
from engines.quo_vadis.wording import effect
from render.kit.look import Look
from render.kit.phrases import item, section

from .alt import chosen, head_of, land, result
from .panels import cards, hand, prices
from .phrases import Phrases
from .war import bids, stakes, war


def words(view: View, look: Look) -> str:
    """Sections in the order in which they matter; the reader's own part last."""
    phrases = Phrases(view, look)
    parts = [phrases.together(head_of(phrases), chosen(phrases))]
    if view.scores:
        parts.append(result(phrases))
    elif view.turn is not None and view.turn.war is not None:
        parts.append(section(phrases.say("title.war"), [war(phrases, view.turn.war)]))
    parts.append(section(phrases.say("title.map"), [*_map(phrases)]))
    parts.append(section(phrases.say("words.seats"), [item(_player(seat, phrases)) for seat in view.in_order]))
    if look.viewer is not None:
        parts.append(section(phrases.say("words.own"), [*_own(phrases, look.viewer)]))
    return "\n".join(parts)


def _map(phrases: Phrases) -> Iterator[str]:
    view = phrases.view
    for area in sorted(view.areas, key=lambda area: area.id):
        yield item(phrases.area(area))
    left = tuple(
        phrases.say("words.token_left", terrain=phrases.noun(f"terrain.{terrain}"), n=n)
        for terrain, n in view.tokens.items()
    )
    yield phrases.say("words.tokens", tokens=left)
    markers = tuple(phrases.noun("concept.free") if card == "free" else card for card in view.markers)
    yield phrases.say("words.markers", cards=markers, deck=view.deck, discard=len(view.discard))


def _player(seat: int, phrases: Phrases) -> str:
    player = phrases.view.players[seat]
    return phrases.together(
        phrases.say(
            "words.player",
            who=phrases.player(seat),
            race=phrases.nothing[0] if player.race is None else phrases.noun(f"race.{player.race}"),
            vp=player.points,
            held=player.held,
            limit=player.hand_limit,
        ),
        phrases.tracks(player),
        phrases.say("alt.stacks", stacks=phrases.series(phrases.stacks(player))),
        phrases.say("alt.skills", skills=phrases.skills(player.skills, player.spent)),
        _adapted(phrases, player),
        land(phrases, player),
    )


def _adapted(phrases: Phrases, player: PlayerView) -> str:
    if player.adapted is None:
        return ""
    return phrases.say("words.adapted", terrain=phrases.noun(f"terrain.{player.adapted}"))


def _own(phrases: Phrases, seat: int) -> Iterator[str]:
    """What only the reader sees, and what each choice of the moment would bring; skills with their effects."""
    view, player = phrases.view, phrases.view.players[seat]
    yield hand(phrases, player) if view.phase != "turn" or player.plays else cards(phrases, player)
    if view.prices and view.active == seat:
        yield prices(phrases)
    fought = view.turn.war if view.turn is not None else None
    if fought is not None and fought.asked == seat:
        yield phrases.together(bids(phrases, fought), stakes(phrases, fought, seat))
    basic = () if player.skills or player.race is None else CONTENT.races[player.race].basic
    for skill in (*(player.offer or ()), *basic, *(player.kept or ())):
        yield item(phrases.say("words.skill", skill=phrases.noun(f"skill.{skill}"), effect=phrases.told(effect(skill))))
