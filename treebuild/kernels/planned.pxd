cdef (i64, i64, i64) scan_plan(
    const GameTables* tables, const Costs* costs, Workspace* work, const u32* candidates, i64 n, NodeState node,
    i64 above, i64 cutoff, u32* guesses, i64 n_guesses
) noexcept nogil
cdef i64 try_guess(
    const GameTables* tables, const Costs* costs, Workspace* work, u32* candidates, i64 n, NodeState node, i64 code,
    i64 best, i64 width
) noexcept nogil
cdef (i64, i64) try_guesses_by_plan(
    const GameTables* tables, const Costs* costs, Workspace* work, u32* candidates, i64 n, NodeState node, i64 cutoff,
    u32* guesses, i64 n_guesses
) noexcept nogil
cdef (i64, i64) search_plan(
    const GameTables* tables, const Costs* costs, Workspace* work, u32* candidates, i64 n, NodeState node, i64 cutoff,
    u32* guesses, i64 n_guesses
) noexcept nogil
cdef (i64, i64) solve_plan(
    const GameTables* tables, const Costs* costs, Workspace* work, u32* candidates, i64 n, i64 depth, i64 row,
    i64 cutoff, i64 lower_bound, u32* guesses, i64 n_guesses, i64 complete
) noexcept nogil


cdef class PlannedSearch(Search):
    pass
