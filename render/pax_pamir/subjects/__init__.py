"""The engraved subjects of Pax Pamir's cards: drawings of our own, none copied from an edition of the game."""

from collections.abc import Callable, Mapping
from functools import partial

from render.kit.surfaces.engraving import Plate
from render.pax_pamir.subjects import arms, fields, persons, strongholds, trade, ways
from render.pax_pamir.subjects.figures import draw_face, wear_robe, wear_tailcoat, wear_uniform
from render.pax_pamir.subjects.headwear import (
    comb_hair,
    wear_cap,
    wear_fur_cap,
    wear_kepi,
    wear_kolah,
    wear_quoits,
    wear_shako,
    wear_top_hat,
    wear_turban,
)
from render.pax_pamir.subjects.landscape import draw_sky

Drawing = Callable[[Plate], None]


def _dress_person(hat: Drawing, beard: str, coat: Drawing) -> Drawing:
    """Return the drawing of a bust: coat, face, and what is on the head."""

    def draw_person(plate: Plate) -> None:
        draw_sky(plate, 6, 60, 12)
        plate.rounding = 2
        coat(plate)
        draw_face(plate, 46, beard)
        hat(plate)
        plate.rounding = 0

    return draw_person


_belted_uniform = partial(wear_uniform, has_belts=True, has_facing=False)
_plain_uniform = partial(wear_uniform, has_epaulettes=True, has_belts=False)
_fur_robe = partial(wear_robe, has_shawl=False, is_furred=True)
_plain_robe = partial(wear_robe, has_shawl=False)
_jewelled_turban = partial(wear_turban, has_jewel=True, has_tail=False)
_sikh_turban = partial(wear_turban, has_jewel=True, has_tail=False, has_peak=False)

PERSONS: Mapping[str, Drawing] = {
    "adventurer": _dress_person(wear_kepi, "full", wear_uniform),
    "akali": _dress_person(wear_quoits, "long", _plain_robe),
    "captain": _dress_person(wear_cap, "whiskers", _plain_uniform),
    "dervish": persons.draw_dervish,
    "disguise": _dress_person(wear_turban, "moustache", wear_robe),
    "emir": _dress_person(_jewelled_turban, "pointed", _fur_robe),
    "envoy": _dress_person(comb_hair, "whiskers", wear_tailcoat),
    "khan": _dress_person(wear_turban, "full", wear_robe),
    "merchant": persons.draw_merchant,
    "officer": _dress_person(wear_shako, "moustache", wear_uniform),
    "persian": _dress_person(wear_kolah, "long", _fur_robe),
    "russian": _dress_person(wear_fur_cap, "moustache", wear_uniform),
    "sardar": _dress_person(_sikh_turban, "long", _plain_robe),
    "scribe": persons.draw_scribe,
    "sepoy officer": _dress_person(wear_shako, "whiskers", _belted_uniform),
    "spy": persons.draw_spy,
    "throne": persons.draw_throne,
    "traveller": _dress_person(wear_top_hat, "whiskers", wear_tailcoat),
    "uzbek": _dress_person(wear_fur_cap, "pointed", _plain_robe),
}
SCENES: Mapping[str, Drawing] = {
    "ark": strongholds.draw_ark,
    "askari": partial(arms.draw_infantry, hat="kolah"),
    "bazaar": trade.draw_bazaar,
    "bridge": strongholds.draw_bridge,
    "cannon": arms.draw_cannon,
    "caravan": ways.draw_caravan,
    "citadel": strongholds.draw_citadel,
    "city": strongholds.draw_city,
    "cossacks": arms.draw_cossacks,
    "council": persons.draw_council,
    "crate": trade.draw_crate,
    "elephant": arms.draw_elephant,
    "ferry": ways.draw_ferry,
    "gems": partial(trade.draw_mine, has_gem=True),
    "gorge": ways.draw_gorge,
    "guard": persons.draw_guard,
    "handicraft": trade.draw_handicraft,
    "highlanders": partial(arms.draw_infantry, hat="feather"),
    "horsemen": arms.draw_horsemen,
    "infantry": arms.draw_infantry,
    "mine": trade.draw_mine,
    "minaret": strongholds.draw_minaret,
    "oasis": fields.draw_oasis,
    "poppies": fields.draw_poppies,
    "press": trade.draw_press,
    "qanat": fields.draw_qanat,
    "rifles": arms.draw_rifles,
    "road": ways.draw_road,
    "scales": trade.draw_scales,
    "sepoys": partial(arms.draw_infantry, hat="turban"),
    "serai": trade.draw_serai,
    "sheep": ways.draw_sheep,
    "smugglers": ways.draw_smugglers,
    "steamer": ways.draw_steamer,
    "surveyor": persons.draw_surveyor,
    "tents": ways.draw_tents,
    "village": strongholds.draw_village,
    "wheat": fields.draw_wheat,
}
SUBJECTS: Mapping[str, Drawing] = {**PERSONS, **SCENES}
