"""/server export: all results of a server as CSV or JSON, for its managers."""

import csv
import io
import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import discord

import db
from bot.chat.interactions import Request
from bot.chat.interactions.channel_checks import managed_server
from bot.chat.interactions.commands import SERVER, Arguments, Option, command
from bot.i18n import N_
from db.users import DisplayName

FORMATS = ("csv", "json")
COLUMNS = (
    *("game", "title", "started", "ended", "seat", "person", "name"),
    *("place", "tied", "score", "rated", "counted", "share", "began"),
)
"""Most are fields of `db.Result`."""


@command(
    N_("export"),
    N_("All results of this server as a file"),
    Option(
        "format",
        N_("format"),
        N_("For a table (CSV) or for a program (JSON)"),
        choices=[(name.upper(), name) for name in FORMATS],
    ),
    group=SERVER,
)
async def export(request: Request, given: Arguments) -> None:
    server, format_ = managed_server(request), given.get("format", FORMATS[0])
    async with request.store.read() as reads:
        results = await db.results.list_for_server(reads, server)
        names = await db.users.display_names(reads, [result.person for result in results])
    rows = [_row(result, names) for result in results]
    text = to_json(rows) if format_ == "json" else to_csv(rows)
    await request.interaction.followup.send(
        request.locale.tn("{n} result of this server.", "{n} results of this server.", n=len(rows)),
        file=discord.File(io.BytesIO(text.encode()), f"results.{format_}"),
        ephemeral=True,
    )


def to_csv(rows: Sequence[Mapping[str, Any]]) -> str:
    text = io.StringIO()
    table = csv.DictWriter(text, COLUMNS, lineterminator="\r\n")
    table.writeheader()
    table.writerows({**row, "name": _escape_formula(row["name"])} for row in rows)
    return text.getvalue()


def to_json(rows: Sequence[Mapping[str, Any]]) -> str:
    return json.dumps(list(rows), ensure_ascii=False, indent=1)


def _row(result: db.Result, names: Mapping[int | None, DisplayName]) -> dict[str, Any]:
    """Returns one result. User ids are text: they exceed the integers of spreadsheets and JavaScript."""
    special = {
        "title": result.key,
        "started": _iso_time(result.started),
        "ended": _iso_time(result.ended),
        "person": None if result.person is None else str(result.person),
        "name": names[result.person].name,
        "share": round(result.share, 4),
    }
    return {name: special[name] if name in special else getattr(result, name) for name in COLUMNS}


def _iso_time(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).isoformat()


def _escape_formula(name: str | None) -> str | None:
    """Mark a name as text if a spreadsheet would run it as a formula (CSV injection)."""
    return f"'{name}" if name and name[0] in "=+-@\t\r" else name
