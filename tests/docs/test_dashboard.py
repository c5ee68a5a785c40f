"""The dashboard and the alerts in deploy/: every metric and every label that they name exists."""

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from prometheus_client import Counter, Histogram

from rondel.server.runtime.metrics import Metrics

DEPLOY = Path(__file__).parents[2] / "deploy"
ENDINGS = {Counter: ("_total",), Histogram: ("_bucket", "_sum", "_count")}


FROM_PROMETHEUS = {"instance"}
"""Prometheus gives every metric the node that it was read from."""


def known() -> dict[str, set[str]]:
    """Each metric that a node has, as queries name it, and its labels."""
    found: dict[str, set[str]] = {"up": {"job"}}
    for metric in set(Metrics().registry._collector_to_names):
        labels: set[str] = set(metric._labelnames)  # type: ignore[attr-defined]
        for ending in ENDINGS.get(type(metric), ("",)):
            found[f"{metric._name}{ending}"] = labels | {"le"}  # type: ignore[attr-defined]
    return found


def queries() -> list[str]:
    dashboard: dict[str, Any] = json.loads((DEPLOY / "grafana-dashboard.json").read_text())
    rules = msgspec.yaml.decode((DEPLOY / "prometheus-rules.yaml").read_bytes())
    alerts = [rule["expr"] for group in rules["groups"] for rule in group["rules"]]
    return alerts + [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]


@pytest.mark.parametrize("query", queries())
def test_a_query_names_metrics_and_labels_that_exist(query: str) -> None:
    metrics = known()
    named = re.findall(r"\b(rondel_\w+|up)\b", query)

    assert named
    assert set(named) <= metrics.keys()
    labels = set(re.findall(r"[{,]\s*(\w+)=", query))
    labels |= {label for group in re.findall(r"by \(([^)]*)\)", query) for label in re.split(r",\s*", group)}
    assert all(labels - FROM_PROMETHEUS <= metrics[name] for name in named), labels


def test_a_misspelt_metric_would_be_found() -> None:
    assert "rondel_moves_total" in known()
    assert "rondel_moves" not in known()
    assert known()["rondel_moves_total"] >= {"game"}
    assert len(queries()) > 15


def test_the_page_for_hosts_lists_exactly_the_metrics_that_a_node_has() -> None:
    page = (DEPLOY.parent / "docs/operate/watch.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"`(rondel_\w+)`", page))
    has = {re.sub(r"_(bucket|sum|count)$", "", name) for name in known() if name != "up"}

    assert listed == has


def test_every_metric_of_a_node_is_on_the_dashboard_or_in_an_alert() -> None:
    named = {name for query in queries() for name in re.findall(r"\brondel_\w+", query)}
    shown = {re.sub(r"_(total|bucket|sum|count)$", "", name) for name in named}
    counted = {metric._name for metric in set(Metrics().registry._collector_to_names)}  # type: ignore[attr-defined]

    assert counted - shown == {"rondel_projection_lag_seconds", "rondel_projection_failures"}
