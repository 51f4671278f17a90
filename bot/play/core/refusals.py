"""Denied: a use case refuses an action, as a code with values that the views translate."""


class Denied(Exception):  # noqa: N818 - an answer, not an error
    """Counterpart of `rules.game.Refusal` for reasons outside the rules of a game."""

    def __init__(self, code: str, /, **values: str | int) -> None:
        super().__init__(code, values)
        self.code = code
        self.values = values
