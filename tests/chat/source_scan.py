"""Reading the source of the bot: which words a call is given, as far as they are written there."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import bot

BOT = Path(bot.__file__).parent


@dataclass(frozen=True)
class Called:
    """A call, where it stands, and how the function around it begins."""

    file: Path
    node: ast.Call
    within: ast.AST

    def __str__(self) -> str:
        return f"{self.file.relative_to(BOT)}:{self.node.lineno}"

    def argument(self, position: int, name: str = "") -> ast.expr | None:
        """What stands at a place, or is given by name."""
        named = (keyword.value for keyword in self.node.keywords if keyword.arg == name)
        return self.node.args[position] if position < len(self.node.args) else next(named, None)

    def words(self, position: int, name: str = "") -> frozenset[str]:
        """All that the argument at a place can be."""
        given = self.argument(position, name)
        assert given is not None, f"{self} is given nothing"
        found = frozenset(_words(given, self))
        assert found, f"{self}: {ast.unparse(given)} cannot be told from the source"
        return found


@cache
def tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def sources(folder: str = "") -> Iterator[Path]:
    """Every module of a folder of the bot."""
    return iter(sorted((BOT / folder).rglob("*.py")))


def calls(folder: str, *names: str) -> Iterator[Called]:
    """Every call of something with one of these names, whatever it is taken from."""
    for file in sources(folder):
        yield from _calls(file, tree(file), tree(file), names)


def _calls(file: Path, node: ast.AST, within: ast.AST, names: tuple[str, ...]) -> Iterator[Called]:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        # A decorator stands outside what it decorates.
        for decorator in node.decorator_list:
            yield from _calls(file, decorator, within, names)
        for part in (node.args, *node.body):
            yield from _calls(file, part, node, names)
        return
    if isinstance(node, ast.Call) and _name(node.func) in names:
        yield Called(file, node, within)
    for part in ast.iter_child_nodes(node):
        yield from _calls(file, part, within, names)


def _name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def _words(node: ast.expr, call: Called) -> Iterator[str]:
    if isinstance(node, ast.Constant):
        yield str(node.value)
    elif isinstance(node, ast.IfExp):
        yield from _words(node.body, call)
        yield from _words(node.orelse, call)
    elif isinstance(node, ast.Name):
        yield from _words_of_name(node.id, call)


def _words_of_name(name: str, call: Called) -> Iterator[str]:
    """What a name was given in its function, by a loop there, or by whoever calls the function."""
    for node in ast.walk(call.within):
        if isinstance(node, ast.Assign):
            for value in _bound(name, node.targets[0], [node.value], call):
                yield from _words(value, call)
        elif isinstance(node, ast.For) and isinstance(node.iter, ast.Tuple | ast.List):
            for value in _bound(name, node.target, node.iter.elts, call):
                yield from _words(value, call)
    if isinstance(call.within, ast.FunctionDef | ast.AsyncFunctionDef):
        parameters = [each.arg for each in (*call.within.args.posonlyargs, *call.within.args.args)]
        if name in parameters:
            for caller in _calls(call.file, tree(call.file), tree(call.file), (call.within.name,)):
                yield from caller.words(parameters.index(name), name)


def _bound(name: str, target: ast.expr, values: list[ast.expr], call: Called) -> Iterator[ast.expr]:
    """What of these values an assignment gives that name; a table of the module gives all it holds."""
    for value in values:
        if isinstance(target, ast.Name) and target.id == name:
            yield value
        elif isinstance(target, ast.Tuple):
            for place, each in enumerate(target.elts):
                if _name(each) == name:
                    yield from (row.elts[place] for row in _rows(value, call))


def _rows(value: ast.expr, call: Called) -> Iterator[ast.Tuple]:
    if isinstance(value, ast.Tuple):
        yield value
    elif isinstance(value, ast.Subscript):
        for node in tree(call.file).body:
            named = node.target if isinstance(node, ast.AnnAssign) else getattr(node, "targets", [None])[0]
            if isinstance(named, ast.Name) and named.id == _name(value.value):
                table = getattr(node, "value", None)
                assert isinstance(table, ast.Dict)
                yield from (row for row in table.values if isinstance(row, ast.Tuple))
