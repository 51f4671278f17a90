"""Reading a game's components from its data file, and correcting them from an owner's pack."""

import json
import tomllib
from collections.abc import Callable, Iterable
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, RootModel, ValidationError

Provenance = Literal["rulebook", "source", "inferred", "reconstructed"]
"""Where a value comes from: printed rules, a public source, arithmetic on those, or our own best guess."""

Language = Annotated[str, Field(pattern="^[a-z]{2,3}$")]
"""The code of a language; which there are is for the data files to say."""


def _one_and_many(forms: Any) -> Any:
    return (forms, forms) if isinstance(forms, str) else forms


Forms = Annotated[tuple[str, str], BeforeValidator(_one_and_many)]
"""What one is called, and several."""


class Data(BaseModel):
    """A part of a components file; unknown entries are mistakes."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Name(RootModel[Annotated[dict[Language, Forms], Field(min_length=1)]]):
    """What a piece is called, by language: a table of the data file with a column for each."""

    model_config = ConfigDict(frozen=True)

    @classmethod
    def made(cls, languages: Iterable[str], say: Callable[[str], str]) -> "Name":
        """A name put together from others, alike for one and several."""
        return cls({language: (said, said) for language in languages for said in (say(language),)})

    @property
    def languages(self) -> tuple[str, ...]:
        return tuple(self.root)

    @property
    def first(self) -> str:
        """In the language of the first column, for a name that is the same in all of them."""
        one, _ = next(iter(self.root.values()))
        return one

    def say(self, language: str, *, one: bool = True) -> str:
        """In this language, or in that of the first column where it has no name.

        Whether a number counts as one or as several is for the language to say, so the caller does.
        """
        singular, plural = self.root.get(language) or next(iter(self.root.values()))
        return singular if one else plural


class PackError(ValueError):
    """A pack that cannot be used, with the reason in words for its owner."""


class Kept(NamedTuple):
    """The values that a game was dealt from, as they were stored with it, and their fingerprint."""

    text: str
    fingerprint: str


Pack = Path | Kept | None
"""Whence a game has its components: its own, corrected by a folder, or as they were once stored."""

D = TypeVar("D", bound=Data)


def read(game: str, model: type[D], pack: Pack = None, *, package: str | None = None) -> tuple[D, str]:
    """The components of a game, with a pack's corrections, and the fingerprint of that very set.

    `package` is where its data file lies, for a game that is not among the rules.
    """
    text = _text(package or f"rules.{game}", "components.toml")
    values = tomllib.loads(text)
    if isinstance(pack, Kept):
        return _as_kept(game, model, values, pack.text), pack.fingerprint
    correction = pack / f"{game}.toml" if pack else None
    if correction is None or not correction.is_file():
        return model.model_validate(values), _fingerprint(text)
    try:
        corrected = correction.read_text(encoding="utf-8")
        merged = _merge(values, tomllib.loads(corrected))
        return model.model_validate(merged), _fingerprint(text, corrected)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as problem:
        raise PackError(f"{correction.name}: {problem}") from problem
    except ValidationError as problem:
        first = problem.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "totals"
        raise PackError(f"{correction.name}: {where}: {first['msg']}") from problem


def _as_kept(game: str, model: type[D], now: dict[str, Any], text: str) -> D:
    """What was stored; where today's data has more to say than there was then, with that beside it."""
    try:
        then = json.loads(text)
        try:
            return model.model_validate(then)
        except ValidationError:
            return model.model_validate(_merge(now, then))
    except ValueError as problem:
        raise PackError(f"{game}: the stored values do not fit the rules any more") from problem


def read_names(game: str, file: str) -> dict[str, Name]:
    """Names that a game keeps beside its components, since nothing is dealt from them."""
    names = tomllib.loads(_text(f"rules.{game}", file))
    return {key: Name.model_validate(name) for key, name in names.items()}


def _text(package: str, file: str) -> str:
    return files(package).joinpath(file).read_text(encoding="utf-8")


def _merge(base: dict[str, Any], correction: dict[str, Any]) -> dict[str, Any]:
    """Tables are merged key by key; any other value, a list included, is replaced whole."""
    merged = dict(base)
    for key, value in correction.items():
        old = merged.get(key)
        merged[key] = _merge(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return merged


def _fingerprint(*texts: str) -> str:
    digest = sha256()
    for text in texts:
        digest.update(text.encode())
    return digest.hexdigest()[:12]
