"""A long run of forged interactions: `python -m tests.fuzz --interactions 100000`.

Games of every kind go on while taps, choices, forms and commands come in that were mutated, made up, sent by
strangers or sent twice. Each must be answered, and nothing may change that the one who acted could not change
by a legal move. Each problem is printed as it happens, with the seed of its set of games and the number of
the interaction among them: `--seed` gives the same forgeries again. With any problem the exit code is 1.
"""

import asyncio
import sys
from argparse import ArgumentParser
from contextlib import AsyncExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from tests.fuzz.fuzzer import Report, fuzzing

PART = 2_000
"""So many interactions on one set of games; then others begin."""
TRIES = 8


async def fuzz(count: int, seed: int) -> Report:
    whole = Report()
    for number in range(0, count, PART):
        made = await _part(min(PART, count - number), seed + number)
        whole.sent += made.sent
        whole.kinds += made.kinds
        whole.verbs += made.verbs
        whole.answers += made.answers
        whole.changes += made.changes
        whole.moves += made.moves
        whole.problems += made.problems
        print(f"{whole.sent} sent, {len(whole.problems)} problems", file=sys.stderr, flush=True)
    return whole


async def _part(count: int, seed: int) -> Report:
    """One set of games. The simulation wants Skald to start in five seconds, which a busy one may not."""
    for _ in range(TRIES):
        with TemporaryDirectory() as folder:
            async with AsyncExitStack() as stack:
                try:
                    part = await stack.enter_async_context(fuzzing(Path(folder), seed, _tell))
                except TimeoutError:
                    continue
                return await part.run(count)
    raise TimeoutError("Skald does not start")


def _tell(problem: str) -> None:
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
