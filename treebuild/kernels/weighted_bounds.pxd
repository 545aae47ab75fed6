cdef i64 cost_at(const GameTables* tables, const Costs* costs, i64 secret, i64 depth) noexcept nogil
cdef i64 fill_two(
    const GameTables* tables, const Costs* costs, const u32* candidates, i64 n, i64 depth
) noexcept nogil
cdef i64 fill_heaviest(
    const GameTables* tables, const Costs* costs, const u32* candidates, i64 n, i64 but, i64 depth, i64 slots,
    i64 width
) noexcept nogil
cdef (i64, i64) bound_by_weighted_members(
    const GameTables* tables, const Costs* costs, Workspace* work, const u32* candidates, i64 n, i64 depth, i64 cap
) noexcept nogil
cdef i64 level_at(const GameTables* tables, i64 width, i64 reply, i64 size, flag fills) noexcept nogil
cdef (i64, i64) bound_weighted_parts(
    const GameTables* tables, const Costs* costs, Workspace* work, const u32* candidates, i64 n, NodeState node,
    i64 column, i64 best, i64 width
) noexcept nogil
cdef i64 bound_by_profile(
    const Costs* costs, const i64* heaviest_sum, i64 depth, i64 n, i64 winner, i64 soon, i64 later, i64 last
) noexcept nogil
