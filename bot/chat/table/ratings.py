"""Rating changes after a game: a line per player on the final card, and details in private."""

from collections.abc import Iterator, Sequence

import db
from bot.chat.interactions import Request, on_game_component
from bot.chat.messages import CustomId, MessageBuilder, button
from bot.i18n import N_, Locale
from bot.play.core import Denied, GameSnapshot
from bot.standings.ratings import OVERALL, PROVISIONAL_BELOW_GAMES, Skill
from bot.views.markup import plain_name
from bot.views.reader_view import ReaderView
from bot.views.standings_text import percent, signed_number, title_name

FAVOURITE_ODDS = 0.5


async def add_rating_lines(builder: MessageBuilder, reader: ReaderView, reads: db.Reads) -> None:
    """Add a line per player to the final card of a rated game, and a button for details."""
    snapshot, t, names = reader.snapshot, reader.locale.t, reader.game_text.player_names
    all_steps = await db.ratings.list_steps(reads, snapshot.code)
    steps = {step.person: step for step in all_steps if step.key != OVERALL}
    results = {result.person: result for result in await db.results.list_for_game(reads, snapshot.code)}
    lines = [
        rating_line(reader.locale, names[player.seat], steps[player.person], results[player.person])
        for player in snapshot.players
        if player.person in steps
    ]
    if lines:
        builder.text(*lines).buttons(button(CustomId("why", snapshot.code), t("Why my rating changed")))
    elif snapshot.row.rated and results:
        builder.text(uncounted_line(reader, [*results.values()]))


def uncounted_line(reader: ReaderView, results: Sequence[db.Result]) -> str:
    t, outcome = reader.locale.t, reader.snapshot.outcome()
    if outcome is None or not outcome.ranking:
        return t("-# Not counted: nobody has won.")
    if results[0].early:
        return t("-# Not counted: only one game a week counts between two players who end it this early.")
    return t("-# Not counted: it ended before everyone had two turns.")


def rating_line(locale: Locale, who: str, step: db.RatingStep, result: db.Result) -> str:
    values = {
        "who": f"**{who}**",
        "change": signed_number(_rating_after(step) - _rating_before(step)),
        "rating": _rating_after(step),
        "percent": percent(step.odds),
    }
    if result.place > 1:
        text = N_("{who} {change} ({rating}): place {place} of {seats} ({percent}% expected to win).")
        return locale.t(text, **values, place=result.place, seats=result.seats)
    if result.tied > 1:
        text = N_("{who} {change} ({rating}): shared first place ({percent}% expected to win).")
        return locale.t(text, **values)
    return locale.t("{who} {change} ({rating}): won ({percent}% expected).", **values)


@on_game_component("why", "private")
async def show_rating_details(request: Request, snapshot: GameSnapshot) -> None:
    t, user_id = request.locale.t, request.actor.id
    async with request.store.read() as reads:
        results = await db.results.list_for_game(reads, snapshot.code)
        steps = await db.ratings.list_steps(reads, snapshot.code)
        server = snapshot.row.standings_server
        ratings = await db.ratings.ratings_by_title(reads, user_id, server) if server is not None else {}
    mine = {step.key: step for step in steps if step.person == user_id}
    result = next((one for one in results if one.person == user_id), None)
    if result is None or not mine:
        raise Denied("rating_unchanged")
    builder = MessageBuilder()
    for key in (snapshot.row.key, OVERALL):
        others = {step.person: step for step in steps if step.key == key and step.person != user_id}
        builder.text(
            f"### {title_name(request.locale, request.games, key)}",
            *_own_lines(request.locale, mine[key]),
            *opponent_lines(request.locale, snapshot, result, results, others),
        )
        rating = ratings.get(key)
        if rating is not None and rating.games < PROVISIONAL_BELOW_GAMES:
            builder.text(
                request.locale.tn(
                    "-# Provisional for {n} more rated game.",
                    "-# Provisional for {n} more rated games.",
                    n=PROVISIONAL_BELOW_GAMES - rating.games,
                )
            )
    if result.share < 1:
        text = N_("-# You played {percent}% of your turns yourself, so the game counts {percent}%.")
        builder.text(t(text, percent=percent(result.share)))
    await request.respond(builder)


def _own_lines(locale: Locale, step: db.RatingStep) -> Iterator[str]:
    before, after = _rating_before(step), _rating_after(step)
    yield locale.t(
        "{before} → {after} ({change}), now ±{margin}",
        before=before,
        after=after,
        change=signed_number(after - before),
        margin=Skill(step.mu, step.sigma).margin,
    )
    yield locale.t("Before the game your chance to win was {percent}%.", percent=percent(step.odds))


def opponent_lines(
    locale: Locale,
    snapshot: GameSnapshot,
    mine: db.Result,
    results: Sequence[db.Result],
    others: dict[int, db.RatingStep],
) -> list[str]:
    """Returns a line per opponent: their rating and odds before the game, and who finished ahead."""
    lines = []
    for result in results:
        if result.seat == mine.seat:
            continue
        step = others.get(result.person) if result.person is not None else None
        if step is None:
            text = N_("- {who}: not rated in this game.")
        elif mine.place == result.place:
            text = N_("- You tied with {who} ({rating}), expected to win {percent}% of the time.")
        elif mine.place > result.place:
            text = N_("- {who} ({rating}), expected to win {percent}% of the time, finished ahead of you.")
        elif step.odds > FAVOURITE_ODDS:
            text = N_("- You beat {who} ({rating}), the favourite at {percent}%.")
        else:
            text = N_("- You beat {who} ({rating}), expected to win {percent}% of the time.")
        rating, odds = (_rating_before(step), percent(step.odds)) if step else (0, 0)
        who = plain_name(snapshot.names[result.seat])
        lines.append(locale.t(text, who=who, rating=rating, percent=odds))
    return lines


def _rating_after(step: db.RatingStep) -> int:
    return Skill(step.mu, step.sigma).displayed


def _rating_before(step: db.RatingStep) -> int:
    return Skill(step.mu_before, step.sigma_before).displayed
