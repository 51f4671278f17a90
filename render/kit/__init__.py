"""Drawing kit shared by all games: colours, text layout, textures, shadows, icons, sprites."""

from render.kit.canvas import Canvas as Canvas
from render.kit.icons import icon as icon
from render.kit.page import WIDTH as WIDTH
from render.kit.page import Page as Page
from render.kit.page import Picture as Picture
from render.kit.seats import put_seat as put_seat
from render.kit.sprite_cache import Sprite as Sprite
from render.kit.sprite_cache import sprite as sprite
from render.kit.type import fit_text as fit_text
from render.kit.type import font as font
