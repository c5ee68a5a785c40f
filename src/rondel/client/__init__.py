"""A client in Python: one socket for several tables, resumed after every break; moves that happen once.

It holds no rules. Views, legal lists and events are JSON, as the server tells them.
"""

from rondel.client.arrive import arrive
from rondel.client.backoff import Backoff
from rondel.client.fairness import check_proof, take_seat
from rondel.client.http import Answer, Http, Unreachable
from rondel.client.outbox import Folder, Kept, Memory, Outbox
from rondel.client.player import Client, SentAway, connect
from rondel.client.table import Change, Changes, TableView
from rondel.client.witness import Witnesses

__all__ = [
    "Answer",
    "Backoff",
    "Change",
    "Changes",
    "Client",
    "Folder",
    "Http",
    "Kept",
    "Memory",
    "Outbox",
    "SentAway",
    "TableView",
    "Unreachable",
    "Witnesses",
    "arrive",
    "check_proof",
    "connect",
    "take_seat",
]
