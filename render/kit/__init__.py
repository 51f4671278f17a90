"""What every game's pictures are drawn with: colours, lettering, textures, shadows, icons, sprites."""
