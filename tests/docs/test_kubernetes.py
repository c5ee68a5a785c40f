"""The manifests in deploy/kubernetes: true to the program, to its settings, and to each other.

`just kubernetes` holds each to the schema of Kubernetes. Nothing here tries them in a cluster.
"""

from pathlib import Path
from typing import Any

import msgspec
import pytest
import rich_click as click

from rondel.cli.databases.server_settings import TOKEN_VARIABLE
from rondel.cli.main import main
from rondel.server.runtime.metrics import Metrics
from rondel.server.settings import Settings
from rondel.server.startup.app import GRACE_S

FOLDER = Path(__file__).parents[2] / "deploy" / "kubernetes"


def read(name: str) -> dict[str, Any]:
    document: dict[str, Any] = msgspec.yaml.decode((FOLDER / name).read_bytes())
    return document


BASE = read("base/kustomization.yaml")
EXAMPLE = read("example/kustomization.yaml")
RESOURCES = {name: read(f"base/{name}") for name in BASE["resources"]}
PODS = {
    name: each["spec"]["template"]["spec"] for name, each in RESOURCES.items() if "template" in each["spec"]
}
CONTAINERS = {name: pod["containers"][0] for name, pod in PODS.items()}
NODE = CONTAINERS["nodes.yaml"]


def literals(kustomization: dict[str, Any]) -> dict[str, str]:
    (generated,) = kustomization["configMapGenerator"]
    return dict(line.split("=", 1) for line in generated["literals"])


@pytest.mark.parametrize("folder", ["base", "example"])
def test_every_file_is_named_and_every_name_is_a_file(folder: str) -> None:
    named = [name for name in read(f"{folder}/kustomization.yaml")["resources"] if not name.startswith("..")]

    found = {path.name for path in (FOLDER / folder).glob("*.yaml")}
    assert found == {*named, "kustomization.yaml"}


def test_what_is_set_are_settings_a_server_starts_with() -> None:
    variables = literals(BASE) | literals(EXAMPLE)

    settings = Settings.from_environment(variables)

    assert settings.host == "0.0.0.0"
    assert settings.port == NODE["ports"][0]["containerPort"]
    assert settings.public_url.startswith("https://")


@pytest.mark.parametrize("name", CONTAINERS)
def test_its_command_is_one_of_ours(name: str) -> None:
    program, verb, *arguments = CONTAINERS[name]["command"]

    command = main.get_command(click.Context(main), verb)
    assert program == "rondel"
    assert command is not None
    flags = {flag for option in command.params for flag in option.opts}
    assert {word for word in arguments if word.startswith("--")} <= flags


@pytest.mark.parametrize("name", PODS)
def test_a_pod_may_do_little(name: str) -> None:
    pod, container = PODS[name], CONTAINERS[name]

    assert pod["automountServiceAccountToken"] is False
    assert pod["enableServiceLinks"] is False  # its variables would begin with RONDEL_ and be no settings
    assert pod["securityContext"]["runAsNonRoot"] is True
    assert pod["securityContext"]["runAsUser"] == 10001  # as in the Dockerfile
    assert container["securityContext"] == {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
    }


def test_bots_are_told_their_token_and_no_setting() -> None:
    bots = CONTAINERS["bots.yaml"]

    assert [each["name"] for each in bots["env"]] == [TOKEN_VARIABLE]
    assert "envFrom" not in bots
    assert f"http://{RESOURCES['service.yaml']['metadata']['name']}" in bots["command"]


def test_a_pod_has_the_time_that_a_drain_takes() -> None:
    before_s = int(NODE["lifecycle"]["preStop"]["exec"]["command"][1])
    drain_s = int(literals(BASE)["RONDEL_DRAIN_MS"]) / 1000

    assert PODS["nodes.yaml"]["terminationGracePeriodSeconds"] > before_s + drain_s + GRACE_S


def test_no_connection_is_sent_to_a_pod_when_it_begins_to_drain() -> None:
    probe = NODE["readinessProbe"]
    rolling = RESOURCES["nodes.yaml"]["spec"]["strategy"]["rollingUpdate"]

    assert probe["httpGet"] == {"path": "/readyz", "port": "http"}
    assert (
        NODE["livenessProbe"]["httpGet"]["path"] == "/healthz"
    )  # a lost database is no reason to end a node
    assert int(NODE["lifecycle"]["preStop"]["exec"]["command"][1]) >= probe["periodSeconds"]
    assert rolling == {"maxUnavailable": 0, "maxSurge": 1}
    assert RESOURCES["disruption.yaml"]["spec"]["maxUnavailable"] == 1


@pytest.mark.parametrize("name", ["service.yaml", "disruption.yaml"])
def test_what_selects_nodes_selects_nodes_alone(name: str) -> None:
    selector = RESOURCES[name]["spec"]["selector"]
    wanted = selector.get("matchLabels", selector)

    labels = {
        pod: each["spec"]["template"]["metadata"]["labels"] for pod, each in RESOURCES.items() if pod in PODS
    }
    assert [pod for pod, has in labels.items() if wanted.items() <= has.items()] == ["nodes.yaml"]


def test_the_metric_that_scales_exists() -> None:
    (patch,) = read("sockets/kustomization.yaml")["patches"]
    (added,) = msgspec.yaml.decode(patch["patch"])

    assert added["value"]["pods"]["metric"]["name"] in Metrics().text().decode()
