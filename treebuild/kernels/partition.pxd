cdef (i64, i64) bound_parts(
    const GameTables* tables, const Costs* costs, Workspace* work, const u32* candidates, i64 n, NodeState node,
    i64 column, i64 best, i64 width
) noexcept nogil
cdef void write_parts(
    const GameTables* tables, Workspace* work, const u32* candidates, i64 n, Part* parts, Reply* met, i64 number,
    u32* order
) noexcept nogil
cdef i64 raise_by_table(
    Workspace* work, NodeState part_node, i64 best, Part* parts, const Reply* met, i64 number, i64 total
) noexcept nogil
cdef (i64, i64) bound_part(
    const GameTables* tables, const Costs* costs, Workspace* work, NodeState part_node, Part part, i64 reply,
    const u32* members, const u32* candidates, flag bitsets_ready
) noexcept nogil
cdef i64 raise_bounds(
    const GameTables* tables, const Costs* costs, Workspace* work, NodeState part_node, i64 best, Part* parts,
    const Reply* met, i64 number, const u32* order, i64 total, const u32* candidates, flag bitsets_ready
) noexcept nogil
cdef flag same_partition(
    const GameTables* tables, Workspace* work, const u32* candidates, i64 n, i64 column, u32* recent, i64 n_recent,
    i64 number
) noexcept nogil
cdef i64 next_open(const Part* parts, const Reply* met, i64 number, i64 small) noexcept nogil
