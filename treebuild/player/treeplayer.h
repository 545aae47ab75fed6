/* Plays Bulls and Cows, Mastermind and their like from a treebuild tree. One C99 header, no heap, no library but memset.
 *
 *     static treeplayer player;
 *     int error = treeplayer_load(&player, text, sizeof text - 1, "p4c10n", TREEPLAYER_ANY);   TREEPLAYER_OK is 0
 *     unsigned char guess[TREEPLAYER_PEGS];
 *     treeplayer_guess(&player, guess);                     0, 1, 2, 3
 *     treeplayer_answer(&player, 1, 1);                     TREEPLAYER_NEXT, _SOLVED or _CONTRADICTION
 *     treeplayer_undo(&player);
 *
 * The formats are specified in schema/base92-explicit.md and schema/base92-implicit.md. The text stays where it is,
 * read a byte at a time by TREEPLAYER_READ (on AVR: #define TREEPLAYER_READ(p) pgm_read_byte(p)).
 *
 * RAM: sizeof(treeplayer), under 5 KB with the limits below, and under 300 bytes of stack. Candidates are not kept: the
 * codes are counted through, and each is held against the answers so far. Where the guess of a node stands in an
 * implicit text depends on all nodes before it, but only nodes whose guess is stored have children whose guess is
 * stored: a set of replies for each of those, 2 bytes, filled in by load, says which, and a sum of set sizes says where.
 * Cost: load scans the codes once for every stored guess, an answer scans them once.
 */
#ifndef TREEPLAYER_H
#define TREEPLAYER_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifndef TREEPLAYER_READ
#define TREEPLAYER_READ(p) (*(p))
#endif
#ifndef TREEPLAYER_CODES
#define TREEPLAYER_CODES 5040 /* codes of a game; half a byte each */
#endif
#ifndef TREEPLAYER_GUESSES
#define TREEPLAYER_GUESSES 768 /* stored guesses of an implicit tree; 2 bytes each */
#endif
#ifndef TREEPLAYER_DEPTH
#define TREEPLAYER_DEPTH 16 /* guesses of a game; 8 bytes each */
#endif
#ifndef TREEPLAYER_NODES
#define TREEPLAYER_NODES 8464 /* elements of an explicit tree; a quarter of a byte each */
#endif
#define TREEPLAYER_PEGS 4     /* 14 replies: one fits half a byte, a set of them two bytes */
#define TREEPLAYER_REPLIES 14
#define TREEPLAYER_STRIDE 64  /* every 64th element of an explicit text is kept by its offset */

enum treeplayer_format { TREEPLAYER_ANY, TREEPLAYER_EXPLICIT, TREEPLAYER_IMPLICIT };
/* The error kinds of the specifications; LIMIT is a sound text or game beyond the limits above. */
enum treeplayer_error {
    TREEPLAYER_OK, TREEPLAYER_GAME, TREEPLAYER_ALPHABET, TREEPLAYER_ODD, TREEPLAYER_TRUNCATED, TREEPLAYER_TRAILING,
    TREEPLAYER_GUESS, TREEPLAYER_STRUCTURE, TREEPLAYER_WASTED, TREEPLAYER_LIMIT
};
enum treeplayer_state { TREEPLAYER_NEXT, TREEPLAYER_SOLVED, TREEPLAYER_CONTRADICTION };

typedef struct {
    const char *text;
    size_t length;
    size_t position; /* where load met an error, in characters from 1; 0 if nowhere in particular */
    uint16_t codes;
    uint8_t explicit_form, pegs, symbols, repeat, win; /* win: index of the reply that ends the game, the last */
    uint8_t solved, steps;                             /* steps: answers so far */
    uint8_t guess[TREEPLAYER_DEPTH][TREEPLAYER_PEGS], answer[TREEPLAYER_DEPTH];
    uint16_t node[TREEPLAYER_DEPTH];          /* explicit: element; implicit: number of the stored guess, or INFERRED */
    uint16_t remaining[TREEPLAYER_DEPTH + 1]; /* codes that fit the answers before each step */
    union {
        struct {
            uint16_t count;                      /* stored guesses known so far */
            uint16_t branch[TREEPLAYER_GUESSES]; /* the replies after which a guess is stored again */
            uint8_t first[(TREEPLAYER_CODES + 1) / 2]; /* each code's reply to the first guess: spares most of load */
            uint8_t size[TREEPLAYER_REPLIES];
            uint8_t part[TREEPLAYER_REPLIES][TREEPLAYER_REPLIES][TREEPLAYER_PEGS];
        } in; /* implicit */
        struct {
            uint16_t count;
            uint32_t offset[TREEPLAYER_NODES / TREEPLAYER_STRIDE + 1];
            uint8_t reached[TREEPLAYER_NODES / 8 + 1], won[TREEPLAYER_NODES / 8 + 1];
        } ex; /* explicit */
    } u;
} treeplayer;

#define TREEPLAYER_INFERRED 0xFFFF

/* Index of a reply in 0.0 0.1 ... 0.n 1.0 ...: b bulls come after (n+1) + n + ... + (n+2-b); n-1 bulls, 1 cow is none. */
static inline int treeplayer_index(const treeplayer *p, int bulls, int cows) {
    return bulls == p->pegs ? p->win : bulls * (p->pegs + 1) - bulls * (bulls - 1) / 2 + cows;
}

static inline int treeplayer_reply(const treeplayer *p, const uint8_t *guess, const uint8_t *secret) {
    int bulls = 0, common = 0, used = 0;
    for (int i = 0, j; i < p->pegs; i++) {
        bulls += guess[i] == secret[i];
        for (j = 0; j < p->pegs && (guess[i] != secret[j] || used >> j & 1); j++) {}
        common += j < p->pegs;
        used |= 1 << j;
    }
    return treeplayer_index(p, bulls, common - bulls);
}

/* The code after `code` in lexicographic order; 0 after the last. */
static inline int treeplayer_next(const treeplayer *p, uint8_t *code) {
    int twice;
    do {
        int i = p->pegs;
        while (i-- && ++code[i] == p->symbols) code[i] = 0;
        if (i < 0) return 0;
        for (twice = 0, i = p->repeat ? p->pegs : 1; i < p->pegs; i++) {
            for (int j = 0; j < i; j++) twice |= code[i] == code[j];
        }
    } while (twice);
    return 1;
}

static inline void treeplayer_first(const treeplayer *p, uint8_t *code) {
    for (int i = 0; i < TREEPLAYER_PEGS; i++) code[i] = (uint8_t)(p->repeat ? 0 : i);
}

/* The code of an index: its digits by falling place values, counted among the symbols not yet used. */
static inline void treeplayer_code(const treeplayer *p, unsigned index, uint8_t *code) {
    unsigned block = p->codes;
    for (int i = 0; i < p->pegs; i++) {
        block /= (unsigned)(p->repeat ? p->symbols : p->symbols - i);
        unsigned skip = index / block, symbol = 0;
        index %= block;
        for (;; symbol++) {
            int used = 0;
            for (int j = 0; j < i && !p->repeat; j++) used |= code[j] == symbol;
            if (!used && skip-- == 0) break;
        }
        code[i] = (uint8_t)symbol;
    }
}

static inline int treeplayer_number(const char **at, uint32_t *value) {
    int digits = 0;
    for (*value = 0; **at >= '0' && **at <= '9' && digits < 6; digits++) *value = *value * 10 + (uint32_t)(*(*at)++ - '0');
    return digits;
}

static inline int treeplayer_rules(treeplayer *p, const char *game) {
    uint32_t pegs, symbols, codes = 1;
    if (!strcmp(game, "bulls-cows")) game = "p4c10n";
    if (!strcmp(game, "mastermind")) game = "p4c6r";
    if (*game++ != 'p' || !treeplayer_number(&game, &pegs)) return TREEPLAYER_GAME;
    if (*game++ != 'c' || !treeplayer_number(&game, &symbols)) return TREEPLAYER_GAME;
    if ((*game != 'n' && *game != 'r') || game[1]) return TREEPLAYER_GAME;
    p->repeat = *game == 'r';
    if (!pegs || !symbols || (!p->repeat && pegs > symbols)) return TREEPLAYER_GAME;
    if (pegs > TREEPLAYER_PEGS || symbols > 255) return TREEPLAYER_LIMIT;
    for (uint32_t i = 0; i < pegs && codes <= 92 * 92; i++) codes *= p->repeat ? symbols : symbols - i;
    if (codes > 92 * 92) return TREEPLAYER_GAME; /* more than two digits can name */
    if (codes > TREEPLAYER_CODES) return TREEPLAYER_LIMIT;
    p->pegs = (uint8_t)pegs;
    p->symbols = (uint8_t)symbols;
    p->codes = (uint16_t)codes;
    p->win = (uint8_t)((pegs + 1) * (pegs + 2) / 2 - 2);
    return TREEPLAYER_OK;
}

static inline int treeplayer_digit(const treeplayer *p, size_t at) {
    unsigned char c = (unsigned char)TREEPLAYER_READ(p->text + at);
    return c - 35 - (c > 92);
}

static inline unsigned treeplayer_pair(const treeplayer *p, size_t at) {
    return 92u * (unsigned)treeplayer_digit(p, at) + (unsigned)treeplayer_digit(p, at + 1);
}

static inline uint8_t treeplayer_separator(const treeplayer *p, size_t at) {
    return TREEPLAYER_READ(p->text + at) == '!';
}

/* Leaves out a byte order mark and a line end, tells the format, and checks every character. */
static inline int treeplayer_text(treeplayer *p, const char *text, size_t length, int format) {
    if (length >= 3 && (unsigned char)TREEPLAYER_READ(text) == 0xEF && (unsigned char)TREEPLAYER_READ(text + 1) == 0xBB &&
        (unsigned char)TREEPLAYER_READ(text + 2) == 0xBF) {
        text += 3;
        length -= 3;
    }
    if (length && TREEPLAYER_READ(text + length - 1) == '\n') length--;
    if (length && TREEPLAYER_READ(text + length - 1) == '\r') length--;
    p->text = text;
    p->length = length;
    p->explicit_form = format == TREEPLAYER_EXPLICIT;
    for (size_t i = 0; i < length && format == TREEPLAYER_ANY; i++) p->explicit_form |= treeplayer_separator(p, i);
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)TREEPLAYER_READ(text + i);
        if (c < 35 ? !(c == '!' && p->explicit_form) : c > 127 || c == 92) {
            p->position = i + 1;
            return TREEPLAYER_ALPHABET;
        }
    }
    return TREEPLAYER_OK;
}

/* ---- implicit: only the guesses that cannot be inferred ----------------------------------------------------------- */

static inline int treeplayer_fits(const treeplayer *p, const uint8_t *code) {
    for (int i = 0; i < p->steps; i++) {
        if (treeplayer_reply(p, p->guess[i], code) != p->answer[i]) return 0;
    }
    return 1;
}

/* The guess left out at the `count` candidates of a part: the first of two, or the first that tells all others apart. */
static inline const uint8_t *treeplayer_infer(const treeplayer *p, uint8_t part[][TREEPLAYER_PEGS], int count) {
    if (count < 3) return part[0];
    for (int i = 0; i < count && count <= p->win + 1; i++) {
        unsigned seen = 0, apart = 1;
        for (int j = 0; j < count; j++) {
            unsigned reply = 1u << treeplayer_reply(p, part[i], part[j]);
            apart &= !(seen & reply);
            seen |= reply;
        }
        if (apart) return part[i];
    }
    return NULL;
}

/* Adds a code to a part; a part's size is counted up to one more than could be told apart. */
static inline void treeplayer_put(treeplayer *p, int part, const uint8_t *code) {
    uint8_t *size = &p->u.in.size[part];
    if (*size < TREEPLAYER_REPLIES) memcpy(p->u.in.part[part][*size], code, TREEPLAYER_PEGS);
    *size = (uint8_t)(*size + (*size <= TREEPLAYER_REPLIES));
}

static inline int treeplayer_bits(unsigned set) {
    int bits = 0;
    for (; set; set &= set - 1) bits++;
    return bits;
}

/* The number of the stored guess after node's reply: 1 + all branches of nodes before, + the branches before this one. */
static inline uint16_t treeplayer_branch(const treeplayer *p, unsigned node, int reply) {
    unsigned after = 1;
    if (node == TREEPLAYER_INFERRED || !(p->u.in.branch[node] >> reply & 1)) return TREEPLAYER_INFERRED;
    for (unsigned i = 0; i < node; i++) after += (unsigned)treeplayer_bits(p->u.in.branch[i]);
    return (uint16_t)(after + (unsigned)treeplayer_bits(p->u.in.branch[node] & ((1u << reply) - 1)));
}

/* Takes the answers that lead to a node, from it back to the root: the parent is the one whose branches reach it. */
static inline int treeplayer_path(treeplayer *p, unsigned node) {
    int step = TREEPLAYER_DEPTH;
    while (node && step) {
        unsigned parent = 0, branches = node - 1, bits;
        while ((bits = (unsigned)treeplayer_bits(p->u.in.branch[parent])) <= branches) {
            branches -= bits;
            parent++;
        }
        unsigned set = p->u.in.branch[parent];
        while (branches--) set &= set - 1;
        step--;
        p->answer[step] = (uint8_t)treeplayer_bits((set & (~set + 1)) - 1);
        treeplayer_code(p, treeplayer_pair(p, 2 * parent), p->guess[step]);
        node = parent;
    }
    p->steps = (uint8_t)(TREEPLAYER_DEPTH - step);
    memmove(p->answer, p->answer + step, p->steps);
    memmove(p->guess, p->guess + step, (size_t)p->steps * TREEPLAYER_PEGS);
    return p->steps > TREEPLAYER_DEPTH - 3 ? TREEPLAYER_LIMIT : TREEPLAYER_OK; /* two inferred guesses may follow */
}

/* Parts the candidates of a stored guess, and notes after which replies a guess is stored again. */
static inline int treeplayer_visit(treeplayer *p, unsigned node) {
    uint8_t code[TREEPLAYER_PEGS], guess[TREEPLAYER_PEGS];
    unsigned index = 0, set = 0, parts = 0;
    p->position = 2 * (size_t)node + 1;
    if (2 * (size_t)node == p->length) return TREEPLAYER_TRUNCATED;
    if (node == TREEPLAYER_GUESSES) return TREEPLAYER_LIMIT;
    if (treeplayer_pair(p, 2 * node) >= p->codes) return TREEPLAYER_GUESS;
    if (treeplayer_path(p, node)) return TREEPLAYER_LIMIT;
    treeplayer_code(p, treeplayer_pair(p, 2 * node), guess);
    memset(p->u.in.size, 0, sizeof p->u.in.size);
    treeplayer_first(p, code);
    do {
        uint8_t *both = &p->u.in.first[index / 2];
        int shift = index++ % 2 * 4;
        if (!node) *both = (uint8_t)((*both & 0xF0 >> shift) | treeplayer_reply(p, guess, code) << shift);
        if (node && (*both >> shift & 15) != p->answer[0]) continue;
        if (treeplayer_fits(p, code)) treeplayer_put(p, treeplayer_reply(p, guess, code), code);
    } while (treeplayer_next(p, code));
    for (int i = 0; i <= p->win; i++) {
        parts += p->u.in.size[i] > 0;
        if (i < p->win && p->u.in.size[i] && !treeplayer_infer(p, p->u.in.part[i], p->u.in.size[i])) set |= 1u << i;
    }
    p->u.in.branch[node] = (uint16_t)set;
    p->u.in.count = (uint16_t)(p->u.in.count + treeplayer_bits(set));
    return parts == 1 && !p->u.in.size[p->win] ? TREEPLAYER_WASTED : TREEPLAYER_OK;
}

/* Counts the codes that fit all answers; the first ones, as many as could be told apart, are kept in part 0. */
static inline void treeplayer_count(treeplayer *p) {
    uint8_t code[TREEPLAYER_PEGS];
    p->remaining[p->steps] = 0;
    if (!p->explicit_form) p->u.in.size[0] = 0;
    treeplayer_first(p, code);
    do {
        if (!treeplayer_fits(p, code)) continue;
        p->remaining[p->steps]++;
        if (!p->explicit_form) treeplayer_put(p, 0, code);
    } while (treeplayer_next(p, code));
}

static inline int treeplayer_load_implicit(treeplayer *p) {
    if (p->length % 2) return TREEPLAYER_ODD;
    treeplayer_count(p);
    p->node[0] = treeplayer_infer(p, p->u.in.part[0], p->u.in.size[0]) ? TREEPLAYER_INFERRED : 0;
    p->u.in.count = p->node[0] == 0;
    for (unsigned node = 0; node < p->u.in.count; node++) {
        int error = treeplayer_visit(p, node);
        if (error) return error;
    }
    p->position = 2 * (size_t)p->u.in.count + 1;
    return p->position <= p->length ? TREEPLAYER_TRAILING : TREEPLAYER_OK;
}

/* ---- explicit: every node's guess and children --------------------------------------------------------------------- */

static inline size_t treeplayer_end(const treeplayer *p, size_t at) {
    while (at < p->length && !treeplayer_separator(p, at)) at++;
    return at;
}

static inline size_t treeplayer_element(const treeplayer *p, unsigned id) {
    size_t at = p->u.ex.offset[id / TREEPLAYER_STRIDE];
    for (id %= TREEPLAYER_STRIDE; id; id--) at = treeplayer_end(p, at) + 1;
    return at;
}

/* The child of the element at `at` after a reply; 0 for none. A body as long as all replies take is that list. */
static inline unsigned treeplayer_link(const treeplayer *p, size_t at, int reply) {
    size_t end = treeplayer_end(p, at);
    at += 2;
    if (end - at == 2 * (size_t)p->win) return treeplayer_pair(p, at + 2 * (size_t)reply);
    for (; at < end; at += 3) {
        if (treeplayer_digit(p, at) == reply) return treeplayer_pair(p, at + 1);
    }
    return 0;
}

static inline int treeplayer_bit(const uint8_t *bits, unsigned i) { return bits[i / 8] >> i % 8 & 1; }
static inline void treeplayer_mark(uint8_t *bits, unsigned i) { bits[i / 8] |= (uint8_t)(1u << i % 8); }

/* Checks the form of the element at `at`, and that its children come after it, each once. */
static inline int treeplayer_form(treeplayer *p, size_t at, unsigned id) {
    size_t end = treeplayer_end(p, at), width = end - at - 2;
    int last = -1;
    if (end - at < 2) return TREEPLAYER_STRUCTURE;
    if (width != 2 * (size_t)p->win) {
        if (width % 3 || width > 2 * (size_t)p->win) return TREEPLAYER_STRUCTURE;
        for (size_t i = at + 2; i < end; i += 3) {
            if (treeplayer_digit(p, i) <= last || treeplayer_digit(p, i) >= p->win) return TREEPLAYER_STRUCTURE;
            last = treeplayer_digit(p, i);
            if (!treeplayer_pair(p, i + 1)) return TREEPLAYER_STRUCTURE;
        }
    }
    for (int reply = 0; reply < p->win; reply++) {
        unsigned after = treeplayer_link(p, at, reply);
        if (!after) continue;
        if (after >= p->u.ex.count) return TREEPLAYER_TRUNCATED;
        if (after <= id || treeplayer_bit(p->u.ex.reached, after)) return TREEPLAYER_STRUCTURE;
        treeplayer_mark(p->u.ex.reached, after);
    }
    return treeplayer_pair(p, at) < p->codes ? TREEPLAYER_OK : TREEPLAYER_GUESS;
}

/* Looks every code up from the root, as its holder would answer. */
static inline int treeplayer_replay(treeplayer *p) {
    uint8_t code[TREEPLAYER_PEGS], guess[TREEPLAYER_PEGS];
    treeplayer_first(p, code);
    do {
        for (unsigned id = 0, depth = 0;; depth++) {
            size_t at = treeplayer_element(p, id);
            p->position = at + 1;
            if (depth == TREEPLAYER_DEPTH) return TREEPLAYER_LIMIT;
            treeplayer_mark(p->u.ex.reached, id);
            treeplayer_code(p, treeplayer_pair(p, at), guess);
            int reply = treeplayer_reply(p, guess, code);
            if (reply == p->win) {
                treeplayer_mark(p->u.ex.won, id);
                break;
            }
            if (!(id = treeplayer_link(p, at, reply))) return TREEPLAYER_STRUCTURE;
        }
    } while (treeplayer_next(p, code));
    return TREEPLAYER_OK;
}

static inline int treeplayer_load_explicit(treeplayer *p) {
    size_t at = 0, count = 1;
    int error = TREEPLAYER_OK;
    for (size_t i = 0; i < p->length; i++) count += (size_t)treeplayer_separator(p, i);
    if (count > 92 * 92 || count > 2 * (size_t)p->codes) return TREEPLAYER_STRUCTURE;
    if (count > TREEPLAYER_NODES) return TREEPLAYER_LIMIT;
    p->u.ex.count = (uint16_t)count;
    treeplayer_mark(p->u.ex.reached, 0);
    for (unsigned id = 0; id < count && !error; id++, at = treeplayer_end(p, at) + 1) {
        p->position = at + 1;
        if (id % TREEPLAYER_STRIDE == 0) p->u.ex.offset[id / TREEPLAYER_STRIDE] = (uint32_t)at;
        error = treeplayer_form(p, at, id);
    }
    for (unsigned id = 0; id < count && !error; id++) {
        if (!treeplayer_bit(p->u.ex.reached, id)) error = TREEPLAYER_STRUCTURE;
    }
    memset(p->u.ex.reached, 0, sizeof p->u.ex.reached);
    if (!error) error = treeplayer_replay(p);
    for (unsigned id = 0; id < count && !error; id++) {
        int links = 0;
        at = treeplayer_element(p, id);
        p->position = at + 1;
        for (int reply = 0; reply < p->win; reply++) links += treeplayer_link(p, at, reply) > 0;
        if (!treeplayer_bit(p->u.ex.reached, id)) error = TREEPLAYER_STRUCTURE;
        else if (links == 1 && !treeplayer_bit(p->u.ex.won, id)) error = TREEPLAYER_WASTED;
    }
    return error;
}

/* ---- playing ------------------------------------------------------------------------------------------------------- */

/* Sets the guess to make after `steps` answers. */
static inline void treeplayer_think(treeplayer *p) {
    uint8_t *guess = p->guess[p->steps];
    unsigned node = p->node[p->steps];
    if (p->explicit_form) treeplayer_code(p, treeplayer_pair(p, treeplayer_element(p, node)), guess);
    else if (node != TREEPLAYER_INFERRED) treeplayer_code(p, treeplayer_pair(p, 2 * (size_t)node), guess);
    else memcpy(guess, treeplayer_infer(p, p->u.in.part[0], p->u.in.size[0]), TREEPLAYER_PEGS);
}

/* Gets ready to play the tree in `text`, which must stay. Returns an error kind, 0 if there is none. */
static inline int treeplayer_load(treeplayer *p, const char *text, size_t length, const char *game, int format) {
    memset(p, 0, sizeof *p);
    int error = treeplayer_rules(p, game);
    if (!error) error = treeplayer_text(p, text, length, format);
    if (!error) error = p->explicit_form ? treeplayer_load_explicit(p) : treeplayer_load_implicit(p);
    if (error) return error;
    p->steps = 0;
    p->position = 0;
    treeplayer_count(p);
    treeplayer_think(p);
    return TREEPLAYER_OK;
}

/* Copies the code to guess, one symbol a peg. Returns 0 when solved. */
static inline int treeplayer_guess(const treeplayer *p, unsigned char *guess) {
    if (p->solved) return 0;
    memcpy(guess, p->guess[p->steps], p->pegs);
    return 1;
}

/* Takes the reply to the guess. One that fits no code is a contradiction and changes nothing. */
static inline int treeplayer_answer(treeplayer *p, int bulls, int cows) {
    if (p->solved) return TREEPLAYER_SOLVED;
    if (bulls < 0 || cows < 0 || bulls > p->pegs || cows > p->pegs - bulls || (bulls == p->pegs - 1 && cows == 1)) {
        return TREEPLAYER_CONTRADICTION;
    }
    int reply = treeplayer_index(p, bulls, cows);
    unsigned node = p->node[p->steps];
    p->answer[p->steps++] = (uint8_t)reply;
    treeplayer_count(p);
    if (!p->remaining[p->steps]) {
        p->steps--;
        return TREEPLAYER_CONTRADICTION;
    }
    p->solved = reply == p->win;
    if (p->solved) return TREEPLAYER_SOLVED;
    p->node[p->steps] = (uint16_t)(p->explicit_form ? treeplayer_link(p, treeplayer_element(p, node), reply)
                                                    : treeplayer_branch(p, node, reply));
    treeplayer_think(p);
    return TREEPLAYER_NEXT;
}

/* Takes the last answer back. Returns 0 when there is none. */
static inline int treeplayer_undo(treeplayer *p) {
    if (!p->steps) return 0;
    p->steps--;
    p->solved = 0;
    return 1;
}

#endif
