"""Text in pictures: the game's nouns, and sentences that only pictures need."""

from engines.kernel import LETTERS, Arg, Message, load_catalogue
from engines.pax_pamir.table import names
from engines.pax_pamir.view import View
from render import kit


def render_noun(path: str, lang: kit.Lang, is_short: bool = False) -> str:
    """Return a noun of the game's terms.toml, e.g. `region.herat`."""
    return load_catalogue("engines.pax_pamir").render_noun(path, lang, is_short=is_short)


def render_title(path: str, lang: kit.Lang) -> str:
    """Return a noun as a heading, with a capital letter."""
    words = render_noun(path, lang)
    return words[0].upper() + words[1:]


def render_message(key: str, lang: kit.Lang, /, **args: Arg) -> str:
    """Render a message of this folder's locale."""
    return load_catalogue("render.pax_pamir").render(Message(key, args), lang)


def format_player(player: int, ctx: kit.RenderContext) -> str:
    """Return a player's letter and name, e.g. `B Marco`; a number beyond the seats is Wakhan."""
    name = ctx.names[player] if player < len(ctx.names) else render_noun("concept.wakhan", ctx.lang)
    return render_message("phrase.player", ctx.lang, letter=LETTERS[player], name=name)


def find_player_name(view: View, player: int, ctx: kit.RenderContext) -> str:
    """Return a player's display name, or Wakhan."""
    return render_noun("concept.wakhan", ctx.lang) if view.players[player].is_automa else ctx.names[player]


def is_reader_on_turn(view: View, ctx: kit.RenderContext) -> bool:
    """Tell whether the reader is the player on turn."""
    return view.turn is not None and ctx.viewer == view.turn.player


def render_effect(side: str, lang: kit.Lang) -> str:
    """R12 Return the effect of a purchased or discarded side, e.g. of `riots_in_herat`, in words."""
    return load_catalogue("engines.pax_pamir").render(names.describe_effect(side), lang)
