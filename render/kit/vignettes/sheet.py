"""The sheet of a game's vignettes: all subjects in one PNG of sixteen tones, cut by a command and read when needed.

A game's package `subjects` has `SUBJECTS`: the name of each subject and the function that draws it on a plate.
`python -m render.kit.painting.prerender` cuts the sheet: cutting a plate takes 0.2 s, reading it from the sheet 1 ms.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.resources import files
from io import BytesIO

from PIL import Image

from render.kit.painting.image_cache import keep_images
from render.kit.surfaces.engraving import Plate
from render.kit.surfaces.noise import scale_tones

FILE = "vignettes.png"
PLATE_SIZE = 300
PERIOD = 6.4
"""px between two lines of a plate; on a card of half the size they are 3 px apart."""
COLUMNS = 8
TONES = 8
MAX_SHEET_BYTES = 600_000
_INK_TABLE = [min(255, tone % TONES * 36 + 3) if tone % TONES else 0 for tone in range(256)]
_BODY_TABLE = [255 if tone >= TONES else 0 for tone in range(256)]

Masks = tuple[Image.Image, Image.Image]
"""The ink, and what the forms cover."""


def load_subjects(game: str) -> Mapping[str, Callable[[Plate], None]]:
    """Return the functions that draw the subjects of a game, by name. Raises ModuleNotFoundError if it has none."""
    subjects: Mapping[str, Callable[[Plate], None]] = import_module(f"render.{game}.subjects").SUBJECTS
    return subjects


def cut_plate(draw_subject: Callable[[Plate], None], size: int = PLATE_SIZE, period: float = PERIOD) -> Masks:
    plate = Plate(size, period)
    draw_subject(plate)
    return plate.finish()


def cut_sheet(game: str) -> bytes:
    """Cut all subjects of a game, in the order of their names."""
    subjects = load_subjects(game)
    names = sorted(subjects)
    rows = -(-len(names) // COLUMNS)
    sheet = Image.new("L", (COLUMNS * PLATE_SIZE, rows * PLATE_SIZE))
    for i, name in enumerate(names):
        ink, body = cut_plate(subjects[name])
        tones = Image.composite(scale_tones(ink, 1 / 32, TONES), scale_tones(ink, 1 / 32), body)
        sheet.paste(tones, (i % COLUMNS * PLATE_SIZE, i // COLUMNS * PLATE_SIZE))
    paletted = Image.frombytes("P", sheet.size, sheet.tobytes())
    paletted.putpalette([tone for i in range(2 * TONES) for tone in (i % TONES * 36,) * 3])
    buffer = BytesIO()
    paletted.save(buffer, "PNG", optimize=True, bits=4)
    return buffer.getvalue()


@keep_images
def _load_sheet(game: str) -> tuple[Image.Image, Mapping[str, int]]:
    content = files(f"render.{game}").joinpath(FILE).read_bytes()
    sheet = Image.open(BytesIO(content))
    return Image.frombytes("L", sheet.size, sheet.tobytes()), {
        name: i for i, name in enumerate(sorted(load_subjects(game)))
    }


def load_ink(name: str, size: int) -> Image.Image:
    """Return the ink of a plate by `game/subject`, scaled to `size` px. Raises KeyError for an unknown subject."""
    return _cut_tones(name).point(_INK_TABLE).resize((size, size), Image.Resampling.HAMMING)


def load_body(name: str, size: int) -> Image.Image:
    """Return what the forms of a plate cover, scaled the same: only printed over a tint."""
    return _cut_tones(name).point(_BODY_TABLE).resize((size, size), Image.Resampling.BOX)


def _cut_tones(name: str) -> Image.Image:
    game, _, subject = name.partition("/")
    sheet, places = _load_sheet(game)
    x, y = places[subject] % COLUMNS * PLATE_SIZE, places[subject] // COLUMNS * PLATE_SIZE
    return sheet.crop((x, y, x + PLATE_SIZE, y + PLATE_SIZE))
