"""The kernel: what a game is and how one runs, the same for all games. A rulebook that can be paused."""

from .catalogue import LANGS, Catalogue, Lang, catalogue
from .chance import SEED_BYTES, Rng, commitment
from .content import WrongData, load
from .game import OFF_ON, Game, Policy, Score, Setup, Standing, TableOption, games
from .match import Applied, Frame, Match
from .policy import RANDOM, policies, random_answer
from .prompt import Ask, Decision, Event, Option, Options, Prompt
from .rulebook import Entry, Rulebook, rulebook
from .table import Table
from .words import LETTERS, Arg, Lazy, Msg, Refused, Seat, Stale, Term, Who, read, say

__all__ = [
    "LANGS",
    "LETTERS",
    "OFF_ON",
    "RANDOM",
    "SEED_BYTES",
    "Applied",
    "Arg",
    "Ask",
    "Catalogue",
    "Decision",
    "Entry",
    "Event",
    "Frame",
    "Game",
    "Lang",
    "Lazy",
    "Match",
    "Msg",
    "Option",
    "Options",
    "Policy",
    "Prompt",
    "Refused",
    "Rng",
    "Rulebook",
    "Score",
    "Seat",
    "Setup",
    "Stale",
    "Standing",
    "Table",
    "TableOption",
    "Term",
    "Who",
    "WrongData",
    "catalogue",
    "commitment",
    "games",
    "load",
    "policies",
    "random_answer",
    "read",
    "rulebook",
    "say",
]
