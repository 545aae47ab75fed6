cdef i64 count_listed(
    const GameTables* tables, Workspace* work, const u32* candidates, i64 n, const u32* codes, i64 n_codes
) noexcept nogil
cdef i64 count_columns(const GameTables* tables, Workspace* work, i64 n, i64 n_columns) noexcept nogil
cdef i64 size_at(const GameTables* tables, const Workspace* work, i64 j, i64 reply, flag packed) noexcept nogil
cdef i64 fill_powers(i64* power, i64 replies) noexcept nogil
cdef void write_sizes(const GameTables* tables, const Workspace* work, i64 j, flag packed, i64* sizes) noexcept nogil
cdef i64 choose_crush(
    const GameTables* tables, Workspace* work, const u32* codes, i64 n_codes, i64 smallest, flag packed
) noexcept nogil
cdef i64 choose_larmouth(
    const GameTables* tables, const Costs* costs, Workspace* work, const u32* codes, i64 n_codes, flag packed
) noexcept nogil
cdef i64 choose_guess(
    const GameTables* tables, const Costs* costs, Workspace* work, const u32* candidates, i64 n, u32* guesses,
    i64 n_guesses, i64 source, i64 sets
) noexcept nogil
