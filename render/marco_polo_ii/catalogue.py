"""Words in pictures: the game's nouns, and the few sentences that only pictures need."""

from engines.kernel import Arg, Msg, catalogue
from render.kit.look import Lang


def noun(path: str, lang: Lang, short: bool = False) -> str:
    """A noun of the game's terms.toml, e.g. `cities.kabul`."""
    return catalogue("engines.marco_polo_ii").term(path, lang, short=short)


def sentence(key: str, lang: Lang, /, **args: Arg) -> str:
    """A sentence of this folder's locale."""
    return catalogue("render.marco_polo_ii").render(Msg(key, args), lang)
