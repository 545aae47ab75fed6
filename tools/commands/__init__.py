"""The commands that only this project runs. `treebuild` has them where it runs from a checkout."""

from __future__ import annotations

from tools.commands.frontier import frontier
from tools.commands.prove import prove
from tools.commands.study import study
from tools.commands.tables import tables
from tools.commands.trees import trees

COMMANDS = (trees, prove, frontier, study, tables)
