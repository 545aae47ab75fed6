cdef i64 image(const GameTables* tables, i64 code, const i64* peg_at, const i64* names) noexcept nogil
cdef i64 scrambled(i64 word) noexcept nogil
cdef void order_pegs(
    const GameTables* tables, Workspace* work, i64 level, const u32* candidates, i64 n, const u32* free, i64 n_free
) noexcept nogil
cdef void find_classes(const GameTables* tables, Workspace* work, const u32* candidates, i64 n) noexcept nogil
cdef i64 rename_symbols(const GameTables* tables, Workspace* work, i64 level) noexcept nogil
cdef flag in_order(const GameTables* tables, i64 code, const u64* exchangeable) noexcept nogil
