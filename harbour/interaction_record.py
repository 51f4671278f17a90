"""The stored record of an interaction."""

from dataclasses import dataclass, field
from typing import Literal

from harbour.errors import Json

State = Literal["sent", "deferred", "answered", "failed"]


@dataclass
class Interaction:
    """A user's interaction and the bot's response to it. Saved by field name.

    `answer` is the type of the callback. `source` and `response` are message ids; `opened` is in seconds.
    """

    id: str
    token: str
    kind: int
    person: str
    channel: str
    opened: float
    metadata: Json
    name: str = ""
    nonce: str | None = None
    source: str | None = None
    state: State = "sent"
    answer: int | None = None
    response: str | None = None
    modal: Json | None = None
    choices: list[Json] | None = None
    followups: list[str] = field(default_factory=list)

    @property
    def is_pending(self) -> bool:
        return self.state in ("sent", "deferred")

    @property
    def integration_owners(self) -> Json:
        owners: Json = self.metadata["authorizing_integration_owners"]
        return owners
