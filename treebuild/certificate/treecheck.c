/* treecheck: checks certificates (.proof) that no tree of a guessing game costs less than a bound.
 *
 *     cc -std=c99 -O3 -o treecheck treecheck.c -lz
 *     ./treecheck p4c10n.proof
 *
 * This takes some 14 seconds for 26274, the least total of Bulls and Cows; -march=native (or -mavx2) saves a third.
 * Prints what it has checked and exits 0; or says what is wrong with the first file that it refuses and exits 1; 2 for
 * wrong usage.
 *
 * Written from schema/proof.md alone, in its words; names of sections in quotes are of that page. It reads from top to
 * bottom like the page: file, header, game, symmetries, bounds, claims, result. It shares no code with what searches
 * trees and writes certificates. A file is checked while it is read, and of the claims of a file those below a guess
 * come before the guess. Whatever is refused ends the program at once, so nothing is undone on the way out. Memory: a
 * byte for every code and secret, and little else. Time has no limit: a small file can ask for much enumeration.
 */
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <zlib.h>

enum { PEGS = 16, SYMBOLS = 64, REPLIES = 256, ITEMS = 65536, CELLS = 1 << 28, LINES = 8, NUMBERS = 64, DEEP = 64 };
enum { IMAGES = 4096 }; /* listed with one claim at most: the page sets no limit, but memory has one */

#ifdef __SIZEOF_INT128__
__extension__ typedef __int128 Cost;
#else
typedef int64_t Cost;
#endif
#define LIMIT ((Cost)1 << (sizeof(Cost) * 8 - 2)) /* every cost is below, so the sum of two does not overflow */
#define AMOUNT ((uint64_t)1 << 62)                /* every amount in the body is below */

typedef struct { /* all codes, or all secrets, as sequences of symbols; with rule table, their number only */
    enum { DISTINCT, ANY, LISTED } kind;
    uint32_t n;
    uint8_t *symbol; /* n times pegs */
    uint32_t *slot;  /* a hash table: number + 1, or 0 */
    uint32_t slots;  /* a power of two above n */
} List;

typedef struct { /* candidates in order of the reply to a code: the part of reply r is start[r] to start[r + 1] */
    uint16_t *secret;
    uint32_t start[REPLIES + 1];
} Split;

static struct {
    char title[65];
    uint32_t pegs, symbols, replies, win;
    enum { BULLS_COWS, BULLS, TABLE } rule;
    uint8_t bulls[REPLIES], cows[REPLIES]; /* of a reply of bulls-cows */
    List codes, secrets;
    uint8_t *reply;         /* secret by secret, the replies to all codes side by side */
    uint16_t *winner;       /* of every secret, a code that wins against it */
    int one_winner;         /* no secret has two of them */
    int candidates_only;    /* guesses candidates */
    uint8_t kind[SYMBOLS];  /* two symbols are exchangeable if they are of the same kind */
    int lines, numbers;     /* of costs; numbers a line */
    Cost criterion[LINES][NUMBERS], bound[LINES];
    Cost cost[NUMBERS], total; /* c[1], c[2], ...; T */
} game;

static struct { uint32_t code, reply; } path[DEEP]; /* guesses and replies on the way to the claim in hand */
static int path_length;
static const char *file_name;
static long claims, sets; /* checked; looked at by bound1 */
static clock_t started;
static int progress;

static double seconds(void) { return (double)(clock() - started) / CLOCKS_PER_SEC; }

/* ---- Messages ---------------------------------------------------------------------------------------------------- */

static void print_code(FILE *out, uint32_t code)
{
    if (game.rule == TABLE)
        fprintf(out, "#%lu", (unsigned long)code);
    for (uint32_t p = 0; p < game.pegs; p++)
        fprintf(out, p && game.symbols > 10 ? ".%d" : "%d", game.codes.symbol[code * game.pegs + p]);
}

static void print_path(FILE *out) /* replies of bulls-cows are spelled bulls.cows, others are numbers */
{
    for (int i = 0; i < path_length; i++) {
        uint32_t r = path[i].reply;
        fputs(i ? " " : ", at ", out);
        print_code(out, path[i].code);
        if (game.rule == BULLS_COWS)
            fprintf(out, " %d.%d", game.bulls[r], game.cows[r]);
        else
            fprintf(out, " %lu", (unsigned long)r);
    }
}

static const char *decimal(Cost cost) /* the text of one cost at a time, which is not negative */
{
    static char text[48];
    char *at = text + sizeof text - 1;
    do
        *--at = (char)('0' + (int)(cost % 10));
    while (cost /= 10);
    return at;
}

static void refuse(const char *format, ...) /* does not return */
{
    va_list arguments;
    va_start(arguments, format);
    fflush(stdout);
    fprintf(stderr, "%s: refused: ", file_name);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    print_path(stderr);
    fputc('\n', stderr);
    exit(1);
}

static void *allocate(size_t n, size_t size) /* n is never large enough to overflow: see the limits above */
{
    void *memory = calloc(n ? n : 1, size);
    if (!memory)
        refuse("out of memory");
    return memory;
}

/* ---- "File": one gzip member, lines, numbers --------------------------------------------------------------------- */

static struct {
    FILE *file;
    z_stream z;
    int ended;
    size_t left; /* bytes in out, from next */
    unsigned char *next, in[1 << 14], out[1 << 14];
} source;

static void open_source(void)
{
    memset(&source, 0, sizeof source);
    if (!(source.file = fopen(file_name, "rb")))
        refuse("it cannot be opened");
    if (inflateInit2(&source.z, 15 + 16) != Z_OK) /* 16: gzip, and nothing else */
        refuse("out of memory");
}

static int next_byte(void) /* -1 at the end */
{
    while (!source.left) {
        if (source.ended)
            return -1;
        if (!source.z.avail_in) {
            source.z.next_in = source.in;
            source.z.avail_in = (uInt)fread(source.in, 1, sizeof source.in, source.file);
            if (!source.z.avail_in)
                refuse("the file ends within its gzip member, or cannot be read");
        }
        source.z.next_out = source.next = source.out;
        source.z.avail_out = sizeof source.out;
        int status = inflate(&source.z, Z_NO_FLUSH);
        if (status != Z_OK && status != Z_STREAM_END)
            refuse("this is no gzip file, or a damaged one");
        source.ended = status == Z_STREAM_END;
        if (source.ended && (source.z.avail_in || fgetc(source.file) != EOF))
            refuse("something follows the gzip member");
        source.left = sizeof source.out - source.z.avail_out;
    }
    source.left--;
    return *source.next++;
}

static uint32_t body_byte(uint32_t below)
{
    int byte = next_byte();
    if (byte < 0)
        refuse("the body ends too early");
    if ((uint32_t)byte >= below)
        refuse("a byte of %d where only lower ones than %lu can be", byte, (unsigned long)below);
    return (uint32_t)byte;
}

static uint64_t body_number(uint64_t below, const char *what) /* unsigned LEB128 */
{
    uint64_t number = 0;
    for (int shift = 0;; shift += 7) {
        uint32_t byte = body_byte(256);
        if (shift > 56 || ((uint64_t)(byte & 127) << shift) + number >= below)
            refuse("%s too large", what);
        number += (uint64_t)(byte & 127) << shift;
        if (byte < 128) {
            if (!byte && shift)
                refuse("a number takes more bytes than it needs");
            return number;
        }
    }
}

static char line[1 << 14]; /* the header line in hand: 64 numbers of 128 bits take no more */
static const char *rest;   /* of it */

static void read_line(void)
{
    size_t n = 0;
    for (int byte; (byte = next_byte()) != '\n'; line[n++] = (char)byte)
        if (byte < ' ' || byte > '~' || n + 1 == sizeof line)
            refuse("header: a line is too long, not ended or not of printable ASCII characters");
    line[n] = 0;
    rest = line;
}

static int word(const char *expected) /* takes the next word if it is the expected one */
{
    const char *from = rest == line ? rest : rest + 1;
    size_t n = strlen(expected);
    if ((rest != line && *rest != ' ') || strncmp(from, expected, n) || (from[n] && from[n] != ' '))
        return 0;
    rest = from + n;
    return 1;
}

static Cost times_plus(Cost a, Cost b, Cost plus) /* a * b + plus, of numbers that are not negative */
{
    if (plus >= LIMIT || (a && b > (LIMIT - 1 - plus) / a))
        refuse("header: numbers too large for this checker");
    return a * b + plus;
}

static Cost header_number(void)
{
    Cost number = 0;
    if (rest[0] != ' ' || rest[1] < '0' || rest[1] > '9' || (rest[1] == '0' && rest[2] >= '0' && rest[2] <= '9'))
        refuse("header: no number where one must be: %.100s", line);
    for (rest++; *rest >= '0' && *rest <= '9'; rest++)
        number = times_plus(number, 10, *rest - '0');
    return number;
}

static void expect(int right)
{
    if (!right)
        refuse("header: not as it must be: %.100s", line);
}

static uint32_t small_number(uint32_t least, uint32_t most)
{
    Cost number = header_number();
    expect(number >= least && number <= most);
    return (uint32_t)number;
}

static void end_line(void) { expect(!*rest); }

static uint32_t read_size(const char *name, uint32_t most) /* a line of a word and a number */
{
    read_line();
    expect(word(name));
    uint32_t size = small_number(0, most);
    end_line();
    return size;
}

/* ---- "File": the header ------------------------------------------------------------------------------------------ */

static void read_kind(const char *name, List *list)
{
    read_line();
    expect(word(name));
    list->kind = word("distinct") ? DISTINCT : word("any") ? ANY : LISTED;
    if (list->kind == LISTED) {
        expect(word("list"));
        list->n = small_number(1, ITEMS);
    }
    end_line();
}

static void read_rule(void)
{
    read_line();
    expect(word("rule"));
    game.rule = word("bulls-cows") ? BULLS_COWS : word("bulls") ? BULLS : TABLE;
    if (game.rule == TABLE) {
        expect(word("table"));
        game.replies = small_number(2, REPLIES);
        game.win = small_number(0, game.replies - 1);
    }
    end_line();
    if ((game.rule == TABLE) != !game.pegs || (game.rule == TABLE) != !game.symbols)
        refuse("header: pegs and symbols are both 0 with rule table, and with no other");
}

static void read_costs(void)
{
    for (read_line(); word("costs"); read_line()) {
        int n = 0;
        expect(game.lines < LINES);
        while (*rest) {
            expect(n < NUMBERS);
            game.criterion[game.lines][n++] = header_number();
        }
        expect(n && (!game.lines || n == game.numbers));
        game.numbers = n;
        game.lines++;
    }
    expect(game.lines && word("bound"));
    for (int i = 0; i < game.lines; i++)
        game.bound[i] = header_number();
    end_line();
}

static void add_up_costs(void) /* "One cost of several" */
{
    Cost weight = 1;
    for (int i = game.lines - 1; i >= 0; i--) {
        Cost most = 0;
        for (int d = 0; d < game.numbers; d++) {
            Cost number = game.criterion[i][d];
            most = number > most ? number : most;
            game.cost[d] = times_plus(weight, number, game.cost[d]);
        }
        game.total = times_plus(weight, game.bound[i], game.total);
        if (i && game.bound[i] > times_plus(most, game.secrets.n, 0))
            refuse("header: the bound of costs %d is more than all secrets can cost", i + 1);
        if (i) /* the weight of the first is not made from it */
            weight = times_plus(weight, times_plus(most, game.secrets.n, 1), 0);
    }
    for (int d = 1; d < game.numbers; d++)
        if (game.cost[d] < game.cost[d - 1])
            refuse("header: costs fall from depth %d to %d", d, d + 1);
    times_plus(game.cost[game.numbers - 1], game.secrets.n, 0);
    if (!game.total)
        refuse("header: a bound of 0 says nothing");
}

/* ---- "Game": codes, secrets, replies ----------------------------------------------------------------------------- */

static uint32_t *slot_of(const List *list, const uint8_t *sequence) /* where it is in the hash table, or would be */
{
    uint32_t hash = 2166136261u; /* FNV-1a; any will do, it makes no difference but to speed */
    for (uint32_t p = 0; p < game.pegs; p++)
        hash = (hash ^ sequence[p]) * 16777619u;
    for (hash ^= hash >> 15;; hash++) {
        uint32_t *slot = &list->slot[hash & (list->slots - 1)];
        if (!*slot || !memcmp(list->symbol + (*slot - 1) * game.pegs, sequence, game.pegs))
            return slot;
    }
}

static uint32_t count_sequences(int kind) /* all, or those without a repeated symbol; ITEMS + 1 if too many */
{
    uint32_t n = 1;
    for (uint32_t p = 0; p < game.pegs && n && n <= ITEMS; p++)
        n *= kind == ANY ? game.symbols : p < game.symbols ? game.symbols - p : 0;
    return n > ITEMS ? ITEMS + 1 : n;
}

static uint8_t *enumerate(uint8_t *to, uint8_t *sequence, uint32_t length, int kind) /* in lexicographic order */
{
    if (length == game.pegs) {
        memcpy(to, sequence, length);
        return to + length;
    }
    for (uint32_t s = 0; s < game.symbols; s++)
        if (kind == ANY || !memchr(sequence, (int)s, length)) {
            sequence[length] = (uint8_t)s;
            to = enumerate(to, sequence, length + 1, kind);
        }
    return to;
}

static void make_list(List *list)
{
    uint8_t sequence[PEGS] = {0};
    if (game.rule == TABLE)
        return;
    list->symbol = allocate((size_t)list->n * game.pegs, 1);
    if (list->kind != LISTED)
        enumerate(list->symbol, sequence, 0, list->kind);
    else
        for (size_t i = 0; i < (size_t)list->n * game.pegs; i++)
            list->symbol[i] = (uint8_t)body_byte(game.symbols);
    for (list->slots = 2; list->slots < 2 * list->n;)
        list->slots *= 2;
    list->slot = allocate(list->slots, sizeof *list->slot);
    for (uint32_t i = 0; i < list->n; i++) {
        uint32_t *slot = slot_of(list, list->symbol + i * game.pegs);
        if (*slot)
            refuse("items %lu and %lu of a list are the same", (unsigned long)*slot - 1, (unsigned long)i);
        *slot = i + 1;
    }
}

static void number_replies(uint8_t number[PEGS + 1][PEGS + 1]) /* by bulls and cows; rule bulls: by bulls */
{
    for (uint32_t b = 0; b <= game.pegs; b++)
        for (uint32_t c = 0; c <= (game.rule == BULLS ? 0 : game.pegs - b); c++)
            if (b + 1 != game.pegs || c != 1) {
                game.bulls[game.replies] = (uint8_t)b;
                game.cows[game.replies] = (uint8_t)c;
                number[b][c] = (uint8_t)game.replies++;
            }
    game.win = game.replies - 1;
}

static void compute_replies(void) /* "rule bulls-cows", "rule bulls" */
{
    uint8_t number[PEGS + 1][PEGS + 1] = {{0}};
    uint8_t *to = game.reply;
    number_replies(number);
    for (uint32_t s = 0; s < game.secrets.n; s++) {
        const uint8_t *secret = game.secrets.symbol + s * game.pegs, *code = game.codes.symbol;
        uint8_t has[SYMBOLS] = {0}, left[SYMBOLS]; /* how often the secret has a symbol; the same, less those matched */
        for (uint32_t p = 0; p < game.pegs; p++)
            has[secret[p]]++;
        for (uint32_t c = 0; c < game.codes.n; c++, code += game.pegs) {
            uint32_t bulls = 0, common = 0;
            memcpy(left, has, game.symbols);
            for (uint32_t p = 0; p < game.pegs; p++) {
                bulls += code[p] == secret[p];
                if (left[code[p]]) {
                    left[code[p]]--;
                    common++;
                }
            }
            *to++ = number[bulls][game.rule == BULLS ? 0 : common - bulls];
        }
    }
}

static void find_winners(void) /* and make sure that a code wins against one secret at most, and one against each */
{
    uint8_t *won = allocate(game.codes.n, 1);
    const uint8_t *reply = game.reply;
    game.winner = allocate(game.secrets.n, sizeof *game.winner);
    game.one_winner = 1;
    for (uint32_t s = 0; s < game.secrets.n; s++) {
        uint32_t winners = 0;
        for (uint32_t c = 0; c < game.codes.n; c++)
            if (*reply++ == game.win) {
                if (won[c]++)
                    refuse("code %lu wins against two secrets", (unsigned long)c);
                game.winner[s] = (uint16_t)c;
                winners++;
            }
        if (!winners)
            refuse("no code wins against secret %lu", (unsigned long)s);
        game.one_winner &= winners == 1;
    }
    free(won);
}

static void make_game(void)
{
    make_list(&game.codes);
    make_list(&game.secrets);
    game.reply = allocate((size_t)game.codes.n * game.secrets.n, 1);
    if (game.rule != TABLE)
        compute_replies();
    else
        for (uint32_t c = 0; c < game.codes.n; c++)
            for (uint32_t s = 0; s < game.secrets.n; s++)
                game.reply[(size_t)s * game.codes.n + c] = (uint8_t)body_byte(game.replies);
    find_winners();
}

static void check_number(List *list, const char *what)
{
    if (game.rule == TABLE && list->kind != LISTED)
        refuse("header: with rule table, %s are a list", what);
    if (list->kind != LISTED)
        list->n = count_sequences(list->kind);
    if (!list->n || list->n > ITEMS)
        refuse("header: there are no %s, or more than %d", what, ITEMS);
}

static void read_game(void) /* the header, and of the body all but the claim */
{
    read_line();
    expect(word("treebuild") && word("proof") && word("1"));
    end_line();
    read_line();
    expect(word("game") && *rest && rest[1] && strlen(rest + 1) < sizeof game.title);
    strcpy(game.title, rest + 1);
    game.pegs = read_size("pegs", PEGS);
    game.symbols = read_size("symbols", SYMBOLS);
    read_kind("codes", &game.codes);
    read_kind("secrets", &game.secrets);
    read_rule();
    check_number(&game.codes, "codes");
    check_number(&game.secrets, "secrets");
    if ((uint64_t)game.codes.n * game.secrets.n > CELLS)
        refuse("header: codes times secrets are more than %d", CELLS);
    read_line();
    expect(word("guesses"));
    game.candidates_only = word("candidates");
    expect(game.candidates_only || word("all"));
    end_line();
    read_costs();
    add_up_costs();
    read_line();
    expect(word("body"));
    end_line();
    make_game();
}

/* ---- "Symmetries" ------------------------------------------------------------------------------------------------ */

/* An image is a byte for every peg, to which it goes, then one for every symbol, as in the body. Returns the number of
 * the sequence that it makes of one of a list, or -1 if that one is not in the list. */
static int64_t image_of(const List *list, uint32_t item, const uint8_t *image)
{
    const uint8_t *from = list->symbol + item * game.pegs;
    uint8_t sequence[PEGS];
    for (uint32_t p = 0; p < game.pegs; p++)
        sequence[image[p]] = image[game.pegs + from[p]];
    return (int64_t)*slot_of(list, sequence) - 1;
}

static int is_symmetry(const uint8_t *image) /* of permutations: are codes mapped onto codes, secrets onto secrets? */
{
    for (uint32_t c = 0; c < game.codes.n; c++)
        if (image_of(&game.codes, c, image) < 0)
            return 0;
    for (uint32_t s = 0; s < game.secrets.n; s++)
        if (image_of(&game.secrets, s, image) < 0)
            return 0;
    return 1;
}

static void make_exchange(uint8_t *image, uint32_t a, uint32_t b) /* the image that exchanges two symbols */
{
    for (uint32_t p = 0; p < game.pegs; p++)
        image[p] = (uint8_t)p;
    for (uint32_t s = 0; s < game.symbols; s++)
        image[game.pegs + s] = (uint8_t)(s == a ? b : s == b ? a : s);
}

static void find_exchangeable(void) /* the relation is transitive: the first symbol of a kind stands for all */
{
    uint8_t image[PEGS + SYMBOLS];
    for (uint32_t b = 0; b < game.symbols; b++) {
        game.kind[b] = (uint8_t)b;
        for (uint32_t a = 0; a < b && game.kind[b] == b; a++) {
            make_exchange(image, a, b);
            if (game.kind[a] == a && is_symmetry(image))
                game.kind[b] = (uint8_t)a;
        }
    }
}

/* Codes that symmetries of the claim in hand map onto each other are joined in trees with the lowest of them as root:
 * above[code] is a lower code of the same tree, or, of the root, itself. */
static uint32_t lowest(uint32_t *above, uint32_t code)
{
    while (above[code] != code)
        code = above[code] = above[above[code]];
    return code;
}

static void join_images(uint32_t *above, const uint8_t *image)
{
    for (uint32_t c = 0; c < game.codes.n; c++) {
        uint32_t a = lowest(above, c), b = lowest(above, (uint32_t)image_of(&game.codes, c, image));
        above[a > b ? a : b] = a > b ? b : a;
    }
}

static void join_exchanged(uint32_t *above, const uint8_t *occurs) /* exchanges of symbols that do not occur */
{
    uint8_t image[PEGS + SYMBOLS];
    int first[SYMBOLS]; /* of those of a kind: exchanges with it make up all others */
    memset(first, -1, sizeof first);
    for (uint32_t s = 0; s < game.symbols; s++) {
        int *of_kind = &first[game.kind[s]];
        if (occurs[s])
            continue;
        if (*of_kind < 0)
            *of_kind = (int)s;
        make_exchange(image, (uint32_t)*of_kind, s);
        if (*of_kind != (int)s)
            join_images(above, image);
    }
}

static void join_found(uint32_t *above, const uint16_t *set, uint32_t n) /* "Found without being listed" */
{
    uint8_t in_candidates[SYMBOLS] = {0}, in_guesses[SYMBOLS] = {0};
    for (uint32_t p = 0; p < game.pegs; p++) {
        for (uint32_t i = 0; i < n; i++)
            in_candidates[game.secrets.symbol[set[i] * game.pegs + p]] = 1;
        for (int i = 0; i < path_length; i++)
            in_guesses[game.codes.symbol[path[i].code * game.pegs + p]] = 1;
    }
    join_exchanged(above, in_candidates);
    join_exchanged(above, in_guesses);
}

static void check_image(const uint8_t *image, const uint16_t *set, uint32_t n) /* "Listed with a claim" */
{
    static uint8_t in_set[ITEMS];
    uint64_t pegs = 0, symbols = 0; /* those that something goes to, a bit each */
    int maps = 1;
    for (uint32_t p = 0; p < game.pegs; p++)
        pegs |= (uint64_t)1 << image[p];
    for (uint32_t s = 0; s < game.symbols; s++)
        symbols |= (uint64_t)1 << image[game.pegs + s];
    if (pegs != UINT64_MAX >> (64 - game.pegs) || symbols != UINT64_MAX >> (64 - game.symbols))
        refuse("an image is no permutation");
    if (!is_symmetry(image))
        refuse("an image is no symmetry of codes and secrets");
    for (uint32_t i = 0; i < n; i++)
        in_set[set[i]] = 1;
    for (uint32_t i = 0; i < n; i++)
        maps &= in_set[image_of(&game.secrets, set[i], image)];
    for (uint32_t i = 0; i < n; i++)
        in_set[set[i]] = 0;
    if (!maps)
        refuse("an image does not map the candidates onto themselves");
}

static void join_listed(uint32_t *above, const uint16_t *set, uint32_t n)
{
    size_t size = game.pegs + game.symbols, count = (size_t)body_number(IMAGES + 1, "number of images");
    uint8_t *images = allocate(count, size);
    for (size_t i = 0; i < count; i++) {
        uint8_t *image = images + i * size;
        for (size_t k = 0; k < size; k++)
            image[k] = (uint8_t)body_byte(k < game.pegs ? game.pegs : game.symbols);
        for (size_t k = 0; k < i; k++)
            if (!memcmp(images + k * size, image, size))
                refuse("an image is listed twice");
        if (game.rule != TABLE) { /* there it is the identity, of no bytes */
            check_image(image, set, n);
            join_images(above, image);
        }
    }
    free(images);
}

/* ---- "Bounds that a checker works out by itself" ----------------------------------------------------------------- */

static Cost cost_at(int d) { return game.cost[(d < game.numbers ? d : game.numbers) - 1]; }

/* The least that n secrets cost of which at most `most` are solved at depth d, most * w at d + 1, and so on: "Fill" is
 * this from 1. */
static Cost fill(uint32_t n, int d, uint32_t most, uint32_t w)
{
    Cost sum = 0;
    for (; n > most && d < game.numbers; d++, most *= w) { /* most is below n, and w below 256 */
        sum += most * cost_at(d);
        n -= most;
    }
    return sum + n * cost_at(d);
}

static const uint8_t *replies_of(uint32_t secret) { return game.reply + (size_t)secret * game.codes.n; }

static void split(const uint16_t *set, uint32_t n, uint32_t code, Split *parts)
{
    static uint8_t reply[ITEMS];
    uint32_t *start = parts->start;
    memset(start, 0, (game.replies + 1) * sizeof *start);
    for (uint32_t i = 0; i < n; i++)
        start[(reply[i] = replies_of(set[i])[code]) + 1]++;
    for (uint32_t r = 0; r < game.replies; r++)
        start[r + 1] += start[r];
    for (uint32_t i = 0; i < n; i++) /* this moves start[r] to where part r + 1 starts */
        parts->secret[start[reply[i]]++] = set[i];
    memmove(start + 1, start, game.replies * sizeof *start);
    start[0] = 0;
}

static uint32_t size_of(const Split *parts, uint32_t r) { return parts->start[r + 1] - parts->start[r]; }

static int a_member_tells_all(const uint16_t *set, uint32_t n) /* is a member given different replies by all? */
{
    for (uint32_t m = 0, i; m < n; m++) {
        uint8_t seen[REPLIES] = {0};
        for (i = 0; i < n && !seen[replies_of(set[i])[game.winner[set[m]]]]++;)
            i++;
        if (i == n)
            return 1;
    }
    return 0;
}

static Cost bound0(const uint16_t *set, uint32_t n, int d, uint32_t w) /* "B0"(S, d, w) */
{
    Cost filled = fill(n, d, 1, w);
    if (n < 3 || n > 13 || !game.one_winner)
        return filled;
    Cost first = cost_at(d) + (n - 1) * cost_at(d + 1); /* the two values of M: this one is never the larger */
    Cost other = cost_at(d) + (n - 2) * cost_at(d + 1) + cost_at(d + 2);
    if (other > n * cost_at(d + 1))
        other = n * cost_at(d + 1);
    if (other <= filled) /* no need to look at replies */
        return filled;
    if (a_member_tells_all(set, n))
        other = first;
    return other > filled ? other : filled;
}

/* The shape of a code for a set: twice the number of parts that do not win, and 1 more if one wins; 0 if the code may
 * not be guessed or tells nothing. Nearly all time is spent on shapes, for every code with every candidate. So codes
 * are taken in blocks that stay in the cache, and have a word each, in which every reply that occurs sets a bit: 32
 * replies at a time. Four candidates take a turn together, which loads and stores the words less often. */
enum { BLOCK = 1024 };

static void mark_replies(uint32_t *restrict mask, const uint8_t *const row[4], uint32_t codes, uint32_t base)
{
    const uint8_t *restrict a = row[0], *restrict b = row[1], *restrict c = row[2], *restrict d = row[3];
    if (game.replies <= 32)
        for (uint32_t i = 0; i < codes; i++)
            mask[i] |= (uint32_t)1 << a[i] | (uint32_t)1 << b[i] | (uint32_t)1 << c[i] | (uint32_t)1 << d[i];
    else
        for (uint32_t k = 0; k < 4; k++)
            for (uint32_t i = 0; i < codes; i++) /* of the 32 replies from base: row ^ base is row - base, below 32 */
                mask[i] |= (uint32_t)((row[k][i] ^ base) < 32) << (row[k][i] & 31);
}

static uint32_t count_bits(uint32_t x) /* adds up neighbours: bits, pairs, fours, bytes, halves */
{
    x = (x & 0x55555555) + (x >> 1 & 0x55555555);
    x = (x & 0x33333333) + (x >> 2 & 0x33333333);
    x = (x + (x >> 4)) & 0x0f0f0f0f;
    x += x >> 8;
    return (x + (x >> 16)) & 63;
}

static void find_shapes(const uint16_t *set, uint32_t n, uint16_t *shape)
{
    uint32_t mask[BLOCK];
    memset(shape, 0, game.codes.n * sizeof *shape);
    for (uint32_t first = 0; first < game.codes.n; first += BLOCK, shape += BLOCK) {
        uint32_t codes = game.codes.n - first < BLOCK ? game.codes.n - first : BLOCK;
        for (uint32_t base = 0; base < game.replies; base += 32) {
            uint32_t win = (game.win ^ base) < 32 ? (uint32_t)1 << (game.win & 31) : 0;
            memset(mask, 0, sizeof mask);
            for (uint32_t i = 0; i < n; i += 4) {
                const uint8_t *row[4];
                for (uint32_t k = 0; k < 4; k++) /* the last candidate may come again: it sets no other bits */
                    row[k] = replies_of(set[i + k < n ? i + k : n - 1]) + first;
                mark_replies(mask, row, codes, base);
            }
            for (uint32_t i = 0; i < codes; i++)
                shape[i] = (uint16_t)(shape[i] + 2 * count_bits(mask[i] & ~win) + ((mask[i] & win) != 0));
        }
        for (uint32_t i = 0; i < codes; i++)
            if (!(shape[i] & 1) && (game.candidates_only || shape[i] == 2))
                shape[i] = 0;
    }
}

static uint32_t width(const uint16_t *shape) /* "Width", w(S) */
{
    uint16_t most = 2;
    for (uint32_t c = 0; c < game.codes.n; c++)
        most = shape[c] > most ? shape[c] : most;
    return most / 2;
}

/* The least that a guess of a shape costs, whatever the sizes of its parts: of the secrets that it does not solve, one
 * of every part is solved at d + 1, w of every part at d + 2, and so on. No shape of more parts, or that wins, costs
 * more than one of fewer parts, or that does not win. */
static Cost shape_bound(uint32_t shape, uint32_t n, int d, uint32_t w)
{
    uint32_t wins = shape & 1;
    return (wins ? cost_at(d) : 0) + (n > wins ? fill(n - wins, d + 1, shape / 2, w) : 0);
}

/* The sum, for a guess at depth d, of c[d] if it wins and, for every other part r, of known[r] if there is one, else of
 * B0(part, d + 1, w); or a partial sum that has reached `enough`. Without one, value[r] becomes what part r adds. */
static Cost sum_of_parts(const Split *parts, int d, uint32_t w, Cost enough, const Cost *known, Cost *value)
{
    Cost sum = size_of(parts, game.win) ? cost_at(d) : 0;
    for (uint32_t r = 0; r < game.replies && sum < enough; r++)
        if (r != game.win && size_of(parts, r)) {
            value[r] = known && known[r] >= 0 ? known[r] : fill(size_of(parts, r), d + 1, 1, w);
            sum += value[r];
        }
    for (uint32_t r = 0; r < game.replies && sum < enough; r++)
        if (r != game.win && size_of(parts, r) > 2 && !(known && known[r] >= 0)) {
            Cost b0 = bound0(parts->secret + parts->start[r], size_of(parts, r), d + 1, w);
            sum += b0 - value[r];
            value[r] = b0;
        }
    return sum;
}

/* "B1"(S, d, w), or some number from `enough` up if B1 is not below `enough`. Codes of most parts come first: then the
 * least cost is low early, and the shapes of most codes suffice to tell that they do not lower it. */
static Cost bound1(const uint16_t *set, uint32_t n, int d, uint32_t w, Cost enough)
{
    static uint16_t shape[ITEMS], secret[ITEMS];
    static Cost value[REPLIES];
    Split parts = {secret, {0}};
    Cost b0 = bound0(set, n, d, w), least = enough;
    if (n <= 2 || b0 >= enough)
        return b0;
    sets++;
    find_shapes(set, n, shape);
    w = width(shape);
    for (uint32_t now = 2 * w + 1; now > 1 && least > b0; now--) {
        Cost lowest_now = shape_bound(now, n, d, w);
        for (uint32_t c = 0; c < game.codes.n && lowest_now < least; c++)
            if (shape[c] == now) {
                split(set, n, c, &parts);
                Cost sum = sum_of_parts(&parts, d, w, least, NULL, value);
                least = sum < least ? sum : least;
            }
    }
    return least > b0 ? least : b0;
}

/* ---- "What a claim says" ----------------------------------------------------------------------------------------- */

/* The cost, at least, of a guess at depth d: as sum_of_parts, but with B1 for B0, the largest part first, until the sum
 * has reached `enough`. */
static Cost cost_of_guess(const Split *parts, int d, uint32_t w, Cost enough, const Cost *known)
{
    Cost value[REPLIES], sum = sum_of_parts(parts, d, w, enough, known, value);
    uint8_t done[REPLIES] = {0};
    while (sum < enough) {
        uint32_t size = 2, largest = game.win; /* of parts of more than 2 that are still bounded by B0 */
        for (uint32_t r = 0; r < game.replies; r++)
            if (r != game.win && !done[r] && !(known && known[r] >= 0) && size_of(parts, r) > size) {
                largest = r;
                size = size_of(parts, r);
            }
        if (largest == game.win)
            break;
        done[largest] = 1;
        sum -= value[largest];
        sum += bound1(parts->secret + parts->start[largest], size, d + 1, w, enough - sum);
    }
    return sum;
}

static void refuse_cost(uint32_t code, Cost cost, Cost amount)
{
    fflush(stdout);
    fprintf(stderr, "%s: refused: guess ", file_name);
    print_code(stderr, code);
    fprintf(stderr, " is not refuted: it costs at least %s", decimal(cost));
    fprintf(stderr, " and not %s", decimal(amount));
    print_path(stderr);
    fputc('\n', stderr);
    exit(1);
}

static void check_claim(const uint16_t *set, uint32_t n, Cost amount);

static void check_parts(const Split *parts, uint32_t code, Cost *known) /* known[r] becomes the amount of part r */
{
    uint64_t count = body_number(game.replies + 1, "number of parts"), reply = 0;
    for (uint64_t i = 0; i < count; i++, reply++) {
        reply += body_number(game.replies - reply, "reply");
        if (reply == game.win || !size_of(parts, (uint32_t)reply))
            refuse("reply %lu is listed, which wins or does not occur", (unsigned long)reply);
        known[reply] = (Cost)body_number(AMOUNT, "amount");
        if (path_length == DEEP)
            refuse("more than %d guesses deep", DEEP);
        path[path_length].code = code;
        path[path_length++].reply = (uint32_t)reply;
        check_claim(parts->secret + parts->start[reply], size_of(parts, (uint32_t)reply), known[reply]);
        path_length--;
    }
}

typedef struct { /* what a claim remembers while the claims below it are read */
    const uint16_t *set;
    uint32_t n, width;
    int d;
    Cost amount;
    uint16_t *shape;
    uint32_t *above;  /* see `lowest` */
    uint8_t *refuted; /* of the lowest code of those joined */
    Split parts;
} Claim;

static void check_listed(Claim *claim)
{
    uint64_t count = body_number(game.codes.n + 1, "number of guesses"), code = 0;
    Cost known[REPLIES];
    for (uint64_t i = 0; i < count; i++, code++) {
        code += body_number(game.codes.n - code, "code");
        if (!claim->shape[code])
            refuse("code %lu is listed, which may not be guessed or tells nothing", (unsigned long)code);
        for (uint32_t r = 0; r < game.replies; r++)
            known[r] = -1;
        split(claim->set, claim->n, (uint32_t)code, &claim->parts);
        check_parts(&claim->parts, (uint32_t)code, known);
        Cost cost = cost_of_guess(&claim->parts, claim->d, claim->width, claim->amount, known);
        if (cost < claim->amount)
            refuse_cost((uint32_t)code, cost, claim->amount);
        claim->refuted[lowest(claim->above, (uint32_t)code)] = 1;
    }
}

static void check_others(Claim *claim) /* the lowest code of those joined, where none is listed */
{
    for (uint32_t code = 0; code < game.codes.n; code++) {
        if (!claim->shape[code] || claim->above[code] != code || claim->refuted[code]
            || shape_bound(claim->shape[code], claim->n, claim->d, claim->width) >= claim->amount)
            continue;
        split(claim->set, claim->n, code, &claim->parts);
        Cost cost = cost_of_guess(&claim->parts, claim->d, claim->width, claim->amount, NULL);
        if (cost < claim->amount)
            refuse_cost(code, cost, claim->amount);
    }
}

static void check_claim(const uint16_t *set, uint32_t n, Cost amount)
{
    Claim claim = {set, n, 0, path_length + 1, amount, NULL, NULL, NULL, {NULL, {0}}};
    claim.shape = allocate(game.codes.n, sizeof *claim.shape);
    claim.above = allocate(game.codes.n, sizeof *claim.above);
    claim.refuted = allocate(game.codes.n, sizeof *claim.refuted);
    claim.parts.secret = allocate(n, sizeof *claim.parts.secret);
    find_shapes(set, n, claim.shape);
    claim.width = width(claim.shape);
    for (uint32_t c = 0; c < game.codes.n; c++)
        claim.above[c] = c;
    if (game.rule != TABLE)
        join_found(claim.above, set, n);
    join_listed(claim.above, set, n);
    check_listed(&claim);
    check_others(&claim);
    free(claim.shape);
    free(claim.above);
    free(claim.refuted);
    free(claim.parts.secret);
    claims++;
    if (progress && path_length <= 2) {
        fprintf(stderr, "%s: %ld claims, %ld sets, %.1f s", file_name, claims, sets, seconds());
        print_path(stderr);
        fputc('\n', stderr);
    }
}

/* ---- "Result" ---------------------------------------------------------------------------------------------------- */

static int zeros_then_ones(int i) /* the number of zeros if costs line i is of this form, else -1 */
{
    int d = 0, zeros;
    while (d < game.numbers && game.criterion[i][d] == 0)
        d++;
    for (zeros = d; d < game.numbers && game.criterion[i][d] == 1;)
        d++;
    return d == game.numbers && 0 < zeros && zeros < d ? zeros : -1;
}

static int counts_guesses(int i) /* is costs line i 1 2 3 ... D? */
{
    int d = 0;
    while (d < game.numbers && game.criterion[i][d] == d + 1)
        d++;
    return d == game.numbers;
}

static void print_line(int i)
{
    int zeros = zeros_then_ones(i);
    if (counts_guesses(i))
        printf("a total of at least %s guesses", decimal(game.bound[i]));
    else if (zeros >= 0)
        printf("at least %s %s more than %d guesses", decimal(game.bound[i]),
               game.bound[i] == 1 ? "secret that takes" : "secrets that take", zeros);
    else {
        printf("a cost of at least %s by", decimal(game.bound[i]));
        for (int d = 0; d < game.numbers; d++)
            printf(" %s", decimal(game.criterion[i][d]));
    }
}

static void print_game(void) /* what the title stands for, which itself means nothing */
{
    const char *const kinds[] = {"distinct", "any", "listed"}, *const rules[] = {"bulls-cows", "bulls", "table"};
    printf("pegs: %lu, symbols: %lu, codes: %lu %s, secrets: %lu %s, rule: %s\n", (unsigned long)game.pegs,
           (unsigned long)game.symbols, (unsigned long)game.codes.n, kinds[game.codes.kind],
           (unsigned long)game.secrets.n, kinds[game.secrets.kind], rules[game.rule]);
}

static void print_result(void)
{
    const char *before = " has ";
    printf("%s: checked: every tree of %s", file_name, game.title);
    if (game.candidates_only)
        printf(" that guesses candidates only");
    for (int i = 0; i < game.lines; i++)
        if (zeros_then_ones(i) >= 0 && !game.bound[i])
            printf(" in which no secret takes more than %d guesses", zeros_then_ones(i));
    for (int i = 0; i < game.lines; i++)
        if (zeros_then_ones(i) < 0 || game.bound[i]) {
            fputs(before, stdout);
            print_line(i);
            before = "; if no more, then ";
        }
    printf("\n    claims: %ld, sets looked at: %ld, seconds: %.1f; ", claims, sets, seconds());
    print_game();
}

static void check_file(const char *name)
{
    file_name = name;
    memset(&game, 0, sizeof game);
    claims = sets = 0;
    started = clock();
    open_source();
    read_game();
    find_exchangeable();
    uint16_t *set = allocate(game.secrets.n, sizeof *set);
    for (uint32_t s = 0; s < game.secrets.n; s++)
        set[s] = (uint16_t)s;
    check_claim(set, game.secrets.n, game.total);
    if (next_byte() >= 0)
        refuse("something follows the first claim");
    print_result();
    inflateEnd(&source.z);
    fclose(source.file);
    free(set);
    free(game.codes.symbol);
    free(game.codes.slot);
    free(game.secrets.symbol);
    free(game.secrets.slot);
    free(game.reply);
    free(game.winner);
}

int main(int argc, char **argv)
{
    int first = 1;
    if (argc > 1 && !strcmp(argv[1], "-p")) {
        progress = 1;
        first = 2;
    }
    if (first >= argc || argv[first][0] == '-') {
        fprintf(stderr, "usage: treecheck [-p] FILE...\n"
                        "checks certificates (.proof); -p tells on the way how far it is\n");
        return 2;
    }
    for (int i = first; i < argc; i++)
        check_file(argv[i]);
    return fflush(stdout) ? 1 : 0;
}
