"""Weights of the evaluation of Shipwrights, in log-odds of winning per unit of each feature.

`WIN_WEIGHTS` predict the winner; they are fitted to the outcomes of 1,320 simulated games. `WEIGHTS` guide
play: fitted in the same way, then improved in matches between slightly different weights. A ship is worth
much more than its points, because the fourth ends the game. Workers are worth more than the resources they
buy, until a ship can be finished with these.
"""

Weights = tuple[tuple[float, ...], ...]
"""One row per number of ships in the largest fleet, one weight per feature."""

# By feature: its weights while the largest fleet has 0, 1, 2, 3 ships, and on the last day. First those of
# `WEIGHTS`, then those of `WIN_WEIGHTS`.
_TABLE: dict[str, tuple[tuple[float, ...], tuple[float, ...]]] = {
    # points of ships and buildings
    "points": ((0.1184, 0.1573, 0.1890, 0.2754, 0.8075), (0.064, 0.215, 0.287, 0.392, 0.914)),
    # ships finished
    "ships": ((0.1640, 0.2517, 0.4109, 0.4562, 0.0000), (0.164, 0.212, 0.557, 0.388, 0.293)),
    # one ship short of the end
    "nearly": ((-0.0023, -0.0028, -0.0019, -0.0196, 0.0000), (-0.002, -0.003, -0.002, -0.050, -0.176)),
    # military points
    "military": ((0.0152, 0.0217, 0.0245, 0.0545, 0.0000), (0.015, 0.188, 0.004, 0.168, 0.071)),
    # the military bonus, if the game ended now; less for sharing it
    "bonus": ((0.0301, 0.0141, 0.0336, 0.0485, 0.8075), (0.030, 0.000, 0.143, 0.176, 0.894)),
    # workers
    "workers": ((0.0396, 0.0520, 0.0352, 0.0387, 0.0000), (0.044, 0.105, 0.160, 0.130, 0.063)),
    # gold
    "gold": ((0.0063, 0.0083, 0.0062, 0.0083, 0.0162), (-0.006, 0.013, 0.012, 0.007, 0.026)),
    # the first five gold
    "purse": ((0.0066, 0.0124, 0.0153, 0.0262, 0.0000), (0.057, 0.045, 0.009, 0.083, -0.077)),
    # workers of each evening
    "daily_workers": ((0.0780, 0.1045, 0.0722, 0.0708, 0.0000), (0.078, 0.354, -0.059, -0.078, 0.007)),
    # gold of each evening
    "daily_gold": ((0.0527, 0.1082, 0.0489, 0.0773, 0.0000), (0.053, 0.057, 0.185, 0.061, 0.089)),
    # resources that the ships in the workshops need
    "useful_goods": ((0.0186, 0.0172, 0.0185, 0.0255, 0.0000), (0.035, 0.078, 0.086, 0.084, 0.092)),
    # other resources, up to three
    "spare_goods": ((0.0254, 0.0256, 0.0184, -0.0021, 0.0000), (0.114, 0.043, 0.092, 0.008, -0.096)),
    # craftsmen placed that these ships need
    "matched": ((0.0825, 0.1060, 0.1325, 0.1709, 0.0000), (0.048, 0.159, 0.250, 0.228, 0.376)),
    # other craftsmen
    "spare_craftsmen": ((0.0230, 0.0210, 0.0456, 0.0419, 0.0000), (0.018, 0.050, 0.189, 0.155, 0.051)),
    # craftsmen missing for whom no place is free
    "crowded": ((-0.0240, -0.0266, -0.0445, -0.0627, 0.0000), (-0.031, -0.009, -0.197, -0.196, -0.016)),
    # ships in the workshops
    "laid": ((0.0240, 0.0413, 0.0565, 0.0577, 0.0000), (0.149, 0.137, 0.092, 0.177, 0.034)),
    # their points
    "laid_points": ((-0.0026, -0.0161, -0.0062, -0.0133, 0.0000), (-0.044, -0.125, -0.044, -0.069, -0.178)),
    # their military points
    "laid_military": ((0.0237, 0.0306, 0.0299, 0.0391, 0.0000), (0.067, 0.099, 0.105, 0.110, 0.071)),
    # their income of each evening
    "laid_income": ((0.0079, -0.0029, -0.0087, -0.0051, 0.0000), (-0.026, -0.044, -0.031, -0.063, -0.068)),
    # ships with all their craftsmen
    "manned": ((0.0157, 0.0092, -0.0012, 0.0155, 0.0000), (-0.029, -0.023, 0.036, 0.056, 0.135)),
    # a ship that can be finished tomorrow
    "ready": ((0.0287, 0.0323, 0.0454, 0.0579, 0.0000), (-0.056, 0.087, 0.072, -0.273, 0.042)),
    # a tool
    "tool": ((0.0357, 0.0114, 0.0278, 0.0138, 0.0000), (0.113, 0.129, -0.020, 0.093, 0.067)),
    # resources it spares, or that lie on the cart
    "spared": ((0.0023, 0.0173, 0.0103, 0.0391, 0.0000), (-0.132, -0.020, 0.017, -0.004, 0.013)),
    # buildings whose points still grow
    "counting": ((-0.0346, -0.0192, -0.0014, 0.0255, 0.0000), (-0.372, -0.329, -0.240, -0.084, -0.075)),
    # beginning tomorrow
    "first": ((0.0044, 0.0063, 0.0269, 0.0393, 0.0000), (0.023, 0.045, 0.071, 0.068, -0.063)),
    # a turn still to come today
    "waits": ((0.0610, 0.0627, 0.1233, 0.1967, 0.8075), (0.073, 0.258, 0.422, 0.553, 1.155)),
}
FEATURES = tuple(_TABLE)
WEIGHTS: Weights = tuple(tuple(guide[ships] for guide, _ in _TABLE.values()) for ships in range(5))
WIN_WEIGHTS: Weights = tuple(tuple(win[ships] for _, win in _TABLE.values()) for ships in range(5))

_BEGINNER = {
    "points": 0.13, "ships": 0.2, "workers": 0.035, "gold": 0.01, "useful_goods": 0.04, "spare_goods": 0.01,
    "matched": 0.12, "spare_craftsmen": 0.03, "crowded": -0.06, "laid": 0.04, "laid_points": 0.02,
    "manned": 0.03, "ready": 0.06,
}  # fmt: skip
BEGINNER: Weights = tuple(
    tuple(_BEGINNER.get(name, 0.0) for name in FEATURES) if ships < 4 else WEIGHTS[ships]
    for ships in range(5)
)
"""The apprentice: only the own ships and their requirements, equal on every day but the last."""
