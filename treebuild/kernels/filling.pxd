cdef i64 fill_from(const i64* cost, i64 depth, i64 slots, i64 width, i64 size) noexcept nogil
cdef i64 fill(const i64* cost, i64 depth, i64 width, i64 size) noexcept nogil
cdef i64 fill_by_most_parts(const i64* cost, i64 depth, i64 most, i64 width, i64 size) noexcept nogil
