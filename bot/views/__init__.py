"""Views of a game for one reader, in their language: pictures, questions, texts. No Discord, no HTTP."""

from bot.views.markup import clip as clip
from bot.views.markup import mention as mention
from bot.views.markup import plain_name as plain_name
from bot.views.markup import relative_time as relative_time
from bot.views.picture_file import PictureFile as PictureFile
from bot.views.reader_view import NEUTRAL_COLOUR as NEUTRAL_COLOUR
from bot.views.reader_view import ReaderView as ReaderView
