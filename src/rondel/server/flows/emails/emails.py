"""Letters: mails by template. A letter may say what it is given here, and nothing else."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template, select_autoescape

from rondel.server.ports.messages import Mail

LANGUAGES: Final = ("en", "de")


def sign_in_email(*, to: str, link: str, language: str, product: str) -> Mail:
    """The letter with the link that signs in whoever opens it."""
    return Mail(
        to=to,
        subject=_template("sign_in.subject.txt", language).render(product=product),
        text=_template("sign_in.txt", language).render(link=link, product=product),
        html=_template("sign_in.html", language).render(link=link, product=product),
    )


class TurnEmail(NamedTuple):
    """All that a message about a turn may say: the game, the table, where it is, and how long is left."""

    game: str
    code: str
    link: str
    hours: int | None = None


class PushText(NamedTuple):
    """A short message, and what can be pressed below it."""

    title: str
    text: str
    open: str
    mute: str


def turn_email(*, to: str, turn: TurnEmail, stop: str, language: str, product: str) -> Mail:
    """The letter that says whose turn it is. `stop` is where such letters are ended."""
    return _letter("turn", to, language, product=product, stop=stop, **turn._asdict())


def digest_letter(*, to: str, tables: Sequence[TurnEmail], stop: str, language: str, product: str) -> Mail:
    """One letter about every table that waits."""
    return _letter("digest", to, language, product=product, stop=stop, tables=tables)


def turn_note(turn: TurnEmail, language: str) -> PushText:
    """The same for a browser, or for a line in a chat."""
    values = {"game": turn.game, "code": turn.code, "hours": turn.hours}
    return PushText(*(_template(f"push.{part}.txt", language).render(values) for part in PushText._fields))


def _letter(name: str, to: str, language: str, **values: Any) -> Mail:
    made = {part: _template(f"{name}.{part}", language) for part in ("subject.txt", "txt", "html")}
    text = {part: template.render(**values) for part, template in made.items()}
    return Mail(to=to, subject=text["subject.txt"], text=text["txt"], html=text["html"])


def _template(name: str, language: str) -> Template:
    return _environment().get_template(f"{language if language in LANGUAGES else LANGUAGES[0]}/{name}")


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=select_autoescape(["html"]),
        undefined=StrictUndefined,
        keep_trailing_newline=False,
    )
