"""The commands that only this project runs. `treebuild` has them where it runs from a checkout."""

from __future__ import annotations

from tools.commands.frontier import frontier
from tools.commands.prove import prove
from tools.commands.study import study
from tools.commands.tables import tables
from tools.commands.trees import trees
from tools.commands.worst_cases import worst_cases

COMMANDS = (trees, prove, frontier, worst_cases, study, tables)
