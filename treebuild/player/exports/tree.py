{{player}}

# --- the tree

# {{title}}
TREE = (
    {{text}}
)


def start() -> Player:
    """A new game with this tree."""
    return load(TREE, "{{game}}", "{{format}}")
