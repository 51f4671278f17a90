"""Computer players: they choose from legal moves by what their seat may know. Pure, like the rules."""
