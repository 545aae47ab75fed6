ctypedef fused Marks:
    u16
    u32

cdef (i64, i64, i64) tally(
    const Reply* replies, i64 stride, const u32* candidates, i64 n, i64* counter, i64 n_replies, i64 start
) noexcept nogil
cdef (i64, i64, i64) sum_up(const i64* counter, i64 n_replies) noexcept nogil
cdef u64 counter_of(u64 reply) noexcept nogil
cdef u64 upper_counter_of(u64 reply) noexcept nogil
cdef void count_packed(
    const GameTables* tables, Workspace* work, const u32* candidates, i64 n, i64 n_columns
) noexcept nogil
cdef i64 packed_size(u64 even, u64 odd, i64 reply) noexcept nogil
cdef void count_large(
    const GameTables* tables, Workspace* work, const u32* candidates, i64 n, i64 n_columns
) noexcept nogil
cdef void count_wide(
    const GameTables* tables, Workspace* work, const u32* candidates, i64 n, i64 n_columns
) noexcept nogil
cdef i64 count_marked(
    const GameTables* tables, const u32* candidates, i64 n, i64 n_columns, Marks* marks, u8* part_count
) noexcept nogil
cdef i64 count_by_tables(
    const GameTables* tables, const u32* candidates, i64 n, i64 n_columns, u8* marks, u8* part_count
) noexcept nogil
cdef i64 count_by_pairs(
    const GameTables* tables, const u32* candidates, i64 n, i64 n_columns, u8* same, u8* part_count
) noexcept nogil
cdef i64 count_parts(
    const GameTables* tables, const u32* candidates, i64 n, i64 n_columns, u32* reply_bits, u64* part_count
) noexcept nogil
cdef i64 count_most_parts(
    const GameTables* tables, u8* mark, i64* counter, u32* reply_bits, u64* part_count, const u32* candidates, i64 n
) noexcept nogil
