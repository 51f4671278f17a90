import textwrap
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from bench.mutation.__main__ import main
from bench.mutation.mutants import Mutant, choose_mutants, mutants_of
from bench.mutation.probes import block_numbers, blocks_that_mention, compile_with_probes


def found(source: str) -> list[Mutant]:
    return mutants_of("module.py", textwrap.dedent(source).encode())


def mutated(source: str, operator: str) -> set[str]:
    text = textwrap.dedent(source).encode()
    return {
        each.apply(text).decode()
        for each in mutants_of("module.py", text)
        if each.operator == operator and each.is_valid(text)
    }


@pytest.mark.parametrize(
    ("operator", "before", "after"),
    [
        ("comparison", "a < b", {"a <= b"}),
        ("comparison", "a < b == c", {"a <= b == c", "a < b != c"}),
        ("comparison", "a not in b", {"a in b"}),
        ("comparison", "a is not None", {"a is None"}),
        ("boolean", "a and b and c", {"a or b and c", "a and b or c"}),
        ("arithmetic", "a - (b * c)", {"a + (b * c)", "a - (b // c)"}),
        ("arithmetic", "f(a) + 'x'", set()),
        ("arithmetic", "a += b", {"a -= b"}),
        ("condition", "if ready: go()", {"if not (ready): go()"}),
        ("condition", "if a == b: go()", set()),
        ("condition", "[a for a in b if a]", {"[a for a in b if not (a)]"}),
        ("condition", "a if b else c", {"a if not (b) else c"}),
        ("constant", "a = 1_0", {"a = 11", "a = 9"}),
        ("constant", "a = True", {"a = False"}),
        ("statement", "f(a)\nb = c()", {"pass\nb = c()"}),
        ("statement", "a += 1", {"pass"}),
        ("arguments", "f(a, b, 1)", {"f(b, a, 1)"}),
        ("arguments", "f((a), b)", {"f((b), a)"}),
        ("arguments", "max(a, b)", set()),
        ("arguments", "f(1, 'b', g(1), h(2))", set()),
        ("return", "def f() -> list[int]: return a", {"def f() -> list[int]: return []"}),
        ("return", "def f(): return a", {"def f(): return None"}),
        ("return", "def f(): return None", set()),
        ("loop", "while a: break", {"while a: continue"}),
        ("guard", "match a:\n  case b if c: pass", {"match a:\n  case b if True: pass"}),
    ],
)
def test_operator_replaces_only_its_segment(operator: str, before: str, after: set[str]) -> None:
    assert mutated(before, operator) == after


@pytest.mark.parametrize(
    "source",
    [
        '"""Wait 3 days."""',
        "a: Literal[1, 2]",
        "def f(a: Literal[1] | None) -> Annotated[int, 3]: ...",
        "__all__ = names(1, 2)",
        "if TYPE_CHECKING:\n    a = 1",
        "log.info('%s of 3', a + 1)",
        "assert a is not None",
        "assert isinstance(a, int) and isinstance(b, int)",
        "def __repr__(self): return str(1 + 1)",
        "a = f'{b + 1}'",
        "Either = int | str",
        "@dataclass(frozen=True)\nclass A: ...",
    ],
)
def test_code_without_behaviour_has_no_mutants(source: str) -> None:
    assert found(source) == []


def test_other_assertions_are_mutated() -> None:
    assert mutated("assert a < b", "comparison") == {"assert a <= b"}


def test_offsets_count_bytes_and_lines() -> None:
    source = "name = 'Åse'; old = 'ø' < name\nb = 5"
    assert mutated(source, "comparison") == {source.replace("<", "<=")}
    assert [each.line for each in found(source) if each.operator == "constant"] == [2, 2]


def test_operator_is_not_sought_in_comments() -> None:
    source = "a = (\n    b  # less: <\n    < c\n)\n"
    assert mutated(source, "comparison") == {"a = (\n    b  # less: <\n    <= c\n)\n"}


@pytest.mark.parametrize("operator", ["return", "statement"])
def test_mutants_of_several_lines_keep_the_line_numbers(operator: str) -> None:
    source = "def f():\n    go(\n        a,\n    )\n    return go(\n        b\n    ) # last\n"
    (after,) = mutated(source, operator)
    assert after.count("\n") == source.count("\n")
    assert after.endswith("# last\n")


def test_changed_lines_are_those_that_differ() -> None:
    text = b"a = [\n    1,\n    b,\n]\n"
    mutant = mutants_of("module.py", text)[0]
    assert mutant.changed_lines(text) == [("    1,", "    2,")]


def test_statements_of_functions_run_later_than_import() -> None:
    source = "A = 1\ndef f(a=2):\n    return g(\n        3)"
    first, second, third = (each for each in found(source) if each.after in ("0", "1", "4"))
    assert [first.at_import, second.at_import, third.at_import] == [True, True, False]
    assert (third.first_line, third.last_line) == (3, 4)


BLOCKS = b'''"""Docstring."""
from __future__ import annotations
A = 1
def f(a):
    """Docstring."""
    b = a
    if b == 1:
        return "one"
    elif b == 2:
        return "two"
    match b:
        case 3 if a > 2:
            return "three"
    try:
        return {4: "four"}[b]
    except KeyError:
        return "many"
class Empty: ...
'''


def test_blocks_end_with_compound_statements() -> None:
    assert block_numbers(BLOCKS) == {
        3: 3, 4: 3, 6: 6, 7: 6, 8: 8, 9: 9, 10: 10, 11: 11, 12: 11, 13: 13, 14: 14, 15: 15, 17: 17, 18: 18,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("given", "answer", "reached"),
    [
        (1, "one", {6, 8}),
        (2, "two", {6, 9, 10}),
        (3, "three", {6, 9, 11, 13}),
        (4, "four", {6, 9, 11, 14, 15}),
        (5, "many", {6, 9, 11, 14, 15, 17}),
    ],
)
def test_probes_tell_which_blocks_are_reached(
    given: int, answer: str, reached: set[int], tmp_path: Path
) -> None:
    file = tmp_path / "blocks.py"
    file.write_bytes(BLOCKS)
    compile_with_probes(file, {number: number for number in block_numbers(BLOCKS).values()})
    spec = spec_from_file_location("blocks", file)
    assert spec is not None
    assert spec.loader is not None
    blocks = module_from_spec(spec)
    spec.loader.exec_module(blocks)
    assert set(blocks.__hits__) == {3, 18}
    blocks.__hits__.clear()

    assert blocks.f(given) == answer
    assert set(blocks.__hits__) == reached
    assert blocks.f.__doc__ == "Docstring."


def test_what_a_module_assigns_is_mentioned_by_its_functions() -> None:
    text = b"""A = 1
B = A + 1
class C:
    size: int = 2
def f():
    g()
    if B:
        return A
def h(c):
    return c.size
def g():
    A = 3
    return C(size=1)
"""
    assert blocks_that_mention(text, 1) == {6, 8, 12}
    assert blocks_that_mention(text, 2) == {6}
    assert blocks_that_mention(text, 4) == {10, 12}
    assert blocks_that_mention(text, 6) == set()


TEXTS = {
    "one.py": b"a = 1 + 2\nb = a < 3\nc = f(a, b)\n",
    "two.py": b"def g(x):\n    if x:\n        return x - 1\n    go(x)\n",
}


def test_the_same_seed_chooses_the_same_mutants() -> None:
    assert choose_mutants(TEXTS, 5, "1") == choose_mutants(dict(reversed(TEXTS.items())), 5, "1")
    assert choose_mutants(TEXTS, 5, "1") != choose_mutants(TEXTS, 5, "2")


def test_more_mutants_begin_with_the_same_ones() -> None:
    assert choose_mutants(TEXTS, 6, "1")[:3] == choose_mutants(TEXTS, 3, "1")


def test_each_place_is_chosen_once() -> None:
    chosen = choose_mutants(TEXTS, 100, "1")
    assert len({(each.file, each.start, each.end) for each in chosen}) == len(chosen) > 6


@pytest.fixture
def project(tmp_path: Path) -> Path:
    files = {
        "pyproject.toml": """
            [tool.pytest.ini_options]
            addopts = "--import-mode=importlib"
            """,
        "shop/prices.py": """
            from functools import cache


            def base() -> int:
                return 7


            BASE = base()


            @cache
            def price() -> int:
                return BASE + 2


            def discount() -> str:
                return "7"


            def unused() -> str:
                return "7"
            """,
        "tests/test_prices.py": """
            import subprocess
            import sys

            from shop.prices import price


            def test_price():
                assert price() == 9


            def test_discount_in_a_killed_process():
                code = "import os; from shop.prices import discount; discount(); os.kill(os.getpid(), 9)"
                subprocess.run([sys.executable, "-c", code], check=False)


            def test_always_fails():
                assert price() == 1
            """,
    }
    for name, text in files.items():
        file = tmp_path / "project" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(textwrap.dedent(text), encoding="utf-8")
    return tmp_path / "project"


@pytest.mark.long
def test_mutants_that_no_test_detects_are_listed(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    results = project.with_name("results.jsonl")
    words = ["shop", "--mutants", "100", "--keep", str(results)]

    assert main(words, root=project) == 1
    printed = capsys.readouterr().out
    assert "Recorded 2 tests, left out 1 that failed or were skipped\n" in printed
    assert {line.split(" (")[0] for line in printed.splitlines() if line.startswith("detected")} == {
        "detected    shop/prices.py:6",
        "detected    shop/prices.py:14",
    }
    assert 'survived: shop/prices.py:18 (return)\n    - return "7"\n    + return ""\n' in printed
    assert 'not covered: shop/prices.py:22 (return)\n    - return "7"\n    + return ""\n' in printed
    assert printed.endswith("shop: 67 % of 6 mutants detected\n")

    file = project / "tests" / "test_unused.py"
    file.write_text(
        "from shop.prices import unused\n\n\ndef test_unused():\n    assert unused()\n", encoding="utf-8"
    )
    (recorded,) = (project / "artefacts").iterdir()
    added = ["--coverage", str(recorded), "--record", "tests/test_unused.py"]
    assert main([*words, *added, "--require", "80"], root=project) == 0
    again = capsys.readouterr().out
    assert "Recorded 1 tests" in again
    assert "detected    shop/prices.py:22 (return)\n" in again
    assert again.endswith("shop: 83 % of 6 mutants detected\n")
    file.unlink()

    assert main([*words, "--require", "80"], root=project) == 0
    again = capsys.readouterr().out
    assert "Recorded" not in again
    assert "detected  " not in again
    assert again.endswith("shop: 83 % of 6 mutants detected\n")
