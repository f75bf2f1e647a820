"""What two games of every kind look like, as one hash each: `python -m tests.contract.fingerprint`.

Run under several PYTHONHASHSEED it shows whether a rule depends on the order of a set.
"""

from __future__ import annotations

from hashlib import sha256

from engines.kernel import games
from tests.contract.cases import Case, cases, chance, random_decision
from tests.contract.playthrough import seats, shown


def fingerprint(case: Case) -> str:
    """Hash of all questions, decisions, sentences, Views and scores."""
    seen = sha256()
    rng = chance(case, "fingerprint")
    match = case.start()
    seen.update(repr(match.opening).encode())
    while not match.over:
        assert match.ask is not None
        seen.update(repr([shown(prompt) for prompt in match.ask.prompts]).encode())
        seen.update(repr([match.view(seat) for seat in seats(match)]).encode())
        seen.update(repr(match.apply(random_decision(match, rng)).events).encode())
    seen.update(repr(match.scores()).encode())
    return f"{match.checksum()} {seen.hexdigest()}"


if __name__ == "__main__":
    for game in games():
        for case in cases(game, 2):
            print(case, fingerprint(case))
