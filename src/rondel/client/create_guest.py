"""Arrive at a server as a guest: a name, and a token for whatever this program does there."""

from urllib.parse import urlsplit

from rondel.client.http import Http, HttpResponse
from rondel.client.player import ClientRejectedError


async def create_guest(url: str, name: str) -> str:
    """A token of a new guest of this name; raises ClientRejectedError if the server will not have the name.

    The server gives browsers a cookie, and for a cookie, asked from a page of its own, a token.
    """
    doors = Http(url)
    came = _good(await doors.ask("POST", "/api/guests", {"name": name}))
    cookie = came.cookie.partition(";")[0]
    parts = urlsplit(url)
    page = {"Cookie": cookie, "Origin": f"{parts.scheme}://{parts.netloc}", "X-Rondel": "1"}
    body = _good(await doors.ask("POST", "/api/me/tokens", {"label": "rondel.client"}, headers=page)).json()
    return str(body["token"])


def _good(answer: HttpResponse) -> HttpResponse:
    if answer.status != 201:
        raise ClientRejectedError(answer.code(), answer.message())
    return answer
