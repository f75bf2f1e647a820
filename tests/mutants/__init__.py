"""Mutation tests (`python -m tests.mutants`): whether the suite notices small deliberate faults in the source."""
