"""Views to Scenes to pixels."""

import pkgutil
from collections.abc import Mapping
from functools import cache
from importlib import import_module

from render.kit.art import Art, Kind
from render.kit.look import Lang, Look, Mark, Step
from render.kit.painter import paint
from render.kit.scene import Scene

# A game's pictures may come from another distribution that also holds a `render` package.
__path__ = pkgutil.extend_path(__path__, __name__)

__all__ = ["Art", "Kind", "Lang", "Look", "Mark", "Scene", "Step", "arts", "paint"]


@cache
def arts() -> Mapping[str, Art]:
    """Every sub-package that has an `ART`, by game id. TypeError if that is not an Art."""
    found: dict[str, Art] = {}
    for module in pkgutil.iter_modules(__path__):
        if module.ispkg:
            art = getattr(import_module(f"{__name__}.{module.name}"), "ART", None)
            if art is None:
                continue
            if not isinstance(art, Art):
                raise TypeError(f"render.{module.name}.ART: expected an Art, got {type(art).__name__}")
            found[art.game] = art
    return found
