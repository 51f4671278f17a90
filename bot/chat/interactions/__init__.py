"""Receives interactions: requests, dispatch of buttons and commands, registration, rate limit."""

from bot.chat.interactions.component_dispatch import on_component as on_component
from bot.chat.interactions.component_dispatch import on_game_component as on_game_component
from bot.chat.interactions.context import Context as Context
from bot.chat.interactions.requests import Request as Request
from bot.chat.interactions.which_game import check_dealt as check_dealt
from bot.chat.interactions.which_game import resolve_game as resolve_game
