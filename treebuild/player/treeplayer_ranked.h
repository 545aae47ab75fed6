/* Plays ranked texts (schema/ranked.md) of pNcM games on small machines, along the game being played. Adds to treeplayer.h:
 *     #define TREEPLAYER_GUESSES 1                          if it plays only ranked texts: less RAM
 *     #define TREEPLAYER_NODES 1
 *     #include "treeplayer_ranked.h"
 *     static treeplayer_ranked player;
 *     int error = treeplayer_ranked_load(&player, text, sizeof text - 1, "p4c10n");
 *     unsigned char guess[TREEPLAYER_PEGS];
 *     treeplayer_ranked_guess(&player, guess);
 *     treeplayer_ranked_answer(&player, 1, 1);              as treeplayer_answer, or TREEPLAYER_FAULT: see `error`
 *     treeplayer_ranked_undo(&player);
 * RAM: sizeof(treeplayer_ranked), under 2 KB for up to 5040 codes of 4 pegs, and under 400 bytes of stack: a bit for each
 * candidate, a number and a charge for each code that the rule keeps, and the members of one part at a time.
 * Time: a guess that the rule ranks compares up to 40 million pegs; a guess that needs more is refused as TREEPLAYER_LIMIT.
 * Faults of the text off the path go unnoticed. docs/how-to/ship-chip.md has figures. */
#ifndef TREEPLAYER_RANKED_H
#define TREEPLAYER_RANKED_H
#include "treeplayer.h"
#ifndef TREEPLAYER_CODES
#define TREEPLAYER_CODES 5040 /* the most of a game, at most 12000; a bit for each */
#endif
#ifndef TREEPLAYER_WORK
#define TREEPLAYER_WORK 40000000 /* pegs compared for a guess */
#endif
#define TREEPLAYER_KEPT 100  /* codes that are looked into */
#define TREEPLAYER_LOOK 128  /* members of a part that is looked into */
enum { TREEPLAYER_CHECKSUM = TREEPLAYER_LIMIT + 1, TREEPLAYER_VERSION }; /* more kinds of errors */
enum { TREEPLAYER_FAULT = TREEPLAYER_CONTRADICTION + 1 };                 /* one more state */

typedef struct {
    treeplayer base; /* its `node` has the places of the nodes on the way */
    uint32_t at, work; /* the next bit of the text; pegs compared so far */
    uint16_t exceptions, first; /* the number of exceptions; the bit where they begin */
    uint8_t error, limit, shift, order;
    uint8_t member[(TREEPLAYER_CODES + 7) / 8];
    uint16_t code[TREEPLAYER_KEPT];
    uint32_t charge[TREEPLAYER_KEPT];
    union {
        uint16_t print[TREEPLAYER_KEPT]; /* while codes are being kept: a hash of the part sizes of each */
        uint8_t part[TREEPLAYER_LOOK][TREEPLAYER_PEGS]; /* afterwards: the members of a part that is looked into */
    } u;
} treeplayer_ranked;

/* The value of the digit at `at`, -1 for another character. */
static inline int treeplayer_ranked_digit(const treeplayer *p, size_t at) {
    int c = treeplayer_byte(p, at);
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    return c == '-' ? 62 : c == '_' ? 63 : -1;
}

static inline uint32_t treeplayer_ranked_bits(treeplayer_ranked *r, int width) {
    uint32_t value = 0;
    for (; width-- > 0; r->at++) {
        if (r->at / 6 + 2 >= r->base.length) r->error = TREEPLAYER_TRUNCATED;
        else value = value << 1 | (uint32_t)(treeplayer_ranked_digit(&r->base, r->at / 6) >> (5 - r->at % 6) & 1);
    }
    return value;
}

static inline uint32_t treeplayer_ranked_number(treeplayer_ranked *r, int order) {
    int zeros = 0;
    while (!r->error && !treeplayer_ranked_bits(r, 1)) {
        if (++zeros > 24) r->error = TREEPLAYER_GUESS;
    }
    uint32_t least = ((uint32_t)1 << (zeros + order)) - ((uint32_t)1 << order);
    return r->error ? 0 : least + treeplayer_ranked_bits(r, zeros + order);
}

/* The exception of the node that guesses next: its rank, 0 with its code in `code`, -1 for none. Reads all exceptions;
 * a depth of 0 finds none. `key` is one more than in the specification. */
static inline int treeplayer_ranked_exception(treeplayer_ranked *r, unsigned depth, uint16_t *code) {
    const treeplayer *p = &r->base;
    uint32_t key = 0, places = (p->codes + ((uint32_t)1 << r->shift) - 1) >> r->shift;
    int found = -1, width = 0;
    while ((p->codes - 1) >> width) width++;
    r->at = r->first;
    for (unsigned i = 0; i < r->exceptions && !r->error; i++) {
        uint32_t gap = treeplayer_ranked_number(r, r->order), rank = treeplayer_ranked_number(r, 1);
        uint32_t own = rank || r->error ? 0 : treeplayer_ranked_bits(r, width);
        key = gap > 0xFFFFFF || key > 0xFFFFFF ? 0x1000000 : key + gap + 1; /* that far there is no node */
        if (!r->error && (rank >= TREEPLAYER_KEPT || own >= p->codes)) r->error = TREEPLAYER_GUESS;
        uint32_t place = ((key - 1) % places << r->shift) - p->node[p->steps];
        if (r->error || (key - 1) / places + 1 != depth || place >= p->remaining[p->steps]) continue;
        if (found >= 0) r->error = TREEPLAYER_STRUCTURE;
        found = (int)rank;
        *code = (uint16_t)own;
    }
    return found;
}

/* Reads the head of the text, and checks all exceptions. */
static inline int treeplayer_ranked_text(treeplayer_ranked *r, const char *game) {
    treeplayer *p = &r->base;
    unsigned check = 0;
    uint16_t code;
    for (; *game; game++) check = (31 * check + (unsigned char)*game) % 4096;
    for (size_t i = 0; i < p->length; i++) {
        p->position = i + 1;
        if (treeplayer_ranked_digit(p, i) < 0) return TREEPLAYER_ALPHABET;
        if (i + 2 < p->length) check = (31 * check + (unsigned)treeplayer_byte(p, i)) % 4096;
    }
    if (p->length < 2 || p->length > 0xFFFF / 6) return p->length < 2 ? TREEPLAYER_CHECKSUM : TREEPLAYER_LIMIT;
    int last = treeplayer_ranked_digit(p, p->length - 2) * 64 + treeplayer_ranked_digit(p, p->length - 1);
    if (last != (int)check) return TREEPLAYER_CHECKSUM;
    if (treeplayer_ranked_bits(r, 2)) return TREEPLAYER_VERSION;
    r->limit = (uint8_t)treeplayer_ranked_bits(r, 4);
    r->shift = (uint8_t)treeplayer_ranked_bits(r, 3);
    r->order = (uint8_t)treeplayer_ranked_bits(r, 3);
    uint32_t count = treeplayer_ranked_number(r, 3);
    if (!r->error && count > p->codes) return TREEPLAYER_STRUCTURE;
    r->exceptions = (uint16_t)count;
    r->first = (uint16_t)r->at;
    treeplayer_ranked_exception(r, 0, &code);
    if (r->error) return r->error;
    uint32_t left = (uint32_t)(p->length - 2) * 6 - r->at;
    return left > 5 || treeplayer_ranked_bits(r, (int)left) ? TREEPLAYER_TRAILING : TREEPLAYER_OK;
}

/* F of the specification, the charge of n candidates whose next guess is at a depth. */
static inline uint32_t treeplayer_charge(const treeplayer_ranked *r, uint32_t n, int depth) {
    uint32_t bits = 0, charge, room = depth >= r->limit ? 0 : depth == r->limit - 1 ? 1 : 10;
    while (n >> bits > 1) bits++;
    charge = n == 1 ? 3 : n * (bits + 6) - ((uint32_t)2 << bits);
    return charge + (r->limit && r->limit - depth < 3 && n > room ? 12 * (n - room) : 0);
}

static inline uint32_t treeplayer_total(const treeplayer_ranked *r, const uint16_t *size, int depth) {
    uint32_t sum = 0;
    for (int i = 0; i < r->base.win; i++) sum += size[i] ? treeplayer_charge(r, size[i], depth) : 0;
    return sum;
}

/* Counts the candidates that give each reply to a guess, and copies the candidates that give `wanted`, unless it wins. */
static inline void treeplayer_sizes(treeplayer_ranked *r, const uint8_t *guess, uint16_t *size, int wanted) {
    const treeplayer *p = &r->base;
    uint8_t code[TREEPLAYER_PEGS];
    memset(size, 0, TREEPLAYER_REPLIES * sizeof *size);
    for (unsigned i = 0; i < p->codes; i++) {
        if (i % 8 == 0 && !r->member[i / 8]) i += 7;
        else if (r->member[i / 8] >> i % 8 & 1) {
            treeplayer_code(p, i, code);
            int reply = treeplayer_reply(p, guess, code);
            if (reply == wanted && reply != p->win) memcpy(r->u.part[size[reply]], code, TREEPLAYER_PEGS);
            size[reply]++;
        }
    }
}

/* Whether the symbols that no guess has named yet occur in ascending order, from the lowest on, with none left out. */
static inline int treeplayer_lowest_first(const treeplayer *p, const uint8_t *code) {
    for (int i = 0; i < p->pegs; i++) {
        for (int symbol = code[i]; symbol >= 0; symbol--) { /* the symbol itself must be known, or else all below it */
            int known = 0;
            for (int j = 0; j < i; j++) known |= code[j] == symbol;
            for (int j = 0; j < p->steps * p->pegs; j++) known |= p->guess[j / p->pegs][j % p->pegs] == symbol;
            if (known && symbol == code[i]) break;
            if (!known && symbol < code[i]) return 0;
        }
    }
    return 1;
}

/* Whether two codes have the same sizes for every reply. */
static inline int treeplayer_alike(treeplayer_ranked *r, unsigned a, const uint16_t *size) {
    uint8_t code[TREEPLAYER_PEGS];
    uint16_t other[TREEPLAYER_REPLIES];
    treeplayer_code(&r->base, a, code);
    treeplayer_sizes(r, code, other, r->base.win);
    return !memcmp(other, size, sizeof other);
}

/* Keeps the codes of least charge, candidates before others, then by number, only one of codes with the same sizes.
 * Returns how many. A kept charge is doubled, and one more for a code that is no candidate. */
static inline int treeplayer_keep(treeplayer_ranked *r) {
    treeplayer *p = &r->base;
    uint8_t guess[TREEPLAYER_PEGS];
    uint16_t size[TREEPLAYER_REPLIES];
    int kept = 0, depth = p->steps + 1;
    uint32_t wasted = treeplayer_charge(r, p->remaining[p->steps], depth + 1);
    for (unsigned code = 0; code < p->codes && r->work <= TREEPLAYER_WORK; code++) {
        treeplayer_code(p, code, guess);
        if (!treeplayer_lowest_first(p, guess)) continue;
        treeplayer_sizes(r, guess, size, p->win);
        r->work += (uint32_t)p->remaining[p->steps] * p->pegs;
        uint32_t total = treeplayer_total(r, size, depth + 1), charge = 2 * total + !size[p->win];
        uint16_t print = 0;
        for (int i = 0; i < p->win; i++) print = (uint16_t)(print * 31 + size[i]);
        int place = kept, again = 0;
        while (place && r->charge[place - 1] > charge) place--;
        for (int i = place; i-- && r->charge[i] == charge && !again;) {
            again = r->u.print[i] == print && treeplayer_alike(r, r->code[i], size);
        }
        if (again || total >= wasted || place == TREEPLAYER_KEPT) continue;
        if (kept < TREEPLAYER_KEPT) kept++;
        for (int i = kept - 1; i > place; i--) {
            r->charge[i] = r->charge[i - 1];
            r->code[i] = r->code[i - 1];
            r->u.print[i] = r->u.print[i - 1];
        }
        r->charge[place] = charge;
        r->code[place] = (uint16_t)code;
        r->u.print[place] = print;
    }
    return kept;
}

/* The charge of the part of n in u.part, by the best guess among its members. */
static inline uint32_t treeplayer_look(treeplayer_ranked *r, unsigned n) {
    const treeplayer *p = &r->base;
    uint32_t least = 0xFFFFFFFF;
    for (unsigned i = 0; i < n && least > 3 * (n - 1); i++) { /* no member is charged less than 3 for each other */
        uint16_t size[TREEPLAYER_REPLIES] = {0};
        for (unsigned j = 0; j < n; j++) size[treeplayer_reply(p, r->u.part[i], r->u.part[j])]++;
        uint32_t charge = treeplayer_total(r, size, p->steps + 3);
        if (charge < least) least = charge;
        r->work += (uint32_t)n * p->pegs;
    }
    return 3 * n + least;
}

/* The second charge of a code, or, if that is not below `best`, some number that is not below it either. */
static inline uint32_t treeplayer_second(treeplayer_ranked *r, unsigned code, uint32_t best) {
    treeplayer *p = &r->base;
    uint8_t guess[TREEPLAYER_PEGS];
    uint16_t size[TREEPLAYER_REPLIES], again[TREEPLAYER_REPLIES];
    uint32_t sum = 0;
    treeplayer_code(p, code, guess);
    treeplayer_sizes(r, guess, size, p->win);
    r->work += (uint32_t)p->remaining[p->steps] * p->pegs;
    for (int i = 0; i < p->win; i++) {
        if (size[i] > TREEPLAYER_LOOK) sum += treeplayer_charge(r, size[i], p->steps + 2);
        else if (size[i]) sum += 3 * (2u * size[i] - 1); /* at least; exact for one */
    }
    for (int i = 0; i < p->win && sum < best; i++) {
        if (size[i] < 2 || size[i] > TREEPLAYER_LOOK) continue;
        treeplayer_sizes(r, guess, again, i);
        sum += treeplayer_look(r, size[i]) - 3 * (2u * size[i] - 1);
    }
    return sum;
}

/* The code of a rank; sets `error` where there is none. */
static inline unsigned treeplayer_rank(treeplayer_ranked *r, int wanted) {
    treeplayer *p = &r->base;
    uint8_t code[TREEPLAYER_PEGS];
    memset(r->member, 0, sizeof r->member);
    treeplayer_first(p, code);
    for (unsigned i = 0; i < p->codes; i++, treeplayer_next(p, code)) {
        int j = 0;
        while (j < p->steps && treeplayer_reply(p, p->guess[j], code) == p->answer[j]) j++;
        if (j == p->steps) r->member[i / 8] |= (uint8_t)(1u << i % 8);
    }
    int kept = treeplayer_keep(r);
    uint32_t best = 0xFFFFFFFF;
    for (int i = 0; i < kept && r->work <= TREEPLAYER_WORK; i++) {
        r->charge[i] = treeplayer_second(r, r->code[i], best);
        if (!wanted && r->charge[i] < best) best = r->charge[i];
    }
    for (int i = 0; i < kept && r->work <= TREEPLAYER_WORK; i++) {
        int before = 0;
        for (int j = 0; j < kept; j++) before += r->charge[j] < r->charge[i] || (r->charge[j] == r->charge[i] && j < i);
        if (before == wanted) return r->code[i];
    }
    r->error = r->work > TREEPLAYER_WORK ? TREEPLAYER_LIMIT : TREEPLAYER_GUESS;
    return 0;
}

/* How many candidates give the guess a reply before `reply`; `all` gets the number that give `reply` itself. */
static inline uint16_t treeplayer_before(const treeplayer *p, int reply, uint16_t *all) {
    uint8_t code[TREEPLAYER_PEGS];
    uint16_t count = 0;
    *all = 0;
    treeplayer_first(p, code);
    do {
        if (!treeplayer_fits(p, code)) continue;
        int given = treeplayer_reply(p, p->guess[p->steps], code);
        count = (uint16_t)(count + (given < reply));
        *all = (uint16_t)(*all + (given == reply));
    } while (treeplayer_next(p, code));
    return count;
}

/* Sets the guess to make after `steps` answers. */
static inline int treeplayer_ranked_think(treeplayer_ranked *r) {
    treeplayer *p = &r->base;
    uint16_t code = 0, all;
    int rank = p->remaining[p->steps] > 1 ? treeplayer_ranked_exception(r, p->steps + 1u, &code) : -1;
    const uint8_t *sure = rank < 0 ? treeplayer_infer(p, p->part[0], p->size[0]) : NULL;
    r->work = 0;
    if (sure) memcpy(p->guess[p->steps], sure, TREEPLAYER_PEGS);
    else treeplayer_code(p, rank && !r->error ? treeplayer_rank(r, rank < 0 ? 0 : rank) : code, p->guess[p->steps]);
    int reply = treeplayer_reply(p, p->guess[p->steps], p->part[0][0]); /* of some candidate */
    treeplayer_before(p, reply, &all);
    if (!r->error && reply != p->win && all == p->remaining[p->steps]) r->error = TREEPLAYER_WASTED;
    return r->error;
}

/* Gets ready to play the tree in `text`, which must stay. Returns an error kind, 0 if there is none. */
static inline int treeplayer_ranked_load(treeplayer_ranked *r, const char *text, size_t length, const char *game) {
    memset(r, 0, sizeof *r);
    treeplayer *p = &r->base;
    int error = treeplayer_rules(p, game, 12000);
    if (!error && p->codes > TREEPLAYER_CODES) error = TREEPLAYER_LIMIT;
    if (!error) error = treeplayer_text(p, text, length, TREEPLAYER_IMPLICIT);
    if (!error) error = treeplayer_ranked_text(r, game);
    if (error) return error;
    p->position = 0;
    p->remaining[0] = treeplayer_scan(p, NULL);
    return treeplayer_ranked_think(r);
}

/* Copies the code to guess, one symbol per peg. Returns 0 when solved. */
static inline int treeplayer_ranked_guess(const treeplayer_ranked *r, unsigned char *guess) {
    return treeplayer_guess(&r->base, guess);
}

/* Takes the last answer back. Returns 0 when there is none. */
static inline int treeplayer_ranked_undo(treeplayer_ranked *r) {
    r->error = TREEPLAYER_OK;
    return treeplayer_undo(&r->base);
}

/* Takes the reply to the guess. A reply that fits no code is a contradiction, and changes nothing. A text with no sound
 * guess after the reply is a fault, and nothing changes either. */
static inline int treeplayer_ranked_answer(treeplayer_ranked *r, int bulls, int cows) {
    treeplayer *p = &r->base;
    uint16_t all;
    if (p->solved) return TREEPLAYER_SOLVED;
    int reply = treeplayer_given(p, bulls, cows);
    if (reply < 0) return TREEPLAYER_CONTRADICTION;
    r->error = TREEPLAYER_OK;
    uint16_t before = treeplayer_before(p, reply, &all);
    if (!all) return TREEPLAYER_CONTRADICTION;
    p->answer[p->steps++] = (uint8_t)reply;
    if ((p->solved = reply == p->win)) return TREEPLAYER_SOLVED;
    if (p->steps == TREEPLAYER_DEPTH) r->error = TREEPLAYER_LIMIT;
    else {
        p->node[p->steps] = (uint16_t)(p->node[p->steps - 1] + before);
        p->remaining[p->steps] = treeplayer_scan(p, NULL);
        treeplayer_ranked_think(r);
    }
    return r->error && p->steps-- ? TREEPLAYER_FAULT : TREEPLAYER_NEXT;
}
#endif
