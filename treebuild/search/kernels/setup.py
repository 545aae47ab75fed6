"""What is worked out once for a game, before any search."""

from treebuild.search.kernels.compiling import BOARD, I64, SET, U8, array_type, kernel, types
from treebuild.search.kernels.counting import count_parts
from treebuild.search.kernels.layout import Array, Board


@kernel(types.void(array_type(U8, 2), SET, array_type(U8, 2)))
def spread(by_secret: Array, code_at: Array, columns: Array) -> None:
    """Fill Board.columns, uint8 (secrets, codes): the reply to the code of every column.

    `by_secret` is uint8 (secrets, codes), `code_at` uint32 (codes,): see Replies and Board.
    """
    for secret in range(len(by_secret)):
        row, column = by_secret[secret], columns[secret]
        for j in range(len(code_at)):
            column[j] = row[code_at[j]]


@kernel(I64(BOARD, SET))
def widest(board: Board, candidates: Array) -> int:
    """The most non-winning parts any code makes of the candidates. For games of 64 replies at most."""
    most = 0
    for code in range(len(board.reply)):
        parts = count_parts(board, candidates, int(code))
        for secret in candidates:
            if secret == board.secret_of[code]:
                parts -= 1
        most = max(most, parts)
    return most
