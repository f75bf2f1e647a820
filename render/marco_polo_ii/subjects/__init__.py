"""The engraved portraits of the characters: drawings of our own, none copied from an edition of the game."""

from collections.abc import Callable, Mapping

from render.kit.surfaces.engraving import Plate
from render.marco_polo_ii.subjects import easterners, westerners
from render.marco_polo_ii.subjects.busts import Portrait

_PORTRAITS: Mapping[str, Callable[[Portrait], None]] = {
    "abha": easterners.draw_abha,
    "de_wu": easterners.draw_de_wu,
    "donata": westerners.draw_donata,
    "filippo": westerners.draw_filippo,
    "gantulga": easterners.draw_gantulga,
    "isabella": westerners.draw_isabella,
    "mailin": easterners.draw_mailin,
    "mongke": easterners.draw_mongke,
    "piedro": easterners.draw_piedro,
    "tebaldo": westerners.draw_tebaldo,
    "vidal": westerners.draw_vidal,
}


def _build_subject(draw_portrait: Callable[[Portrait], None]) -> Callable[[Plate], None]:
    def draw_subject(plate: Plate) -> None:
        portrait = Portrait(plate)
        portrait.draw_rays()
        draw_portrait(portrait)

    return draw_subject


SUBJECTS: Mapping[str, Callable[[Plate], None]] = {
    character: _build_subject(draw_portrait) for character, draw_portrait in _PORTRAITS.items()
}
"""Character -> how its portrait is drawn."""
