"""Print hashes of random games of every kind, one of each or NUMBER: `python -m tests.contract.fingerprint [NUMBER]`.

Running it with several values of PYTHONHASHSEED shows whether a rule depends on the order of a set.
"""

from __future__ import annotations

import sys
from hashlib import sha256

from engines.kernel import load_games
from tests.contract.cases import Case, build_cases, build_rng, random_decision
from tests.contract.playthrough import describe_prompt, list_viewers


def compute_fingerprint(case: Case) -> str:
    """Play the case and return a hash of all questions, decisions, log entries, Views and scores."""
    digest = sha256()
    rng = build_rng(case, "fingerprint")
    match = case.start()
    digest.update(repr(match.opening_events).encode())
    while not match.is_over:
        assert match.open_prompts is not None
        digest.update(repr([describe_prompt(prompt) for prompt in match.open_prompts.prompts]).encode())
        digest.update(repr([match.build_view(seat) for seat in list_viewers(match)]).encode())
        digest.update(repr(match.apply(random_decision(match, rng)).events).encode())
    digest.update(repr(match.compute_scores()).encode())
    return f"{match.compute_checksum()} {digest.hexdigest()}"


if __name__ == "__main__":
    for game in load_games():
        for case in build_cases(game, int(sys.argv[1]) if len(sys.argv) > 1 else 1):
            print(case, compute_fingerprint(case))
