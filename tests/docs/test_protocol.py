"""The page of the protocol: what it shows is what a server sends. A server is started for it: seconds."""

from tests.docs.protocol import PAGE, caught, page, prose, shapes


async def test_the_page_shows_every_frame_as_a_server_sends_it() -> None:
    written, now = PAGE.read_text(encoding="utf-8"), page(await caught())

    again = "Write the page again: uv run python -m tests.docs.protocol"
    assert list(prose(written)) == list(prose(now)), again
    assert shapes(written) == shapes(now), again
