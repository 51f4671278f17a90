"""The saga of a finished game: turning points, three lines of story, a poster, a film, kudos."""
