"""How a game, its seats, colours, options and computer players are called."""

from __future__ import annotations

import msgspec

from bot.table import LiveTable, Seated
from bot.table.notices import standing
from engines.kernel import Catalogue, Game, Lang, Seat, catalogue, say

from . import signs
from .voice import Voice, bot_words


def game_title(game: Game[object], voice: Voice) -> str:
    """The noun `terms.<id>` of the game."""
    return voice.join(lambda lang: catalogue(game.package).term(f"terms.{game.id}", lang))


def colour(words: Catalogue, colour: str, voice: Voice) -> str:
    return voice.join(lambda lang: words.term(f"player_colors.{colour}", lang))


def seat_name(live: LiveTable, seated: Seated) -> str:
    """`● A Name`, or the emoji of the seat and the name."""
    return f"{signs.of(live, seated.seat)} **{seated.name}**"


def player_name(live: LiveTable, player: Seat, voice: Voice) -> str:
    """The name on a seat, with its colour where the rules have decided it: `● A **Ada** (blue)`; or of the player that
    the rules themselves play: `◆ D **Wakhan**`.
    """
    if player < len(live.seats):
        decided = decided_colour(live, player)
        return seat_name(live, live.seats[player]) + (f" ({colour(live.words, decided, voice)})" if decided else "")
    return f"{signs.of(live, player)} **{voice.join(lambda lang: automa_name(live, lang))}**"


def automa_name(live: LiveTable, lang: Lang) -> str:
    """The player that the rules themselves play."""
    assert live.game.automa is not None
    return live.words.term(live.game.automa, lang)


def decided_colour(live: LiveTable, seat: Seat) -> str | None:
    """The seat's colour in a game whose rules decide colours; None: not yet, or people choose them."""
    if live.game.seat_colors is None or live.match is None:
        return None
    return live.game.seat_colors(live.match.public().view(None))[seat]


def option_name(words: Catalogue, option: str, lang: Lang) -> str:
    """The sentence `option.<id>.name` of the game."""
    return words.render(say(f"option.{option}.name"), lang)


def option_value(words: Catalogue, option: str, value: str, lang: Lang) -> str:
    """The sentence `option.<id>.<value>` of the game; plain on and off are the bot's own words."""
    key = f"option.{option}.{value}"
    if words.has(key):
        return words.render(say(key), lang)
    return bot_words().render(say(f"option.{value}"), lang)


def option_help(words: Catalogue, option: str, lang: Lang) -> str:
    key = f"option.{option}.help"
    return words.render(say(key), lang) if words.has(key) else ""


def policy(name: str, voice: Voice) -> str:
    """Computer players by the bot's words; one that it does not know is called by its id."""
    return voice.label(f"policy.{name}") if bot_words().has(f"policy.{name}") else name


GENERAL = {standing.CONFIRM: "standing.confirm", standing.PASS: "standing.pass"}


def topic(live: LiveTable, topic: str, voice: Voice) -> str:
    """What a standing answer is about."""
    if topic in GENERAL:
        return voice.label(GENERAL[topic])
    if topic.startswith(standing.ALWAYS):
        value = next((value for (_, given), value in live.orders.items() if given == topic), None)
        always = None if value is None else msgspec.json.decode(value, type=standing.Always)
        return (
            voice.label("standing.always")
            if always is None
            else voice.msg_label(always.question, live.words, live.names)
        )
    declared = live.game.standing.get(topic)
    if declared is None:  # given before a change of the rules
        return voice.line("seat.unnamed")
    return voice.msg_label(declared.about, live.words, live.names)


def table_title(live: LiveTable, voice: Voice) -> str:
    """`Signorie · table 12`"""
    return voice.join(lambda lang: _title(live, Voice((lang,))))


def _title(live: LiveTable, voice: Voice) -> str:
    return f"{game_title(live.game, voice)} · {voice.label('table.number', id=live.id)}"
