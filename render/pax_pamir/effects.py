"""What the sides of an event card do, in the few words that a picture has room for."""

from engines.pax_pamir.content import CONTENT
from render.look import Lang
from render.pax_pamir.words import noun, sentence

_FIGURES = {
    "conflict_fatigue": {"lead": CONTENT.data.limits.dominance_lead_required_conflict_fatigue},
    "nation_building": {"cost": CONTENT.data.costs.build_per_block},
}


def effect(side: str, lang: Lang) -> str:
    """R12 The effect of a purchased or discarded side, e.g. `riots_in_herat`."""
    if side.startswith("riots_in_"):
        return sentence("effect.riots", lang, region=noun(f"region.{side.removeprefix('riots_in_')}", lang))
    if side.startswith("favor_"):
        return sentence("effect.favor", lang, suit=noun(f"suit.{side.removeprefix('favor_')}", lang))
    return sentence(f"effect.{side}", lang, **_FIGURES.get(side, {}))
