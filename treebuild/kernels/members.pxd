cdef (i64, i64) most_parts_marked(
    const GameTables* tables, Workspace* work, const u32* candidates, i64 n, i64 undecided, i64 enough
) noexcept nogil
cdef (i64, i64) most_parts_stamped(
    const GameTables* tables, Workspace* work, const u32* candidates, i64 n, i64 most
) noexcept nogil
cdef (i64, i64) bound_by_most_parts(
    const i64* cost, i64 depth, i64 cap, i64 size, i64 most, i64 choice
) noexcept nogil
cdef i64 max_undecided_parts(const Costs* costs, NodeState node, i64 size) noexcept nogil
cdef (i64, i64) bound_by_members(
    const GameTables* tables, const Costs* costs, Workspace* work, const u32* candidates, i64 n, NodeState node
) noexcept nogil
cdef flag bitsets_apply(const GameTables* tables, const Costs* costs, NodeState node, i64 size) noexcept nogil
cdef void write_bitsets(const GameTables* tables, const u32* candidates, i64 n, u64* bitsets) noexcept nogil
cdef (i64, i64) most_parts_bitsets(const u64* bitsets, u64 low, u64 high, i64 enough) noexcept nogil
cdef void count_part_bits(
    const GameTables* tables, const u32* candidates, i64 n, i64 column, u64* part
) noexcept nogil
cdef flag refuted_by_members(
    const GameTables* tables, const Costs* costs, Workspace* work, const u32* candidates, i64 n, NodeState node,
    i64 column, i64 width, i64 missing
) noexcept nogil
