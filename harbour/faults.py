"""Fault injection for REST requests and the gateway, from tests or the page."""

import re
from dataclasses import dataclass, field
from typing import Any

from harbour.errors import ApiError
from harbour.gateway import Gateway

REST_KINDS = ("rate", "error", "slow", "lost")
GATEWAY_KINDS = ("drop", "reconnect", "invalid")


@dataclass
class Fault:
    """A fault for the next `times` matching requests."""

    kind: str
    method: str | None = None
    path: str | None = None
    times: int = 1
    detail: dict[str, Any] = field(default_factory=dict)

    def matches(self, method: str, path: str) -> bool:
        return (
            self.times > 0
            and self.method in (None, method)
            and (self.path is None or re.search(self.path, path) is not None)
        )


class Faults:
    def __init__(self, gateway: Gateway) -> None:
        self._gateway = gateway
        self.pending: list[Fault] = []

    def add(
        self, kind: str, *, method: str | None = None, path: str | None = None, times: int = 1, **detail: Any
    ) -> None:
        """Inject a fault.

        For requests that match `method` and `path` (a regular expression):
        `rate` (429; retry_after=0.05, global_=False, via=True), `error` (status=500, code=0, message=""),
        `slow` (seconds=1.0), `lost` (the request takes effect, the response is a 502).
        For the gateway, immediately: `drop`, `reconnect`, `invalid` (resumable=False).
        """
        if kind in GATEWAY_KINDS:
            self._inject_gateway_fault(kind, detail)
        elif kind in REST_KINDS:
            self.pending.append(Fault(kind, method, path, times, detail))
        else:
            raise ValueError(f"no fault is called {kind}")

    def _inject_gateway_fault(self, kind: str, detail: dict[str, Any]) -> None:
        if kind == "drop":
            self._gateway.drop()
        elif kind == "reconnect":
            self._gateway.request_reconnect()
        else:
            self._gateway.invalidate(resumable=bool(detail.get("resumable", False)))

    def take(self, method: str, path: str) -> Fault | None:
        """Returns the first matching fault and uses it up once."""
        for fault in self.pending:
            if fault.matches(method, path):
                fault.times -= 1
                if fault.times == 0:
                    self.pending.remove(fault)
                return fault
        return None


def injected_error(fault: Fault) -> ApiError | None:
    """Returns the error that replaces the route's response; None for faults that let it run."""
    detail = fault.detail
    if fault.kind == "rate":
        retry_after, global_limit = float(detail.get("retry_after", 0.05)), bool(detail.get("global_", False))
        headers = {
            "Retry-After": str(max(1, round(retry_after))),
            "X-RateLimit-Limit": "5",
            "X-RateLimit-Remaining": "0",
            "X-RateLimit-Reset-After": f"{retry_after:.3f}",
            "X-RateLimit-Scope": "global" if global_limit else "user",
        }
        if global_limit:
            headers["X-RateLimit-Global"] = "true"
        if detail.get("via", True):
            headers["Via"] = "1.1 google"
        extra = {"retry_after": retry_after, "global": global_limit}
        return ApiError(429, 0, "You are being rate limited.", headers=headers, extra=extra)
    if fault.kind == "error":
        status = int(detail.get("status", 500))
        return ApiError(
            status, int(detail.get("code", 0)), str(detail.get("message") or f"{status}: injected")
        )
    return None
