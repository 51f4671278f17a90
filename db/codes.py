"""Short codes by which people name a game: easy to read aloud and to type, and no words by accident."""

import secrets

# Without 0 O, 1 I L, 2 Z, 5 S, 8 B, U V, and without vowels.
ALPHABET = "34679CDFGHJKMNPQRTWXY"
LENGTH = 5


def new_code() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def tidy_code(typed: str) -> str:
    """The code as stored, however a person typed it: `#k7-qxr ` is K7QXR."""
    return "".join(letter for letter in typed.upper() if letter.isalnum())
