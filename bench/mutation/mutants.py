"""Finds the mutants of a file: single replaced segments of its source, one node of the syntax tree each."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate, chain, pairwise
from random import Random

COMPARISON = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
IDENTITY = {"in": "not in", "not in": "in", "is": "is not", "is not": "is"}
BOOLEAN = {"and": "or", "or": "and"}
ARITHMETIC = {"+": "-", "-": "+", "*": "//", "/": "*", "//": "*", "%": "*", "**": "*"}
BITWISE = {"&": "|", "|": "&", "^": "&", "<<": ">>", ">>": "<<"}
SWAPS = COMPARISON | IDENTITY | BOOLEAN | ARITHMETIC | BITWISE
NOT_OPERATOR = re.compile(rb"#[^\n]*|[()\\]")
AUGMENTED = {f"{old}=": f"{new}=" for old, new in (ARITHMETIC | BITWISE).items()}

EMPTY_RESULTS = {
    **dict.fromkeys(("list", "Sequence", "Iterable", "Collection"), "[]"),
    **dict.fromkeys(("dict", "Mapping"), "{}"),
    **dict.fromkeys(("set", "frozenset"), "frozenset()"),
}
EMPTY_RESULTS |= {"tuple": "()", "str": '""', "bytes": 'b""', "int": "0", "float": "0.0", "bool": "False"}
ORDERLESS_CALLS = ("and_", "create_table", "isinstance", "issubclass", "max", "min", "or_")
UNTESTED_KEYWORDS = ("frozen", "kw_only", "maxsize", "slots", "strict")  # Of dataclasses, caches and `zip`.
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
Node = ast.expr | ast.stmt
Edit = tuple[str, int, int, str]  # Operator, start, end (offsets in bytes), replacement.


@dataclass(frozen=True)
class Mutant:
    """One replaced segment of a file, given by offsets in bytes."""

    file: str
    line: int
    operator: str
    start: int
    end: int
    before: str
    after: str
    first_line: int  # Of the statement around it.
    last_line: int  # Of that statement without its body.
    at_import: bool

    def apply(self, text: bytes) -> bytes:
        return text[: self.start] + self.after.encode() + text[self.end :]

    def is_valid(self, text: bytes) -> bool:
        """True if the mutated file compiles and no other line moved."""
        try:
            compile(self.apply(text), self.file, "exec", dont_inherit=True)
        except SyntaxError:
            return False
        return self.before.count("\n") == self.after.count("\n")

    def changed_lines(self, text: bytes) -> list[tuple[str, str]]:
        lines = (each.decode().split("\n") for each in (text, self.apply(text)))
        return [(old, new) for old, new in zip(*lines, strict=True) if old != new]


class Source:
    """A file's text with its syntax tree, whose columns count bytes."""

    def __init__(self, text: bytes) -> None:
        self.text = text
        self.tree = ast.parse(text)
        self._line_starts = [0, *accumulate(map(len, text.splitlines(keepends=True)))]
        # An inner function comes after the one around it and overwrites the entries of its own returns.
        self._empty_results = {
            each: EMPTY_RESULTS.get(_type_name(function.returns), "None")
            for function in ast.walk(self.tree)
            if isinstance(function, FUNCTIONS)
            for each in ast.walk(function)
            if isinstance(each, ast.Return)
        }

    def edits(self, node: ast.AST) -> Iterator[Edit]:  # noqa: C901 - a match table
        """Yield all mutations of this node, without those of its children."""
        match node:
            case ast.Compare(left=left, comparators=others):
                yield from self._swap("comparison", left, *others)
            case ast.BoolOp(values=values):
                yield from self._swap("boolean", *values)
            case ast.BinOp(left=left, right=right) if not (_is_sequence(left) or _is_sequence(right)):
                yield from self._swap("arithmetic", left, right)
            case ast.AugAssign(target=left, value=right):
                yield from self._drop(node)
                if not _is_sequence(right):
                    yield from self._swap("arithmetic", left, right, swaps=AUGMENTED)
            case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
                yield from self._negate(test)
            case ast.comprehension(ifs=tests):
                yield from chain.from_iterable(map(self._negate, tests))
            case ast.match_case(guard=ast.expr() as guard):
                yield from self._negate(guard)
                yield from self._replace("guard", guard, "True")
            case ast.Constant(value=bool(value)):
                yield from self._replace("constant", node, str(not value))
            case ast.Constant(value=int(value)):
                yield from self._replace("constant", node, str(value + 1))
                yield from self._replace("constant", node, str(value - 1))
            case ast.Return(value=ast.expr() as result):
                yield from self._replace("return", result, self._empty_results[node])
            case ast.Expr(value=ast.Call() | ast.Await(value=ast.Call())):
                yield from self._drop(node)
            case ast.Call(func=function, args=arguments) if _last_name(function) not in ORDERLESS_CALLS:
                for one, other in pairwise(arguments):
                    yield from self._exchange(one, other)
            case ast.Break() | ast.Continue():
                yield "loop", *self._span(node), "continue" if isinstance(node, ast.Break) else "break"

    def _span(self, node: Node) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start = self._line_starts[node.lineno - 1] + node.col_offset
        return start, self._line_starts[node.end_lineno - 1] + node.end_col_offset

    def _segment(self, node: Node) -> str:
        start, end = self._span(node)
        return self.text[start:end].decode()

    def _swap(self, name: str, *operands: ast.expr, swaps: Mapping[str, str] = SWAPS) -> Iterator[Edit]:
        """Replace each operator between two operands, where else only brackets and comments can be."""
        for left, right in pairwise(operands):
            start, end = self._span(left)[1], self._span(right)[0]
            gap = NOT_OPERATOR.sub(lambda found: b" " * len(found[0]), self.text[start:end]).decode()
            operator = gap.strip()
            if operator in swaps:
                start += gap.index(operator)
                yield name, start, start + len(operator), swaps[operator]

    def _negate(self, test: ast.expr) -> Iterator[Edit]:
        opposite = (ast.Eq, ast.NotEq, ast.In, ast.NotIn, ast.Is, ast.IsNot)  # Negated by their swap.
        if isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], opposite):
            return
        if not isinstance(test, ast.Constant):
            yield "condition", *self._span(test), f"not ({self._segment(test)})"

    def _replace(self, name: str, node: ast.expr, new: str) -> Iterator[Edit]:
        old = self._segment(node)
        if old != new:
            breaks = "\n" * old.count("\n")
            yield name, *self._span(node), f"({new}{breaks})" if breaks else new

    def _drop(self, node: ast.stmt) -> Iterator[Edit]:
        yield "statement", *self._span(node), "pass" + "\n" * self._segment(node).count("\n")

    def _exchange(self, one: ast.expr, other: ast.expr) -> Iterator[Edit]:
        first, second = self._segment(one), self._segment(other)
        if _kind(one) == _kind(other) and not isinstance(one, ast.Starred) and first != second:
            (start, gap_start), (gap_end, end) = self._span(one), self._span(other)
            yield "arguments", start, end, second + self.text[gap_start:gap_end].decode() + first


def mutants_of(file: str, text: bytes) -> list[Mutant]:
    """Return all mutants of a file. Some may be invalid."""
    source = Source(text)
    found: list[Mutant] = []

    def walk(node: ast.AST, lines: tuple[int, int], at_import: bool) -> None:
        makes_type = at_import and isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr)
        if makes_type or _is_skipped(node):
            return
        if isinstance(node, ast.stmt | ast.match_case):
            lines = _own_lines(node)
        for operator, start, end, after in source.edits(node):
            line, before = text.count(b"\n", 0, start) + 1, text[start:end].decode()
            found.append(Mutant(file, line, operator, start, end, before, after, *lines, at_import))
        for name, value in ast.iter_fields(node):
            if name not in ("annotation", "returns"):
                runs_later = isinstance(node, ast.Lambda) or (isinstance(node, FUNCTIONS) and name == "body")
                for child in value if isinstance(value, list) else [value]:
                    if isinstance(child, ast.AST):
                        walk(child, lines, at_import and not runs_later)

    walk(source.tree, (1, 1), at_import=True)
    return found


def choose_mutants(texts: Mapping[str, bytes], count: int, seed: str) -> list[Mutant]:
    """Return up to `count` random valid mutants of different places. A larger count only adds to them."""
    places: dict[tuple[str, int, int], list[Mutant]] = defaultdict(list)
    for file, text in sorted(texts.items()):
        for mutant in mutants_of(file, text):
            places[file, mutant.start, mutant.end].append(mutant)
    random = Random(seed)
    chosen: list[Mutant] = []
    for place in random.sample(list(places.values()), len(places)):
        mutant = random.choice(place)
        if len(chosen) < count and mutant.is_valid(texts[mutant.file]):
            chosen.append(mutant)
    return chosen


def _is_skipped(node: ast.AST) -> bool:
    """True for what no test should check: logging, `__repr__`, what only the type checker reads.

    Also true for f-strings, in which Python 3.11 gives wrong positions.
    """
    match node:
        case (
            ast.JoinedStr()
            | ast.FunctionDef(name="__repr__")
            | ast.Assign(targets=[ast.Name(id="__all__")])
            | ast.If(test=ast.Name(id="TYPE_CHECKING") | ast.Attribute(attr="TYPE_CHECKING"))
            | ast.If(test=ast.Compare(left=ast.Name(id="__name__")))
            | ast.Call(func=ast.Attribute(value=ast.Name(id="log" | "logger" | "logging")))
            | ast.Subscript(value=ast.Name(id="Literal"))
        ):
            return True
        case ast.Expr(value=value):
            return _is_skipped(value)
        case ast.Assert(test=test):
            return _narrows_type(test)
        case ast.keyword(arg=name):
            return name in UNTESTED_KEYWORDS
    return False


def _narrows_type(test: ast.expr) -> bool:
    match test:
        case ast.Compare(ops=[ast.Is() | ast.IsNot()]) | ast.Call(func=ast.Name(id="isinstance")):
            return True
        case ast.BoolOp(values=values):
            return all(map(_narrows_type, values))
    return False


def _own_lines(node: ast.stmt | ast.match_case) -> tuple[int, int]:
    """Return the first and last line of a statement without its body."""
    first = node.pattern.lineno if isinstance(node, ast.match_case) else node.lineno
    match node:
        case ast.Match(cases=[case, *_]):
            return first, max(first, case.pattern.lineno - 1)
        case object(body=[ast.stmt(lineno=inner), *_]):
            return first, max(first, inner - 1)
    return first, getattr(node, "end_lineno", first)


def _is_sequence(node: ast.expr) -> bool:
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str | bytes)
    return isinstance(node, ast.JoinedStr | ast.List | ast.ListComp | ast.Tuple)


def _kind(node: ast.expr) -> object:
    """Return what two arguments have in common that could be mistaken for each other."""
    match node:
        case ast.Constant(value=value):
            return type(value)
        case ast.Call(func=function):
            return ast.dump(function)
    return type(node)


def _last_name(function: ast.expr) -> str:
    return ast.unparse(function).rpartition(".")[2]


def _type_name(annotation: ast.expr | None) -> str:
    match annotation:
        case ast.Name(id=name) | ast.Subscript(value=ast.Name(id=name)):
            return name
    return ""
