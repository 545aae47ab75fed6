# The names that all kernels share: numbers of the machine, pointers to the numbers of arrays, and operations on bits.
# `uncompiled.py` has the same for plain Python. The build puts the structs of `layout` and the constants in front, and
# defines Reply as u8 or u16 (see `tools/amalgamate.py`).
from cpython.buffer cimport PyBUF_C_CONTIGUOUS, PyBUF_FORMAT, PyBuffer_Release, PyObject_GetBuffer, Py_buffer

cdef extern from *:
    """
    #include <math.h>
    #ifdef __AVX2__
    #include <immintrin.h>
    #define HAS_BYTE_TABLES (REPLY_BYTES == 1)
    #else
    #define HAS_BYTE_TABLES 0
    #endif

    #define bit(number) ((u64) 1 << (number))
    #define mark(number) ((u32) 1 << (number))
    #define count_bits(word) ((i64) __builtin_popcountll(word))
    #define lowest_bit(word) ((i64) __builtin_ctzll(word))
    #define word(number) ((u64) (number))
    #define byte(number) ((u8) (number))
    #define integer(word) ((i64) (word))
    #define bytes_of(words) ((u8 *) (words))
    #define halves_of(words) ((u16 *) (words))
    #define words_of(numbers) ((u64 *) (numbers))
    #define logarithm(number) log(number)
    #define rounded(number) ((i64) rint(number))
    #define product(a, b) ((i64) ((u64) (a) * (u64) (b)))
    #define plus(a, b) ((i64) ((u64) (a) + (u64) (b)))

    /* The bits of a reply below 16 come from two tables of 16 bytes; AVX2 looks 32 of them up at once. */
    static inline void join_bits(u8 *lower, u8 *upper, const void *a, const void *b, const void *c, const void *d) {
    #ifdef __AVX2__
        const __m256i low = _mm256_broadcastsi128_si256(_mm_setr_epi8(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0));
        const __m256i high = _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, -128));
        const __m256i w = _mm256_loadu_si256((const __m256i *) a), x = _mm256_loadu_si256((const __m256i *) b);
        const __m256i y = _mm256_loadu_si256((const __m256i *) c), z = _mm256_loadu_si256((const __m256i *) d);
        const __m256i l = _mm256_or_si256(
            _mm256_or_si256(_mm256_shuffle_epi8(low, w), _mm256_shuffle_epi8(low, x)),
            _mm256_or_si256(_mm256_shuffle_epi8(low, y), _mm256_shuffle_epi8(low, z)));
        const __m256i h = _mm256_or_si256(
            _mm256_or_si256(_mm256_shuffle_epi8(high, w), _mm256_shuffle_epi8(high, x)),
            _mm256_or_si256(_mm256_shuffle_epi8(high, y), _mm256_shuffle_epi8(high, z)));
        _mm256_storeu_si256((__m256i *) lower, _mm256_or_si256(l, _mm256_loadu_si256((const __m256i *) lower)));
        _mm256_storeu_si256((__m256i *) upper, _mm256_or_si256(h, _mm256_loadu_si256((const __m256i *) upper)));
    #endif
    }
    """
    const i64 HAS_BYTE_TABLES
    u64 bit(i64 number) noexcept nogil
    u32 mark(u32 number) noexcept nogil
    i64 count_bits(u64 word) noexcept nogil
    i64 lowest_bit(u64 word) noexcept nogil
    u64 word(i64 number) noexcept nogil
    u8 byte(i64 number) noexcept nogil
    i64 integer(u64 word) noexcept nogil
    u8* bytes_of(const void* words) noexcept nogil
    u16* halves_of(const void* words) noexcept nogil
    u64* words_of(const void* numbers) noexcept nogil
    f64 logarithm(f64 number) noexcept nogil
    i64 rounded(f64 number) noexcept nogil
    i64 product(i64 a, i64 b) noexcept nogil
    i64 plus(i64 a, i64 b) noexcept nogil
    void join_bits(u8* lower, u8* upper, const void* a, const void* b, const void* c, const void* d) noexcept nogil


cdef inline str refusal(object array, str expected):
    from treebuild.kernels.layout import given
    return f"compiled code takes a contiguous array of {expected} here, not {given(array)}"

cdef inline void* numbers_of(object array, const char* kinds, Py_ssize_t size, str expected) except? NULL:
    """The address of the numbers of a contiguous array, which must stay alive. Raises TypeError for another array."""
    cdef Py_buffer view
    try:
        PyObject_GetBuffer(array, &view, PyBUF_FORMAT | PyBUF_C_CONTIGUOUS)
    except (TypeError, ValueError, BufferError):
        raise TypeError(refusal(array, expected)) from None
    cdef void* start = view.buf
    cdef bint fits = view.itemsize == size and (view.format[0] == kinds[0] or view.format[0] == kinds[1])
    PyBuffer_Release(&view)
    if not fits:
        raise TypeError(refusal(array, expected))
    return start

cdef inline u8* u8s(object array) except? NULL:
    return <u8*> numbers_of(array, b"BB", 1, "uint8")

cdef inline u32* u32s(object array) except? NULL:
    return <u32*> numbers_of(array, b"IL", 4, "uint32")

cdef inline u64* u64s(object array) except? NULL:
    return <u64*> numbers_of(array, b"LQ", 8, "uint64")

cdef inline i32* i32s(object array) except? NULL:
    return <i32*> numbers_of(array, b"il", 4, "int32")

cdef inline i64* i64s(object array) except? NULL:
    return <i64*> numbers_of(array, b"lq", 8, "int64")

cdef inline f64* f64s(object array) except? NULL:
    return <f64*> numbers_of(array, b"dd", 8, "float64")

cdef inline void* bound(object data, list kept, str members) except? NULL:
    """The struct of a tuple of `layout`. `kept` keeps it and its arrays alive."""
    from treebuild.kernels.layout import members_of, words
    if members != members_of(type(data)):
        raise ImportError(f"{type(data).__name__} has changed since the kernels were compiled: run `make kernels`")
    filled = words(data, reply_name())
    kept.append((data, filled))
    return i64s(filled)
