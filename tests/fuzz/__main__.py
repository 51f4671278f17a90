"""A long run of forged interactions: `python -m tests.fuzz --interactions 100000`.

Games of every title run while mutated, invented, repeated and strangers' interactions arrive. Each must get a
response. Nothing may change that its user could not change by a legal move. Each problem is printed with the
seed of its games and its number; `--seed` repeats the same interactions. Exits with 1 if there is a problem.
"""

import asyncio
import sys
from argparse import ArgumentParser
from contextlib import AsyncExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from tests.fuzz.fuzzer import Report, start_fuzzer

INTERACTIONS_PER_SET = 2_000  # Then new games start.
MAX_START_ATTEMPTS = 8


async def fuzz(count: int, seed: int) -> Report:
    total = Report()
    for number in range(0, count, INTERACTIONS_PER_SET):
        part = await _fuzz_one_set(min(INTERACTIONS_PER_SET, count - number), seed + number)
        total.sent += part.sent
        total.kinds += part.kinds
        total.verbs += part.verbs
        total.answers += part.answers
        total.changes += part.changes
        total.moves += part.moves
        total.problems += part.problems
        print(f"{total.sent} sent, {len(total.problems)} problems", file=sys.stderr, flush=True)
    return total


async def _fuzz_one_set(count: int, seed: int) -> Report:
    """Fuzz one set of games. Retries if Skald does not start in time on a busy machine."""
    for _ in range(MAX_START_ATTEMPTS):
        with TemporaryDirectory() as folder:
            async with AsyncExitStack() as stack:
                try:
                    part = await stack.enter_async_context(start_fuzzer(Path(folder), seed, _print_problem))
                except TimeoutError:
                    continue
                return await part.run(count)
    raise TimeoutError("Skald does not start")


def _print_problem(problem: str) -> None:
    print(f"problem: {problem}", file=sys.stderr, flush=True)


def main() -> int:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--interactions", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    began = perf_counter()
    report = asyncio.run(fuzz(arguments.interactions, arguments.seed))
    print(f"interactions: {report.sent} in {perf_counter() - began:.0f} s, {dict(report.kinds)}")
    print(f"taps and forms: {dict(report.verbs.most_common())}")
    print(f"answers: {dict(report.answers)}")
    print(f"the database changed {report.changes} times, by {report.moves} moves among others")
    print(f"problems: {len(report.problems)}")
    return 1 if report.problems else 0


if __name__ == "__main__":
    sys.exit(main())
