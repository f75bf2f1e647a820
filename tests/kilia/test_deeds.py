"""What a player did in a turn is kept as a text and read back as what it was."""

from __future__ import annotations

import pytest

from engines.kilia.data.content import CONTENT
from engines.kilia.data.types import GOODS, ZONES
from engines.kilia.table.deeds import Deed, Expanded, Fulfilled, Placed, Relieved, read, write

DEEDS: list[Deed] = [
    *(Expanded(zone) for zone in ZONES),
    *(Placed(good) for good in GOODS),
    *(Fulfilled(contract) for contract in CONTENT.contracts),
    Relieved(),
]


def test_every_deed_is_read_back() -> None:
    texts = [write(deed) for deed in DEEDS]
    assert [read(text) for text in texts] == DEEDS and len(set(texts)) == len(texts)
    # as States of before have them
    assert [read("expand:castle"), read("merchant:wood"), read("fulfil:C01"), read("sprat")] == [
        Expanded("castle"),
        Placed("wood"),
        Fulfilled("C01"),
        Relieved(),
    ]


@pytest.mark.parametrize("text", ["", "expand", "expand:wood", "merchant:castle", "fulfil:", "moon"])
def test_what_is_no_deed_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="expected a deed"):
        read(text)
