"""Pages to look and learn: rules, legend, close-ups, since my last move, advice, and what decided a game."""

from collections.abc import Iterable, Mapping
from urllib.parse import urlencode

from bot.play.core import Denied
from bot.play.history import story
from bot.play.turns.coach import moves_digest
from bot.views.answers_text import component_texts
from bot.views.coach import advice_label, advice_paragraphs, advice_picture, distinct_advice, review_parts
from bot.views.picture_file import PictureFile
from bot.views.reader_view import ReaderView
from bot.views.story_text import fit_lines, fit_turns, missed_summary
from bot.web.access import Visit
from bot.web.context import WebContext
from bot.web.html import Content, Html, tag
from bot.web.layout import WebPage
from bot.web.markdown import to_html
from bot.web.play_page import FORM, move_form
from bot.web.table_parts import load_board, show, table_header

MAX_RECAP_CHARS = 4000
Query = Mapping[str, str]


class LookPage:
    """Collects the parts of a page that leads back to the table."""

    def __init__(self, context: WebContext, visit: Visit, name: str, query: Query) -> None:
        if visit.snapshot.state is None:
            raise Denied("not_started" if visit.snapshot.row.started is None else "not_readable")
        self.context = context
        self.visit = visit
        self.query = query
        self.t = visit.locale.t
        self.reader: ReaderView = context.reader(visit, visit.seat)
        self.here = name + (f"?{urlencode(query)}" if query else "")
        self._parts: list[Content] = []

    def text(self, *lines: str) -> "LookPage":
        now = self.context.service.now()
        self._parts.append([to_html(line, self.visit.locale, now) for line in lines if line])
        return self

    def picture(self, file: PictureFile | None) -> "LookPage":
        if file is not None:
            self._parts.append(show(self.context, self.visit, self.reader.seat, file, self.here))
        return self

    def add(self, *content: Content) -> None:
        self._parts.append(content)

    def links(self, label: str, choices: Iterable[tuple[str, str]], name: str, current: str) -> "LookPage":
        """Add links to pages of the same kind, one of which is this one."""
        path = f"{self.visit.path}/{self.here.partition('?')[0]}"
        links = [
            tag(
                "a",
                title,
                href=f"{path}?{urlencode({**self.query, name: key})}",
                class_="button side",
                aria_current="true" if key == current else None,
            )
            for key, title in choices
        ]
        self._parts.append(tag("nav", links, class_="looks", aria_label=label))
        return self

    def page(self, heading: str) -> WebPage:
        kept = {name: self.query[name] for name in ("chosen", "seen", "page") if self.query.get(name)}
        path = self.visit.path if self.visit.seat is None else f"{self.visit.path}/play"
        href = path + (f"?{urlencode(kept)}" if kept and self.visit.seat is not None else "")
        back = tag("p", tag("a", self.t("Back to the table"), href=href, class_="button main"), class_="row")
        return WebPage(
            title=heading,
            main=tag("article", tag("h2", heading), self._parts, back),
            kind="look",
            scripts=("look.js",),
            header=table_header(self.reader, self.visit, here=""),
        )


async def rules_page(context: WebContext, visit: Visit, query: Query) -> WebPage:
    """Show a chapter of the rules: the chosen one, else the one on the decision at hand."""
    page = LookPage(context, visit, "rules", query)
    game_text, snapshot = page.reader.plain_text, visit.snapshot
    kinds = [] if visit.seat is None else [move.kind for move in snapshot.legal(visit.seat)]
    topics = dict(game_text.topic_titles())
    topic = query.get("topic") or game_text.topic_for_kinds(kinds) or ""
    if topic not in topics:
        topic = next(iter(topics))
    title, body = game_text.topic_page(topic)
    page.text(body).links(visit.locale.t("Other chapters"), topics.items(), "topic", topic)
    return page.page(title)


async def legend_page(context: WebContext, visit: Visit, query: Query) -> WebPage:
    """Show the pictures with their parts named, and the texts of the cards and pieces in them."""
    page = LookPage(context, visit, "legend", query)
    reader = page.reader
    if not reader.text_only:
        page.picture(await reader.board(legend=True, name="legend")).picture(await reader.hand(legend=True))
    page.text(*component_texts(reader, reader.visible_components()))
    return page.page(visit.locale.t("What is this?"))


async def closeup_page(context: WebContext, visit: Visit, query: Query) -> WebPage:
    page = LookPage(context, visit, "look", query)
    names = dict(page.reader.closeups())
    key = query.get("at", "") or next(iter(names), "")
    if key not in names:
        raise Denied("nothing_closer")
    page.links(visit.locale.t("Look closer"), names.items(), "at", key)
    page.picture(await page.reader.closeup(key))
    return page.page(names[key])


async def recap_page(context: WebContext, visit: Visit, query: Query) -> WebPage:
    """Show what happened since the player's last move, their losses first."""
    page, t = LookPage(context, visit, "since", query), visit.locale.t
    seat = _require_seat(visit)
    since_last = await story.since_last_choice(context.service.store, visit.snapshot, seat)
    missed = await story.replay_range(
        context.service.store, visit.snapshot, since_last.since, visit.snapshot.row.ply, since_last.log
    )
    summary = missed_summary(page.reader, missed.entries)
    if summary.losses:
        page.text(t("**What you lost**"), *fit_lines(page.reader, summary.losses))
    page.text(*fit_turns(page.reader, summary.turns, MAX_RECAP_CHARS))
    if not summary.losses and not summary.turns:
        page.text(t("Nobody has moved since."))
    page.picture(await load_board(page.reader, since=missed.before))
    return page.page(t("See what changed"))


async def advice_page(context: WebContext, visit: Visit, query: Query) -> WebPage:
    """Show what the coach would play, and buttons that play it."""
    page, snapshot, t = LookPage(context, visit, "advice", query), visit.snapshot, visit.locale.t
    seat = _require_seat(visit)
    found = await context.advice.advise(context.service, snapshot, visit.actor.id)
    advised = distinct_advice(page.reader, seat, found)
    page.picture(await advice_picture(page.reader, seat, advised))
    for paragraph in advice_paragraphs(page.reader, seat, advised):
        page.text(*paragraph)
    buttons = [
        _submit(
            f"{number} · {advice_label(page.reader, seat, each.moves[0])}", "pick", *each.moves[0].tokens()
        )
        for number, each in enumerate(advised, start=1)
    ]
    if len(advised[0].moves) > 1:
        buttons.insert(0, _submit(t("Play this plan"), "advice-play", moves_digest(advised[0].moves)))
    page.add(move_form(visit, snapshot.fingerprint(seat)), tag("p", buttons, class_="row"))
    return page.page(t("Get advice"))


async def review_page(context: WebContext, visit: Visit, query: Query) -> WebPage:
    """Show what decided a finished game."""
    page = LookPage(context, visit, "review", query)
    if visit.snapshot.row.sealed_until is not None:
        raise Denied("no_web_table")
    page.reader = context.reader(visit, None)
    for part in await review_parts(
        page.reader, await context.reviews.review(context.service, visit.snapshot)
    ):
        if isinstance(part, str):
            page.text(*part.splitlines())
        else:
            page.picture(part)
    return page.page(visit.locale.t("What decided it"))


def _submit(label: str, verb: str, *args: str) -> Html:
    value = " ".join((verb, *args))
    return tag("button", label, type="submit", form=FORM, name="do", value=value, class_="button main")


def _require_seat(visit: Visit) -> int:
    if visit.seat is None:
        raise Denied("web_seat_only")
    return visit.seat


PAGES = {
    "rules": rules_page,
    "legend": legend_page,
    "look": closeup_page,
    "since": recap_page,
    "advice": advice_page,
    "review": review_page,
}
"""Pages below the address of a table, by name."""
