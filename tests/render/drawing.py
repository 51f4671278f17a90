"""Draws single pictures of a view with a painter."""

from collections.abc import Mapping
from typing import Any, cast

from render import Picture
from render.painter import AnyPainter, PictureRequest, Subject
from rules.game import Outcome


def draw_board(painter: AnyPainter, view: Any, names: tuple[str, ...], **shown: Any) -> Picture:
    return _draw(painter, "board", view, names, **shown)


def draw_hand(painter: AnyPainter, view: Any, names: tuple[str, ...], **shown: Any) -> Picture | None:
    return painter.draw(_request("hand", view, names, **shown))


def draw_closeup(
    painter: AnyPainter, view: Any, names: tuple[str, ...], key: str, language: str = ""
) -> Picture:
    return _draw(painter, "closeup", view, names, closeup=key, language=language)


def draw_score_sheet(
    painter: AnyPainter, view: Any, outcome: Outcome, names: tuple[str, ...], rows: tuple[str, ...] = ()
) -> Picture:
    return _draw(painter, "score_sheet", view, names, outcome=outcome, rows=rows)


def _draw(painter: AnyPainter, subject: Subject, view: Any, names: tuple[str, ...], **shown: Any) -> Picture:
    return cast("Picture", painter.draw(_request(subject, view, names, **shown)))


def _request(
    subject: Subject,
    view: Any,
    names: tuple[str, ...],
    captions: Mapping[str, str] | None = None,
    **shown: Any,
) -> PictureRequest[Any]:
    named = tuple((captions or {}).items())
    return PictureRequest(game="", subject=subject, view=view, names=names, captions=named, **shown)
