"""How a benchmark that checks something ends."""

import sys
from collections.abc import Sequence
from typing import NoReturn


def exit_with(problems: Sequence[object], summary: str) -> NoReturn:
    """Print the problems, or the summary if there are none, and exit with the matching code."""
    for problem in problems:
        print(problem)
    print(f"{len(problems)} problems" if problems else summary)
    sys.exit(1 if problems else 0)
