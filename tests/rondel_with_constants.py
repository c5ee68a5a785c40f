"""`rondel` with other constants: RONDELTEST_CONSTANTS is JSON, for example {"ping_ms": 500}."""

import json
import os
from collections.abc import Mapping
from typing import Any

import msgspec

from rondel.cli.main import main
from rondel.server.settings import Constants, Rate, Settings

VARIABLE = "RONDELTEST_CONSTANTS"
_from_environment = Settings.from_environment


def _with_constants(environment: Mapping[str, str]) -> Settings:
    chosen = json.loads(environment.get(VARIABLE, "{}"))
    values: dict[str, Any] = {
        name: Rate.of(value) if isinstance(value, str) else value for name, value in chosen.items()
    }
    return msgspec.structs.replace(_from_environment(environment), constants=Constants(**values))


if __name__ == "__main__":
    assert VARIABLE in os.environ, f"{VARIABLE} is not set"
    Settings.from_environment = _with_constants  # type: ignore[method-assign]
    main()
