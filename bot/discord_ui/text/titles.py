"""Display names of games, tables, seats, colours, options and computer players."""

import msgspec

from bot.table import SeatAssignment, Table
from bot.table.terms import general_presets
from engines.kernel import Catalogue, Game, Lang, Seat, load_catalogue, load_games, message

from . import seat_icons
from .localizer import Localizer, load_bot_catalogue


def name_game(game: Game[object], localizer: Localizer) -> str:
    """Return the game's title, catalogue noun `terms.<id>`."""
    return localizer.join_languages(lambda lang: load_catalogue(game.package).render_noun(f"terms.{game.id}", lang))


def name_colour(catalogue: Catalogue, colour: str, localizer: Localizer) -> str:
    return localizer.join_languages(lambda lang: catalogue.render_noun(f"player_colors.{colour}", lang))


def name_seat(table: Table, seated: SeatAssignment) -> str:
    """Return the seat's icon and name: `● A **Name**`, or with the seat's emoji."""
    return f"{seat_icons.format_icon(table, seated.seat)} **{seated.name}**"


def name_player(table: Table, player: Seat, localizer: Localizer) -> str:
    """Return icon and name of a player: `● A **Ada** (blue)`, with the colour if the rules have assigned it.

    A seat number beyond the table's seats means the automa: `◆ D **Wakhan**`.
    """
    if player < len(table.seats):
        decided_colour = seat_icons.find_decided_colour(table, player)
        return name_seat(table, table.seats[player]) + (
            localizer.bracket(name_colour(table.catalogue, decided_colour, localizer)) if decided_colour else ""
        )
    return (
        f"{seat_icons.format_icon(table, player)} **{localizer.join_languages(lambda lang: name_automa(table, lang))}**"
    )


def name_automa(table: Table, lang: Lang) -> str:
    """Return the name of the game's automa (the player controlled by the rules)."""
    assert table.game.automa is not None
    return table.catalogue.render_noun(table.game.automa, lang)


def name_option(catalogue: Catalogue, option: str, lang: Lang) -> str:
    """Return the name of a game option, catalogue sentence `option.<id>.name`."""
    return catalogue.render(message(f"option.{option}.name"), lang)


def name_option_value(catalogue: Catalogue, option: str, value: str, lang: Lang) -> str:
    """Return the name of an option's value, catalogue sentence `option.<id>.<value>`; on and off: the bot's words."""
    key = f"option.{option}.{value}"
    if catalogue.has_key(key):
        return catalogue.render(message(key), lang)
    return load_bot_catalogue().render(message(f"option.{value}"), lang)


def describe_option(catalogue: Catalogue, option: str, lang: Lang) -> str:
    key = f"option.{option}.help"
    return catalogue.render(message(key), lang) if catalogue.has_key(key) else ""


def name_policy(name: str, localizer: Localizer) -> str:
    """Return the name of a computer player's policy, or its id if the catalogue has no name for it."""
    return localizer.render_label(f"policy.{name}") if load_bot_catalogue().has_key(f"policy.{name}") else name


GENERAL_PRESETS = {general_presets.CONFIRM: "standing.confirm", general_presets.PASS: "standing.pass"}


def name_preset(table: Table, topic: str, localizer: Localizer) -> str:
    """Return the title of a preset answer's topic."""
    if topic in GENERAL_PRESETS:
        return localizer.render_label(GENERAL_PRESETS[topic])
    if topic.startswith(general_presets.ALWAYS):
        value = next((preset.value for preset in table.presets.values() if preset.topic == topic), None)
        always = None if value is None else msgspec.json.decode(value, type=general_presets.AlwaysPreset)
        return (
            localizer.render_label("standing.always")
            if always is None
            else localizer.render_message_label(always.question, table.catalogue, table.names)
        )
    preset_topic = table.game.presets.get(topic)
    if preset_topic is None:  # preset from before a change of the rules
        return localizer.render_line("seat.unnamed")
    return localizer.render_message_label(preset_topic.description, table.catalogue, table.names)


def name_table(table: Table, localizer: Localizer) -> str:
    """Return game and table number: `Signorie · table 12`."""
    return localizer.join_languages(lambda lang: _name_table(table, Localizer((lang,))))


def _name_table(table: Table, localizer: Localizer) -> str:
    return f"{name_game(table.game, localizer)} · {localizer.render_label('table.number', id=table.id)}"


def name_game_by_id(game_id: str, localizer: Localizer) -> str:
    """Return the title of the game with this id, or the id if the game is no longer installed."""
    game = load_games().get(game_id)
    return game_id if game is None else name_game(game, localizer)


def name_unloaded_table(game_id: str, number: int, localizer: Localizer) -> str:
    """Return game and number of a table that is not loaded: `Signorie · table 12`."""
    return f"{name_game_by_id(game_id, localizer)} · {localizer.render_label('table.number', id=number)}"


def describe_order(table: Table, following_names: object, localizer: Localizer) -> tuple[str, str]:
    """Return a line with those who come after the first player, and a line for each player in the order of seats, with
    their colour.

    following_names: argument of a stored notice; a notice of a version before 0.22 has none
    """
    names = localizer.join_names(map(str, following_names)) if isinstance(following_names, tuple) else ""
    lines = [localizer.render_line("notice.seats")]
    for seated in table.seats:
        colour = seat_icons.find_colour(table, seated.seat)
        line = f"{seated.seat + 1}. {name_seat(table, seated)}"
        lines.append(line if colour is None else f"{line} — {name_colour(table.catalogue, colour, localizer)}")
    return localizer.render_label("panel.next_seats", names=names) if names else "", "\n".join(lines)
