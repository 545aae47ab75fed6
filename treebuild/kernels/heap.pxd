cdef void sift(i64* bound, i64* tie, i64 root, i64 size) noexcept nogil
cdef void heapify(i64* bound, i64* tie, i64 size) noexcept nogil
cdef i64 remove_first(i64* bound, i64* tie, i64 size) noexcept nogil
