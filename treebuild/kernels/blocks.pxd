ctypedef fused Sizes:
    u8
    i32

cdef i64 power_of_three(i64 exponent) noexcept nogil
cdef i64 reply_to(const ReplyTables* tables, i64 guess, i64 secret) noexcept nogil
cdef i64 whole_vectors(const ScanWorkspace* work, i64 n) noexcept nogil
cdef void load_rows(
    const u8* source, i64 n_rows, i64 width, u8* target, i64 block, const i32* guesses, i64 n
) noexcept nogil
cdef void load_guesses(const ReplyTables* tables, ScanWorkspace* work, const i32* guesses, i64 n) noexcept nogil
cdef void add_cows(
    const ReplyTables* tables, ScanWorkspace* work, const u8* theirs, u8 symbol, u8 count, i64 n, Reply* row
) noexcept nogil
cdef void add_bulls(
    const ReplyTables* tables, ScanWorkspace* work, const u8* theirs, i64 n, Reply* row
) noexcept nogil
cdef void add_common(const u8* counts, u8 count, i64 n, Reply* row) noexcept nogil
cdef void fill_row(
    const ReplyTables* tables, ScanWorkspace* work, const i32* guesses, i64 n, i64 secret, Reply* row
) noexcept nogil
cdef void add_tally(const Reply* rows, i64 block, Reply own, i64 n, u8* tally) noexcept nogil
cdef void tally_candidates(
    const ReplyTables* tables, ScanWorkspace* work, const i32* guesses, i64 n, const i32* candidates, i64 n_candidates
) noexcept nogil
cdef void count_each(
    const ReplyTables* tables, ScanWorkspace* work, const i32* guesses, i64 n, const i32* candidates, i64 n_candidates
) noexcept nogil
cdef flag are_numbered(const ReplyTables* tables, i64 n_candidates) noexcept nogil
cdef void number_parts(
    const ReplyTables* tables, ScanWorkspace* work, const i32* guesses, i64 n, const i32* candidates, i64 n_candidates
) noexcept nogil
cdef void count_numbered(
    const ReplyTables* tables, ScanWorkspace* work, const i32* guesses, i64 n, const i32* candidates, i64 n_candidates
) noexcept nogil
cdef flag are_tallied(const ReplyTables* tables, i64 n_candidates) noexcept nogil
cdef void add_parts(const Sizes* sizes, i64 n, i32* parts) noexcept nogil
cdef void count_sizes(
    const ReplyTables* tables, ScanWorkspace* work, const i32* guesses, i64 n, const i32* candidates, i64 n_candidates
) noexcept nogil
cdef void write_each(
    const ReplyTables* tables, ScanWorkspace* work, const i32* guesses, i64 n, const i32* candidates,
    i64 n_candidates, i32* sizes
) noexcept nogil
cdef void write_sizes(
    const ReplyTables* tables, ScanWorkspace* work, const i32* guesses, i64 n, const i32* candidates,
    i64 n_candidates, i32* sizes
) noexcept nogil
cdef void write_parts(
    const ReplyTables* tables, ScanWorkspace* work, const i32* guesses, i64 n, const i32* candidates,
    i64 n_candidates, i32* sizes
) noexcept nogil
cdef void add_up(
    const Sizes* sizes, i64 block, i64 counted, i64 n, const i64* table, i64* sums, i64* parts
) noexcept nogil
cdef void write_sums(
    const ReplyTables* tables, ScanWorkspace* work, const i64* table, const i32* guesses, i64 n,
    const i32* candidates, i64 n_candidates, i64* sums, i64* parts
) noexcept nogil
