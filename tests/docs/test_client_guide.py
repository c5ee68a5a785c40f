"""The page on the client: its program plays at a real server. A server is started for it: seconds."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.served import serving
from tests.contracts.databases import created, url_of

PAGE = Path(__file__).parents[2] / "docs/guides/client.md"


@pytest.mark.drawn(1 / 3)
def test_the_program_of_the_page_plays() -> None:
    (program,) = re.findall(
        r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )

    with created() as name, serving("--dev", "--bots", "0", "--database", url_of(name)) as served:
        done = subprocess.run(
            [sys.executable, "-c", program, served.url],
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )

    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("At version 4 ")
