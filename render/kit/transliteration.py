"""Transliterates names that no bundled font can draw, by the Unicode names of their characters."""

import unicodedata

_VOWELS = "aeiou"
_VIRAMAS = ("VIRAMA", "AL-LAKUNA", "PULLI", "COENG", "ASAT")
_LETTER_KINDS = ("LETTER", "SYLLABLE", "SYLLABICS", "VOWEL")


def transliterate(name: str) -> str:
    """Spell letters by their rough sound, and emoji by what they show, each emoji once.

    >>> transliterate("Արամ")
    'Aram'
    >>> transliterate("🦄🦄")
    'Unicorn'
    """
    words: list[str] = [""]
    for character in name:
        unicode_name = unicodedata.name(character, "")
        if unicodedata.category(character) == "So":
            words += [_emoji_name(unicode_name), ""]
        elif character.isspace():
            words.append("")
        else:
            words[-1] = _append_sound(words[-1], unicode_name)
    return " ".join(dict.fromkeys(word for word in words if word)).capitalize()


def _emoji_name(unicode_name: str) -> str:
    """The lowercase name of an emoji; a letter for each half of a country's flag."""
    return unicode_name.removeprefix("REGIONAL INDICATOR SYMBOL LETTER ").lower().removesuffix(" face")


def _append_sound(word: str, unicode_name: str) -> str:
    """Append the sound of one character to a word.

    A consonant of an Indic script carries an inherent `a`, which a following vowel sign or virama replaces.
    """
    kind, sound = unicode_name.split(" "), unicode_name.rpartition(" ")[2].lower()
    if kind[-1] in _VIRAMAS or "SIGN VIRAMA" in unicode_name:
        return word.removesuffix("a")
    if "VOWEL" in kind and "SIGN" in kind:
        return word.removesuffix("a") + ("" if "-" in sound else sound)
    if not any(each in kind for each in _LETTER_KINDS):
        return word
    if kind[0] in ("ARMENIAN", "TIFINAGH", "COPTIC", "GLAGOLITIC"):
        return word + _onset(sound.removeprefix("y") if kind[0] == "TIFINAGH" else sound)
    return word + (sound.removesuffix("yanna") if kind[0] == "SINHALA" else sound)


def _onset(sound: str) -> str:
    """The first consonants of a letter's name, or its first vowel."""
    first = next((place for place, letter in enumerate(sound) if letter in _VOWELS), len(sound))
    return sound[:first] or sound[:1]
