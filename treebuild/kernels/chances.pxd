cdef u64 untold(const u64* pad, u64 three) noexcept nogil
cdef i64 add_pairs_and_triples(u64* values, u64 second, u64 third, u64 of_triples, i64 longest) noexcept nogil
cdef i64 count_small(u64* pad, i64 level, u64 members) noexcept nogil
cdef flag begin_set(ChanceTables* tables, i64 level, i64 count) noexcept nogil
cdef flag add_part(ChanceTables* tables, i64 level, i64 size, i64 weight, i64 deep) noexcept nogil
cdef i64 share(ChanceTables* tables, i64 level, i64 longest, i64 count) noexcept nogil
cdef i64 count_medium(ChanceTables* tables, i64 level, u64 members) noexcept nogil
cdef u64 renumber(ChanceTables* tables, const i32* candidates, i64 count) noexcept nogil
cdef void sort_by_reply(
    const ChanceTables* tables, const Reply* row, const i32* candidates, i64 count, i32* starts, i32* ordered
) noexcept nogil
cdef i64 count_large(ChanceTables* tables, i64 level, i64 count) noexcept nogil
cdef i64 count_all(ChanceTables* tables) noexcept nogil


cdef class Chances:
    cdef list kept
    cdef ChanceTables* tables
