"""The web board: the table in a browser, to play by tapping the board and to watch by a link."""
