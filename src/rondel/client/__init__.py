"""A client in Python: one socket for several tables, resumed after every break; moves that happen once.

It holds no rules. Views, legal lists and events are JSON, as the server tells them.
"""

from rondel.client.backoff import Backoff
from rondel.client.create_guest import create_guest
from rondel.client.fairness import NonceRefusedError, check_proof, take_seat
from rondel.client.http import Http, HttpResponse, ServerUnreachableError
from rondel.client.outbox import Folder, Memory, Outbox, PendingMove
from rondel.client.player import Client, ClientRejectedError, connect
from rondel.client.table import Change, Changes, TableView
from rondel.client.witness import Witnesses

__all__ = [
    "Backoff",
    "Change",
    "Changes",
    "Client",
    "ClientRejectedError",
    "Folder",
    "Http",
    "HttpResponse",
    "Memory",
    "NonceRefusedError",
    "Outbox",
    "PendingMove",
    "ServerUnreachableError",
    "TableView",
    "Witnesses",
    "check_proof",
    "connect",
    "create_guest",
    "take_seat",
]
