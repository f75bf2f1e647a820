"""The kernel: what a game is and how one runs, the same for all games. A rulebook that can be paused.

For who writes a game, in the order of reading (`docs/add-a-game.md` builds one):

    game       Game, the record that a package exports as GAME; `rules`: what a running game needs of it; TableOption,
               Standing, Score, Moment
    table      Table, what a rule holds in its hand: choose and its kin, asides, together; chance; `telling`: the log
    prompt     Option and Prompt: what an answer is, defaults of time-outs, topics, options that come from a hand
    pile       hidden cards: Pile, what each seat has Seen, and `deal_anew` for imagined worlds
    words      Msg, Term, Who: sentences without a language; `catalogue` makes Japanese or English of them
    brief      a turn of the log in few words, for the lines below a picture
    content    data.toml, checked when it is loaded; `rulebook`: the paragraphs to look up

For who runs one:

    match      Match: decisions, checkpoints, the undo barrier, imagined worlds; `policy`: computer players
    search     Greedy, the computer player of any game that says what a State is worth; `stars`: first-game aids
    trial      a rule tried out on a copy of the State; `preview`: an answer before it is given, where it may be shown
    chance     random numbers that can be proved
"""

from .brief import brief
from .catalogue import LANGS, Catalogue, Lang, catalogue
from .chance import SEED_BYTES, Rng, commitment
from .content import WrongData, load
from .game import Game, games, policies
from .match import Applied, Frame, Match
from .pile import Pile, Seen, deal_anew
from .policy import RANDOM, TRIES, Budget, Line, Policy, random_answer, think
from .preview import Preview, preview
from .prompt import FIRST, Aside, Ask, Decision, Default, Event, Option, Options, Prompt
from .rulebook import Entry, Rulebook, rulebook
from .rules import OFF_ON, Moment, Rules, Score, Setup, Standing, TableOption
from .search import Greedy
from .stars.aids import AIDS, Aids
from .stars.suggestions import advised, suggestions
from .table import Table
from .telling import Fact
from .trial import Outcome, copied, outcome, scratch
from .words import LETTERS, Arg, Lazy, Msg, Refused, Seat, Stale, Term, Text, Who, read, say

__all__ = [
    "AIDS",
    "FIRST",
    "LANGS",
    "LETTERS",
    "OFF_ON",
    "RANDOM",
    "SEED_BYTES",
    "TRIES",
    "Aids",
    "Applied",
    "Arg",
    "Aside",
    "Ask",
    "Budget",
    "Catalogue",
    "Decision",
    "Default",
    "Entry",
    "Event",
    "Fact",
    "Frame",
    "Game",
    "Greedy",
    "Lang",
    "Lazy",
    "Line",
    "Match",
    "Moment",
    "Msg",
    "Option",
    "Options",
    "Outcome",
    "Pile",
    "Policy",
    "Preview",
    "Prompt",
    "Refused",
    "Rng",
    "Rulebook",
    "Rules",
    "Score",
    "Seat",
    "Seen",
    "Setup",
    "Stale",
    "Standing",
    "Table",
    "TableOption",
    "Term",
    "Text",
    "Who",
    "WrongData",
    "advised",
    "brief",
    "catalogue",
    "commitment",
    "copied",
    "deal_anew",
    "games",
    "load",
    "outcome",
    "policies",
    "preview",
    "random_answer",
    "read",
    "rulebook",
    "say",
    "scratch",
    "suggestions",
    "think",
]
