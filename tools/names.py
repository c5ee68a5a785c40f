"""Count names that were replaced and must not come back: `just names`; exit code 1 if one is left.

tools/renames.json has them: `names` is old to new for the whole tree, `scoped` for homonyms below one path.
Words that say nothing of a value (told, asked, said, kept, heard) are counted inside longer names too; names
of tests are sentences. Python is read by tokenize and, inside f-strings, by its syntax tree; TypeScript by
web/scripts/identifiers.mjs. Prose is left alone.
"""

import ast
import io
import json
import re
import subprocess
import sys
import tokenize
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import rich_click as click

ROOT = Path(__file__).parents[1]
RENAMES = ROOT / "tools/renames.json"
WORD = re.compile(r"[A-Za-z_$][\w$]*")
VAGUE = frozenset(("told", "asked", "said", "kept", "heard"))
PART = re.compile(r"[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])")
PLACES = ("src", "web/src", "web/tests", "tests", "bench", "examples", "tools")


class Found(NamedTuple):
    """A name that is left."""

    path: str
    line: int
    name: str


def is_vague(name: str) -> bool:
    """Return whether a word of this name says nothing; names of tests are left alone."""
    return not name.startswith("test_") and not VAGUE.isdisjoint(map(str.lower, PART.findall(name)))


def python_names(text: str) -> Iterator[tuple[int, str]]:
    """Yield line and text of each NAME token, and of each name inside an f-string."""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.NAME:
            yield token.start[0], token.string
    for string in ast.walk(ast.parse(text)):
        if isinstance(string, ast.JoinedStr):
            for node in ast.walk(string):
                match node:
                    case ast.Name(id=name) | ast.Attribute(attr=name):
                        yield string.lineno, name
                    case _:
                        pass


def script_names(paths: list[str]) -> dict[str, list[tuple[int, str]]]:
    """Return the identifiers of TypeScript and JavaScript files, by path."""
    scanner = ROOT / "web/scripts/identifiers.mjs"
    scanned = subprocess.run(
        ["node", str(scanner)], input="\n".join(paths), cwd=ROOT, capture_output=True, check=True, text=True
    )
    return {
        path: [(line, name) for line, name in found] for path, found in json.loads(scanned.stdout).items()
    }


def found_in(renames: dict[str, dict[str, str]], places: Sequence[str] = PLACES) -> list[Found]:
    """Return every old name that is left as an identifier."""
    scoped: dict[str, set[str]] = defaultdict(set)
    for key in renames["scoped"]:
        place, _, name = key.rpartition(":")
        scoped[place].add(name)
    listed = subprocess.run(
        ["git", "ls-files", *places], cwd=ROOT, capture_output=True, check=True, text=True
    )
    suspects: dict[str, set[str]] = {}
    for path in listed.stdout.splitlines():
        if path.endswith((".py", ".ts", ".tsx", ".mjs")):
            old = set(renames["names"]).union(
                *(some for place, some in scoped.items() if path.startswith(place))
            )
            words = set(WORD.findall((ROOT / path).read_text(encoding="utf-8")))
            if old & words or any(map(is_vague, words)):
                suspects[path] = old
    scripts = [path for path in suspects if not path.endswith(".py")]
    names = script_names(scripts) if (ROOT / "web/node_modules/rolldown").is_dir() else {}
    for path in suspects.keys() - scripts:
        names[path] = list(python_names((ROOT / path).read_text(encoding="utf-8")))
    return sorted(
        {
            Found(path, line, name)
            for path, tokens in names.items()
            for line, name in tokens
            if name in suspects[path] or is_vague(name)
        }
    )


def main() -> None:
    """Print each name that is left with its replacement, then the count."""
    renames = json.loads(RENAMES.read_text(encoding="utf-8"))
    left = found_in(renames)
    new = renames["names"] | {key.rpartition(":")[2]: name for key, name in renames["scoped"].items()}
    for path, line, name in left[:200]:
        click.echo(f"{path}:{line}: {name} is called {new.get(name, 'what it holds')} now")
    click.echo(f"{len(left)} of the replaced names left ({len(renames['names'])} looked for)")
    sys.exit(1 if left else 0)


if __name__ == "__main__":
    main()
