"""Settings from the environment, and what is counted."""

import re
from pathlib import Path

import msgspec
import pytest

from rondel.server.runtime.metrics import Metrics
from rondel.server.settings import FIXED, RENAMED, Constants, Rate, Settings, SettingsError


def test_settings_are_read_from_the_environment() -> None:
    settings = Settings.from_environment(
        {
            "HOME": "/root",
            "RONDEL_PORT": "9000",
            "RONDEL_PLAIN_HTTP": "true",
            "RONDEL_ORIGINS": "https://a.test, https://b.test",
            "RONDEL_GUEST_RATE": "40/20s",
            "RONDEL_REDIS_URL": "",
            "RONDEL_DATABASE_URL": "postgresql://localhost/rondel",
        }
    )

    assert (settings.port, settings.plain_http, settings.guest_rate) == (9000, True, Rate(40, 20_000))
    assert settings.origins == ("https://a.test", "https://b.test")
    assert (settings.redis_url, settings.database_url) == (None, "postgresql://localhost/rondel")
    assert settings.cookie == "rondel_session"
    assert Settings().cookie == "__Host-rondel_session"


@pytest.mark.parametrize(
    ("variable", "text"),
    [
        *(("RONDEL_PROT", "1"), ("RONDEL_PORT", "many"), ("RONDEL_GUEST_RATE", "often")),
        *(
            ("RONDEL_RATE_LIMITS", "perhaps"),
            ("RONDEL_VAPID_KEY", "short"),
            ("RONDEL_WEBHOOK_NETWORKS", "10.0.0.1/8"),
        ),
    ],
)
def test_what_is_no_setting_is_an_error(variable: str, text: str) -> None:
    with pytest.raises(SettingsError, match=variable):
        Settings.from_environment({variable: text})


@pytest.mark.parametrize("name", [*RENAMED, *sorted(FIXED)])
def test_an_earlier_setting_is_refused_with_what_became_of_it(name: str) -> None:
    assert name not in Settings.__struct_fields__

    now = f"is called RONDEL_{RENAMED[name].upper()} now" if name in RENAMED else "is fixed now"
    with pytest.raises(SettingsError, match=f"RONDEL_{name.upper()} {now}"):
        Settings.from_environment({f"RONDEL_{name.upper()}": "1"})


def test_constants_are_not_read_from_the_environment() -> None:
    for name in ("constants", *Constants.__struct_fields__):
        with pytest.raises(SettingsError, match=f"RONDEL_{name.upper()}"):
            Settings.from_environment({f"RONDEL_{name.upper()}": "1"})


def test_two_nodes_of_one_process_count_apart() -> None:
    one, two = Metrics(), Metrics()
    one.move("cambio")
    one.deadline(-5)
    one.fan_out(12)

    assert b'rondel_moves_total{game="cambio"} 1.0' in one.text()
    assert b"rondel_fan_out_seconds_count 1.0" in one.text()
    assert b"cambio" not in two.text()


def test_the_tuning_page_lists_every_fixed_rate() -> None:
    page = Path("docs/operate/tuning.md").read_text()
    listed = re.findall(r"^\| [^|]+ \| (\d+/\d+s) \|", page, re.MULTILINE)
    values = msgspec.structs.astuple(Constants(notice_rate=Rate(0, 1)))
    rates = [value for value in values if isinstance(value, Rate) and value.burst]

    assert sorted(listed) == sorted(map(str, rates))
