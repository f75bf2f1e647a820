"""Finds the two weights of the one family and opens them at a size.

Order: `TEBAN_FONT_BOLD` / `TEBAN_FONT_REGULAR` (paths), the noto wheels, well-known system paths, and at last Pillow's
built-in Latin letters with one warning.
"""

import os
import threading
import warnings
from collections.abc import Iterator
from contextlib import ExitStack
from functools import cache, lru_cache
from importlib.resources import as_file, files
from pathlib import Path

from PIL import ImageFont

from render.kit.scene import Weight

Font = ImageFont.FreeTypeFont

# FreeType faces are not made for two threads at once; every use of a font holds this.
LOCK = threading.RLock()

MASTER = 192  # px; numerals inside tokens are cut from this one size and scaled down

_WHEELS: dict[Weight, tuple[str, str]] = {
    "bold": ("noto_cjk_sans_jp_bold", "NotoSansCJKjp-Bold.otf"),
    "regular": ("noto_cjk_sans_jp_regular", "NotoSansCJKjp-Regular.otf"),
}
_SYSTEM: dict[Weight, tuple[str, ...]] = {
    "bold": (
        "/usr/share/fonts/opentype/noto/NotoSansCJK-Bold.ttc",
        "/usr/share/fonts/noto-cjk/NotoSansCJK-Bold.ttc",
        "/usr/share/fonts/google-noto-sans-cjk-fonts/NotoSansCJK-Bold.ttc",
    ),
    "regular": (
        "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
        "/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc",
        "/usr/share/fonts/google-noto-sans-cjk-fonts/NotoSansCJK-Regular.ttc",
    ),
}
_unpacked = ExitStack()  # keeps fonts inside zipped packages unpacked as long as the process lives


@cache
def path(weight: Weight) -> Path | None:
    """The file of a weight, or None if only the built-in letters are left. FileNotFoundError for a wrong override."""
    variable = f"TEBAN_FONT_{weight.upper()}"
    if override := os.environ.get(variable):
        if not Path(override).is_file():
            raise FileNotFoundError(f"{variable} names {override!r}, which is not a file")
        return Path(override)
    found = next(_candidates(weight), None)
    if found is None:
        warnings.warn(
            f"no Japanese {weight} font found: install the noto-cjk-sans-jp wheels or set {variable}; "
            "pictures fall back to Latin letters",
            stacklevel=2,
        )
    return found


def _candidates(weight: Weight) -> Iterator[Path]:
    package, name = _WHEELS[weight]
    try:
        resource = files(package) / name
    except ModuleNotFoundError:
        pass
    else:
        if resource.is_file():
            yield _unpacked.enter_context(as_file(resource))
    yield from (Path(known) for known in _SYSTEM[weight] if Path(known).is_file())


@lru_cache(maxsize=20)
def font(weight: Weight, size: int) -> Font:
    """The font at `size` px, cached: each size takes about 3 MB, so only few are used."""
    file = path(weight)
    with LOCK:
        if file is None:
            builtin = ImageFont.load_default(size)
            if not isinstance(builtin, Font):
                raise RuntimeError("Pillow was built without FreeType: pictures need it")
            return builtin
        return ImageFont.truetype(str(file), size, layout_engine=ImageFont.Layout.BASIC)
