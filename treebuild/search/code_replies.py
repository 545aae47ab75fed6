"""The replies of a game as the compiled code reads them: from the matrix, or computed from codes where they are needed.

Nothing here makes the matrix of a game whose rule the compiled code knows.
"""

from __future__ import annotations
