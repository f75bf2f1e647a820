"""Ways to show the answers of a question: as buttons or menus, with details, with words or with numbers alone."""

from collections.abc import Sequence
from typing import NamedTuple

from bot.discord_ui.page import pages

from .complete_answers import CompleteAnswer

MANY_BUTTONS, MANY_NUMBERS = 3 * pages.MAX_BUTTONS, 4 * pages.MAX_BUTTONS
"""Maximum number of answers that are buttons if they fit the screen: with words, and with numbers alone."""


class ControlStyle(NamedTuple):
    """A way to show the same answers; styles differ in the height of their controls and in the presses they cost."""

    max_buttons: int
    """Maximum number of answers of one option that are buttons; more are a menu."""
    max_joint_buttons: int
    """The same for answers of several options, whose labels are long."""
    has_details: bool
    """Buttons show what an option costs and brings beside its name."""
    is_terse: bool
    """Buttons of answers that the picture tells apart by their numbers have nothing but these numbers."""
    spare_lines: int
    """Lines for which the controls must leave room besides the words that are always shown."""
    is_one_list: bool = False
    """One menu has the options and the side actions, which otherwise stand apart."""

    def has_buttons(self, answers: Sequence[CompleteAnswer]) -> bool:
        """Return whether these answers, which are all of one kind, are buttons."""
        is_joint = bool(answers) and answers[0].draft_code is not None
        return len(answers) <= (self.max_joint_buttons if is_joint else self.max_buttons)


STYLES = (
    ControlStyle(MANY_BUTTONS, MANY_BUTTONS, has_details=True, is_terse=False, spare_lines=1),
    ControlStyle(MANY_BUTTONS, MANY_BUTTONS, has_details=False, is_terse=False, spare_lines=0),
    ControlStyle(MANY_NUMBERS, MANY_NUMBERS, has_details=False, is_terse=True, spare_lines=0),
    ControlStyle(pages.MAX_BUTTONS, pages.MAX_BUTTONS, has_details=True, is_terse=False, spare_lines=1),
    ControlStyle(0, 0, has_details=False, is_terse=False, spare_lines=0, is_one_list=True),
    ControlStyle(pages.MAX_BUTTONS, 0, has_details=False, is_terse=False, spare_lines=0),
    ControlStyle(pages.MAX_BUTTONS, pages.MAX_BUTTONS, has_details=False, is_terse=False, spare_lines=0),
)
"""All styles, the best first. The first one that fits the screen is used."""
TERSE_STYLE, KIND_STYLE = STYLES[2], STYLES[-1]._replace(max_buttons=0)  # if none fits: for newcomers, and for lists
