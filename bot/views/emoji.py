"""Custom emoji of the application, for buttons, lists and texts. Texts work without them too."""

from collections.abc import Iterable
from dataclasses import dataclass

import render
from rules.game import Seat

Subject = str | Seat
"""The subject of an emoji: a component or a kind of move by its key, a seat, or a computer player."""
EmojiKey = tuple[str, Subject]
"""A subject and the key of its game; `ANY_GAME` for seats and computer players."""

ANY_GAME = ""


@dataclass(frozen=True, slots=True)
class CustomEmoji:
    """An uploaded emoji. As text it is Discord's markup for it."""

    name: str
    id: int

    def __str__(self) -> str:
        return f"<:{self.name}:{self.id}>"


class EmojiRegistry:
    """The uploaded emoji by game and subject. Empty until the uploads are known."""

    def __init__(self) -> None:
        self._by_key: dict[EmojiKey, CustomEmoji] = {}

    def add(self, keys: Iterable[EmojiKey], emoji: CustomEmoji) -> None:
        self._by_key.update(dict.fromkeys(keys, emoji))

    def clear(self) -> None:
        self._by_key.clear()

    def seat(self, seat: Seat) -> CustomEmoji | None:
        return self._by_key.get((ANY_GAME, seat))

    def opponent(self, name: str) -> CustomEmoji | None:
        """Returns the emoji of a computer player by its name at the table. None for users."""
        who = render.face_of(name)
        return None if who is None else self._by_key.get((ANY_GAME, who))

    def component(self, game: str, key: str) -> CustomEmoji | None:
        return self._by_key.get((game, key))

    def first_known(self, game: str, subjects: Iterable[Subject]) -> CustomEmoji | None:
        found = (
            self.seat(subject) if isinstance(subject, int) else self.component(game, subject)
            for subject in subjects
        )
        return next(filter(None, found), None)
