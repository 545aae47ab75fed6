cdef (i64, i64) key_of_position(
    const RuledTables* tables, const u32* candidates, i64 n, Position node
) noexcept nogil
cdef (i64, i64, i64) list_kept(
    const RuledTables* tables, RuledWorkspace* work, Position node, i64 guess, i64 reply
) noexcept nogil
cdef i64 list_winning(
    const RuledTables* tables, RuledWorkspace* work, Position node, const u32* part, i64 n
) noexcept nogil
cdef Position position_after(
    const RuledTables* tables, RuledWorkspace* work, Position node, const u32* part, i64 n, i64 guess, i64 reply,
    i64 width, i64 top, i64 sets
) noexcept nogil
cdef i64 raise_by_members(
    const RuledTables* tables, const RuledCosts* costs, RuledWorkspace* work, const u32* order, RuledPart* parts,
    i64 number, i64 depth, i64 width, i64 cutoff, i64 total
) noexcept nogil
cdef (i64, i64) bound_parts(
    const RuledTables* tables, const RuledCosts* costs, RuledWorkspace* work, const u32* candidates, i64 n,
    Position node, i64 guess, i64 width, i64 cutoff
) noexcept nogil
cdef (i64, i64, i64) scan_position(
    const RuledTables* tables, const RuledCosts* costs, RuledWorkspace* work, const u32* candidates, i64 n,
    Position node, i64 cutoff, const u32* guesses, i64 n_guesses, flag listed
) noexcept nogil
cdef i64 search_parts(
    const RuledTables* tables, const RuledCosts* costs, RuledWorkspace* work, const u32* candidates, i64 n,
    Position node, i64 guess, i64 kept, i64 width, i64 best
) noexcept nogil
cdef flag must_stop(RuledWorkspace* work, Position node) noexcept nogil
cdef (i64, i64) search_ruled(
    const RuledTables* tables, const RuledCosts* costs, RuledWorkspace* work, const u32* candidates, i64 n,
    Position node, i64 cutoff, const u32* guesses, i64 n_guesses
) noexcept nogil
cdef (i64, i64) solve_ruled(
    const RuledTables* tables, const RuledCosts* costs, RuledWorkspace* work, const u32* candidates, i64 n, i64 depth,
    i64 cutoff, const u32* allowed, i64 n_allowed, const u32* guesses, i64 n_guesses, i64 complete
) noexcept nogil
cdef i64 least_allowed(
    const RuledTables* tables, const RuledCosts* costs, RuledWorkspace* work, const u32* candidates, i64 n, i64 depth,
    const u32* allowed, i64 n_allowed
) noexcept nogil
cdef i64 bound_by_part_count(const RuledCosts* costs, i64 depth, i64 size, i64 parts, i64 win) noexcept nogil
cdef i64 least_within(
    const RuledTables* tables, const RuledCosts* costs, RuledWorkspace* work, const u32* candidates, i64 n, i64 depth,
    const u32* allowed, i64 n_allowed, const u32* most
) noexcept nogil


cdef class RuledSearch:
    cdef list kept
    cdef RuledTables* tables
    cdef RuledCosts* costs
    cdef RuledWorkspace* work
