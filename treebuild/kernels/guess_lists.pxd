cdef i64 add_swap(
    ScanWorkspace* work, i64 found, i64 peg, i64 other_peg, i64 symbol, i64 other_symbol
) noexcept nogil
cdef i64 swapped(const u8* symbols, i64 peg, Swap swap) noexcept nogil
cdef i64 swapped_code(const ReplyTables* tables, i64 code, Swap swap) noexcept nogil
cdef flag keeps(
    const ReplyTables* tables, const ScanWorkspace* work, const i32* candidates, i64 n, Swap swap
) noexcept nogil
cdef u64 symbols_present(const ReplyTables* tables, const i32* candidates, i64 n) noexcept nogil
cdef i64 find_swaps(
    const ReplyTables* tables, ScanWorkspace* work, const i32* candidates, i64 n, flag absent_too
) noexcept nogil
cdef flag comes_first(const ReplyTables* tables, const ScanWorkspace* work, i64 swaps, i64 code) noexcept nogil
cdef i64 list_different(
    const ReplyTables* tables, ScanWorkspace* work, const i32* candidates, i64 n
) noexcept nogil
cdef i64 list_sample(
    const ReplyTables* tables, ScanWorkspace* work, const i32* candidates, i64 n
) noexcept nogil
cdef flag is_sought(const ReplyTables* tables, const ScanWorkspace* work, i64 code) noexcept nogil
cdef i64 list_guesses(
    const ReplyTables* tables, ScanWorkspace* work, const i32* candidates, i64 n, flag members_only
) noexcept nogil
cdef void write_orbits(
    const ReplyTables* tables, ScanWorkspace* work, const i32* candidates, i64 n, i32* orbits
) noexcept nogil
