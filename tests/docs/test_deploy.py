"""The units of systemd in deploy/: they verify, they are hardened, and they wait for a late database."""

import configparser
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rondel.server.settings import Settings

DEPLOY = Path(__file__).parents[2] / "deploy"
UNITS = ("rondel.service", "rondel@.service")
PRUNE = ("rondel-prune.service", "rondel-prune.timer")
BACKUP = ("rondel-backup.service", "rondel-backup.timer")
ANALYZE = shutil.which("systemd-analyze")
MOST_EXPOSED = 1.5
"""Of ten, as `systemd-analyze security` counts; a service without any hardening has 9.6."""

needs_systemd = pytest.mark.skipif(
    ANALYZE is None, reason="systemd-analyze is not installed (package systemd)"
)


def installed(name: str, folder: Path) -> Path:
    """The unit with a program that is there, since verifying looks for it."""
    unit = folder / name.replace("@.", "@8001.")
    text = (DEPLOY / name).read_text(encoding="utf-8")
    unit.write_text(text.replace("/opt/rondel/bin/rondel", str(Path(sys.executable).with_name("rondel"))))
    return unit


def settings_of(name: str) -> dict[str, dict[str, str]]:
    reader = configparser.RawConfigParser(strict=False)
    reader.optionxform = str  # type: ignore[assignment, method-assign]
    reader.read(DEPLOY / name, encoding="utf-8")
    return {section: dict(reader[section]) for section in reader.sections()}


@needs_systemd
@pytest.mark.parametrize("name", [*UNITS, *PRUNE, *BACKUP])
def test_systemd_has_nothing_to_say_against_it(name: str, tmp_path: Path) -> None:
    for other in (*PRUNE, *BACKUP):  # a timer names its service
        installed(other, tmp_path)
    done = subprocess.run(
        [ANALYZE or "", "verify", "--man=no", "--recursive-errors=no", installed(name, tmp_path)],
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stdout + done.stderr) == (0, "")


@needs_systemd
def test_an_unknown_line_would_be_found(tmp_path: Path) -> None:
    unit = installed("rondel.service", tmp_path)
    unit.write_text(unit.read_text().replace("LimitNOFILE=", "LimitNoFile="))

    done = subprocess.run(
        [ANALYZE or "", "verify", "--man=no", unit], capture_output=True, text=True, check=False
    )

    assert "LimitNoFile" in done.stderr


@needs_systemd
@pytest.mark.parametrize("name", [*UNITS, PRUNE[0], BACKUP[0]])
def test_it_is_hardened(name: str, tmp_path: Path) -> None:
    unit = str(installed(name, tmp_path))
    command = [ANALYZE or "", "security", "--offline=true", "--no-pager", unit]
    done = subprocess.run(command, capture_output=True, text=True, check=False)

    found = re.search(r"Overall exposure level for .*: ([\d.]+) ", done.stdout)
    assert found is not None, done.stdout + done.stderr
    assert float(found[1]) <= MOST_EXPOSED


@pytest.mark.parametrize("name", UNITS)
def test_it_waits_for_the_database_and_for_its_players(name: str) -> None:
    unit = settings_of(name)

    assert unit["Unit"]["StartLimitIntervalSec"] == "0"
    assert {"network-online.target", "postgresql.service"} <= set(unit["Unit"]["After"].split())
    assert unit["Service"]["Restart"] == "always"
    assert int(unit["Service"]["TimeoutStopSec"]) * 1000 >= Settings().drain_ms + 20_000
    assert int(unit["Service"]["LimitNOFILE"]) > Settings().connections + 64
    assert unit["Install"]["WantedBy"] == "multi-user.target"


@pytest.mark.parametrize(
    ("units", "command", "at"),
    [(PRUNE, "prune --delete", "04:17"), (BACKUP, "backup --to /var/backups/rondel --keep 14", "03:17")],
)
def test_what_comes_once_a_night_is_as_hardened_as_the_server(
    units: tuple[str, str], command: str, at: str
) -> None:
    server, nightly = settings_of("rondel.service")["Service"], settings_of(units[0])["Service"]
    own = {"Type", "ExecStart", "Nice", "ReadWritePaths"}
    of_a_server = {"Type", "ExecStart", "Restart", "RestartSec", "TimeoutStopSec", "KillMode", "LimitNOFILE"}

    assert {name: nightly[name] for name in nightly.keys() - own} == {
        name: server[name] for name in server.keys() - of_a_server
    }
    assert nightly["ExecStart"].endswith(f"rondel {command}")
    assert nightly.get("ReadWritePaths", "") in command
    assert settings_of(units[1])["Timer"]["OnCalendar"] == f"*-*-* {at}"


def test_the_template_differs_only_by_its_port() -> None:
    one, many = settings_of("rondel.service"), settings_of("rondel@.service")

    assert many["Service"].pop("Environment") == "RONDEL_PORT=%i"
    assert one["Service"] == many["Service"]
    assert one["Install"] == many["Install"]
