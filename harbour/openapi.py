"""Validates requests and responses against Discord's OpenAPI document, if the file is available."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from harbour.errors import Json

_RESPONSES, _REQUESTS = "urn:discord:replies", "urn:discord:requests"


@cache
def load(file: Path) -> "OpenApiDocument":
    """Load a document. Cached, because it is large."""
    return OpenApiDocument(file)


class OpenApiDocument:
    """An OpenAPI 3.1 document. Needs the jsonschema-rs package, a development dependency."""

    def __init__(self, file: Path) -> None:
        from jsonschema_rs import Registry

        document = json.loads(file.read_text(encoding="utf-8"))
        self._paths: Json = document["paths"]
        self._shared_responses: Json = document["components"]["responses"]
        # Discord also accepts integer ids, and discord.py sends them for uploads; responses have strings.
        lenient = json.loads(file.read_text(encoding="utf-8"))
        snowflake = lenient["components"]["schemas"]["SnowflakeType"]
        lenient["components"]["schemas"]["SnowflakeType"] = {"anyOf": [snowflake, {"type": "integer"}]}
        self._registry = Registry([(_RESPONSES, document), (_REQUESTS, lenient)])
        self._validators: dict[str, Any] = {}
        # A path with fewer placeholders is more specific: /users/@me before /users/{user_id}.
        ordered = sorted(self._paths, key=lambda path: path.count("{"))
        self._patterns = [(re.compile(re.sub(r"\{[^}]+\}", "[^/]+", path)), path) for path in ordered]

    def path_template(self, path: str) -> str | None:
        return next((known for pattern, known in self._patterns if pattern.fullmatch(path)), None)

    def request_errors(self, method: str, path: str, payload: Any) -> list[str]:
        """Returns the schema errors of a request body; an unknown path is an error too."""
        template = self.path_template(path)
        if template is None or method.lower() not in self._paths[template]:
            return [f"{method} {path}: not in the description"]
        body = self._paths[template][method.lower()].get("requestBody")
        if body is None:
            return [] if payload is None else [f"{method} {template}: takes no body"]
        if payload is None:
            return [f"{method} {template}: needs a body"] if body.get("required") else []
        pointer = f"{_REQUESTS}#{_pointer(template, method)}/requestBody/content/application~1json/schema"
        return self._schema_errors(f"{method} {template}", pointer, payload)

    def response_errors(self, method: str, path: str, status: int, response: Any) -> list[str]:
        template = self.path_template(path)
        if template is None:
            return []
        responses = self._paths[template][method.lower()]["responses"]
        where = f"reply {status} to {method} {template}"
        pointer = f"{_RESPONSES}#{_pointer(template, method)}/responses/{status}"
        found = responses.get(str(status))
        if found is None and 400 <= status < 500:
            found = responses["4XX"]
        if status >= 400 and isinstance(response, dict):
            # The document demands integer codes where Discord's form errors have strings.
            response = {key: value for key, value in response.items() if key != "errors"}
        if found is None:
            return [] if status >= 500 else [f"{where}: not a described status"]
        if "$ref" in found:
            pointer = _RESPONSES + found["$ref"]
            found = self._shared_responses[found["$ref"].rsplit("/", 1)[1]]
        if "content" not in found:
            return [] if response is None else [f"{where}: takes no body"]
        return self._schema_errors(where, f"{pointer}/content/application~1json/schema", response)

    def _schema_errors(self, where: str, pointer: str, value: Any) -> list[str]:
        validator = self._validators.get(pointer)
        if validator is None:
            from jsonschema_rs import validator_for

            validator = validator_for({"$ref": pointer}, registry=self._registry)
            self._validators[pointer] = validator
        error = next(validator.iter_errors(value), None)
        if error is None:
            return []
        location = "/".join(str(part) for part in error.instance_path)
        return [f"{where}: {location}: {error.message[:300]}"]


def _pointer(template: str, method: str) -> str:
    escaped = template.replace("~", "~0").replace("/", "~1").replace("{", "%7B").replace("}", "%7D")
    return f"/paths/{escaped}/{method.lower()}"
