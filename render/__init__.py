"""Views to Scenes to pixels."""

import pkgutil

from render.kit.art import Art, Kind, arts
from render.kit.look import Lang, Look, Mark, Step
from render.kit.painter import paint
from render.kit.scene import Scene

# A game's pictures may come from another distribution that also holds a `render` package.
__path__ = pkgutil.extend_path(__path__, __name__)

__all__ = ["Art", "Kind", "Lang", "Look", "Mark", "Scene", "Step", "arts", "paint"]
