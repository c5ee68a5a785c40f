"""A Mail as an e-mail message. Nothing that is sent can add a header of its own."""

import re
from datetime import UTC, datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import format_datetime, make_msgid, parseaddr
from typing import Final

from rondel.server.ports.messages import Mail

_ENCODED_WORD: Final = "=?"
_LONGEST_LINE: Final = 150
_WORD: Final = re.compile(r"[A-Za-z0-9-]+")
_URL: Final = re.compile(r"https?://[A-Za-z0-9._~:/?#@!$&'()*+;=%\[\]-]+")
_BARE: Final = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9.-]+")


def message_of(mail: Mail, sender: Address) -> EmailMessage:
    """The message: its head, a text and the same as HTML."""
    message = head_of(mail, sender)
    message.set_content(mail.text)
    message.add_alternative(mail.html, subtype="html")
    return message


def head_of(mail: Mail, sender: Address) -> EmailMessage:
    """A message without its text: one From, one To, one Subject."""
    message = EmailMessage()
    message["From"] = sender
    message["To"] = bare(mail.to)
    message["Subject"] = _one_line(mail.subject)
    message["Date"] = format_datetime(datetime.now(UTC))
    message["Message-ID"] = make_msgid(domain=sender.domain) if mail.id is None else _id(mail.id, sender)
    message["Auto-Submitted"] = "auto-generated"
    if mail.unsubscribe is not None:
        message["List-Unsubscribe"] = f"<{_address(mail.unsubscribe)}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return message


def sender_of(text: str) -> Address:
    """Who mails are from, written `Rondel <rondel@example.org>` or as an address alone."""
    name, address = parseaddr(text)
    plain = bare(address)
    return Address(_one_line(name), plain.username, plain.domain)


def bare(address: str) -> Address:
    """The address; ValueError for what is more, or less, than one in plain ASCII."""
    if not _BARE.fullmatch(address) or _ENCODED_WORD in address:
        raise ValueError("This is not one bare e-mail address.")
    username, _, domain = address.partition("@")
    return Address(username=username, domain=domain)


def _id(text: str, sender: Address) -> str:
    """The same for the same mail, however often it is tried: whoever keeps mail may keep it once."""
    assert _WORD.fullmatch(text), "an id is letters, digits and hyphens"
    return f"<{text}@{sender.domain}>"


def _address(url: str) -> str:
    assert _URL.fullmatch(url), "a link of ours has nothing in it that ends a header"
    return url


def _one_line(text: str) -> str:
    """The text as a header may hold it: one line, and nothing that Python would take for an encoded word.

    It decodes those, and before 3.11.10 it wrote the line ends in them as they are (CVE-2024-6923).
    """
    plain = "".join(char if char.isprintable() else " " for char in text)
    return " ".join(plain.replace(_ENCODED_WORD, "= ?").split())[:_LONGEST_LINE]
