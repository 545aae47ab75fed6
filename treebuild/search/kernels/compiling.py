"""How kernels are compiled, and the compiler's types of their data."""

from collections.abc import Callable
from typing import Any, TypeVar, get_type_hints

import numba
from numba import njit

from treebuild.search.kernels.layout import (
    CheckerWorkspace,
    Costs,
    GameTables,
    NodeState,
    ReplyTables,
    ScanWorkspace,
    Workspace,
)

types: Any = numba.types

Function = TypeVar("Function", bound=Callable[..., Any])


def kernel(signature: Any, inline: bool = False) -> Callable[[Function], Function]:
    """Compile a function for one signature when its module is imported; with `inline`, into the functions that call it.

    A call copies every field of `GameTables` and `Workspace`, some 300 words, so what is called often has to be inline.

    Kernels allocate nothing. To count references to arrays took half of the time; without it (_nrt=False) they may not
    allocate, and all their arrays are in `Workspace`.
    """
    compiler: Any = njit
    options = {
        "_nrt": False,
        "no_cpython_wrapper": True,
        "no_cfunc_wrapper": True,
    }  # `native` calls the function itself
    decorator: Callable[[Function], Function] = compiler(signature, nogil=True, forceinline=inline, **options)
    return decorator


def array_type(dtype: Any, ndim: int) -> Any:
    """The compiler's type of a contiguous array."""
    return types.Array(numba.from_dtype(dtype) if isinstance(dtype, type) else dtype, ndim, "C")


def tuple_type(cls: Any) -> Any:
    """The compiler's type of a named tuple, made of the types that its fields are annotated with."""
    hints = get_type_hints(cls, include_extras=True)
    fields = [I64 if hint is int else array_type(*hint.__metadata__) for hint in hints.values()]
    return types.NamedUniTuple(I64, len(fields), cls) if set(fields) == {I64} else types.NamedTuple(fields, cls)


I64, U8, U16, U32, U64 = types.int64, types.uint8, types.uint16, types.uint32, types.uint64
WORDS, I64_ARRAY, SET = array_type(U64, 1), array_type(I64, 1), array_type(U32, 1)
PARTITION = array_type(I64, 2)
MATRIX, BYTES, STRIDED = array_type(U8, 2), array_type(U8, 1), types.Array(U8, 1, "A")  # bytes; a column of a matrix
PAIR, TRIPLE = types.UniTuple(I64, 2), types.UniTuple(I64, 3)
GAME_TABLES, COSTS, WORKSPACE, NODE_STATE, CHECKER_WORKSPACE = map(
    tuple_type, (GameTables, Costs, Workspace, NodeState, CheckerWorkspace)
)
REPLY_TABLES, SCAN_WORKSPACE = tuple_type(ReplyTables), tuple_type(ScanWorkspace)
I32_ARRAY = array_type(types.int32, 1)
