cdef i64 solved(const RuledCosts* costs, i64 depth, i64 weight) noexcept nogil
cdef flag is_identified(const RuledTables* tables, const u32* part, i64 n) noexcept nogil
cdef i64 answered(
    const RuledTables* tables, const RuledCosts* costs, const u32* part, i64 n, i64 depth
) noexcept nogil
cdef i64 weigh_groups(const RuledTables* tables, RuledWorkspace* work, const u32* part, i64 n) noexcept nogil
cdef i64* rise_of(const RuledTables* tables, const RuledWorkspace* work, i64 level) noexcept nogil
cdef void fill_rises(
    const RuledCosts* costs, i64* rise, i64* flat, i64 depth, i64 width, i64 size
) noexcept nogil
cdef i64 filled(
    const RuledTables* tables, RuledWorkspace* work, i64 level, const u32* part, i64 n
) noexcept nogil
cdef i64 shortest(
    const RuledTables* tables, RuledWorkspace* work, const u32* part, i64 n, i64 width
) noexcept nogil
cdef i64 named(
    const RuledTables* tables, const RuledCosts* costs, RuledWorkspace* work, const u32* part, i64 n, i64 depth,
    i64 width, i64 level
) noexcept nogil
cdef void sum_cheapest(
    const RuledTables* tables, const RuledCosts* costs, RuledWorkspace* work, i64 level, i64 top, i64 count
) noexcept nogil
cdef (i64, i64) most_parts_of_members(
    const RuledTables* tables, RuledWorkspace* work, const u32* part, i64 n
) noexcept nogil
cdef (i64, i64) bound_by_members(
    const RuledTables* tables, const RuledCosts* costs, RuledWorkspace* work, const u32* part, i64 n, i64 depth,
    i64 width
) noexcept nogil
