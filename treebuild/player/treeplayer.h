/* Plays Bulls and Cows, Mastermind and their like from a treebuild tree. One C99 header, no heap, only string.h.
 *     static treeplayer player;
 *     int error = treeplayer_load(&player, text, sizeof text - 1, "p4c10n", TREEPLAYER_ANY);   TREEPLAYER_OK is 0
 *     unsigned char guess[TREEPLAYER_PEGS];
 *     treeplayer_guess(&player, guess);                     0, 1, 2, 3
 *     treeplayer_answer(&player, 1, 1);                     TREEPLAYER_NEXT, _SOLVED or _CONTRADICTION
 *     treeplayer_undo(&player);
 * schema/base92-explicit.md and schema/base92-implicit.md specify the formats; treeplayer_ranked.h adds ranked texts.
 * The text stays where it is: TREEPLAYER_READ reads a byte of it at a time (on AVR: pgm_read_byte). treeplayer_start
 * begins a game with an exported tree (treebuild export c), at once and in a tenth of the RAM.
 * RAM: sizeof(treeplayer), under 4 KB with the limits below, 8 KB with 6 pegs, and under 300 bytes of stack. The player
 * keeps no candidates: it counts through the codes and compares each with the answers so far. A stored guess of an
 * implicit text follows another stored guess: load notes for each, in 2 bytes, which guess and after which reply.
 * Time: load counts through the codes once for each stored guess, an answer once. */
#ifndef TREEPLAYER_H
#define TREEPLAYER_H
#include <stdint.h>
#include <string.h>
#ifndef TREEPLAYER_READ
#define TREEPLAYER_READ(p) (*(p))
#endif
#ifndef TREEPLAYER_WORD
#define TREEPLAYER_WORD(p) (*(p))
#endif
#ifndef TREEPLAYER_GUESSES
#define TREEPLAYER_GUESSES 768 /* stored guesses of an implicit text, 2 bytes each; with 1 none is loaded */
#endif
#ifndef TREEPLAYER_DEPTH
#define TREEPLAYER_DEPTH 16 /* guesses of a game; 5 bytes and its pegs each */
#endif
#ifndef TREEPLAYER_NODES
#define TREEPLAYER_NODES 8464 /* elements of an explicit tree; a quarter of a byte each */
#endif
#ifndef TREEPLAYER_PEGS
#define TREEPLAYER_PEGS 4 /* the most of a game; at most 6, for which a set of replies fits four bytes */
#endif
#define TREEPLAYER_REPLIES ((TREEPLAYER_PEGS + 1) * (TREEPLAYER_PEGS + 2) / 2 - 1)
#define TREEPLAYER_STEP (TREEPLAYER_PEGS > 4 ? 32u : 16u) /* a power of two, above the number of replies but the win */
#define TREEPLAYER_PARTS (TREEPLAYER_GUESSES > 1 ? TREEPLAYER_REPLIES : 1) /* 1 is enough to play, not to load */
#define TREEPLAYER_INFERRED 0xFFFF
#define TREEPLAYER_STRIDE 64 /* the offset of every 64th element of an explicit text is kept */

enum treeplayer_format { TREEPLAYER_ANY, TREEPLAYER_EXPLICIT, TREEPLAYER_IMPLICIT };
enum treeplayer_state { TREEPLAYER_NEXT, TREEPLAYER_SOLVED, TREEPLAYER_CONTRADICTION };
enum treeplayer_error { /* the kinds of the specifications; GAME is any game that is not pNcM, too, and LIMIT a sound
                           text or game beyond the limits above */
    TREEPLAYER_OK, TREEPLAYER_GAME, TREEPLAYER_ALPHABET, TREEPLAYER_ODD, TREEPLAYER_TRUNCATED, TREEPLAYER_TRAILING,
    TREEPLAYER_GUESS, TREEPLAYER_STRUCTURE, TREEPLAYER_WASTED, TREEPLAYER_LIMIT
};

typedef struct {
    const char *text;
    size_t length, position; /* position: where load met an error, in characters from 1; 0 if nowhere in particular */
    uint16_t codes;
    uint8_t explicit_form, pegs, symbols, repeat, win; /* win: index of the reply that ends the game, the last */
    uint8_t solved, steps;                             /* steps: answers so far */
    uint8_t guess[TREEPLAYER_DEPTH][TREEPLAYER_PEGS], answer[TREEPLAYER_DEPTH];
    uint16_t node[TREEPLAYER_DEPTH];          /* explicit: element; implicit: number of the stored guess, or INFERRED */
    uint16_t remaining[TREEPLAYER_DEPTH + 1]; /* codes that fit the answers before each step */
    uint8_t size[TREEPLAYER_PARTS], part[TREEPLAYER_PARTS][TREEPLAYER_REPLIES][TREEPLAYER_PEGS]; /* of a guess */
    uint16_t count; /* elements; stored guesses known so far */
    const uint16_t *after; /* implicit, for each stored guess: STEP * the number of the guess that it follows + the reply */
    union {
        uint16_t after[TREEPLAYER_GUESSES];
        struct {
            uint32_t offset[TREEPLAYER_NODES / TREEPLAYER_STRIDE + 1];
            uint8_t reached[TREEPLAYER_NODES / 8 + 1], parted[TREEPLAYER_NODES / 8 + 1];
        } ex; /* explicit */
    } u;
} treeplayer;

/* Index of a reply in 0.0 0.1 ... 0.n 1.0 ...: b bulls come after (n+1) + n + ... + (n+2-b) others. */
static inline int treeplayer_index(const treeplayer *p, int bulls, int cows) {
    return bulls == p->pegs ? p->win : bulls * (p->pegs + 1) - bulls * (bulls - 1) / 2 + cows;
}

/* The same for any two numbers: -1 if they are no reply. */
static inline int treeplayer_given(const treeplayer *p, int bulls, int cows) {
    if (bulls < 0 || cows < 0 || bulls > p->pegs || cows > p->pegs - bulls) return -1;
    return bulls == p->pegs - 1 && cows == 1 ? -1 : treeplayer_index(p, bulls, cows);
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
        for (twice = 0, i = p->repeat ? p->pegs : 1; i < p->pegs; i++)
            for (int j = 0; j < i; j++) twice |= code[i] == code[j];
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

/* A letter and a number of up to six digits; 0 where there is none. */
static inline uint32_t treeplayer_number(const char **at, char letter) {
    uint32_t value = 0;
    if (**at != letter) return 0;
    for (int i = 0; i < 6 && (*at)[1] >= '0' && (*at)[1] <= '9'; i++) value = value * 10 + (uint32_t)(*++*at - '0');
    ++*at;
    return value;
}

static inline int treeplayer_rules(treeplayer *p, const char *game, uint32_t most) {
    if (!strcmp(game, "bulls-cows")) game = "p4c10n";
    if (!strcmp(game, "mastermind")) game = "p4c6r";
    uint32_t pegs = treeplayer_number(&game, 'p'), symbols = pegs ? treeplayer_number(&game, 'c') : 0, codes = 1;
    p->repeat = *game == 'r';
    if (!symbols || (*game != 'n' && !p->repeat) || game[1] || (!p->repeat && pegs > symbols)) return TREEPLAYER_GAME;
    if (pegs > TREEPLAYER_PEGS || TREEPLAYER_PEGS > 6 || symbols > 255) return TREEPLAYER_LIMIT;
    for (uint32_t i = 0; i < pegs && codes <= most; i++) codes *= p->repeat ? symbols : symbols - i;
    if (codes > most) return TREEPLAYER_GAME;
    p->pegs = (uint8_t)pegs;
    p->symbols = (uint8_t)symbols;
    p->codes = (uint16_t)codes;
    p->win = (uint8_t)((pegs + 1) * (pegs + 2) / 2 - 2);
    return TREEPLAYER_OK;
}

static inline int treeplayer_byte(const treeplayer *p, size_t at) {
    return (unsigned char)TREEPLAYER_READ(p->text + at);
}
static inline int treeplayer_digit(const treeplayer *p, size_t at) {
    return treeplayer_byte(p, at) - 35 - (treeplayer_byte(p, at) > 92);
}
static inline unsigned treeplayer_pair(const treeplayer *p, size_t at) {
    return 92u * (unsigned)treeplayer_digit(p, at) + (unsigned)treeplayer_digit(p, at + 1);
}

/* Leaves out a byte order mark and a line end, tells the format, and checks every character. */
static inline int treeplayer_text(treeplayer *p, const char *text, size_t length, int format) {
    p->text = text;
    size_t mark = length < 3 || treeplayer_byte(p, 0) != 0xEF ? 0 : 3;
    if (mark && (treeplayer_byte(p, 1) != 0xBB || treeplayer_byte(p, 2) != 0xBF)) mark = 0;
    p->text += mark;
    length -= mark;
    if (length && treeplayer_byte(p, length - 1) == '\n') length--;
    if (length && treeplayer_byte(p, length - 1) == '\r') length--;
    p->length = length;
    p->explicit_form = format == TREEPLAYER_EXPLICIT;
    for (size_t i = 0; i < length && format == TREEPLAYER_ANY; i++) p->explicit_form |= treeplayer_byte(p, i) == '!';
    for (size_t i = 0; i < length; i++) {
        int c = treeplayer_byte(p, i);
        p->position = i + 1;
        if (c == 92 || c > 127 || (c < 35 && !(c == '!' && p->explicit_form))) return TREEPLAYER_ALPHABET;
    }
    return TREEPLAYER_OK;
}

/* The guess that a text leaves out for a part of `count` codes: the first that tells all others apart, or NULL. */
static inline const uint8_t *treeplayer_infer(const treeplayer *p, uint8_t part[][TREEPLAYER_PEGS], int count) {
    for (int i = 0; i < count && count <= p->win + 1; i++) {
        uint32_t seen = 0, twice = 0;
        for (int j = 0; j < count; j++) {
            uint32_t reply = (uint32_t)1 << treeplayer_reply(p, part[i], part[j]);
            twice |= seen & reply;
            seen |= reply;
        }
        if (!twice) return part[i]; /* of one or two codes the first always does */
    }
    return NULL;
}

/* Whether a code gives all answers so far. */
static inline int treeplayer_fits(const treeplayer *p, const uint8_t *code) {
    int i = 0;
    while (i < p->steps && treeplayer_reply(p, p->guess[i], code) == p->answer[i]) i++;
    return i == p->steps;
}

/* Parts the codes that fit all answers by their reply to a guess; if that is NULL, all go into part 0. Returns the number
 * of these codes. A part keeps as many codes as a guess could tell apart, and counts up to one more. */
static inline uint16_t treeplayer_scan(treeplayer *p, const uint8_t *guess) {
    uint8_t code[TREEPLAYER_PEGS];
    uint16_t count = 0;
    memset(p->size, 0, sizeof p->size);
    treeplayer_first(p, code);
    do {
        if (!treeplayer_fits(p, code)) continue;
        int reply = guess ? treeplayer_reply(p, guess, code) : 0;
        if (p->size[reply] < TREEPLAYER_REPLIES) memcpy(p->part[reply][p->size[reply]], code, TREEPLAYER_PEGS);
        if (p->size[reply] <= TREEPLAYER_REPLIES) p->size[reply]++;
        count++;
    } while (treeplayer_next(p, code));
    return count;
}

/* The number of the stored guess that follows a stored guess after a reply, or INFERRED. */
static inline uint16_t treeplayer_follow(const treeplayer *p, unsigned node, int reply) {
    for (uint16_t i = 1; i < p->count; i++) {
        if (TREEPLAYER_WORD(p->after + i) == node * TREEPLAYER_STEP + (unsigned)reply) return i;
    }
    return TREEPLAYER_INFERRED;
}

/* Goes to a stored guess, parts its candidates, and notes the replies after which another stored guess follows. */
static inline int treeplayer_visit(treeplayer *p, unsigned node) {
    uint8_t guess[TREEPLAYER_PEGS];
    int parts = 0;
    p->position = 2 * (size_t)node + 1;
    if (p->position > p->length) return TREEPLAYER_TRUNCATED;
    if (treeplayer_pair(p, 2 * (size_t)node) >= p->codes) return TREEPLAYER_GUESS;
    treeplayer_code(p, treeplayer_pair(p, 2 * (size_t)node), guess);
    p->steps = 0;
    for (unsigned i = node; i; i = p->u.after[i] / TREEPLAYER_STEP) p->steps++;
    if (p->steps + 3 > TREEPLAYER_DEPTH) return TREEPLAYER_LIMIT; /* two inferred guesses may follow this one */
    for (unsigned i = p->steps, at = node; i--; at = p->u.after[at] / TREEPLAYER_STEP) {
        p->answer[i] = p->u.after[at] % TREEPLAYER_STEP;
        treeplayer_code(p, treeplayer_pair(p, 2 * (size_t)(p->u.after[at] / TREEPLAYER_STEP)), p->guess[i]);
    }
    treeplayer_scan(p, guess);
    for (int i = 0; i < p->win; i++) {
        parts += p->size[i] > 0;
        if (!p->size[i] || treeplayer_infer(p, p->part[i], p->size[i])) continue;
        if (p->count == TREEPLAYER_GUESSES || p->count == 0x10000 / TREEPLAYER_STEP) return TREEPLAYER_LIMIT;
        p->u.after[p->count++] = (uint16_t)(node * TREEPLAYER_STEP + (unsigned)i);
    }
    return parts == 1 && !p->size[p->win] ? TREEPLAYER_WASTED : TREEPLAYER_OK;
}

static inline int treeplayer_load_implicit(treeplayer *p) {
    int error = p->length % 2 ? TREEPLAYER_ODD : TREEPLAYER_OK;
    if (TREEPLAYER_PARTS < TREEPLAYER_REPLIES) return TREEPLAYER_LIMIT;
    treeplayer_scan(p, NULL);
    p->node[0] = treeplayer_infer(p, p->part[0], p->size[0]) ? TREEPLAYER_INFERRED : 0;
    p->count = p->node[0] == 0;
    p->after = p->u.after;
    for (unsigned node = 0; node < p->count && !error; node++) error = treeplayer_visit(p, node);
    if (error) return error;
    p->position = 2 * (size_t)p->count + 1;
    return p->position <= p->length ? TREEPLAYER_TRAILING : TREEPLAYER_OK;
}

static inline size_t treeplayer_end(const treeplayer *p, size_t at) {
    while (at < p->length && treeplayer_byte(p, at) != '!') at++;
    return at;
}

static inline size_t treeplayer_element(const treeplayer *p, unsigned id) {
    size_t at = p->u.ex.offset[id / TREEPLAYER_STRIDE];
    for (id %= TREEPLAYER_STRIDE; id; id--) at = treeplayer_end(p, at) + 1;
    return at;
}

/* The child of the element at `at` after a reply; 0 for none. A body with the length of the full list is that list. */
static inline unsigned treeplayer_link(const treeplayer *p, size_t at, int reply) {
    size_t end = treeplayer_end(p, at);
    if (end - at == 2 + 2 * (size_t)p->win) return treeplayer_pair(p, at + 2 + 2 * (size_t)reply);
    for (at += 2; at < end; at += 3) {
        if (treeplayer_digit(p, at) == reply) return treeplayer_pair(p, at + 1);
    }
    return 0;
}

/* Sets bit i, and returns what it was. */
static inline int treeplayer_mark(uint8_t *bits, unsigned i) {
    int before = bits[i / 8] >> i % 8 & 1;
    bits[i / 8] |= (uint8_t)(1u << i % 8);
    return before;
}

/* Checks the form of the element at `at`, and that its children come after it, each once. */
static inline int treeplayer_form(treeplayer *p, size_t at, unsigned id) {
    size_t end = treeplayer_end(p, at), full = 2 + 2 * (size_t)p->win;
    int last = -1, links = 0;
    if (end - at < 2 || (end - at != full && ((end - at) % 3 != 2 || end - at > full))) return TREEPLAYER_STRUCTURE;
    for (size_t i = at + 2; i < end && end - at != full; last = treeplayer_digit(p, i), i += 3) {
        if (treeplayer_digit(p, i) <= last || treeplayer_digit(p, i) >= p->win) return TREEPLAYER_STRUCTURE;
        if (!treeplayer_pair(p, i + 1)) return TREEPLAYER_STRUCTURE;
    }
    for (int reply = 0; reply < p->win; reply++) {
        unsigned after = treeplayer_link(p, at, reply);
        if (!after) continue;
        if (after >= p->count) return TREEPLAYER_TRUNCATED;
        if (after <= id || treeplayer_mark(p->u.ex.reached, after)) return TREEPLAYER_STRUCTURE;
        links++;
    }
    if (links != 1) treeplayer_mark(p->u.ex.parted, id);
    return treeplayer_pair(p, at) < p->codes ? TREEPLAYER_OK : TREEPLAYER_GUESS;
}

/* Goes from the root to a code, by the replies that this code gives. */
static inline int treeplayer_replay(treeplayer *p, const uint8_t *code) {
    uint8_t guess[TREEPLAYER_PEGS];
    for (unsigned id = 0, depth = 0; depth < TREEPLAYER_DEPTH; depth++) {
        size_t at = treeplayer_element(p, id);
        p->position = at + 1;
        treeplayer_mark(p->u.ex.reached, id);
        treeplayer_code(p, treeplayer_pair(p, at), guess);
        int reply = treeplayer_reply(p, guess, code);
        if (reply == p->win) {
            treeplayer_mark(p->u.ex.parted, id);
            return TREEPLAYER_OK;
        }
        id = treeplayer_link(p, at, reply);
        if (!id) return TREEPLAYER_STRUCTURE;
    }
    return TREEPLAYER_LIMIT;
}

static inline int treeplayer_load_explicit(treeplayer *p) {
    uint8_t code[TREEPLAYER_PEGS];
    size_t at = 0, count = 1;
    int error = TREEPLAYER_OK;
    for (size_t i = 0; i < p->length; i++) count += treeplayer_byte(p, i) == '!';
    if (count > 92 * 92 || count > 2 * (size_t)p->codes) return TREEPLAYER_STRUCTURE;
    if (count > TREEPLAYER_NODES) return TREEPLAYER_LIMIT;
    p->count = (uint16_t)count;
    for (unsigned id = 0; id < count && !error; id++, at = treeplayer_end(p, at) + 1) {
        p->position = at + 1;
        if (id % TREEPLAYER_STRIDE == 0) p->u.ex.offset[id / TREEPLAYER_STRIDE] = (uint32_t)at;
        error = treeplayer_form(p, at, id);
    }
    memset(p->u.ex.reached, 0, sizeof p->u.ex.reached);
    treeplayer_first(p, code);
    for (int more = 1; more && !error; more = treeplayer_next(p, code)) error = treeplayer_replay(p, code);
    for (unsigned id = 0; id < count && !error; id++) {
        p->position = treeplayer_element(p, id) + 1;
        if (!treeplayer_mark(p->u.ex.parted, id)) error = TREEPLAYER_WASTED; /* one child, and no code is found */
        if (!treeplayer_mark(p->u.ex.reached, id)) error = TREEPLAYER_STRUCTURE;
    }
    return error;
}

/* Sets the guess to make after `steps` answers. */
static inline void treeplayer_think(treeplayer *p) {
    uint8_t *guess = p->guess[p->steps];
    unsigned node = p->node[p->steps];
    if (p->explicit_form) treeplayer_code(p, treeplayer_pair(p, treeplayer_element(p, node)), guess);
    else if (node != TREEPLAYER_INFERRED) treeplayer_code(p, treeplayer_pair(p, 2 * (size_t)node), guess);
    else memcpy(guess, treeplayer_infer(p, p->part[0], p->size[0]), TREEPLAYER_PEGS);
}

static inline int treeplayer_begin(treeplayer *p) {
    p->position = p->steps = 0;
    p->remaining[0] = treeplayer_scan(p, NULL);
    treeplayer_think(p);
    return TREEPLAYER_OK;
}

/* Gets ready to play the tree in `text`, which must stay. Returns an error kind, 0 if there is none. */
static inline int treeplayer_load(treeplayer *p, const char *text, size_t length, const char *game, int format) {
    memset(p, 0, sizeof *p);
    int error = treeplayer_rules(p, game, 92 * 92);
    if (!error) error = treeplayer_text(p, text, length, format);
    if (!error) error = p->explicit_form ? treeplayer_load_explicit(p) : treeplayer_load_implicit(p);
    return error ? error : treeplayer_begin(p);
}

/* Copies the code to guess, one symbol per peg. Returns 0 when solved. */
static inline int treeplayer_guess(const treeplayer *p, unsigned char *guess) {
    if (!p->solved) memcpy(guess, p->guess[p->steps], p->pegs);
    return !p->solved;
}

/* Takes the reply to the guess. One that fits no code is a contradiction and changes nothing. */
static inline int treeplayer_answer(treeplayer *p, int bulls, int cows) {
    if (p->solved) return TREEPLAYER_SOLVED;
    int reply = treeplayer_given(p, bulls, cows);
    if (reply < 0) return TREEPLAYER_CONTRADICTION;
    unsigned node = p->node[p->steps];
    p->answer[p->steps++] = (uint8_t)reply;
    p->remaining[p->steps] = treeplayer_scan(p, NULL);
    if (!p->remaining[p->steps] && p->steps--) return TREEPLAYER_CONTRADICTION;
    if ((p->solved = reply == p->win)) return TREEPLAYER_SOLVED;
    p->node[p->steps] = (uint16_t)(p->explicit_form ? treeplayer_link(p, treeplayer_element(p, node), reply)
                                                    : treeplayer_follow(p, node, reply));
    treeplayer_think(p);
    return TREEPLAYER_NEXT;
}

/* Takes the last answer back. Returns 0 when there is none. */
static inline int treeplayer_undo(treeplayer *p) {
    p->solved = 0;
    return p->steps && p->steps--;
}
#endif
