"""Checks requests and replies against Discord's published API description, where that file is at hand."""

import json
import re
from pathlib import Path
from typing import Any

from harbour.errors import Json

_REPLIES, _REQUESTS = "urn:discord:replies", "urn:discord:requests"


class Description:
    """An OpenAPI 3.1 document; needs the jsonschema package, which only the development tools bring."""

    def __init__(self, file: Path) -> None:
        from jsonschema import Draft202012Validator
        from referencing import Registry
        from referencing.jsonschema import DRAFT202012

        document = json.loads(file.read_text(encoding="utf-8"))
        self._paths: Json = document["paths"]
        # Discord takes an id as a number too, and discord.py numbers its uploads so; replies hold text.
        lenient = json.loads(file.read_text(encoding="utf-8"))
        snowflake = lenient["components"]["schemas"]["SnowflakeType"]
        lenient["components"]["schemas"]["SnowflakeType"] = {"anyOf": [snowflake, {"type": "integer"}]}
        self._registry: Any = Registry().with_resources(
            [
                (_REPLIES, DRAFT202012.create_resource(document)),
                (_REQUESTS, DRAFT202012.create_resource(lenient)),
            ]
        )
        self._validator = Draft202012Validator
        self._validators: dict[str, Any] = {}
        # A path with fewer placeholders is the more exact one: /users/@me before /users/{user_id}.
        ordered = sorted(self._paths, key=lambda path: path.count("{"))
        self._patterns = [(re.compile(re.sub(r"\{[^}]+\}", "[^/]+", path)), path) for path in ordered]

    def template(self, path: str) -> str | None:
        return next((known for pattern, known in self._patterns if pattern.fullmatch(path)), None)

    def request_faults(self, method: str, path: str, payload: Any) -> list[str]:
        """What is wrong with a request body; an unknown path is wrong as a whole."""
        template = self.template(path)
        if template is None or method.lower() not in self._paths[template]:
            return [f"{method} {path}: not in the description"]
        body = self._paths[template][method.lower()].get("requestBody")
        if body is None:
            return [] if payload is None else [f"{method} {template}: takes no body"]
        if payload is None:
            return [f"{method} {template}: needs a body"] if body.get("required") else []
        pointer = f"{_REQUESTS}#{_pointer(template, method)}/requestBody/content/application~1json/schema"
        return self._faults(f"{method} {template}", pointer, payload)

    def reply_faults(self, method: str, path: str, status: int, reply: Any) -> list[str]:
        template = self.template(path)
        if template is None:
            return []
        responses = self._paths[template][method.lower()]["responses"]
        where = f"reply {status} to {method} {template}"
        if str(status) not in responses:
            return [] if status >= 400 else [f"{where}: not a described status"]
        content = responses[str(status)].get("content")
        if content is None:
            return [] if reply is None else [f"{where}: takes no body"]
        pointer = (
            f"{_REPLIES}#{_pointer(template, method)}/responses/{status}/content/application~1json/schema"
        )
        return self._faults(where, pointer, reply)

    def _faults(self, where: str, pointer: str, value: Any) -> list[str]:
        validator = self._validators.get(pointer)
        if validator is None:
            validator = self._validator({"$ref": pointer}, registry=self._registry)
            self._validators[pointer] = validator
        if validator.is_valid(value):
            return []
        from jsonschema.exceptions import best_match

        worst = best_match(validator.iter_errors(value))
        return [f"{where}: {worst.json_path}: {worst.message[:300]}"]


def _pointer(template: str, method: str) -> str:
    escaped = template.replace("~", "~0").replace("/", "~1").replace("{", "%7B").replace("}", "%7D")
    return f"/paths/{escaped}/{method.lower()}"
