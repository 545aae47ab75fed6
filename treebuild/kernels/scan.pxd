cdef i64 keep_guess(
    const GameTables* tables, Workspace* work, const u32* candidates, i64 n, i64 column, i64 bound, i64 top, i64 kept,
    const u64* exchangeable
) noexcept nogil
cdef (i64, i64, i64) scan_few(
    const GameTables* tables, const Costs* costs, Workspace* work, const u32* candidates, i64 n, NodeState node,
    i64 above, i64 cutoff, i64 n_columns, const u64* exchangeable
) noexcept nogil
cdef void add_excess(Workspace* work, i64* bound, i64 n_columns, i64 n_replies, i64 weight) noexcept nogil
cdef void count_packed_parts(const u64* even, const u64* odd, i64 n_columns, u64* number) noexcept nogil
cdef void add_excess_of_depths(
    const GameTables* tables, const Costs* costs, Workspace* work, i64 n, NodeState node, i64 width, i64* bounds,
    i64 n_columns
) noexcept nogil
cdef i64 sum_packed_squares(u64 even, u64 odd) noexcept nogil
cdef (i64, i64, i64) scan_packed(
    const GameTables* tables, const Costs* costs, Workspace* work, i64 n, NodeState node, i64 cutoff, i64 n_columns,
    const u64* exchangeable
) noexcept nogil
cdef i64 bound_by_part_count(const Costs* costs, i64 depth, i64 row, i64 size, i64 parts, i64 win) noexcept nogil
cdef i64 bound_by_sizes(
    const GameTables* tables, const Costs* costs, const i64* counter, i64 start, NodeState node, i64 width
) noexcept nogil
cdef i64* counter_row(
    const GameTables* tables, Workspace* work, const u32* codes, i64 j, i64 method, flag own_rows
) noexcept nogil
cdef (i64, i64, i64) tally_guess(
    const GameTables* tables, Workspace* work, const u32* candidates, i64 n, i64 j, const u32* codes, i64 method,
    i64* counter
) noexcept nogil
cdef void count_all_at_once(
    const GameTables* tables, Workspace* work, const u32* candidates, i64 n, const u32* codes, i64 n_codes
) noexcept nogil
cdef (i64, i64, i64) scan_counted(
    const GameTables* tables, const Costs* costs, Workspace* work, const u32* candidates, i64 n, NodeState node,
    i64 above, i64 cutoff, const u32* codes, i64 n_codes, i64 method, const u64* exchangeable
) noexcept nogil
cdef i64 list_members(
    const GameTables* tables, Workspace* work, const u32* candidates, i64 n, u32* guesses, i64 n_guesses,
    u32* codes
) noexcept nogil
cdef (i64, i64, i64) scan_guesses(
    const GameTables* tables, const Costs* costs, Workspace* work, const u32* candidates, i64 n, NodeState node,
    i64 above, i64 cutoff, u32* guesses, i64 n_guesses, i64 first
) noexcept nogil
