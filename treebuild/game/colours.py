"""The names of coloured pegs. Apart from `user_input`, so that a command's help need not load the rules of games."""

COLOURS = {  # by language, in the order of user_input.LETTERS; messages.js of the page has the same
    "en": "orange blue green yellow purple red white cyan",
    "ru": "оранжевый синий зелёный жёлтый лиловый красный белый голубой",
    "zh": "橙 蓝 绿 黄 紫 红 白 青",
}
