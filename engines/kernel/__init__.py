"""The kernel: what a game is and how one runs, the same for all games. A rulebook that can be paused.

Modules for authors of games, in reading order (`docs/add-a-game.md` builds a game step by step):

    game         Game, the record that a package exports as GAME; `rules`: the part of it that a running game needs;
                 TableOption, PresetTopic, Score, TurnInfo
    context      GameContext, the argument of every rule: choose and its relatives, side_actions, ask_together; chance;
                 `event_log`: the log
    prompt       Option and PromptSet: the form of an answer, time-out answers, topics, options that depend on a hand
    hidden_cards piles of cards, CardKnowledge of each seat, and `redeal_cards` for imagined worlds
    messages     Message, NounRef, SeatRef: sentences without a language; `catalogue` renders them in both languages
    short_log    a turn of the log in few words, for the lines below a picture
    data_files   data.toml, checked when it is loaded; `rulebook`: the paragraphs to look up

Modules that run games:

    match        Match: decisions, checkpoints, the undo barrier, imagined worlds; `policy`: computer players
    search       GreedyPlayer, the computer player of any game that can evaluate a State; `stars`: first-game aids
    simulation   dry runs: a rule on a copy of the State, or an answer that is previewed before it is given
    chance       random numbers that can be verified
"""

from .catalogue import LANGS, Catalogue, Lang, load_catalogue
from .chance import SEED_BYTES, Rng, compute_commitment
from .context import GameContext
from .data_files import WrongData, load_data
from .event_log import Fact
from .game import Game, list_policies, load_games
from .hidden_cards import CardKnowledge, Pile, redeal_cards
from .match import Applied, Frame, Match
from .messages import (
    LETTERS,
    Arg,
    LazyText,
    Message,
    NounRef,
    Refused,
    Seat,
    SeatRef,
    StaleAnswer,
    Text,
    message,
    resolve_text,
)
from .policy import DEFAULT_TRIES, RANDOM, Answer, AnswerLine, Policy, SearchBudget, choose_line, pick_random_answer
from .prompt import FIRST_OPTION, ComputedDefault, Decision, LogEvent, Option, Options, Prompt, PromptSet, SideAction
from .rulebook import Entry, Rulebook, load_rulebook
from .rules import OFF_ON, PresetTopic, Rules, Score, Setup, TableOption, TurnInfo
from .search import GreedyPlayer
from .short_log import summarize_log
from .simulation import Preview, RuleOutcome, build_trial_context, copy_state, ends_game, preview_answer, simulate_rule
from .stars.aids import AIDS, Aids
from .stars.claims import Claim, PreviewedAmount, equals_all, exceeds_all, is_unsurpassed
from .stars.suggestions import build_advised_prompt, list_suggestions

__all__ = [
    "AIDS",
    "DEFAULT_TRIES",
    "FIRST_OPTION",
    "LANGS",
    "LETTERS",
    "OFF_ON",
    "RANDOM",
    "SEED_BYTES",
    "Aids",
    "Answer",
    "AnswerLine",
    "Applied",
    "Arg",
    "CardKnowledge",
    "Catalogue",
    "Claim",
    "ComputedDefault",
    "Decision",
    "Entry",
    "Fact",
    "Frame",
    "Game",
    "GameContext",
    "GreedyPlayer",
    "Lang",
    "LazyText",
    "LogEvent",
    "Match",
    "Message",
    "NounRef",
    "Option",
    "Options",
    "Pile",
    "Policy",
    "PresetTopic",
    "Preview",
    "PreviewedAmount",
    "Prompt",
    "PromptSet",
    "Refused",
    "Rng",
    "RuleOutcome",
    "Rulebook",
    "Rules",
    "Score",
    "SearchBudget",
    "Seat",
    "SeatRef",
    "Setup",
    "SideAction",
    "StaleAnswer",
    "TableOption",
    "Text",
    "TurnInfo",
    "WrongData",
    "build_advised_prompt",
    "build_trial_context",
    "choose_line",
    "compute_commitment",
    "copy_state",
    "ends_game",
    "equals_all",
    "exceeds_all",
    "is_unsurpassed",
    "list_policies",
    "list_suggestions",
    "load_catalogue",
    "load_data",
    "load_games",
    "load_rulebook",
    "message",
    "pick_random_answer",
    "preview_answer",
    "redeal_cards",
    "resolve_text",
    "simulate_rule",
    "summarize_log",
]
