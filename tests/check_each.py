"""One test of many values, where a test of its own would cost each value more than what it does."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from functools import wraps

Check = Callable[..., None]


def check_each(name: str, values: Iterable[object]) -> Callable[[Check], Check]:
    """Return a decorator that lets one test run for each value of its argument; a failure names the value.

    A parametrized case costs some milliseconds in the process that runs it, and half a millisecond in every other one,
    which collects it too. Fixtures are made once for all values.
    """
    chosen = list(values)
    assert chosen, "nothing would be checked"

    def decorate(check: Check) -> Check:
        @wraps(check)
        def check_all(**others: object) -> None:
            for value in chosen:
                try:
                    check(**{name: value}, **others)
                except BaseException as error:
                    error.add_note(f"{name}: {value!s:.200}")
                    raise

        signature = inspect.signature(check)
        others = [parameter for parameter in signature.parameters.values() if parameter.name != name]
        vars(check_all)["__signature__"] = signature.replace(parameters=others)
        return check_all

    return decorate
