"""The names of coloured pegs, in a module that imports nothing: the messages of a dialogue load before any game."""

COLOURS = {  # by language, in the order of user_input.LETTERS; messages.js of the page has the same names
    "en": "orange blue green yellow purple red white cyan",
    "ru": "оранжевый синий зелёный жёлтый лиловый красный белый голубой",
    "zh": "橙 蓝 绿 黄 紫 红 白 青",
}
