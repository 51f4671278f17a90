"""A table of API routes, filled by decorators."""

from collections.abc import Callable

from harbour.rest import Handler


class Routes:
    def __init__(self) -> None:
        self.table: list[tuple[str, str, Handler]] = []

    def on(self, method: str, path: str) -> Callable[[Handler], Handler]:
        def register(handler: Handler) -> Handler:
            self.table.append((method, path, handler))
            return handler

        return register
