"""Scans the bot's source for calls and the literal values of their arguments."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import bot

BOT_FOLDER = Path(bot.__file__).parent


@dataclass(frozen=True)
class CallSite:
    """A call, its file, and the function or module around it."""

    file: Path
    node: ast.Call
    enclosing: ast.AST

    def __str__(self) -> str:
        return f"{self.file.relative_to(BOT_FOLDER)}:{self.node.lineno}"

    def argument(self, position: int, name: str = "") -> ast.expr | None:
        """Returns the argument at a position or of a name."""
        named = (keyword.value for keyword in self.node.keywords if keyword.arg == name)
        return self.node.args[position] if position < len(self.node.args) else next(named, None)

    def values(self, position: int, name: str = "") -> frozenset[str]:
        """Returns all values that the argument can have."""
        given = self.argument(position, name)
        assert given is not None, f"{self} is given nothing"
        found = frozenset(_possible_values(given, self))
        assert found, f"{self}: {ast.unparse(given)} cannot be told from the source"
        return found


@cache
def parse_module(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def module_files(folder: str = "") -> Iterator[Path]:
    """Iterate over the modules of a folder of the bot."""
    return iter(sorted((BOT_FOLDER / folder).rglob("*.py")))


def find_calls(folder: str, *names: str) -> Iterator[CallSite]:
    """Iterate over all calls of functions, methods or classes with one of these names."""
    for file in module_files(folder):
        yield from _calls(file, parse_module(file), parse_module(file), names)


def _calls(file: Path, node: ast.AST, within: ast.AST, names: tuple[str, ...]) -> Iterator[CallSite]:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        # A decorator is outside the function that it decorates.
        for decorator in node.decorator_list:
            yield from _calls(file, decorator, within, names)
        for part in (node.args, *node.body):
            yield from _calls(file, part, node, names)
        return
    if isinstance(node, ast.Call) and _name(node.func) in names:
        yield CallSite(file, node, within)
    for part in ast.iter_child_nodes(node):
        yield from _calls(file, part, within, names)


def _name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def _possible_values(node: ast.expr, call: CallSite) -> Iterator[str]:
    if isinstance(node, ast.Constant):
        yield str(node.value)
    elif isinstance(node, ast.IfExp):
        yield from _possible_values(node.body, call)
        yield from _possible_values(node.orelse, call)
    elif isinstance(node, ast.Name):
        yield from _values_of_name(node.id, call)


def _values_of_name(name: str, call: CallSite) -> Iterator[str]:
    """Iterate over the values a name gets in its function: by assignment, by a loop, or from callers."""
    for node in ast.walk(call.enclosing):
        if isinstance(node, ast.Assign):
            for value in _assigned_values(name, node.targets[0], [node.value], call):
                yield from _possible_values(value, call)
        elif isinstance(node, ast.For) and isinstance(node.iter, ast.Tuple | ast.List):
            for value in _assigned_values(name, node.target, node.iter.elts, call):
                yield from _possible_values(value, call)
    if isinstance(call.enclosing, ast.FunctionDef | ast.AsyncFunctionDef):
        parameters = [each.arg for each in (*call.enclosing.args.posonlyargs, *call.enclosing.args.args)]
        if name in parameters:
            for caller in _calls(
                call.file, parse_module(call.file), parse_module(call.file), (call.enclosing.name,)
            ):
                yield from caller.values(parameters.index(name), name)


def _assigned_values(
    name: str, target: ast.expr, values: list[ast.expr], call: CallSite
) -> Iterator[ast.expr]:
    """Iterate over the values that an assignment gives a name; a subscript of a dict gives all its rows."""
    for value in values:
        if isinstance(target, ast.Name) and target.id == name:
            yield value
        elif isinstance(target, ast.Tuple):
            for place, each in enumerate(target.elts):
                if _name(each) == name:
                    yield from (row.elts[place] for row in _rows(value, call))


def _rows(value: ast.expr, call: CallSite) -> Iterator[ast.Tuple]:
    if isinstance(value, ast.Tuple):
        yield value
    elif isinstance(value, ast.Subscript):
        for node in parse_module(call.file).body:
            named = node.target if isinstance(node, ast.AnnAssign) else getattr(node, "targets", [None])[0]
            if isinstance(named, ast.Name) and named.id == _name(value.value):
                table = getattr(node, "value", None)
                assert isinstance(table, ast.Dict)
                yield from (row for row in table.values if isinstance(row, ast.Tuple))
