"""The whole board in words, area by area and seat by seat."""

from collections.abc import Iterator

from engines.quo_vadis.data.content import CONTENT
from engines.quo_vadis.table.names import describe_effect
from engines.quo_vadis.view import PlayerView, View
from render import kit

from .alt import describe_genesis, describe_heading, describe_land, describe_result
from .panels import describe_bids, describe_cards, describe_hand, describe_prices, describe_stakes, describe_war
from .phrases import Phrases


def describe_board(view: View, ctx: kit.RenderContext) -> str:
    """Describe the board in sections by importance; the reader's private part comes last."""
    phrases = Phrases(view, ctx)
    parts = [phrases.join_sentences(describe_heading(phrases), describe_genesis(phrases))]
    if view.scores:
        parts.append(describe_result(phrases))
    elif view.turn is not None and view.turn.war is not None:
        parts.append(kit.format_section(phrases.render_phrase("title.war"), [describe_war(phrases, view.turn.war)]))
    parts.append(kit.format_section(phrases.render_phrase("title.map"), [*_describe_map(phrases)]))
    parts.append(
        kit.format_section(
            phrases.render_phrase("words.seats"),
            [kit.format_item(_describe_player(seat, phrases)) for seat in view.seats_in_order],
        )
    )
    if ctx.viewer is not None:
        parts.append(
            kit.format_section(phrases.render_phrase("words.own"), [*_describe_private_part(phrases, ctx.viewer)])
        )
    return "\n".join(parts)


def _describe_map(phrases: Phrases) -> Iterator[str]:
    view = phrases.view
    for area in sorted(view.areas, key=lambda area: area.id):
        yield kit.format_item(phrases.describe_area(area))
    token_texts = tuple(
        phrases.render_phrase("words.token_left", terrain=phrases.render_noun(f"terrain.{terrain}"), n=n)
        for terrain, n in view.tokens.items()
    )
    yield phrases.render_phrase("words.tokens", tokens=token_texts)
    markers = tuple(phrases.render_noun("concept.free") if card == "free" else card for card in view.markers)
    yield phrases.render_phrase("words.markers", cards=markers, deck=view.deck, discard=len(view.discard))


def _describe_player(seat: int, phrases: Phrases) -> str:
    player = phrases.view.players[seat]
    return phrases.join_sentences(
        phrases.render_phrase(
            "words.player",
            who=phrases.name_player(seat),
            race=phrases.nothing[0] if player.race is None else phrases.render_noun(f"race.{player.race}"),
            vp=player.points,
            held=player.hand_size,
            limit=player.hand_limit,
        ),
        phrases.describe_tracks(player),
        phrases.render_phrase("alt.stacks", stacks=phrases.join_items(phrases.describe_stacks(player))),
        phrases.render_phrase("alt.skills", skills=phrases.list_skill_names(player.skills, player.spent)),
        _describe_adaptation(phrases, player),
        describe_land(phrases, player),
    )


def _describe_adaptation(phrases: Phrases, player: PlayerView) -> str:
    if player.adapted_terrain is None:
        return ""
    return phrases.render_phrase("words.adapted", terrain=phrases.render_noun(f"terrain.{player.adapted_terrain}"))


def _describe_private_part(phrases: Phrases, seat: int) -> Iterator[str]:
    """Yield the private part: hand, the effects of each possible answer now, and skills with their effects."""
    view, player = phrases.view, phrases.view.players[seat]
    yield (
        describe_hand(phrases, player)
        if view.phase != "turn" or player.play_effects
        else describe_cards(phrases, player)
    )
    if view.prices and view.active == seat:
        yield describe_prices(phrases)
    war_view = view.turn.war if view.turn is not None else None
    if war_view is not None and war_view.next_seat == seat:
        yield phrases.join_sentences(describe_bids(phrases, war_view), describe_stakes(phrases, war_view, seat))
    basic = () if player.skills or player.race is None else CONTENT.races[player.race].basic
    for skill in (*(player.offer or ()), *basic, *(player.face_down or ())):
        yield kit.format_item(
            phrases.render_phrase(
                "words.skill",
                skill=phrases.render_noun(f"skill.{skill}"),
                effect=phrases.render_message(describe_effect(skill)),
            )
        )
