"""Custom emoji of the application, for buttons, lists and sentences. Where one is missing, plain words do."""

from collections.abc import Iterable
from dataclasses import dataclass

import render
from rules.game import Seat

Subject = str | Seat
"""What an emoji stands for: a component or a kind of move by its key, a seat, or a computer player."""
Meaning = tuple[str, Subject]
"""A subject and the key of its game; `ANY_GAME` for seats and computer players."""

ANY_GAME = ""


@dataclass(frozen=True, slots=True)
class CustomEmoji:
    """An uploaded emoji. As text it is Discord's markup for it."""

    name: str
    id: int

    def __str__(self) -> str:
        return f"<:{self.name}:{self.id}>"


class Emoji:
    """The emoji known to be uploaded, by what they stand for. Empty at first."""

    def __init__(self) -> None:
        self._known: dict[Meaning, CustomEmoji] = {}

    def add(self, meanings: Iterable[Meaning], emoji: CustomEmoji) -> None:
        self._known.update(dict.fromkeys(meanings, emoji))

    def clear(self) -> None:
        self._known.clear()

    def seat(self, seat: Seat) -> CustomEmoji | None:
        return self._known.get((ANY_GAME, seat))

    def face(self, name: str) -> CustomEmoji | None:
        """Of a computer player, by their name at the table. None for people."""
        who = render.face_of(name)
        return None if who is None else self._known.get((ANY_GAME, who))

    def piece(self, game: str, key: str) -> CustomEmoji | None:
        return self._known.get((game, key))

    def first(self, game: str, subjects: Iterable[Subject]) -> CustomEmoji | None:
        """The emoji of the first of these subjects that has one."""
        found = (
            self.seat(subject) if isinstance(subject, int) else self.piece(game, subject)
            for subject in subjects
        )
        return next(filter(None, found), None)
