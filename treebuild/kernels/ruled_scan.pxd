cdef (i64, i64, i64, i64) count_one(
    const RuledTables* tables, const RuledCosts* costs, RuledWorkspace* work, const u32* candidates, i64 n, i64 guess,
    i64 depth, i64 level
) noexcept nogil
cdef (i64, i64, i64) scan_allowed(
    const RuledTables* tables, const RuledCosts* costs, RuledWorkspace* work, const u32* candidates, i64 n,
    Position node, i64 cutoff, const u32* guesses, i64 n_guesses, i64 namings
) noexcept nogil
cdef i64 write_parts(
    const RuledTables* tables, RuledWorkspace* work, const u32* candidates, i64 n, i64 guess, u32* order, i64 level
) noexcept nogil
cdef i64 bound_named(
    const RuledTables* tables, const RuledCosts* costs, RuledWorkspace* work, const u32* candidates, i64 n,
    Position node, i64 guess, i64 width
) noexcept nogil
cdef (i64, i64, i64) scan_tests(
    const RuledTables* tables, const RuledCosts* costs, RuledWorkspace* work, const u32* candidates, i64 n,
    Position node, i64 cutoff, const u32* guesses, i64 n_guesses
) noexcept nogil
