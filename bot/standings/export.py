"""/export: the results of a server as a file, for those who may manage it."""

import csv
import io
import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import discord

import db
from bot.call import Call
from bot.manners import manages
from bot.tables import Denied
from bot.words import mark

FORMATS = ("csv", "json")
COLUMNS = (
    "game",
    "title",
    "started",
    "ended",
    "seat",
    "person",
    "name",
    "place",
    "tied",
    "score",
    "rated",
    "counted",
    "share",
    "began",
)


async def export(call: Call, format_: str) -> None:
    interaction = call.interaction
    if interaction.guild_id is None:
        raise Denied(mark("Results belong to a server: ask in one of its channels."))
    if not manages(call):
        raise Denied(mark("Only those with the permission “Manage Server” can do that."))
    if format_ not in FORMATS:
        raise Denied(mark("That is not one of the choices."))
    async with call.house.store.read() as reads:
        results = await reads.results_on(interaction.guild_id)
        people = {result.person for result in results if result.person is not None}
        names = {one: name for one, (name, _) in (await reads.names_and_hiding(people)).items()}
    rows = [_row(result, names) for result in results]
    text = as_json(rows) if format_ == "json" else as_csv(rows)
    await interaction.followup.send(
        call.words.say_many("{n} result of this server.", "{n} results of this server.", n=len(rows)),
        file=discord.File(io.BytesIO(text.encode()), f"results.{format_}"),
        ephemeral=True,
    )


def as_csv(rows: Sequence[Mapping[str, Any]]) -> str:
    text = io.StringIO()
    table = csv.DictWriter(text, COLUMNS, lineterminator="\r\n")
    table.writeheader()
    table.writerows({**row, "name": _no_formula(row["name"])} for row in rows)
    return text.getvalue()


def as_json(rows: Sequence[Mapping[str, Any]]) -> str:
    return json.dumps(list(rows), ensure_ascii=False, indent=1)


def _row(result: db.Result, names: Mapping[int, str | None]) -> dict[str, Any]:
    """Discord's ids are text: they are too long for many readers."""
    known = result.person is not None
    return {
        "game": result.game,
        "title": result.key,
        "started": _moment(result.started),
        "ended": _moment(result.ended),
        "seat": result.seat,
        "person": str(result.person) if known else None,
        "name": names.get(result.person) if result.person is not None else None,
        "place": result.place,
        "tied": result.tied,
        "score": result.score,
        "rated": result.rated,
        "counted": result.counted,
        "share": round(result.share, 4),
        "began": result.began,
    }


def _moment(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).isoformat()


def _no_formula(name: str | None) -> str | None:
    """A name that a spreadsheet would take for a formula is marked as text."""
    return f"'{name}" if name and name[0] in "=+-@\t\r" else name
