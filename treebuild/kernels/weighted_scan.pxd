cdef (i64, i64) keep_weighted(
    const GameTables* tables, const Costs* costs, Workspace* work, const u32* candidates, i64 n, NodeState node,
    i64 code, i64 width, i64 cutoff, i64 kept, i64 least, const u64* exchangeable
) noexcept nogil
cdef i64 winner_of(const GameTables* tables, const Workspace* work, i64 code) noexcept nogil
cdef (i64, i64, i64) scan_weighted_few(
    const GameTables* tables, const Costs* costs, Workspace* work, const u32* candidates, i64 n, NodeState node,
    i64 cutoff, i64 n_columns, const u64* exchangeable
) noexcept nogil
cdef void count_beyond(
    const GameTables* tables, Workspace* work, NodeState node, i64 width, i64 n_columns
) noexcept nogil
cdef (i64, i64, i64) scan_weighted_packed(
    const GameTables* tables, const Costs* costs, Workspace* work, const u32* candidates, i64 n, NodeState node,
    i64 cutoff, i64 n_columns, const u64* exchangeable
) noexcept nogil
cdef (i64, i64, i64) scan_weighted_counted(
    const GameTables* tables, const Costs* costs, Workspace* work, const u32* candidates, i64 n, NodeState node,
    i64 cutoff, const u32* codes, i64 n_codes, const u64* exchangeable
) noexcept nogil
cdef (i64, i64, i64) scan_weighted(
    const GameTables* tables, const Costs* costs, Workspace* work, const u32* candidates, i64 n, NodeState node,
    i64 cutoff, u32* guesses, i64 n_guesses, i64 first
) noexcept nogil
