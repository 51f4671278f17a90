"""Names that no font here can letter, spelt out in Latin letters as Unicode calls their signs."""

import unicodedata

_VOWELS = "aeiou"
_SILENT = ("VIRAMA", "AL-LAKUNA", "PULLI", "COENG", "ASAT")
_SOUNDING = ("LETTER", "SYLLABLE", "SYLLABICS", "VOWEL")


def spelt(name: str) -> str:
    """Letters by how they sound, roughly; pictures by what they show, each once where it is repeated."""
    words: list[str] = [""]
    for character in name:
        called = unicodedata.name(character, "")
        if unicodedata.category(character) == "So":
            words += [_shown(called), ""]
        elif character.isspace():
            words.append("")
        else:
            words[-1] = _sounded(words[-1], called)
    return " ".join(dict.fromkeys(word for word in words if word)).capitalize()


def _shown(called: str) -> str:
    """What an emoji shows; the flags of countries are their letters."""
    return called.removeprefix("REGIONAL INDICATOR SYMBOL LETTER ").lower().removesuffix(" face")


def _sounded(word: str, called: str) -> str:
    """A word with one sign more. A consonant of the south of Asia sounds with an `a`, until a sign for
    another vowel, or for none, follows it."""
    kind, sound = called.split(" "), called.rpartition(" ")[2].lower()
    if kind[-1] in _SILENT or "SIGN VIRAMA" in called:
        return word.removesuffix("a")
    if "VOWEL" in kind and "SIGN" in kind:
        return word.removesuffix("a") + ("" if "-" in sound else sound)
    if not any(each in kind for each in _SOUNDING):
        return word
    if kind[0] in ("ARMENIAN", "TIFINAGH", "COPTIC", "GLAGOLITIC"):
        return word + _onset(sound.removeprefix("y") if kind[0] == "TIFINAGH" else sound)
    return word + (sound.removesuffix("yanna") if kind[0] == "SINHALA" else sound)


def _onset(sound: str) -> str:
    """What the name of a letter begins with: its consonants, or its vowel."""
    first = next((place for place, letter in enumerate(sound) if letter in _VOWELS), len(sound))
    return sound[:first] or sound[:1]
