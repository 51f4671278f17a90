"""Load a game's components from its data file, with the corrections of an owner's pack."""

import json
import tomllib
from collections.abc import Callable, Iterable
from functools import cached_property
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Generic, Literal, NamedTuple, Self, TypeVar, get_args

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    RootModel,
    ValidationError,
    model_validator,
)

Provenance = Literal["rulebook", "source", "inferred", "reconstructed"]
"""Origin of a value: printed rules, a public source, arithmetic on those, or our best guess."""

Language = Annotated[str, Field(pattern="^[a-z]{2,3}$")]
"""A language code. The data files decide which languages exist."""


def _singular_and_plural(forms: Any) -> Any:
    return (forms, forms) if isinstance(forms, str) else forms


Forms = Annotated[tuple[str, str], BeforeValidator(_singular_and_plural)]
"""Singular and plural."""


class Data(BaseModel):
    """A section of a components file. Unknown entries are errors."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class GameComponents(Data):
    """Everything in the box, and the chapters of its help with the kinds of move that each explains."""

    topics: dict[str, tuple[str, ...]]

    @cached_property
    def all_names(self) -> dict[str, "Name"]:
        """Names of cards, goods and pieces by key."""
        raise NotImplementedError


K = TypeVar("K", bound=str)
V = TypeVar("V")


class ByKey(Data, Generic[K, V]):
    """A section with one value for each key of a Literal. Subclass it, as pickle finds classes by name."""

    model_config = ConfigDict(extra="allow")

    __pydantic_extra__: dict[K, V]  # type: ignore[assignment]  # pydantic validates keys and values by it

    @model_validator(mode="after")
    def every_key(self) -> Self:
        parameters = (cls.__dict__.get("__pydantic_generic_metadata__", {}) for cls in type(self).__mro__)
        keys, _ = next(each["args"] for each in parameters if each.get("args"))
        missing = [key for key in get_args(keys) if key not in self.__pydantic_extra__]
        if missing:
            raise ValueError(f"{missing[0]} is missing")
        return self

    def of(self, key: K) -> V:
        return self.__pydantic_extra__[key]


class MarkedByKey(ByKey[K, V], Generic[K, V]):
    """A section by key, marked with the origin of its values."""

    provenance: Provenance


def check_totals(*totals: tuple[str, int, int]) -> None:
    """Compare each number found with the one wanted. Raises ValueError."""
    for what, found, wanted in totals:
        if found != wanted:
            raise ValueError(f"{found} {what} instead of {wanted}")


class Name(RootModel[Annotated[dict[Language, Forms], Field(min_length=1)]]):
    """The name of a piece in every language: one key per language in the data file."""

    model_config = ConfigDict(frozen=True)

    @classmethod
    def compose(cls, languages: Iterable[str], in_language: Callable[[str], str]) -> "Name":
        """Build a name from a function of the language; singular and plural are equal."""
        return cls({language: (text, text) for language in languages for text in (in_language(language),)})

    @property
    def languages(self) -> tuple[str, ...]:
        return tuple(self.root)

    def text(self, language: str, *, one: bool = True) -> str:
        """Return the name in a language, or in the first language as fallback.

        The caller decides whether a number takes the singular (`one`), because languages differ.
        """
        singular, plural = self.root.get(language) or next(iter(self.root.values()))
        return singular if one else plural


class PackError(ValueError):
    """The pack cannot be used. The message explains why to its owner."""


class StoredComponents(NamedTuple):
    """Components stored with a running game: JSON text and fingerprint."""

    text: str
    fingerprint: str


ComponentSource = Path | StoredComponents | None
"""Source of components: a pack folder, stored components, or None for the game's own file."""

D = TypeVar("D", bound=Data)


def load_components(game: str, model: type[D], pack: ComponentSource) -> tuple[D, str]:
    """Return the components of a game, corrected by a pack, and the fingerprint of that set.

    The data file is in the package of the model. Raises PackError.
    """
    text = _read_resource(model.__module__.rpartition(".")[0], "components.toml")
    values = tomllib.loads(text)
    if isinstance(pack, StoredComponents):
        return _from_stored(game, model, values, pack.text), pack.fingerprint
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
        raise PackError(f"{correction.name}: {_explain(problem, values)}") from problem


def _explain(problem: ValidationError, known: dict[str, Any]) -> str:
    """Put the first problem of a pack into one line. `known` are the values of the game's own file."""
    first = problem.errors()[0]
    *parents, name = first["loc"] or ("totals",)
    where = ".".join(str(part) for part in (*parents, name))
    if first["type"] == "extra_forbidden":
        table: Any = known
        for part in parents:
            table = table.get(part, {}) if isinstance(table, dict) else {}
        names = ", ".join(key for key in table if key != "provenance")
        return f"{where}: there is no such entry" + (f"; known are {names}" if names else "")
    if first["type"] == "value_error":
        return f"{where}: {first['ctx']['error']}"
    if first["type"] == "missing":
        return f"{where}: a value is missing"
    problem_text = first["msg"].replace("Input should be", "expected")
    return f"{where}: {problem_text.replace('a valid tuple', 'a list').replace('Tuple', 'the list')}"


def _from_stored(game: str, model: type[D], now: dict[str, Any], text: str) -> D:
    """Return stored components. Values that did not exist then are filled in from today's file."""
    try:
        then = json.loads(text)
        try:
            return model.model_validate(then)
        except ValidationError:
            return model.model_validate(_merge(now, then))
    except ValueError as problem:
        raise PackError(f"{game}: the stored values do not fit the rules any more") from problem


def load_names(game: str, file: str) -> dict[str, Name]:
    """Return names from a separate file. They are no components, so they do not change the fingerprint."""
    names = tomllib.loads(_read_resource(f"rules.{game}", file))
    return {key: Name.model_validate(name) for key, name in names.items()}


def _read_resource(package: str, file: str) -> str:
    return files(package).joinpath(file).read_text(encoding="utf-8")


def _merge(base: dict[str, Any], correction: dict[str, Any]) -> dict[str, Any]:
    """Merge tables key by key; any other value, including a list, is replaced."""
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
