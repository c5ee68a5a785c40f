"""What kernel and games may not do: the part of purity that import-linter cannot see.

`python -m tests.purity.checker` reads the tree and names every fault with its file and line.
"""

import ast
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import click

SOURCE = Path(__file__).parents[2] / "src" / "rondel"

BANNED_MODULES = frozenset(
    {
        "asyncio",
        "socket",
        "http",
        "os",
        "io",
        "pathlib",
        "time",
        "datetime",
        "random",
        "secrets",
        "uuid",
        "logging",
        "threading",
        "subprocess",
        "importlib",
    }
)
"""Named by ARCHITECTURE.md: input and output, the clock, dice."""

PURE_MODULES = frozenset(
    {
        "__future__",
        "abc",
        "base64",
        "binascii",
        "bisect",
        "collections",
        "contextlib",
        "copy",
        "dataclasses",
        "enum",
        "functools",
        "hashlib",
        "heapq",
        "hmac",
        "itertools",
        "json",
        "math",
        "msgspec",
        "operator",
        "re",
        "rondel",
        "string",
        "struct",
        "textwrap",
        "types",
        "typing",
        "typing_extensions",
        "unicodedata",
    }
)
"""All that kernel and games may import; a new name here is a decision, not an accident."""

READS_SOURCE = "rondel/kit/definition.py"
"""The one module that may use `inspect`: it names the author's line of a mistake."""

BANNED_NAMES = frozenset(
    {
        "open",
        "print",
        "input",
        "hash",
        "id",
        "eval",
        "exec",
        "compile",
        "__import__",
        "breakpoint",
        "globals",
        "locals",
        "vars",
        "exit",
        "quit",
    }
)

WHOLE_MATH = frozenset(
    {
        "ceil",
        "comb",
        "factorial",
        "floor",
        "gcd",
        "isfinite",
        "isinf",
        "isnan",
        "isqrt",
        "lcm",
        "perm",
        "prod",
    }
)
"""The parts of math that answer with whole numbers or with yes and no."""

NUMBERS_COME_IN = frozenset({"actions"})
"""Modules of a game that may say `float`: a number from outside is judged there and leaves as an int."""

SET_TYPES = frozenset({"set", "frozenset", "Set", "AbstractSet", "FrozenSet", "MutableSet"})
SET_METHODS = frozenset({"union", "intersection", "difference", "symmetric_difference", "copy"})
SET_OPERATORS = (ast.BitOr, ast.BitAnd, ast.BitXor, ast.Sub)
ORDER_FREE_CALLS = frozenset({"sorted", "set", "frozenset", "len", "sum", "any", "all", "min", "max"})
ORDER_KEEPING_CALLS = frozenset(
    {"list", "tuple", "iter", "enumerate", "zip", "map", "filter", "next", "reversed", "dict", "str", "repr"}
)
ORDER_KEEPING_METHODS = frozenset({"join", "extend", "fromkeys"})

A_SET = ast.Name("set", ast.Load())


class Fault(NamedTuple):
    """One line that breaks a rule, with the sentence that says which."""

    where: str
    line: int
    sentence: str

    def __str__(self) -> str:
        return f"{self.where}:{self.line}: {self.sentence}"


@cache
def _declarations(source: str) -> list[ast.AST]:
    """What a module declares. Each module is read beside all others of its package: it is parsed once."""
    declares = (ast.ClassDef, ast.FunctionDef, ast.Assign, ast.AnnAssign)
    return [node for node in ast.walk(ast.parse(source)) if isinstance(node, declares)]


class Catalogue:
    """What the modules of one package declare: enough to tell which expressions are sets."""

    def __init__(self, sources: Iterable[str]) -> None:
        self.aliases: dict[str, ast.expr] = {}
        self.returns: dict[str, ast.expr] = {}
        self.fields: dict[str, dict[str, ast.expr]] = {}
        for source in sources:
            for node in _declarations(source):
                self._note(node)

    def _note(self, node: ast.AST) -> None:
        match node:
            case ast.ClassDef(name=name, body=body):
                fields = self.fields.setdefault(name, {})
                for item in body:
                    match item:
                        case ast.AnnAssign(target=ast.Name(id=field), annotation=annotation):
                            fields[field] = annotation
                        case ast.FunctionDef(name=method, returns=ast.expr() as returned):
                            fields[method] = returned
                        case _:
                            pass
            case ast.FunctionDef(name=name, returns=ast.expr() as returned):
                self.returns[name] = returned
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Subscript() as value):
                self.aliases[name] = value
            case ast.AnnAssign(
                target=ast.Name(id=name), annotation=ast.Name(id="TypeAlias"), value=ast.expr() as value
            ):
                self.aliases[name] = value
            case _:
                pass

    def is_set(self, annotation: ast.expr | None) -> bool:
        """Whether this annotation names a set, perhaps among other things."""
        match annotation:
            case ast.Name(id=name):
                return name in SET_TYPES or (name in self.aliases and self.is_set(self.aliases[name]))
            case ast.Attribute(attr=name):
                return name in SET_TYPES
            case ast.Subscript(
                value=ast.Name(id="Optional" | "Annotated" | "Final" | "ClassVar"), slice=inner
            ):
                return self.is_set(inner.elts[0] if isinstance(inner, ast.Tuple) else inner)
            case ast.Subscript(value=head):
                return self.is_set(head)
            case ast.BinOp(left=left, op=ast.BitOr(), right=right):
                return self.is_set(left) or self.is_set(right)
            case ast.Constant(value=str() as text):
                return self.is_set(ast.parse(text, mode="eval").body)
            case _:
                return False

    def field(self, owner: ast.expr | None, name: str) -> ast.expr | None:
        """The annotation of `owner.name`; of an unknown owner only if every class agrees that it is a set."""
        if isinstance(owner, ast.Name) and owner.id in self.fields:
            return self.fields[owner.id].get(name)
        found = [fields[name] for fields in self.fields.values() if name in fields]
        return found[0] if found and all(self.is_set(_result(each)) for each in found) else None


def _result(annotation: ast.expr) -> ast.expr:
    """What calling a value of this type gives; the type itself where it is no Callable."""
    match annotation:
        case ast.Subscript(value=ast.Name(id="Callable"), slice=ast.Tuple(elts=[_, returned])):
            return returned
        case _:
            return annotation


class _Reader(ast.NodeVisitor):
    """Walks one module, scope by scope, and notes its faults."""

    def __init__(self, where: str, catalogue: Catalogue, *, may_say_float: bool) -> None:
        self.where = where
        self.catalogue = catalogue
        self.may_say_float = may_say_float
        self.scopes: list[dict[str, ast.expr | None]] = [{}]
        self.classes: list[str] = []
        self.order_free: set[int] = set()
        self.faults: list[Fault] = []

    def _fault(self, node: ast.AST, sentence: str) -> None:
        self.faults.append(Fault(self.where, getattr(node, "lineno", 0), sentence))

    # What it imports.

    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            self._imports(node, alias.name)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        if node.level:
            self._fault(node, "imports relatively; say which package")
            return
        self._imports(node, node.module or "")
        if node.module == "math":
            for alias in node.names:
                self._math(node, alias.name)

    def _imports(self, node: ast.AST, module: str) -> None:
        top = module.partition(".")[0]
        if top in BANNED_MODULES:
            self._fault(node, f"imports {module}; kernel and games have no input, output, clock or dice")
        elif top not in PURE_MODULES and (top, self.where) != ("inspect", READS_SOURCE):
            self._fault(node, f"imports {module}, which is not on the list of pure modules")

    # Which names and numbers it says.

    def visit_Name(self, node: ast.Name) -> None:
        if not isinstance(node.ctx, ast.Load):
            return
        if node.id in BANNED_NAMES:
            self._fault(node, f"uses {node.id}")
        if node.id in {"float", "complex"} and not self.may_say_float:
            self._fault(node, f"says {node.id}; money, points, votes and times are whole numbers")

    def visit_Global(self, node: ast.Global) -> None:
        self._fault(node, f"says global {', '.join(node.names)}; State is the only memory")

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, float | complex):
            self._fault(node, f"writes {node.value!r}; money, points, votes and times are whole numbers")

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if isinstance(node.value, ast.Name) and node.value.id == "math":
            self._math(node, node.attr)
        self.generic_visit(node)

    def _math(self, node: ast.AST, name: str) -> None:
        if name not in WHOLE_MATH:
            self._fault(node, f"uses math.{name}, which is no whole number")

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if isinstance(node.op, ast.Div):
            self._fault(node, "divides with /, which makes a float; use //")
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        if isinstance(node.op, ast.Div):
            self._fault(node, "divides with /=, which makes a float; use //=")
        self.generic_visit(node)

    # Which names mean what, where.

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self.classes.append(node.name)
        self.scopes.append({})
        self.generic_visit(node)
        self.scopes.pop()
        self.classes.pop()

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        arguments = node.args
        named = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        scope = {argument.arg: argument.annotation for argument in named}
        if self.classes and named and named[0].annotation is None:
            scope[named[0].arg] = ast.Name(self.classes[-1], ast.Load())
        self.scopes.append(scope)
        self.generic_visit(node)
        self.scopes.pop()

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        self.generic_visit(node)
        if isinstance(node.target, ast.Name):
            self.scopes[-1][node.target.id] = node.annotation

    def visit_Assign(self, node: ast.Assign) -> None:
        self.generic_visit(node)
        for target in node.targets:
            if isinstance(target, ast.Name):
                self.scopes[-1][target.id] = self._type(node.value)
            elif isinstance(target, ast.Tuple | ast.List):
                self._ordered(node, node.value)

    def visit_NamedExpr(self, node: ast.NamedExpr) -> None:
        self.generic_visit(node)
        self.scopes[-1][node.target.id] = self._type(node.value)

    # What it does with sets.

    def _type(self, node: ast.expr) -> ast.expr | None:
        """The annotation this expression would carry, where the module says enough to tell."""
        match node:
            case ast.Set() | ast.SetComp():
                return A_SET
            case ast.Name(id=name):
                return next((scope[name] for scope in reversed(self.scopes) if name in scope), None)
            case ast.Attribute(value=owner, attr=name):
                return self.catalogue.field(self._type(owner), name)
            case ast.Call(func=function):
                return self._called(function)
            case ast.BinOp(left=left, op=op, right=right) if isinstance(op, SET_OPERATORS):
                return A_SET if any(self._is_set(side) or _is_keys(side) for side in (left, right)) else None
            case ast.IfExp(body=body, orelse=otherwise):
                return A_SET if self._is_set(body) or self._is_set(otherwise) else self._type(body)
            case ast.NamedExpr(value=value):
                return self._type(value)
            case _:
                return None

    def _called(self, function: ast.expr) -> ast.expr | None:
        match function:
            case ast.Name(id=name) if name in SET_TYPES or name in self.catalogue.fields:
                return function
            case ast.Name(id=name) if name in self.catalogue.returns:
                return self.catalogue.returns[name]
            case ast.Attribute(value=owner, attr=name) if name in SET_METHODS and self._is_set(owner):
                return A_SET
            case ast.Name() | ast.Attribute():
                annotation = self._type(function)
                return None if annotation is None else _result(annotation)
            case _:
                return None

    def _is_set(self, node: ast.expr) -> bool:
        return self.catalogue.is_set(self._type(node))

    def _ordered(self, node: ast.AST, iterated: ast.expr) -> None:
        if self._is_set(iterated):
            self._fault(node, f"takes the order of a set, {ast.unparse(iterated)}; put sorted() around it")

    def visit_For(self, node: ast.For) -> None:
        self._ordered(node, node.iter)
        self.generic_visit(node)

    def visit_YieldFrom(self, node: ast.YieldFrom) -> None:
        self._ordered(node, node.value)
        self.generic_visit(node)

    def visit_FormattedValue(self, node: ast.FormattedValue) -> None:
        self._ordered(node, node.value)
        self.generic_visit(node)

    def visit_ListComp(self, node: ast.ListComp) -> None:
        self._comprehension(node, node.generators)

    def visit_DictComp(self, node: ast.DictComp) -> None:
        self._comprehension(node, node.generators)

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> None:
        self._comprehension(node, [] if id(node) in self.order_free else node.generators)

    def _comprehension(self, node: ast.AST, generators: Sequence[ast.comprehension]) -> None:
        for generator in generators:
            self._ordered(node, generator.iter)
        self.generic_visit(node)

    def visit_Set(self, node: ast.Set) -> None:
        self._exempt(node.elts)
        self.generic_visit(node)

    def visit_Starred(self, node: ast.Starred) -> None:
        if id(node) not in self.order_free:
            self._ordered(node, node.value)
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        match node.func:
            case ast.Name(id=name) if name in ORDER_FREE_CALLS:
                self._exempt(node.args)
            case ast.Name(id=name) if name in ORDER_KEEPING_CALLS:
                self._all_ordered(node)
            case ast.Attribute(attr=name) if name in ORDER_KEEPING_METHODS:
                self._all_ordered(node)
            case ast.Attribute(value=owner, attr="pop") if not node.args:
                self._ordered(node, owner)
        self.generic_visit(node)

    def _exempt(self, nodes: Sequence[ast.expr]) -> None:
        self.order_free.update(id(each) for each in nodes)

    def _all_ordered(self, node: ast.Call) -> None:
        for argument in node.args:
            self._ordered(node, argument)


def _is_keys(node: ast.expr) -> bool:
    match node:
        case ast.Call(func=ast.Attribute(attr="keys" | "items")):
            return True
        case _:
            return False


def faults_in(
    source: str, where: str = "rondel/games/sample/state.py", beside: Mapping[str, str] | None = None
) -> list[Fault]:
    """The faults of one module, given the sources of the modules it may know types from."""
    tree = ast.parse(source)
    catalogue = Catalogue([*(beside or {}).values(), source])
    path = Path(where)
    may_say_float = "games" in path.parts and path.stem in NUMBERS_COME_IN
    reader = _Reader(where, catalogue, may_say_float=may_say_float)
    reader.visit(tree)
    return sorted(set(reader.faults))


def packages(root: Path) -> Iterator[list[Path]]:
    """The kernel, the kit, then each game."""
    yield sorted((root / "kernel").rglob("*.py"))
    yield sorted((root / "kit").rglob("*.py"))
    for folder in sorted(path.parent for path in (root / "games").glob("*/__init__.py")):
        yield sorted(folder.rglob("*.py"))


def faults_in_tree(root: Path) -> list[Fault]:
    """Every fault of every kernel and game module below `root`."""
    kernel, *games = packages(root)
    shared = {str(path): path.read_text(encoding="utf-8") for path in kernel}
    faults: list[Fault] = []
    for package in ([root / "games" / "__init__.py"], kernel, *games):
        sources = {str(path): path.read_text(encoding="utf-8") for path in package}
        for path, source in sources.items():
            where = Path(path).relative_to(root.parent).as_posix()
            faults += faults_in(source, where, shared | sources)
    return faults


def main() -> int:
    """Print every fault; exit code 1 if there is one."""
    faults = faults_in_tree(SOURCE)
    for fault in faults:
        click.echo(str(fault))
    click.echo(f"purity: {sum(map(len, packages(SOURCE)))} modules, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
