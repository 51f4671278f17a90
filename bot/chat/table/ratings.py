"""Why somebody's number moved: on the final card in short, in full for their own eyes."""

from collections.abc import Sequence

import db
from bot.chat.interactions.buttons import on_tap
from bot.chat.interactions.requests import Request
from bot.chat.messages.custom_id import Tap
from bot.chat.messages.message_builder import Draft, button
from bot.i18n import Words
from bot.play.core.refusals import Denied
from bot.play.core.snapshot import Position
from bot.standings.ratings import OVERALL, PROVISIONAL_BELOW, Skill
from bot.views.markup import plain_name
from bot.views.reader_view import NEUTRAL, Scene
from bot.views.standings_text import percent, signed, title_of

FAVOURED = 0.5


async def add_ratings(draft: Draft, scene: Scene, reads: db.Reads) -> None:
    """On the final card of a rated game a line for each player, and the way to the details."""
    position, words = scene.position, scene.words
    steps = {
        step.person: step for step in await db.ratings.steps_of(reads, position.code) if step.key != OVERALL
    }
    results = {result.person: result for result in await db.results.of_game(reads, position.code)}
    lines = [
        _in_short(words, scene.teller.people[player.seat], steps[player.person], results[player.person])
        for player in position.players
        if player.person in steps
    ]
    if lines:
        draft.text(*lines).buttons(button(Tap("why", position.code), words.say("Why my number moved")))
    elif position.row.rated and results:
        outcome = position.outcome()
        draft.text(
            words.say("-# Not counted: it ended before everyone had two turns.")
            if outcome is not None and outcome.ranking
            else words.say("-# Not counted: nobody has won.")
        )


def _in_short(words: Words, who: str, step: db.RatingStep, result: db.Result) -> str:
    values = {
        "who": f"**{who}**",
        "change": signed(_shown(step) - _shown_before(step)),
        "rating": _shown(step),
        "percent": percent(step.odds),
    }
    if result.place > 1:
        return words.say(
            "{who} {change} ({rating}): place {place} of {seats} ({percent} % expected to win).",
            **values,
            place=result.place,
            seats=result.seats,
        )
    if result.tied > 1:
        return words.say(
            "{who} {change} ({rating}): shared first place ({percent} % expected to win).", **values
        )
    return words.say("{who} {change} ({rating}): won ({percent} % expected).", **values)


@on_tap("why", "private")
async def show_why(request: Request, tap: Tap) -> None:
    """The details of the one who asks."""
    position = await request.position(tap.game)
    words, me = request.words, request.visitor.id
    async with request.store.read() as reads:
        results = await db.results.of_game(reads, position.code)
        steps = await db.ratings.steps_of(reads, position.code)
        server = position.row.counts_on
        ratings = await db.ratings.of_person(reads, me, server) if server is not None else {}
    mine = {step.key: step for step in steps if step.person == me}
    result = next((one for one in results if one.person == me), None)
    if result is None or not mine:
        raise Denied("rating_unchanged")
    draft = Draft(NEUTRAL)
    for key in (position.row.key, OVERALL):
        others = {step.person: step for step in steps if step.key == key and step.person != me}
        draft.text(
            f"### {title_of(words, request.games, key)}",
            words.say(
                "{before} → {after} ({change}), now ±{margin}",
                before=_shown_before(mine[key]),
                after=_shown(mine[key]),
                change=signed(_shown(mine[key]) - _shown_before(mine[key])),
                margin=Skill(mine[key].mu, mine[key].sigma).margin,
            ),
            words.say("Before the game your chance to win was {percent} %.", percent=percent(mine[key].odds)),
            *_against(words, position, result, results, others),
        )
        rating = ratings.get(key)
        if rating is not None and rating.games < PROVISIONAL_BELOW:
            left = PROVISIONAL_BELOW - rating.games
            draft.text(
                words.say_many(
                    "-# Provisional for {n} more rated game.",
                    "-# Provisional for {n} more rated games.",
                    n=left,
                )
            )
    if result.share < 1:
        draft.text(
            words.say(
                "-# You played {percent} % of your turns yourself, so it counts that much.",
                percent=percent(result.share),
            )
        )
    await request.show(draft)


def _against(
    words: Words,
    position: Position,
    mine: db.Result,
    results: Sequence[db.Result],
    others: dict[int, db.RatingStep],
) -> list[str]:
    """A line for each opponent: how strong they were thought to be, and who came out ahead."""
    lines = []
    for result in results:
        if result.seat == mine.seat:
            continue
        step = others.get(result.person) if result.person is not None else None
        values = {
            "who": plain_name(position.names[result.seat]),
            "rating": _shown_before(step) if step is not None else Skill().shown,
            "percent": percent(step.odds) if step is not None else 0,
        }
        if step is None:
            lines.append(words.say("- {who}: not rated in this game.", **values))
        elif mine.place == result.place:
            lines.append(
                words.say("- You tied with {who} ({rating}), expected to win {percent} %.", **values)
            )
        elif mine.place > result.place:
            lines.append(
                words.say("- {who} ({rating}), expected to win {percent} %, finished ahead of you.", **values)
            )
        elif step.odds > FAVOURED:
            lines.append(words.say("- You beat {who} ({rating}), the favourite at {percent} %.", **values))
        else:
            lines.append(words.say("- You beat {who} ({rating}), expected to win {percent} %.", **values))
    return lines


def _shown(step: db.RatingStep) -> int:
    return Skill(step.mu, step.sigma).shown


def _shown_before(step: db.RatingStep) -> int:
    return Skill(step.mu_before, step.sigma_before).shown
