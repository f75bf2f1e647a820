"""Heights of the questions of a whole game: all by the bot's estimate, those that may be too high in a browser.

The browser's measure of a random sample tells by how much the estimate may be too low. Every question whose estimate
lies so near the limit is measured too, until nothing that is left can be too high.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field

from engines.kernel import Rng

from .questions import ShownQuestion
from .screen import USABLE_HEIGHT

SAMPLE = 20
"""Number of questions by which the estimate is compared with the browser."""
HIGHEST = 8
"""Number of the questions with the highest estimates that are always measured."""


@dataclass
class Heights:
    """Heights of the questions of a game."""

    estimates: list[tuple[float, ShownQuestion]]
    """The estimated height in px of every question, the highest first."""
    measured: dict[int, float] = field(default_factory=dict)
    """Height in px in the browser, by the place in the estimates."""

    @property
    def largest_shortfall(self) -> float:
        """Largest number of px by which the browser showed a question higher than estimated."""
        return max((height - self.estimates[place][0] for place, height in self.measured.items()), default=0.0)

    @property
    def largest_excess(self) -> float:
        """Largest number of px by which the browser showed a question lower than estimated."""
        return max((self.estimates[place][0] - height for place, height in self.measured.items()), default=0.0)

    @property
    def highest(self) -> tuple[float, ShownQuestion]:
        """The height of the highest measured question, and that question."""
        place = max(self.measured, key=lambda place: self.measured[place])
        return self.measured[place], self.estimates[place][1]

    def list_too_high(self) -> list[tuple[float, ShownQuestion]]:
        """Return what needs scrolling, the highest first."""
        found = [(height, self.estimates[n][1]) for n, height in self.measured.items() if height > USABLE_HEIGHT]
        return sorted(found, key=lambda item: -item[0])


async def measure_heights(
    measure_height: Callable[[ShownQuestion], Awaitable[float]],
    questions: Iterable[ShownQuestion],
    rng: Rng,
    sample: int = SAMPLE,
    highest: int = HIGHEST,
) -> Heights:
    """Estimate every question, and measure a sample, the highest, and all that may be too high.

    measure_height: returns the height of a question in a browser
    """
    estimates = [(shown.estimate_height(), shown) for shown in questions]
    heights = Heights(sorted(estimates, key=lambda item: -item[0]))

    async def measure(place: int) -> None:
        if place not in heights.measured:
            heights.measured[place] = await measure_height(heights.estimates[place][1])

    for _ in range(sample):
        await measure(rng.pick_below(len(estimates)))
    for place, (estimate, _) in enumerate(heights.estimates):
        if place >= highest and estimate + max(0.0, heights.largest_shortfall) <= USABLE_HEIGHT:
            break
        await measure(place)
    return heights
