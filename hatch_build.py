"""Puts the web client into the wheel: built beforehand, or now, if there is a Node.js to build it with."""

import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class WebClient(BuildHookInterface[Any]):
    """An editable install serves whatever `just web` has built, and a source archive brings it along."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the client if this is a real build, it is not there, and it can be made."""
        root = Path(self.root)
        built, sources = root / "src" / "rondel" / "server" / "web", root / "web"
        if version != "standard":
            return
        npm = shutil.which("npm")
        if not (built / "index.html").exists() and (sources / "package.json").exists() and npm is not None:
            subprocess.run([npm, "ci", "--no-audit", "--no-fund"], cwd=sources, check=True)  # noqa: S603
            subprocess.run([npm, "run", "build"], cwd=sources, check=True)  # noqa: S603
        if not (built / "index.html").exists():
            self.app.display_warning("The web client is not built: this package has none.")
