"""Count non-blank lines by folder: `just lines`, or `just lines REVISION` for another commit."""

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator

import rich_click as click

CODE = (".py", ".ts", ".tsx", ".mjs", ".css", ".md", ".sql", ".html")
GENERATED = ("web/src/wire/", "src/rondel/server/web/")


def folder_of(path: str) -> str:
    """Return the row of the table that a file counts in."""
    parts = path.split("/")
    if parts[0] == "src":
        return "/".join(parts[:3]) if len(parts) > 3 else "src/rondel"
    if parts[:2] == ["web", "src"]:
        return "/".join(parts[:3]) if len(parts) > 3 else "web/src"
    return parts[0] if parts[0] in ("tests", "docs", "bench", "examples", "tools") else "elsewhere"


def files(revision: str) -> Iterator[tuple[str, str]]:
    """Yield each counted file of a commit with its text."""
    listed = subprocess.run(
        ["git", "ls-tree", "-r", "--name-only", revision], capture_output=True, check=True, text=True
    )
    names = [
        name for name in listed.stdout.splitlines() if name.endswith(CODE) and not name.startswith(GENERATED)
    ]
    wanted = "".join(f"{revision}:{name}\n" for name in names).encode()
    batch = subprocess.run(
        ["git", "cat-file", "--batch"], input=wanted, capture_output=True, check=True
    ).stdout
    at = 0
    for name in names:
        end = batch.index(b"\n", at)
        size = int(batch[at:end].rsplit(b" ", 1)[1])
        yield name, batch[end + 1 : end + 1 + size].decode(errors="replace")
        at = end + 1 + size + 1


def counted(revision: str) -> Counter[str]:
    """Count the non-blank lines of a commit by folder."""
    lines: Counter[str] = Counter()
    for name, text in files(revision):
        lines[folder_of(name)] += sum(1 for line in text.splitlines() if line.strip())
    return lines


def main() -> None:
    """Print one row per folder, then the sums."""
    lines = counted(sys.argv[1] if len(sys.argv) > 1 else "HEAD")
    for folder in sorted(lines):
        click.echo(f"{lines[folder]:8,}  {folder}")
    for top in ("src", "web/src", "tests", "docs"):
        whole = sum(count for folder, count in lines.items() if f"{folder}/".startswith(f"{top}/"))
        click.echo(f"{whole:8,}  {top} in all")


if __name__ == "__main__":
    main()
