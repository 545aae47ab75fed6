cdef flag tells_apart(
    const ReplyTables* tables, ScanWorkspace* work, const i32* candidates, i64 n, i64 guess, i64 mark
) noexcept nogil
cdef void forget_marks(ScanWorkspace* work) noexcept nogil
cdef i64 perfect_member(
    const ReplyTables* tables, ScanWorkspace* work, const i32* candidates, i64 n
) noexcept nogil
cdef i64 even_score(const i64* table, i64 score, i64 n, i64 ways) noexcept nogil
cdef i64 score_of(const Sizes* sizes, i64 block, i64 counted, const i64* table, i64 score) noexcept nogil
cdef void sort_sizes(const Sizes* sizes, i64 block, i64 counted, i64 replies, i32* out) noexcept nogil
cdef i64 compare(const i32* left, const i32* right, i64 n) noexcept nogil
cdef void fill_least_scores(
    const ReplyTables* tables, ScanWorkspace* work, i64 n, const i64* table, i64 score
) noexcept nogil
cdef i64 find_best_guess(
    const ReplyTables* tables, ScanWorkspace* work, const i64* table, i64 score, i64 bonus, flag members_only,
    const i32* candidates, i64 n
) noexcept nogil
cdef i64 heaviest_perfect(
    const ReplyTables* tables, ScanWorkspace* work, const i32* code_of, const i64* weight, const i32* candidates,
    i64 n
) noexcept nogil
cdef i64 expected(const i64* parts, i64 counted, i64 score, const f64* unit) noexcept nogil
cdef i64 best_heavy(
    const ReplyTables* tables, const i32* code_of, const i64* weight, i64 score, const f64* unit, i64* parts,
    const i32* candidates, i64 n, i64 perfect
) noexcept nogil
cdef void weigh_parts(
    const ReplyTables* tables, ScanWorkspace* work, const i64* weight, const i32* guesses, i64 n,
    const i32* candidates, i64 n_candidates, i64* parts
) noexcept nogil
cdef i64 find_likeliest_guess(
    const ReplyTables* tables, ScanWorkspace* work, const i32* code_of, const i64* weight, i64 score,
    flag members_only, const f64* unit, i64* parts, i64 block, const i32* candidates, i64 n
) noexcept nogil


cdef class Scan:
    cdef list kept
    cdef ReplyTables* tables
    cdef ScanWorkspace* work
