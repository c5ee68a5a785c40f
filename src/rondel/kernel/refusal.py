"""The rules say no."""


class Refusal(Exception):  # noqa: N818 - a refusal is an answer, not an error
    """An Action the rules do not accept: a stable code, a sentence, and nothing has changed.

    A quiet Refusal is answered as if nothing had been asked. What a Refusal says never depends on
    anything the asking seat may not know.
    """

    def __init__(self, code: str, message: str, *, quiet: bool = False) -> None:
        super().__init__(code, message)  # these alone, so that a Refusal can be pickled
        self.code = code
        self.message = message
        self.quiet = quiet

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"
