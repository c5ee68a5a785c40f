"""The files for Caddy and nginx in deploy/, started as they are shipped, on ports of their own."""

import os
import socket
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Final

DEPLOY = Path(__file__).parents[2] / "deploy"
Start = Callable[[Path, int, list[str]], "subprocess.Popen[bytes]"]


def a_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def caddy(folder: Path, port: int, nodes: list[str]) -> "subprocess.Popen[bytes]":
    """Caddy with the shipped file, told domain and nodes as its comment says; it makes a certificate."""
    variables = {"DOMAIN": f"localhost:{port}", "NODES": " ".join(nodes)}
    own = {
        "HTTP_PORT": str(a_port()),
        "CADDY_ADMIN": f"localhost:{a_port()}",
        "XDG_DATA_HOME": str(folder),
    }
    command = ["caddy", "run", "--config", str(DEPLOY / "Caddyfile"), "--adapter", "caddyfile"]
    environment = {**os.environ, "XDG_CONFIG_HOME": str(folder), **own, **variables}
    with (folder / "log").open("wb") as log:
        return subprocess.Popen(command, env=environment, stderr=log)


def nginx(folder: Path, port: int, nodes: list[str]) -> "subprocess.Popen[bytes]":
    """nginx with the shipped file, with nodes, ports and a certificate that are there."""
    certificate = "/etc/letsencrypt/live/games.example.org"
    made = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"]
    made += ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    made += ["-keyout", f"{folder}/privkey.pem", "-out", f"{folder}/fullchain.pem"]
    subprocess.run(made, check=True, capture_output=True)
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8").replace(certificate, str(folder))
    for shipped, node in zip(("127.0.0.1:8001", "127.0.0.1:8002"), nodes, strict=True):
        assert shipped in text
        text = text.replace(shipped, node)
    text = "\n".join(line for line in text.splitlines() if "[::]" not in line)
    text = text.replace("listen 443 ", f"listen 127.0.0.1:{port} ").replace(
        "listen 80;", f"listen 127.0.0.1:{a_port()};"
    )
    text = text.replace("games.example.org", "localhost")
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = "".join(f"{each}_temp_path {folder}/{each};" for each in kinds)
    main = f"daemon off; pid {folder}/pid; error_log {folder}/log; events {{}}"
    whole = f"{main}\nhttp {{ access_log off; {temporary}\n{text}\n}}\n"
    (folder / "nginx.conf").write_text(whole)
    folder.chmod(0o755)
    return subprocess.Popen(["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf")])


ROOTS: Final[dict[Start, str]] = {caddy: "caddy/pki/authorities/local/root.crt", nginx: "fullchain.pem"}
"""Where in its folder each has the certificate that a client must trust."""
