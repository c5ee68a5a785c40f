"""`rondel vapid`: a key for messages to browsers."""

import rich_click as click

from rondel.cli.databases.server_settings import server_extra


@click.command
def vapid() -> None:
    """Make a key with which a server signs its messages to browsers (Web Push, VAPID).

    It prints one line for the server's settings. Make it once and keep it: browsers subscribe to a key, and
    with another one each of them would have to be asked again.

    Example: `rondel vapid >> /etc/rondel.env`
    """
    with server_extra():
        from rondel.server.startup.app import new_vapid_key

        private, public = new_vapid_key()
    click.echo(f"RONDEL_VAPID_KEY={private}")
    click.echo(f"The public key, which browsers are told: {public}", err=True)
