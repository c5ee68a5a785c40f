"""Settings from the environment, and what is counted."""

import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from rondel.server.metrics import Metrics
from rondel.server.settings import NotASetting, Rate, Settings


def test_settings_are_read_from_the_environment() -> None:
    told = Settings.from_environment(
        {
            "HOME": "/root",
            "RONDEL_PORT": "9000",
            "RONDEL_PLAIN_HTTP": "true",
            "RONDEL_ORIGINS": "https://a.test, https://b.test",
            "RONDEL_ACTS": "40/20s",
            "RONDEL_REDIS_URL": "",
            "RONDEL_DATABASE_URL": "postgresql://localhost/rondel",
        }
    )

    assert (told.port, told.plain_http, told.acts) == (9000, True, Rate(40, 20_000))
    assert told.origins == ("https://a.test", "https://b.test")
    assert (told.redis_url, told.database_url) == (None, "postgresql://localhost/rondel")
    assert told.cookie == "rondel_session"
    assert Settings().cookie == "__Host-rondel_session"


@pytest.mark.parametrize(
    ("variable", "text"),
    [
        *(("RONDEL_PROT", "1"), ("RONDEL_PORT", "many"), ("RONDEL_ACTS", "often")),
        *(
            ("RONDEL_LIMITED", "perhaps"),
            ("RONDEL_VAPID_KEY", "short"),
            ("RONDEL_HOOK_NETWORKS", "10.0.0.1/8"),
        ),
    ],
)
def test_what_is_no_setting_is_an_error(variable: str, text: str) -> None:
    with pytest.raises(NotASetting, match=variable):
        Settings.from_environment({variable: text})


def test_two_nodes_of_one_process_count_apart() -> None:
    one, two = Metrics(), Metrics()
    one.move("cambio")
    one.deadline(-5)
    one.fan_out(12)

    assert b'rondel_moves_total{game="cambio"} 1.0' in one.text()
    assert b"rondel_fan_out_seconds_count 1.0" in one.text()
    assert b"cambio" not in two.text()


def test_the_table_of_limits_tells_the_defaults() -> None:
    page = Path("docs/operate/tuning.md").read_text()
    told = dict(re.findall(r"^\| `RONDEL_(\w+)` \| (\d+/\d+s) \|", page, re.MULTILINE))
    rates = {
        field.name: getattr(Settings(), field.name)
        for field in msgspec.structs.fields(Settings)
        if Rate in get_args(field.type) and field.name != "notices"  # which is told with the notices
    }

    assert {name.lower(): Rate.of(text) for name, text in told.items()} == rates
