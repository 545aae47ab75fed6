cdef i64 fill_weighted(
    const GameTables* tables, const Costs* costs, const u32* candidates, i64 n, i64 depth, i64 slots, i64 width
) noexcept nogil
cdef i64 fill_parts(
    const GameTables* tables, const Costs* costs, const u32* candidates, i64 n, const Reply* replies, i64 depth,
    i64 width, i64* size, i64* bound
) noexcept nogil
cdef flag all_replies_differ(const Reply* replies, const u32* part, i64 n) noexcept nogil
cdef i64 bound_members(
    const Reply* replies, i64 stride, const u32* codes, const u32* part, i64 n, const i64* cost, i64 depth
) noexcept nogil
cdef i64 bound_weighted_members(
    const GameTables* tables, const Costs* costs, const u32* codes, const u32* part, i64 n, i64 depth
) noexcept nogil
cdef u8* parts_of(const CheckerWorkspace* work, i64 row) noexcept nogil
cdef i64* least_of(const CheckerWorkspace* work, i64 row, i64 wins) noexcept nogil
cdef i64 least_cost(
    const GameTables* tables, const Costs* costs, const u32* candidates, i64 n, i64 depth, i64 width, i64 parts,
    i64 wins
) noexcept nogil
cdef i64 count_non_winning(
    const GameTables* tables, CheckerWorkspace* work, i64 row, const u32* candidates, i64 n
) noexcept nogil
cdef i64 survey(
    const GameTables* tables, const Costs* costs, CheckerWorkspace* work, i64 row, const u32* candidates, i64 n,
    i64 depth
) noexcept nogil
cdef void sort_parts(
    const Reply* answer, i64 n, i64* start, u32* order, i64 replies
) noexcept nogil
cdef i64 raised_by_members(
    const GameTables* tables, const Costs* costs, CheckerWorkspace* work, i64 row, const u32* candidates, i64 n,
    i64 depth, const u32* places, i64 size
) noexcept nogil
cdef i64 bound_guess(
    const GameTables* tables, const Costs* costs, CheckerWorkspace* work, i64 row, const u32* candidates, i64 n,
    i64 depth, i64 width, i64 column, i64 enough
) noexcept nogil
cdef i64 bound_one_guess_further(
    const GameTables* tables, const Costs* costs, CheckerWorkspace* work, const u32* candidates, i64 n, i64 depth,
    i64 enough
) noexcept nogil
cdef i64 raise_largest(
    const GameTables* tables, const Costs* costs, CheckerWorkspace* work, const u32* candidates, i64 depth,
    i64 missing
) noexcept nogil
cdef (i64, i64) list_not_refuted(
    const GameTables* tables, const Costs* costs, CheckerWorkspace* work, const u32* candidates, i64 n, i64 depth,
    i64 least, const u32* codes, i64 n_codes, u32* left
) noexcept nogil
cdef i64 bound_of_set(
    const GameTables* tables, const Costs* costs, CheckerWorkspace* work, const u32* candidates, i64 n, i64 depth,
    i64 width, i64 enough
) noexcept nogil


cdef class ProofRules:
    cdef list kept
    cdef GameTables* tables
    cdef Costs* costs
    cdef CheckerWorkspace* work
