"""One interaction and its answers: deferred at once, always answered, in the reader's language."""

import logging
from collections.abc import Awaitable, Callable
from typing import Literal

import discord

from bot.draft import Draft
from bot.house import House
from bot.tables import Denied, Visitor
from bot.words import Words, words_for
from db import DatabaseTrouble
from rules.game import Refusal

log = logging.getLogger(__name__)

Interaction = discord.Interaction[discord.Client]
Manner = Literal["private", "update", "form"]
"""How an answer appears: as a new private message, in place of the tapped one, or as a form
to fill in, which Discord takes only as the very first answer."""

UNKNOWN_INTERACTION = 10062
UNKNOWN_TOKEN = 50027


class Call:
    """What a person did, and how he is answered."""

    def __init__(self, house: House, interaction: Interaction) -> None:
        self.house = house
        self.interaction = interaction
        self.words: Words = words_for(str(interaction.locale))
        self.visitor = Visitor(interaction.user.id, interaction.user.display_name, str(interaction.locale))
        self._manner: Manner = "private"

    @property
    def id(self) -> int:
        return self.interaction.id

    async def defer(self, manner: Manner) -> None:
        """Tell Discord that an answer comes, before anything else is done."""
        self._manner = manner
        if manner == "form":
            return
        if manner == "update":
            await self.interaction.response.defer()
        else:
            await self.interaction.response.defer(ephemeral=True, thinking=True)

    async def show(self, draft: Draft) -> discord.InteractionMessage:
        """The answer itself."""
        try:
            return await self._edit(draft)
        except discord.HTTPException as problem:
            if not self.house.emoji.refused(problem):
                raise
            return await self._edit(draft.plain())

    async def _edit(self, draft: Draft) -> discord.InteractionMessage:
        return await self.interaction.edit_original_response(
            view=draft.view(), attachments=draft.files(), allowed_mentions=draft.allowed_mentions()
        )

    async def announce(self, text: str, draft: Draft) -> discord.WebhookMessage:
        """A word to the one who asked, then what everybody shall see."""
        await self.note(text)
        return await self.interaction.followup.send(
            view=draft.view(), files=draft.files(), allowed_mentions=draft.allowed_mentions(), wait=True
        )

    async def note(self, text: str) -> None:
        """A private word; what stands in the open stays as it is."""
        draft = Draft().text(text)
        if self._manner == "private":
            await self.show(draft)
        else:
            await self.interaction.followup.send(
                view=draft.view(), ephemeral=True, allowed_mentions=discord.AllowedMentions.none()
            )


async def answer(call: Call, manner: Manner, work: Callable[[Call], Awaitable[None]]) -> None:
    """Defer, work, and whatever happens leave the person with an answer and the game as it was."""
    try:
        await call.defer(manner)
        await work(call)
    except (Denied, Refusal, DatabaseTrouble) as refused:
        if isinstance(refused, DatabaseTrouble):
            log.error("the database refused: %s", refused.kind)
        await _say(call, reason(call.words, refused))
    except discord.HTTPException as problem:
        await _after_http_trouble(call, problem)
    except Exception:
        log.exception("an interaction failed")
        await _say(
            call, call.words.say("Something went wrong on our side. Nothing was changed; please try again.")
        )


async def _after_http_trouble(call: Call, problem: discord.HTTPException) -> None:
    if problem.code in (UNKNOWN_INTERACTION, UNKNOWN_TOKEN):
        log.info("an interaction was answered too late")
        return
    log.warning("Discord refused an answer: status %s, code %s", problem.status, problem.code)
    await _say(
        call, call.words.say("Discord did not take the answer. What you did is kept; /play shows the table.")
    )


async def _say(call: Call, text: str) -> None:
    """A last word that may itself fail, without taking anything down with it."""
    try:
        if not call.interaction.response.is_done():
            await call.defer("private")
        await call.note(text)
    except discord.HTTPException as problem:
        log.warning("no answer reached the person: status %s, code %s", problem.status, problem.code)


def reason(words: Words, refused: Denied | Refusal | DatabaseTrouble) -> str:
    """Why something was not done, as one sentence that says what helps."""
    if isinstance(refused, Denied):
        return words.say(refused.text, **refused.values)
    if isinstance(refused, DatabaseTrouble):
        return words.say(
            "The game book cannot be written right now, so nothing was changed. Please try again in a minute."
        )
    match refused.code:
        case "not_seated":
            return words.say("You do not sit at this table.")
        case "not_your_turn":
            return words.say("You owe no move now.")
        case "over":
            return words.say("This game is over.")
        case "stale":
            return words.say("The board has moved on; here is how it stands now.")
        case "ambiguous":
            return words.say("That could mean several moves; choose one.")
        case "unreadable":
            return words.say("That is not a move of this game. Here is what you can do.")
        case "illegal":
            return words.say("That move is not possible now. Here is what you can do.")
