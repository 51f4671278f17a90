"""Probes: statements that note that a block of code was reached, compiled into a module beside its source.

A block is a run of statements up to a compound one. Its number is its first line.
"""

import ast
import importlib.util
import marshal
from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path

PROLOGUE = """\
try:
    from mutation_hits import hits as __hits__
except ImportError:
    __hits__ = __import__("collections").defaultdict(int)
"""
UNCHECKED = (1).to_bytes(4, "little") + bytes(8)  # Bytecode that is used whatever the source says.


def block_numbers(text: bytes) -> dict[int, int]:
    """Return the number of the block of each statement and `case`, by their first lines."""
    numbers: dict[int, int] = {}
    for block in _all_blocks(ast.parse(text).body):
        for statement in block:
            numbers.setdefault(statement.lineno, block[0].lineno)
            if isinstance(statement, ast.Match):
                numbers |= {case.pattern.lineno: block[0].lineno for case in statement.cases}
    return numbers


def blocks_that_mention(text: bytes, line: int) -> set[int]:
    """Return the blocks of functions that mention a name which the statement of a line assigns.

    A compound statement mentions what its body mentions.
    """
    tree = ast.parse(text)
    blocks = [*_all_blocks(tree.body)]
    stored = {
        each.id
        for statement in chain.from_iterable(blocks)
        if statement.lineno == line and not any(_bodies(statement))
        for each in ast.walk(statement)
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
    }
    inner = chain.from_iterable(
        _all_blocks(function.body)
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
    )
    return {block[0].lineno for block in inner if not stored.isdisjoint(_mentioned(block))}


def _mentioned(block: list[ast.stmt]) -> Iterator[str]:
    for each in chain.from_iterable(map(ast.walk, block)):
        match each:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.keyword(arg=str(name)):
                yield name


def compile_with_probes(file: Path, probes: Mapping[int, int]) -> None:
    """Put bytecode with probes into the cache of a file. `probes` gives them by the numbers of the blocks."""
    tree = ast.parse(file.read_bytes())
    _insert(tree.body, probes)
    start = _preamble(tree.body)
    tree.body[start:start] = ast.parse(PROLOGUE).body
    code = compile(tree, str(file), "exec", dont_inherit=True)
    cached = cached_bytecode(file)
    cached.parent.mkdir(exist_ok=True)
    cached.write_bytes(importlib.util.MAGIC_NUMBER + UNCHECKED + marshal.dumps(code))


def cached_bytecode(file: Path) -> Path:
    return Path(importlib.util.cache_from_source(str(file)))


def _insert(body: list[ast.stmt], probes: Mapping[int, int]) -> None:
    changed = body[: _preamble(body)]
    for block in _blocks(body):
        if block[0].lineno in probes:  # An ellipsis beside its `class` has no number.
            changed.append(_probe(probes[block[0].lineno], block[0]))
        changed += block
        for inner in _bodies(block[-1]):
            _insert(inner, probes)
    body[:] = changed


def _probe(number: int, place: ast.stmt) -> ast.stmt:
    hits = ast.Name("__hits__", ast.Load())
    statement = ast.Expr(ast.Subscript(hits, ast.Constant(number), ast.Load()))
    return ast.fix_missing_locations(ast.copy_location(statement, place))


def _all_blocks(body: list[ast.stmt]) -> Iterator[list[ast.stmt]]:
    for block in _blocks(body):
        yield block
        for inner in _bodies(block[-1]):
            yield from _all_blocks(inner)


def _blocks(body: list[ast.stmt]) -> Iterator[list[ast.stmt]]:
    block: list[ast.stmt] = []
    for statement in body[_preamble(body) :]:
        block.append(statement)
        if any(_bodies(statement)):
            yield block
            block = []
    if block:
        yield block


def _bodies(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    """Yield the lists of statements within a compound statement."""
    for part in (statement, *getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
        for name in ("body", "orelse", "finalbody"):
            if inner := getattr(part, name, None):
                yield inner


def _preamble(body: list[ast.stmt]) -> int:
    """Return how many statements must stay first: a docstring, imports from the future."""
    for number, statement in enumerate(body):
        match statement:
            case ast.Expr(value=ast.Constant(value=str())) if number == 0:
                continue
            case ast.ImportFrom(module="__future__"):
                continue
        return number
    return len(body)
