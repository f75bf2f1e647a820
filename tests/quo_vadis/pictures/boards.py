"""Tables that chance hardly reaches, for the contract of pictures."""

from __future__ import annotations

from engines.quo_vadis.view import View
from tests.quo_vadis.extremes import extreme


def fullest(seats: int) -> View:
    """All workers and towns on the map, full tracks, six generations, six open skills, tokens on many areas."""
    view: View = extreme(seats, "six", ("rich", "crowded", "towns", "no_tokens")).view(None)
    return view


CROWDED = {
    "fullest for three": fullest(3),
    "fullest for five": fullest(5),
    "one tall generation": extreme(4, "one", ("towns",)).view(None),
}
