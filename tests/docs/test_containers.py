"""Dockerfile and compose.yaml: linted, and true to the settings there are."""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rondel.server.settings import Settings

ROOT = Path(__file__).parents[2]
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
COMPOSE: dict[str, Any] = msgspec.yaml.decode((ROOT / "compose.yaml").read_bytes())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]


def test_hadolint_has_nothing_to_say() -> None:
    hadolint = Path(sys.executable).with_name("hadolint")
    done = subprocess.run([hadolint, ROOT / "Dockerfile"], capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout


def has_compose() -> bool:
    docker = shutil.which("docker")
    return (
        docker is not None
        and subprocess.run([docker, "compose", "version"], capture_output=True).returncode == 0
    )


@pytest.mark.skipif(not has_compose(), reason="docker compose is not installed")
def test_docker_compose_reads_it() -> None:
    command = ["docker", "compose", "--profile", "tls", "config", "--quiet"]
    done = subprocess.run(
        command, cwd=ROOT, env={"POSTGRES_PASSWORD": "x"}, capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stderr


def test_every_setting_in_it_is_one() -> None:
    said = {
        name: re.sub(r"\$\{[A-Z_]+:[-?](.*?)\}", r"\1", str(text)) for name, text in app_environment().items()
    }

    settings = Settings.from_environment(said)

    assert settings.plain_http
    assert settings.origins == (settings.public_url,)


def app_environment() -> dict[str, Any]:
    environment: dict[str, Any] = SERVICES["app"]["environment"]
    return environment


def test_whoever_is_waited_for_says_when_it_is_ready() -> None:
    waited_for = SERVICES["app"]["depends_on"]

    assert set(waited_for) == {"database", "redis"}
    assert all(SERVICES[name]["healthcheck"]["test"] for name in waited_for)
    assert "HEALTHCHECK" in DOCKERFILE


def test_what_must_last_is_on_a_volume_and_only_that() -> None:
    assert set(COMPOSE["volumes"]) == {"database", "certificates"}
    assert SERVICES["database"]["volumes"] == ["database:/var/lib/postgresql/data"]
    assert "volumes" not in SERVICES["app"]


def test_only_the_proxy_is_open_to_other_machines() -> None:
    open_to_all = {
        name
        for name, service in SERVICES.items()
        for port in service.get("ports", [])
        if not port.startswith("127.")
    }

    assert open_to_all == {"tls"}


def test_it_stops_no_sooner_than_its_players_have_left() -> None:
    seconds = int(SERVICES["app"]["stop_grace_period"].removesuffix("s"))

    assert seconds * 1000 > Settings().drain_ms + 10_000


@pytest.mark.parametrize(
    "image",
    [
        *re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE),
        *(service["image"] for service in SERVICES.values() if "build" not in service),
    ],
)
def test_images_have_a_version_and_no_registry(image: str) -> None:
    name, _, version = image.partition(":")

    assert "." not in name.partition("/")[0]
    assert version not in ("", "latest")


def test_it_does_not_run_as_root() -> None:
    assert re.findall(r"^USER (\d+)$", DOCKERFILE, re.MULTILINE) == ["10001"]


def test_the_image_is_built_from_what_the_dockerfile_copies() -> None:
    kept = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", DOCKERFILE, re.MULTILINE)

    assert kept == {name for line in copied for name in line.split()}


def test_every_setting_is_a_plain_one() -> None:
    assert all(re.fullmatch("[a-z_]+", field.name) for field in msgspec.structs.fields(Settings))
