"""The entry point `teban`: it loads the program in such a way that Ctrl-C ends it quietly from the first moment."""

import sys

INTERRUPTED = 130
"""Exit code of a program that Ctrl-C has ended before it ran."""


def main() -> int:
    """Run the console script. Returns the exit code."""
    try:
        from bot.main import main as run_main  # noqa: PLC0415 - loading takes seconds, in which Ctrl-C may come

        return run_main()
    except KeyboardInterrupt:
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
