"""Close my links: revokes every link and browser session of a user."""

from bot.chat.interactions import Request, on_component
from bot.chat.messages import CustomId
from bot.chat.settings.settings_panel import show_panel
from bot.play.core import web_links


@on_component("close-links", "update")
async def close_links(request: Request, _: CustomId) -> None:
    closed = await web_links.close_all(request.service, request.actor.id)
    text = request.locale.tn(
        "Closed {n} link to your seats. Your panel makes a new one when you need it.",
        "Closed {n} links to your seats. Your panel makes a new one when you need it.",
        n=closed,
    )
    await show_panel(request, note=text)
