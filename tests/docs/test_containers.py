"""Dockerfile and compose.yaml: linted, and true to the settings there are."""

import asyncio
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import asyncpg
import msgspec
import pytest

from rondel.cli.serving.process import check_http
from rondel.server.settings import Settings
from tests.server.image import ignored

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


def app_settings(**chosen: str) -> tuple[Settings, dict[str, str]]:
    """The settings of the container, and its environment, where .env says this."""
    variables = {"POSTGRES_PASSWORD": "x", **chosen}
    ours = {name: interpolated(str(text), variables) for name, text in SERVICES["app"]["environment"].items()}
    environment = {**variables, **ours}
    return Settings.from_environment(environment), environment


def interpolated(text: str, variables: dict[str, str]) -> str:
    """${NAME:-default} and ${NAME:?why} as compose reads them."""
    return re.sub(r"\$\{([A-Z_]+):[-?](.*?)\}", lambda found: variables.get(found[1]) or found[2], text)


def test_without_choices_it_serves_this_machine() -> None:
    settings, _ = app_settings()

    assert settings.plain_http
    assert settings.public_url == "http://localhost:8000"
    check_http(settings)


def test_every_setting_reaches_the_container() -> None:
    assert SERVICES["app"]["env_file"] == [".env"]

    settings, _ = app_settings(
        RONDEL_PUBLIC_URL="https://games.example.org",
        RONDEL_PLAIN_HTTP="false",
        RONDEL_SMTP_URL="smtp://mail.example.org",
        RONDEL_GUEST_RATE="40/10s",
    )

    assert settings.public_url == "https://games.example.org"
    assert not settings.plain_http
    assert settings.smtp_url == "smtp://mail.example.org"
    assert str(settings.guest_rate) == "40/10s"
    check_http(settings)


@pytest.mark.parametrize("password", ["p@ss:w/rd?#%", "50% & more", "'\"\\ä"])
async def test_a_password_needs_no_escaping(password: str, monkeypatch: pytest.MonkeyPatch) -> None:
    settings, environment = app_settings(POSTGRES_PASSWORD=password)
    monkeypatch.setenv("PGPASSWORD", environment["PGPASSWORD"])
    received = asyncio.get_running_loop().create_future()

    async def ask_password(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """As PostgreSQL does, in clear text."""
        await reader.readexactly(int.from_bytes(await reader.readexactly(4)) - 4)
        writer.write(b"R" + (8).to_bytes(4) + (3).to_bytes(4))
        await reader.readexactly(1)
        received.set_result(await reader.readexactly(int.from_bytes(await reader.readexactly(4)) - 4))
        writer.close()

    async with await asyncio.start_server(ask_password, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        url = str(settings.database_url).replace("@database/", f"@127.0.0.1:{port}/")
        with pytest.raises((OSError, asyncpg.PostgresError)):
            await asyncpg.connect(url, ssl=False, timeout=30)

    assert received.result() == password.encode() + b"\0"


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
        *re.findall(r"^ARG [A-Z]+_IMAGE=(\S+)", DOCKERFILE, re.MULTILINE),
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
    included = {
        line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")
    }
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", DOCKERFILE, re.MULTILINE)

    names = {name for line in copied for name in line.split()}
    assert included == {name for name in names if not any(name.startswith(f"{other}/") for other in names)}


def test_every_stage_begins_with_an_image_that_can_be_chosen() -> None:
    begins = re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE)

    assert begins == ["${NODE_IMAGE}", "${PYTHON_IMAGE}", "${PYTHON_IMAGE}"]


@pytest.mark.parametrize(
    ("path", "is_out"),
    [
        *(("src/rondel/__init__.py", False), ("web/src/main.tsx", False), ("hatch_build.py", False)),
        *(("src/rondel/server/web/index.html", True), ("web/node_modules/react/index.js", True)),
        *(("tests/trace.py", True), ("src/rondel/__pycache__/x.pyc", True), ("README.md", False)),
    ],
)
def test_a_build_is_sent_sources_and_nothing_that_was_built(path: str, is_out: bool) -> None:
    patterns = [
        line for line in (ROOT / ".dockerignore").read_text().splitlines() if line[:1] not in ("", "#")
    ]

    assert ignored(Path(path), patterns) is is_out


def test_every_setting_is_a_plain_one() -> None:
    assert all(re.fullmatch("[a-z_]+", field.name) for field in msgspec.structs.fields(Settings))
