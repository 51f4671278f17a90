"""Drawing kit shared by all games: colours, text layout, textures, shadows, icons, sprites."""
