"""Reading a game's components from its data file, and correcting them from an owner's pack."""

import tomllib
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError

Provenance = Literal["rulebook", "source", "inferred", "reconstructed"]
"""Where a value comes from: printed rules, a public source, arithmetic on those, or our own best guess."""

Language = Literal["en", "fr"]


def _one_and_many(forms: Any) -> Any:
    return (forms, forms) if isinstance(forms, str) else forms


Forms = Annotated[tuple[str, str], BeforeValidator(_one_and_many)]


class Data(BaseModel):
    """A part of a components file; unknown entries are mistakes."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Name(Data):
    """What a piece is called: one and several, in both languages."""

    en: Forms
    fr: Forms

    def say(self, language: str, count: int = 1) -> str:
        one, many = self.fr if language == "fr" else self.en
        singular = count in (-1, 0, 1) if language == "fr" else count in (-1, 1)
        return one if singular else many


class PackError(ValueError):
    """A pack that cannot be used, with the reason in words for its owner."""


D = TypeVar("D", bound=Data)


def read(game: str, model: type[D], pack: Path | None = None) -> tuple[D, str]:
    """The components of a game, with a pack's corrections, and the fingerprint of that very set."""
    text = files(f"rules.{game}").joinpath("components.toml").read_text(encoding="utf-8")
    values = tomllib.loads(text)
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
