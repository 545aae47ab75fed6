cdef flag are_renamed(const GameTables* tables, const Costs* costs, NodeState node) noexcept nogil
cdef void keep_names(const GameTables* tables, Workspace* work, i64 level) noexcept nogil
cdef i64 name_symbols(
    const GameTables* tables, Workspace* work, const u32* original, i64 n, NodeState node
) noexcept nogil
cdef i64 old_name(const GameTables* tables, Workspace* work, i64 level, i64 guess) noexcept nogil
cdef i64 look_up_large_parts(
    const GameTables* tables, const Costs* costs, Workspace* work, NodeState part_node, i64 best, Part* parts,
    const Reply* met, i64 number, const u32* order, i64 total
) noexcept nogil
cdef (i64, i64, i64) scan_node(
    const GameTables* tables, const Costs* costs, Workspace* work, const u32* candidates, i64 n, NodeState node,
    i64 above, i64 cutoff, u32* guesses, i64 n_guesses, i64 first
) noexcept nogil
cdef flag must_stop(const GameTables* tables, Workspace* work, NodeState node) noexcept nogil
cdef i64 search_parts(
    const GameTables* tables, const Costs* costs, Workspace* work, NodeState node, Part* parts, const Reply* met,
    i64 number, u32* order, i64 best, i64 total, i64 width
) noexcept nogil
cdef (i64, i64) search(
    const GameTables* tables, const Costs* costs, Workspace* work, u32* original, i64 n, NodeState node,
    i64 cutoff, u32* guesses, i64 n_guesses
) noexcept nogil
cdef (i64, i64) try_guesses(
    const GameTables* tables, const Costs* costs, Workspace* work, const u32* candidates, i64 n, NodeState node,
    i64 cutoff, u32* guesses, i64 n_guesses, i64 first
) noexcept nogil
cdef (i64, i64) solve_set(
    const GameTables* tables, const Costs* costs, Workspace* work, u32* candidates, i64 n, i64 depth, i64 row,
    i64 cutoff, i64 lower_bound, u32* guesses, i64 n_guesses, i64 complete
) noexcept nogil
cdef i64 least_bound(
    const GameTables* tables, const Costs* costs, Workspace* work, u32* candidates, i64 n, i64 depth, i64 row
) noexcept nogil
cdef void order_codes(const GameTables* tables, Workspace* work, i64 n, const u32* most) noexcept nogil
cdef i64 least_within(
    const GameTables* tables, const Costs* costs, Workspace* work, const u32* candidates, i64 n, i64 depth, i64 row,
    const u32* most
) noexcept nogil


cdef class Search:
    cdef list kept
    cdef GameTables* tables
    cdef Costs* costs
    cdef Workspace* work


cdef class PartCounter:
    cdef list kept
    cdef GameTables* tables
    cdef u8* mark
    cdef i64* counter
    cdef u32* reply_bits
    cdef u64* part_count
