"""What a pure module must not do, found in its syntax tree: floats, clocks, chance, files."""

import ast
from collections.abc import Iterator

INTEGER_MATH = frozenset({"ceil", "comb", "factorial", "floor", "gcd", "isqrt", "lcm", "perm", "prod"})
"""What `math` offers that gives integers (`ceil` and `floor` of a `Fraction`)."""
_BANNED_IMPORTS = {
    "float": ("cmath", "decimal", "numpy", "statistics"),
    "chance": ("random", "secrets", "uuid"),
    "clock": ("sched", "time", "zoneinfo"),
    "files": (
        "fileinput",
        "glob",
        "importlib",
        "io",
        "logging",
        "os",
        "pathlib",
        "shutil",
        "socket",
        "sqlite3",
        "subprocess",
        "sys",
        "tempfile",
        "urllib",
    ),
}
_BANNED_MODULES = {module: kind for kind, modules in _BANNED_IMPORTS.items() for module in modules}
_BANNED_NAMES = {
    "float": "float",
    "complex": "float",
    "eval": "files",
    "exec": "files",
    "input": "files",
    "open": "files",
    "print": "files",
}
"""Built-in names; `round` is banned only where it is called, for it is a word of chess."""
_CLOCK = frozenset({"now", "today", "utcnow"})
_DATES = frozenset({"date", "datetime"})
_FLOAT_FORMATS = tuple("eEfFgG%")


def impurities(source: str) -> list[tuple[str, int, str]]:
    """Name each impurity of a module: its kind, its line, and what stands there."""
    found = [(kind, node, text) for node in ast.walk(ast.parse(source)) for kind, text in _of(node)]
    return [(kind, getattr(node, "lineno", 0), text) for kind, node, text in found]


def _of(node: ast.AST) -> Iterator[tuple[str, str]]:
    yield from _numbers(node)
    yield from _names(node)
    match node:
        case ast.Import(names=names):
            for name in names:
                yield from _imported(name.name)
        case ast.ImportFrom(module=str(module), names=names):
            for name in names:
                yield from _imported(module, name.name)


def _numbers(node: ast.AST) -> Iterator[tuple[str, str]]:
    match node:
        case ast.Constant(value=float() | complex()):
            yield "float", ast.unparse(node)
        case ast.BinOp(op=ast.Div()) | ast.AugAssign(op=ast.Div()):
            yield "division", ast.unparse(node)
        case ast.BinOp(op=ast.Pow(), right=ast.UnaryOp(op=ast.USub())):
            yield "float", ast.unparse(node)
        case ast.FormattedValue(format_spec=ast.JoinedStr(values=[*_, ast.Constant(value=str(spec))])):
            if spec.endswith(_FLOAT_FORMATS):
                yield "float", ast.unparse(node)


def _names(node: ast.AST) -> Iterator[tuple[str, str]]:
    match node:
        case ast.Name(id=name) if name in _BANNED_NAMES:
            yield _BANNED_NAMES[name], name
        case ast.Call(func=ast.Name(id="round")):
            yield "rounding", ast.unparse(node)
        case ast.Attribute(value=ast.Name(id="math"), attr=attr) if attr not in INTEGER_MATH:
            yield "float", f"math.{attr}"
        case ast.Attribute(value=ast.Name(id=of) | ast.Attribute(attr=of), attr=attr) if (
            of in _DATES and attr in _CLOCK
        ):
            yield "clock", ast.unparse(node)


def _imported(module: str, name: str = "") -> Iterator[tuple[str, str]]:
    kind = _BANNED_MODULES.get(module.split(".", maxsplit=1)[0])
    if kind is not None:
        yield kind, f"import {module}"
    if module == "math" and name and name not in INTEGER_MATH:
        yield "float", f"math.{name}"
