"""What a person may not do at a table: a code with values, put into words where it is said."""


class Denied(Exception):  # noqa: N818 - an answer, not an error
    """As the rules' own `Refusal`, for what is not a matter of the rules."""

    def __init__(self, code: str, /, **values: str | int) -> None:
        super().__init__(code, values)
        self.code = code
        self.values = values
