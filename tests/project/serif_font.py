"""Make the serif of the pictures from Debian's Noto Serif CJK: Latin letters and JIS X 0208, under a name of its own.

apt-get install fonts-noto-cjk
python -m tests.project.serif_font /usr/share/fonts/opentype/noto/NotoSerifCJK-Bold.ttc
"""

from __future__ import annotations

import argparse
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

from . import ROOT

TARGET = ROOT / "render" / "kit" / "typeface" / "TebanSerif-Bold.otf"
NAME = "Teban Serif"
JAPANESE_FACE = 0
"""Number of the face in the collection."""


def list_characters() -> set[int]:
    """Return Latin letters with their accents, general punctuation, arrows and every character of JIS X 0208."""
    latin = {*range(0x20, 0x7F), *range(0xA0, 0x250), *range(0x2010, 0x2028), *range(0x2030, 0x205F)}
    signs = {0x20AC, 0x2122, *range(0x2190, 0x2194), *range(0x2212, 0x2216), 0x2248, 0x2260, 0x2264, 0x2265}
    rows = range(0x21, 0x7F)
    pairs = (bytes((0x1B, 0x24, 0x42, row, cell)).decode("iso2022_jp", "ignore") for row in rows for cell in rows)
    return latin | signs | {ord(char) for pair in pairs for char in pair}


def make_subset(source: Path) -> TTFont:
    """Return the Japanese face with these characters alone, renamed; its copyright and licence lines stay."""
    font = TTFont(source, fontNumber=JAPANESE_FACE, recalcTimestamp=False)
    options = Options()
    options.hinting = False
    options.desubroutinize = False
    options.layout_features = ["kern", "palt"]
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=list_characters())
    subsetter.subset(font)
    names = {1: NAME, 3: f"{NAME} Bold", 4: f"{NAME} Bold", 6: "TebanSerif-Bold"}
    for record in font["name"].names:
        if record.nameID in names:
            record.string = names[record.nameID]
    outlines = font["CFF "].cff
    outlines.fontNames[0] = names[6]
    outlines.topDictIndex[0].FullName, outlines.topDictIndex[0].FamilyName = names[4], NAME
    return font


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", type=Path, help="NotoSerifCJK-Bold.ttc of fonts-noto-cjk 1:20220127")
    make_subset(parser.parse_args().source).save(TARGET)
    print(f"{TARGET}: {TARGET.stat().st_size // 1024} KB")


if __name__ == "__main__":
    main()
