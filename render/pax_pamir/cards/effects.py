"""What the sides of an event card do, in the few words that a picture has room for."""

from engines.kernel import catalogue
from engines.pax_pamir.table import names
from render.kit.look import Lang


def effect(side: str, lang: Lang) -> str:
    """R12 The effect of a purchased or discarded side, e.g. `riots_in_herat`."""
    return catalogue("engines.pax_pamir").render(names.effect(side), lang)
