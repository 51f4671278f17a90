"""Rating changes after a game: a line per player on the final card, and details in private."""

from collections.abc import Sequence

import db
from bot.chat.interactions.component_dispatch import on_component
from bot.chat.interactions.requests import Request
from bot.chat.messages.custom_id import CustomId
from bot.chat.messages.message_builder import MessageBuilder, button
from bot.i18n import Locale
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import GameSnapshot
from bot.standings.ratings import OVERALL, PROVISIONAL_BELOW_GAMES, Skill
from bot.views.markup import plain_name
from bot.views.reader_view import NEUTRAL_COLOUR, ReaderView
from bot.views.standings_text import percent, signed_number, title_name

FAVOURITE_ODDS = 0.5


async def add_rating_lines(builder: MessageBuilder, reader: ReaderView, reads: db.Reads) -> None:
    """Add a line per player to the final card of a rated game, and a button for details."""
    snapshot, locale = reader.snapshot, reader.locale
    steps = {
        step.person: step for step in await db.ratings.list_steps(reads, snapshot.code) if step.key != OVERALL
    }
    results = {result.person: result for result in await db.results.list_for_game(reads, snapshot.code)}
    lines = [
        _rating_line(
            locale, reader.game_text.player_names[player.seat], steps[player.person], results[player.person]
        )
        for player in snapshot.players
        if player.person in steps
    ]
    if lines:
        builder.text(*lines).buttons(button(CustomId("why", snapshot.code), locale.t("Why my number moved")))
    elif snapshot.row.rated and results:
        outcome = snapshot.outcome()
        builder.text(
            locale.t("-# Not counted: it ended before everyone had two turns.")
            if outcome is not None and outcome.ranking
            else locale.t("-# Not counted: nobody has won.")
        )


def _rating_line(locale: Locale, who: str, step: db.RatingStep, result: db.Result) -> str:
    values = {
        "who": f"**{who}**",
        "change": signed_number(_rating_after(step) - _rating_before(step)),
        "rating": _rating_after(step),
        "percent": percent(step.odds),
    }
    if result.place > 1:
        return locale.t(
            "{who} {change} ({rating}): place {place} of {seats} ({percent} % expected to win).",
            **values,
            place=result.place,
            seats=result.seats,
        )
    if result.tied > 1:
        return locale.t(
            "{who} {change} ({rating}): shared first place ({percent} % expected to win).", **values
        )
    return locale.t("{who} {change} ({rating}): won ({percent} % expected).", **values)


@on_component("why", "private")
async def rating_details_button(request: Request, custom_id: CustomId) -> None:
    """Show the user why their rating changed."""
    snapshot = await request.snapshot(custom_id.game)
    locale, user_id = request.locale, request.actor.id
    async with request.store.read() as reads:
        results = await db.results.list_for_game(reads, snapshot.code)
        steps = await db.ratings.list_steps(reads, snapshot.code)
        server = snapshot.row.standings_server
        ratings = await db.ratings.ratings_by_title(reads, user_id, server) if server is not None else {}
    mine = {step.key: step for step in steps if step.person == user_id}
    result = next((one for one in results if one.person == user_id), None)
    if result is None or not mine:
        raise Denied("rating_unchanged")
    builder = MessageBuilder(NEUTRAL_COLOUR)
    for key in (snapshot.row.key, OVERALL):
        others = {step.person: step for step in steps if step.key == key and step.person != user_id}
        builder.text(
            f"### {title_name(locale, request.games, key)}",
            locale.t(
                "{before} → {after} ({change}), now ±{margin}",
                before=_rating_before(mine[key]),
                after=_rating_after(mine[key]),
                change=signed_number(_rating_after(mine[key]) - _rating_before(mine[key])),
                margin=Skill(mine[key].mu, mine[key].sigma).margin,
            ),
            locale.t("Before the game your chance to win was {percent} %.", percent=percent(mine[key].odds)),
            *_opponent_lines(locale, snapshot, result, results, others),
        )
        rating = ratings.get(key)
        if rating is not None and rating.games < PROVISIONAL_BELOW_GAMES:
            left = PROVISIONAL_BELOW_GAMES - rating.games
            builder.text(
                locale.tn(
                    "-# Provisional for {n} more rated game.",
                    "-# Provisional for {n} more rated games.",
                    n=left,
                )
            )
    if result.share < 1:
        builder.text(
            locale.t(
                "-# You played {percent} % of your turns yourself, so it counts that much.",
                percent=percent(result.share),
            )
        )
    await request.respond(builder)


def _opponent_lines(
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
        values = {
            "who": plain_name(snapshot.names[result.seat]),
            "rating": _rating_before(step) if step is not None else Skill().displayed,
            "percent": percent(step.odds) if step is not None else 0,
        }
        if step is None:
            lines.append(locale.t("- {who}: not rated in this game.", **values))
        elif mine.place == result.place:
            lines.append(locale.t("- You tied with {who} ({rating}), expected to win {percent} %.", **values))
        elif mine.place > result.place:
            lines.append(
                locale.t("- {who} ({rating}), expected to win {percent} %, finished ahead of you.", **values)
            )
        elif step.odds > FAVOURITE_ODDS:
            lines.append(locale.t("- You beat {who} ({rating}), the favourite at {percent} %.", **values))
        else:
            lines.append(locale.t("- You beat {who} ({rating}), expected to win {percent} %.", **values))
    return lines


def _rating_after(step: db.RatingStep) -> int:
    return Skill(step.mu, step.sigma).displayed


def _rating_before(step: db.RatingStep) -> int:
    return Skill(step.mu_before, step.sigma_before).displayed
