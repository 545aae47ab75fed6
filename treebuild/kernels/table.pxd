cdef i64 key_at(i64 key, i64 depth, i64 row) noexcept nogil
cdef (i64, i64) key_of(const GameTables* tables, const u32* candidates, i64 n, NodeState node) noexcept nogil
cdef i64 sealed(i64 value, i64 size_and_guess) noexcept nogil
cdef (i64, i64, i64) look_up(const Entry* table, i64 entries, i64 key, i64 key2) noexcept nogil
cdef void store(Entry* table, i64 entries, i64 key, i64 key2, i64 size, i64 value, i64 guess) noexcept nogil
cdef (i64, i64) known(
    const GameTables* tables, Workspace* work, const u32* candidates, i64 n, NodeState node, i64 cutoff
) noexcept nogil
cdef void remember(
    const GameTables* tables, Workspace* work, const u32* candidates, i64 n, NodeState node, i64 value, i64 guess
) noexcept nogil
