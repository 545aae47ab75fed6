"""The numbers that kernels and their callers share: limits, and numbers that stand for kinds.

The build makes constants of C of them, see `tools/amalgamate.py`. So this module imports nothing.
"""

NONE = -1
REPLY_BITS, LOW_REPLY = 16, 0xFFFF  # the low bits that hold a reply, below the size of its part
LOW_HALF = 0xFFFFFFFF  # the lower half of a word, which holds a code below a size in the upper half
STOPPED = -1  # the value that a search returns when it stops early
ASKED, TOO_DEEP, LIMIT = 1, 2, 3  # why a search stops: Workspace.state[0]
INFINITE = 1 << 54  # the cost of breaking the depth limit; sums are cut there, since 512 of these do not fit an int64
HIGHEST_CUTOFF = 1 << 62  # above every cost
MAX_REPLIES_BYTES = 256  # replies that a byte can number
MAX_REPLIES_PACKED = 16  # replies of a game whose counters of 4 bits each fit a word of 64 bits
MAX_CANDIDATES_PACKED = 255  # candidates that counters of 8 bits can count
MAX_REPLIES_MARKED = 32  # replies that fit the words of `count_marked`; with more, `count_by_pairs` counts the parts
COLUMNS_WIDE = 512  # columns that `count_wide` counts at a time: its six words for each fit the first-level cache
MAX_REPLIES_WORD = 64  # replies that fit the word in which members mark them; with more, each has a stamp of its own
MIN_CANDIDATES_ONE_SCAN = 32  # with at least so many candidates one scan keeps all guesses; with fewer there are two
MIN_CANDIDATES_SIZES = 32  # with at least so many candidates a scan counts the sizes of parts, else only their number
MIN_CANDIDATES_IMAGES = 32  # a part of at least so many candidates is looked up by its image before any is searched
MIN_CANDIDATES_BITSETS, MAX_CANDIDATES_BITSETS = 32, 128  # candidates of a set for which members have bitsets
MAX_CANDIDATES_PERFECT = 64  # candidates of a part for which PERFECT counts the parts that members make
MAX_CANDIDATES_MATRIX = 256  # candidates whose replies to each other are copied into a matrix, which fits the cache
MAX_LEVELS = 64  # guesses that may follow each other in one search
MAX_RECENT_PARTITIONS = 32  # guesses that SAME_PARTITION compares a guess with, at most

# The bits of `search.bounds.prunings.Prunings`, which has the proofs.
FILL, PARTS, CAPS, PERFECT, SYMBOLS, SAME_PARTITION, TABLE, RELAX = 1, 2, 4, 8, 16, 32, 64, 128
# Where the guesses at a depth come from: `search.goal.plan.Source`.
ALL, MEMBERS, CRUSH, LARMOUTH, CRUSH_MEMBERS, CRUSH_BOTH = range(6)

BY_SUM, BY_LARGEST, BY_CRUSH = range(3)  # how a greedy strategy computes a score from the sizes of parts
BY_SIZE, BY_INFORMATION = range(2)  # how it computes a score from the weights of parts
SIZE_BITS = 20  # the low bits that hold the size of a part; the bits above them hold its weight
GUESSES_PER_BLOCK = 1024  # guesses whose parts are counted together, at most
MAX_REPLIES_COMPARED = 32  # with at most so many replies `blocks` counts reply after reply, else guess after guess
REPLIES_PER_CANDIDATE = 4  # with at least so many replies, and more than MAX_REPLIES_COMPARED, parts are numbered
ROWS = 8  # candidates whose replies are counted together
MAX_SWAPS = 24  # symmetries of a set of candidates that a scan uses, at most
MIN_CANDIDATES_ABSENT, MIN_CANDIDATES_SWAPS = 16, 128  # with fewer, to leave out guesses costs more than it saves
VECTOR = 32  # replies that `join_bits` looks up at once
FROM_MATRIX, COUNTS, PLACES, MARKS = range(4)
"""The source of replies: the matrix, or a rule that counts pegs and symbols, counts pegs, or marks every peg."""

SETTLED, OPEN = range(2)  # the status of a part: its value is known, or not yet
EXACT, PLANNED = 0, 1  # rows of Costs.plan and Costs.prunings
ANY, WINNERS, SHRINKING, TESTS = range(4)
"""The codes that a position allows: all; those that win against a candidate; those that every turn keeps; tests."""

# These belong to `chances` and its caller.
MAX_CANDIDATES_WHOLE = 14  # candidates of small sets, for which whole numbers suffice
SCALE = 87_178_291_200  # 14!; times the expected counts of 10,000 secrets it is below 2^63
CHANCE_LEVELS = 48  # guesses that may follow each other; no game that we know comes near
MAX_CANDIDATES_PAD = 64  # candidates of a set whose subsets are words with a bit for each
LEVEL_WORDS = 16  # words for the values of a level: at least MAX_CANDIDATES_WHOLE
VALUES_START = MAX_CANDIDATES_PAD * MAX_CANDIDATES_PAD  # index in the pad where the values of the levels begin
PAD_WORDS = VALUES_START + CHANCE_LEVELS * LEVEL_WORDS + 1
"""Words of the pad. Word i * MAX_CANDIDATES_PAD + j is the set of candidates that reply to guess i as j does. Then come
the values of each level. The last word counts the small sets so far."""
MAX_SMALL_SETS = 1 << 28  # small sets for one large set, which take half a minute
