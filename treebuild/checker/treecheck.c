/* treecheck: checks certificates (.proof) that no tree of a guessing game costs less than a bound.
 *
 *     cc -std=c99 -O3 -o treecheck treecheck.c -lz && ./treecheck p4c10n.proof
 *
 * takes some 14 seconds for 26274, the least total of Bulls and Cows; -march=native (or -mavx2) saves half of it. The
 * program prints what it has checked and exits with 0. At the first file that it refuses it says what is wrong, and
 * exits with 1. Wrong usage exits with 2. With -p before the files it writes a line to stderr once a second: the bytes
 * of the decompressed file that it has read, the claims that it has checked, and the sets whose B1 it has computed.
 *
 * Compiled with -DINFLATED it needs no zlib: the certificate comes inflated on the standard input, and FILE is its name
 * in messages.
 *
 * It is written from schema/proof.md alone, in the words and the order of that page; names of sections in quotes are of
 * that page. It shares no code with the search and with the writer of certificates. It checks a file while it reads it,
 * and the claims below a guess before the guess. The first claim that it refuses ends the program. Memory: a byte for
 * every pair of code and secret, and 50 MB at most. Time has no limit: a small file can ask for much enumeration. */
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifndef INFLATED
#include <zlib.h>
#elif defined _WIN32
#include <fcntl.h>
#include <io.h>
#endif

enum { PEGS = 16, SYMBOLS = 64, REPLIES = 256, ITEMS = 65536, CELLS = 1 << 29, LINES = 8, NUMBERS = 64, DEEP = 64 };
enum { IMAGES = 4096 };  /* that a claim lists at most: images of rule table take no bytes, so no file limits them */
enum { SLOTS = 131071 }; /* of a hash table of items: a prime, nearly twice ITEMS */

typedef int64_t Cost;
#define MUST(hold, ...) ((hold) ? (void)0 : refuse(__VA_ARGS__))
#define LIMIT ((Cost)1 << 62) /* every cost is less, so the sum of two does not overflow */

typedef struct { /* all codes, or all secrets; with rule table, only their number */
    enum { DISTINCT, ANY, LISTED } kind;
    int n;
    uint8_t symbol[ITEMS][PEGS];   /* 0 from P on */
    int slot[SLOTS], image[ITEMS]; /* see slot_of, is_symmetry */
} List;

typedef struct { const uint16_t *secret; int n; } Set; /* of candidates, the heaviest first */

typedef struct { /* candidates in order of the reply to a code: the part of reply r is start[r] to start[r + 1] */
    uint16_t secret[ITEMS];
    int start[REPLIES + 1];
} Split;

static struct {
    const char *title; /* to the end of its line */
    int pegs, symbols, replies, win;
    int version;
    enum { BULLS_COWS, BULLS, WORDLE, TABLE } rule;
    enum { ALL, CANDIDATES, CONSISTENT, HARD, IDENTIFY } guesses;
    List codes, secrets;
    Cost weight[ITEMS], weights; /* of secrets; their sum, 0 without weights */
    uint16_t group[ITEMS]; /* of secrets */
    int groups;            /* 0 without groups */
    Cost surcharge[ITEMS], unit, dearest; /* of codes; the header's U and M, 0 without surcharges */
    uint8_t *reply;      /* secret by secret, the replies to all codes */
    int winner[ITEMS];   /* of every secret, of the codes that win against it the lowest with the least surcharge */
    uint8_t won[ITEMS];  /* whether a code wins against some secret */
    int two_winners;     /* whether two codes win against the same secret */
    int looked_from;     /* the fewest candidates of which B1 may be more than B0 */
    int lines, numbers;  /* of costs; numbers a line */
    int weighted[LINES]; /* costs */
    const char *costs_text[LINES], *bound_text[LINES];
    Cost criterion[LINES][NUMBERS], bound[LINES], rate[2][NUMBERS], total; /* the header's; b and a; T */
    long claims, sets; /* checked; whose B1 was computed */
} game;

static struct Step { int code, reply; } path[DEEP + 1]; /* guesses and replies on the way; -1 if no reply is in hand */
static int path_length;
static uint8_t allowed[DEEP + 2][ITEMS]; /* by path_length: whether the turns on the way allow a code */
static const char *file_name;

/* ---- Messages ---------------------------------------------------------------------------------------------------- */
static int first_reply(int bulls) { /* the first with these bulls: b bulls come with P - b + 1 numbers of cows */
    return game.rule == BULLS ? bulls : bulls * (2 * game.pegs + 3 - bulls) / 2 - (bulls == game.pegs);
}

static int mark_of(int reply, int peg) { /* of wordle: 0 grey, 1 yellow, 2 green */
    for (int p = game.pegs - 1; p > peg; p--) reply /= 3;
    return reply % 3;
}

static void refuse(const char *format, ...) { /* does not return */
    va_list arguments;
    va_start(arguments, format);
    fflush(stdout);
    fprintf(stderr, "%s: refused: ", file_name);
    vfprintf(stderr, format, arguments);
    for (int i = 0; i < path_length; i++) { /* codes of rule table are numbers; replies of bulls-cows, bulls.cows */
        int code = path[i].code, reply = path[i].reply, bulls = game.rule == TABLE ? reply : game.pegs;
        fprintf(stderr, game.rule == TABLE ? "%s#%d" : "%s", i ? " " : ", at ", code);
        for (int p = 0; p < game.pegs; p++)
            fprintf(stderr, p && game.symbols > 10 ? ".%d" : "%d", game.codes.symbol[code][p]);
        if (reply < 0) break;
        for (int p = 0; p < game.pegs && game.rule == WORDLE; p++)
            fprintf(stderr, p ? "%c" : " %c", ".yg"[mark_of(reply, p)]);
        if (game.rule == WORDLE) continue;
        while (game.rule != TABLE && first_reply(bulls) > reply) bulls--;
        fprintf(stderr, game.rule == BULLS_COWS ? " %d.%d" : " %d", bulls, reply - first_reply(bulls));
    }
    fputc('\n', stderr);
    exit(1);
}

/* ---- "File": one gzip member, bytes, numbers --------------------------------------------------------------------- */
#ifdef INFLATED /* the caller inflates the file, and writes it to the standard input */
static struct {
    long total;
    unsigned char out[1 << 14], *next, *end;
} source;

static void open_file(const char *name) {
    (void)name;
#ifdef _WIN32
    _setmode(_fileno(stdin), _O_BINARY); /* otherwise line ends would be translated, and byte 26 would end the file */
#endif
}
static void close_file(void) {}
static long bytes_read(void) { return source.total - (source.end - source.next); }

static int next_byte(void) { /* -1 at the end */
    if (source.next == source.end) {
        size_t read = fread(source.next = source.out, 1, sizeof source.out, stdin);
        MUST(!ferror(stdin), "it cannot be read");
        source.end = source.out + read;
        source.total += read;
        if (!read) return -1;
    }
    return *source.next++;
}
#else
static struct {
    FILE *file;
    z_stream z;
    int ended;
    unsigned char in[1 << 14], out[1 << 14], *next; /* next of out, where z.next_out is the end */
} source;

static void open_file(const char *name) {
    MUST(source.file = fopen(name, "rb"), "it cannot be opened");
    MUST(inflateInit2(&source.z, 15 + 16) == Z_OK, "out of memory"); /* 16: gzip, and nothing else */
}

static void close_file(void) {
    inflateEnd(&source.z);
    fclose(source.file);
}

static long bytes_read(void) { return source.z.total_out - (source.z.next_out - source.next); }

static int next_byte(void) { /* -1 at the end */
    z_stream *z = &source.z;
    while (source.next == z->next_out) {
        if (source.ended) return -1;
        if (!z->avail_in) z->avail_in = fread(z->next_in = source.in, 1, sizeof source.in, source.file);
        z->next_out = source.next = source.out;
        z->avail_out = sizeof source.out;
        int status = inflate(z, Z_NO_FLUSH); /* also an error where nothing could be read */
        source.ended = status == Z_STREAM_END;
        MUST(source.ended || status == Z_OK, "this is no gzip file, or a damaged one, or one that ends too early");
        MUST(!source.ended || (!z->avail_in && fgetc(source.file) == EOF), "something follows the gzip member");
    }
    return *source.next++;
}
#endif

static int tells; /* -p */

static void tell_progress(void) {
    static clock_t last;
    if (!tells || clock() - last < CLOCKS_PER_SEC) return;
    fprintf(stderr, "%ld %ld %ld\n", bytes_read(), game.claims, game.sets);
    last = clock();
}

static int body_byte(int below) {
    int byte = next_byte();
    MUST(byte >= 0, "the body ends too early");
    MUST(byte < below, "a byte of %d where only lower ones than %d can be", byte, below);
    return byte;
}

static uint64_t body_number(uint64_t below, const char *what) { /* unsigned LEB128 */
    uint64_t number = 0, byte = 128;
    for (int shift = 0; byte > 127; shift += 7) {
        byte = body_byte(256);
        MUST(shift <= 56 && ((byte & 127) << shift) + number < below, "%s too large", what);
        MUST(byte || !shift, "a number takes more bytes than it needs");
        number += (byte & 127) << shift;
    }
    return number;
}

/* ---- "File": the header ------------------------------------------------------------------------------------------ */
#define EXPECT(right) MUST(right, "header: not as it must be, at byte %d", (int)(rest - header))
static char header[1 << 15], *rest; /* large enough for 9 lines of 64 numbers of 62 bits; the part not read yet */

static const char *const rules_of_guesses[] = {"all", "candidates", "consistent", "hard", "identify"};

static int take(const char *text) { /* goes beyond a text if it comes next, and tells whether it does */
    size_t n = strncmp(rest, text, strlen(text)) ? 0 : strlen(text);
    rest += n;
    return n > 0;
}

static Cost times_plus(Cost a, Cost b, Cost plus) { /* a * b + plus; no argument is negative */
    MUST(plus < LIMIT && (!a || b <= (LIMIT - 1 - plus) / a), "header: numbers too large for this checker");
    return a * b + plus;
}

static Cost number(const char *before, Cost least, Cost most) {
    Cost value = 0;
    EXPECT(take(before) && *rest >= '0' && *rest <= '9');
    do /* a digit after a leading 0 is not read, and then is not the text that must come next */
        value = times_plus(value, 10, *rest++ - '0');
    while (value && *rest >= '0' && *rest <= '9');
    EXPECT(value >= least && value <= most);
    return value;
}

static void add_sequences(List *list, uint8_t *sequence, int length) { /* that begin so, in lexicographic order */
    MUST(list->n < ITEMS, "header: more than %d codes or secrets", ITEMS);
    if (length == game.pegs) memcpy(list->symbol[list->n++], sequence, PEGS);
    for (int s = 0; s < game.symbols && length < game.pegs; s++)
        if (list->kind == ANY || !memchr(sequence, s, length)) {
            sequence[length] = s;
            add_sequences(list, sequence, length + 1);
        }
}

static void read_list(const char *before, List *list) {
    uint8_t sequence[PEGS] = {0};
    EXPECT(take(before));
    list->kind = take("distinct") ? DISTINCT : take("any") ? ANY : LISTED;
    if (list->kind == LISTED)
        list->n = number("list ", 1, ITEMS);
    else if (list->kind == ANY || game.pegs <= game.symbols)
        add_sequences(list, sequence, 0);
    MUST(list->n, "header: there are no codes or secrets");
}

static void read_costs(void) { /* "One cost of several" */
    Cost factor[LINES], charged = 0; /* n(i) * m(i) + 1; the largest sum of surcharges within D guesses */
    for (; game.lines < LINES; game.lines++) {
        Cost *line = game.criterion[game.lines], most = 0;
        int n = 0, weighted = game.weighted[game.lines] = game.weights && take("\nweighted costs");
        if (!weighted && !take("\ncosts")) break;
        for (game.costs_text[game.lines] = rest; n < NUMBERS && *rest == ' '; n++) {
            line[n] = number(" ", 0, LIMIT);
            if (line[n] > most) most = line[n];
        }
        EXPECT(n && (!game.lines || n == game.numbers));
        game.numbers = n;
        if (game.dearest)
            charged = times_plus(game.dearest, times_plus(n, game.weights ? game.weights : game.secrets.n, 0), 0);
        int last = !strncmp(rest, "\nbound", 6);
        factor[game.lines] = times_plus(most, weighted ? game.weights : game.secrets.n, last ? charged : 0) + 1;
        MUST(!last || !game.dearest || weighted == (game.weights > 0), "header: surcharges go by weight");
        for (int d = 0; d < 2 * n; d++) { /* multiplies all lines before by the factor of this line */
            Cost *rate = &game.rate[d / n][d % n];
            *rate = times_plus(*rate, factor[game.lines], weighted == d / n ? line[d % n] : 0);
        }
    }
    EXPECT(game.lines && take("\nbound"));
    for (int i = 0; i < game.lines; i++) {
        game.bound_text[i] = rest + 1;
        game.bound[i] = number(" ", 0, LIMIT);
        MUST(!game.dearest || i == game.lines - 1 || !game.bound[i], "header: surcharges need other bounds to be 0");
        MUST(!i || game.bound[i] < factor[i], "header: the bound of costs %d is more than all secrets can cost", i + 1);
        game.total = times_plus(game.total, factor[i], game.bound[i]);
    }
    for (int d = 1; d < game.numbers; d++)
        MUST(game.rate[0][d] >= game.rate[0][d - 1] && game.rate[1][d] >= game.rate[1][d - 1],
             "header: costs fall after %d", d);
    int last = game.numbers - 1;
    times_plus(game.rate[1][last], game.weights, times_plus(game.rate[0][last], game.secrets.n, charged));
    MUST(game.total, "header: a bound of 0 says nothing");
}

static void read_header(void) {
    size_t n = 0;
    for (int byte; n < 6 || memcmp(header + n - 6, "\nbody\n", 6); header[n++] = byte) {
        byte = next_byte();
        MUST(n < sizeof header - 1 && (byte == '\n' || (byte >= ' ' && byte <= '~')), "header: not lines, or too long");
    }
    header[n] = 0;
    rest = header;
    game.version = take("treebuild proof 1") ? 1 : take("treebuild proof 2") ? 2 : 3;
    game.looked_from = game.version < 3 ? 3 : 2;
    EXPECT((game.version < 3 || take("treebuild proof 3")) && take("\ngame "));
    rest += strcspn(game.title = rest, "\n");
    EXPECT(rest - game.title >= 1 && rest - game.title <= 64 && game.title + strcspn(game.title, " ") > rest);
    game.pegs = number("\npegs ", 0, PEGS);
    game.symbols = number("\nsymbols ", 0, SYMBOLS);
    read_list("\ncodes ", &game.codes);
    read_list("\nsecrets ", &game.secrets);
    if (game.version == 2 || (game.version == 3 && !strncmp(rest, "\nweights", 8)))
        game.weights = number("\nweights ", 1, LIMIT - 1);
    EXPECT(take("\nrule "));
    int wordle = game.version == 3 && take("wordle"), table = !wordle && !take("bulls");
    game.rule = table ? TABLE : wordle ? WORDLE : take("-cows") ? BULLS_COWS : BULLS;
    MUST(!wordle || game.pegs <= 5, "header: rule wordle has at most 5 pegs");
    if (table) {
        game.replies = number("table ", 2, REPLIES);
        game.win = number(" ", 0, game.replies - 1);
    }
    EXPECT(take("\nguesses "));
    int most = game.version < 3 ? CANDIDATES : IDENTIFY;
    while ((int)game.guesses <= most && !take(rules_of_guesses[game.guesses])) game.guesses++;
    EXPECT((int)game.guesses <= most);
    EXPECT((game.guesses != HARD || game.rule == WORDLE) && (game.guesses != CONSISTENT || !table));
    if (game.version == 3 && !strncmp(rest, "\ngroups", 7)) {
        EXPECT(game.guesses == IDENTIFY);
        game.groups = number("\ngroups ", 2, game.secrets.n - 1);
    }
    if (game.version == 3 && !strncmp(rest, "\nsurcharges", 11)) {
        game.unit = number("\nsurcharges ", 1, LIMIT - 1);
        game.dearest = number(" ", 1, LIMIT - 1);
    }
    read_costs();
    EXPECT(!strcmp(rest, "\nbody\n"));
    MUST(table == !game.pegs && table == !game.symbols, "header: with rule table alone, pegs and symbols are 0");
    MUST(!table || (game.codes.kind == LISTED && game.secrets.kind == LISTED), "header: no lists with rule table");
    MUST((int64_t)game.codes.n * game.secrets.n <= CELLS, "header: codes times secrets are more than %d", CELLS);
}

/* ---- "Game": codes, secrets, replies ----------------------------------------------------------------------------- */
/* The slot of a sequence in the hash table of a list. It has the number of the sequence, plus 1, or 0 if the list lacks
 * the sequence. The hash is the sequence as a number to the base Y: if there are no more sequences than slots, each has
 * a slot of its own. */
static int *slot_of(List *list, const uint8_t *sequence) {
    uint32_t at = 0;
    for (int p = 0; p < game.pegs; p++) at = (at * game.symbols + sequence[p]) % SLOTS;
    while (list->slot[at] && memcmp(list->symbol[list->slot[at] - 1], sequence, PEGS)) at = (at + 1) % SLOTS;
    return &list->slot[at];
}

static void finish_list(List *list) {
    for (int i = 0; i < list->n; i++) {
        uint8_t *symbol = list->symbol[i];
        for (int p = 0; p < game.pegs && list->kind == LISTED; p++) symbol[p] = body_byte(game.symbols);
        int *slot = slot_of(list, symbol);
        MUST(!*slot, "items %d and %d of a list are the same", *slot - 1, i);
        *slot = i + 1;
    }
}

static int reply_to(const uint8_t *code, const uint8_t *secret) { /* by any rule but table */
    int bulls = 0, common = 0, marks = 0;
    int8_t left[SYMBOLS] = {0}; /* how often the secret has a symbol, less how often the code has it */
    for (int p = 0; p < game.pegs; p++) left[secret[p]]++;
    if (game.rule == WORDLE) { /* green ones are taken first, then yellow ones from the left */
        for (int p = 0; p < game.pegs; p++) left[secret[p]] -= code[p] == secret[p];
        for (int p = 0; p < game.pegs; p++)
            marks = 3 * marks + (code[p] == secret[p] ? 2 : left[code[p]]-- > 0);
        return marks;
    }
    for (int p = 0; p < game.pegs; p++) {
        bulls += code[p] == secret[p];
        common += left[code[p]]-- > 0;
    }
    return first_reply(bulls) + (game.rule == BULLS ? 0 : common - bulls);
}

static void compute_replies(void) {
    uint8_t *to = game.reply;
    game.replies = game.rule == WORDLE ? 1 : first_reply(game.pegs) + 1;
    for (int p = 0; p < game.pegs && game.rule == WORDLE; p++) game.replies *= 3;
    game.win = game.replies - 1;
    for (int s = 0; s < game.secrets.n; s++)
        for (int c = 0; c < game.codes.n; c++) *to++ = reply_to(game.codes.symbol[c], game.secrets.symbol[s]);
}

static void make_game(void) {
    const uint8_t *reply = game.reply = malloc((size_t)game.codes.n * game.secrets.n);
    MUST(reply, "out of memory");
    for (int c = 0; c < game.codes.n && game.rule == TABLE; c++)
        for (int s = 0; s < game.secrets.n; s++)
            game.reply[(size_t)s * game.codes.n + c] = body_byte(game.replies);
    if (game.rule != TABLE) {
        finish_list(&game.codes);
        finish_list(&game.secrets);
        compute_replies();
    }
    Cost weights = 0;
    for (int s = 0; s < game.secrets.n && game.weights; s++)
        weights += game.weight[s] = body_number(game.weights - weights + 1, "weight");
    MUST(weights == game.weights, "the weights add up to less than the header says");
    int groups = 0; /* the lowest group of which no secret has been read */
    for (int s = 0; s < game.secrets.n && game.groups; s++) {
        game.group[s] = body_number(groups + (groups < game.groups), "group");
        groups += game.group[s] == groups;
    }
    MUST(groups == game.groups, "there are fewer groups than the header says");
    Cost dearest = 0;
    for (int c = 0; c < game.codes.n && game.dearest; c++) {
        game.surcharge[c] = body_number(game.dearest + 1, "surcharge");
        dearest = game.surcharge[c] > dearest ? game.surcharge[c] : dearest;
    }
    MUST(dearest == game.dearest, "no surcharge is as large as the header says");
    for (int s = 0; s < game.secrets.n; s++) { /* a code wins against one secret at most; a secret has a code */
        int winners = 0;
        for (int c = 0; c < game.codes.n; c++)
            if (*reply++ == game.win) {
                MUST(!game.won[c]++, "code %d wins against two secrets", c);
                if (!winners++ || game.surcharge[c] < game.surcharge[game.winner[s]]) game.winner[s] = c;
            }
        MUST(winners, "no code wins against secret %d", s);
        game.two_winners |= winners > 1;
    }
}

/* ---- "Symmetries" ------------------------------------------------------------------------------------------------ */
/* An image has a byte for every peg, the peg that it goes to, then one for every symbol, as in the body. Tells whether
 * it maps codes onto codes and secrets onto secrets; if so, list.image has the number that each is mapped to. */
static int is_symmetry(const uint8_t *image) {
    for (int k = 0; k < 2; k++) {
        List *list = k ? &game.secrets : &game.codes;
        for (int i = 0; i < list->n; i++) {
            uint8_t sequence[PEGS] = {0};
            for (int p = 0; p < game.pegs; p++) sequence[image[p]] = image[game.pegs + list->symbol[i][p]];
            list->image[i] = *slot_of(list, sequence) - 1;
            if (list->image[i] < 0) return 0;
        }
    }
    return 1;
}

static int keeps_weight(int secret) { return game.weight[secret] == game.weight[game.secrets.image[secret]]; }

static int exchange(int a, int b, int all_weights) { /* whether it is a symmetry, and keeps weights */
    uint8_t image[PEGS + SYMBOLS];
    for (int k = 0; k < game.pegs + game.symbols; k++) image[k] = k < game.pegs ? k : k - game.pegs;
    image[game.pegs + a] = b;
    image[game.pegs + b] = a;
    int kept = is_symmetry(image);
    for (int s = 0; s < game.secrets.n && kept && all_weights; s++) kept = keeps_weight(s);
    return kept;
}

/* Codes that symmetries of a claim map onto each other are joined in a tree, whose root is the lowest of them.
 * above[code] is a lower code of the same tree; the root is above itself. */
static int lowest(int *above, int code) {
    while (above[code] != code) code = above[code] = above[above[code]];
    return code;
}

static void join_images(int *above) { /* joins every code with its image by is_symmetry */
    for (int c = 0; c < game.codes.n; c++) {
        int a = lowest(above, c), b = lowest(above, game.codes.image[c]);
        above[a > b ? a : b] = a > b ? b : a;
    }
}

static void join_found(int *above, Set set) { /* "Found without being listed" */
    uint8_t occurs[2][SYMBOLS] = {{0}}; /* in candidates; in guesses on the way */
    for (int p = 0; p < game.pegs; p++) {
        for (int i = 0; i < set.n; i++) occurs[0][game.secrets.symbol[set.secret[i]][p]] = 1;
        for (int i = 0; i < path_length; i++) occurs[1][game.codes.symbol[path[i].code][p]] = 1;
    }
    for (int k = 0; k < 2; k++)
        for (int b = 0; b < game.symbols; b++) { /* the relation is transitive, so the first such a is enough */
            int a = 0;
            while (a < b && (occurs[k][a] || occurs[k][b] || !exchange(a, b, k && game.weights))) a++;
            if (a < b) join_images(above);
        }
}

static void join_listed(int *above, Set set) { /* "Listed with a claim" */
    uint8_t image[PEGS + SYMBOLS], in_set[ITEMS] = {0};
    for (int i = 0; i < set.n; i++) in_set[set.secret[i]] = 1;
    for (int count = body_number(game.version < 3 ? IMAGES + 1 : 1, "number of images"); count; count--) {
        for (int k = 0; k < game.pegs + game.symbols; k++) {
            int first = k < game.pegs ? 0 : game.pegs;
            image[k] = body_byte(first ? game.symbols : game.pegs);
            MUST(!memchr(image + first, image[k], k - first), "an image is no permutation");
        }
        if (game.rule == TABLE) continue; /* it is the identity, of no bytes */
        MUST(is_symmetry(image), "an image is no symmetry of codes and secrets");
        for (int i = 0; i < set.n; i++)
            MUST(in_set[game.secrets.image[set.secret[i]]] && keeps_weight(set.secret[i]),
                 "an image does not map the candidates onto themselves, each to one of its weight");
        join_images(above);
    }
}

/* ---- "Bounds that a checker works out by itself" ----------------------------------------------------------------- */
static const uint8_t *replies_of(int secret) { return game.reply + (size_t)secret * game.codes.n; }

static Cost cost_of(const uint16_t *secret, int n, int d) { /* of n secrets at depth d */
    Cost weight = 0;
    for (int i = 0; i < n && game.weights; i++) weight += game.weight[secret[i]];
    d = (d < game.numbers ? d : game.numbers) - 1;
    return weight * game.rate[1][d] + n * game.rate[0][d];
}

static Cost charge(int code, const uint16_t *secret, int n) { /* the surcharge of a guess, for n secrets */
    Cost weight = game.weights ? 0 : n;
    if (!game.surcharge[code]) return 0;
    for (int i = 0; i < n && game.weights; i++) weight += game.weight[secret[i]];
    return game.surcharge[code] * weight;
}

static int is_identified(Set set) { /* "Groups of secrets" */
    int i = 1;
    while (i < set.n && game.groups && game.group[set.secret[i]] == game.group[*set.secret]) i++;
    return i == set.n;
}

static int lower(const void *a, const void *b) { /* the larger one first */
    return (*(const Cost *)a < *(const Cost *)b) - (*(const Cost *)a > *(const Cost *)b);
}

/* "Fill" of the groups of a set: at most `won` are solved at depth d, `most` at d + 1, most * w at d + 2, ... */
static Cost fill_groups(Set set, int d, int won, int most, int w) {
    static Cost sum[2][ITEMS]; /* of each group: how many of its secrets are in the set, and their weight */
    static int place[ITEMS];   /* of a group in sums, plus 1; 0 where the set has no secret of it */
    int n = 0, slots[2] = {won, won}, wide[2] = {most + !most, most + !most}, at[2] = {d, d};
    Cost cost = 0;
    for (int i = 0; i < set.n; i++) {
        int *here = &place[game.group[set.secret[i]]];
        if (!*here) sum[0][n] = sum[1][n] = 0, *here = ++n;
        sum[0][*here - 1]++;
        sum[1][*here - 1] += game.weight[set.secret[i]];
    }
    for (int i = 0; i < set.n; i++) place[game.group[set.secret[i]]] = 0;
    for (int k = 0; k < 2; k++) {
        qsort(sum[k], n, sizeof **sum, lower);
        for (int i = 0; i < n; i++, slots[k]--) {
            for (; !slots[k]; at[k]++) {
                slots[k] = wide[k];
                wide[k] = wide[k] > n ? wide[k] : wide[k] * w;
            }
            cost += sum[k][i] * game.rate[k][(at[k] < game.numbers ? at[k] : game.numbers) - 1];
        }
    }
    return cost;
}

/* The least cost of a set, at most `most` at depth d, most * w at d + 1, and so on: "Fill" is this from 1. */
static Cost fill(Set set, int d, int most, int w) {
    Cost sum = 0;
    if (game.groups) return fill_groups(set, d - 1, 0, most, w);
    for (; set.n > most && d < game.numbers; d++, most *= w) { /* most is below n, and w below 256 */
        sum += cost_of(set.secret, most, d);
        set = (Set){set.secret + most, set.n - most};
    }
    return sum + cost_of(set.secret, set.n, d);
}

static void split(Set set, int code, Split *parts, int sizes_only) {
    int *start = parts->start, end[REPLIES]; /* end: of each part, as far as it is filled */
    memset(start, 0, (game.replies + 1) * sizeof *start);
    for (int i = 0; i < set.n; i++) start[replies_of(set.secret[i])[code] + 1]++;
    for (int r = 0; r < game.replies; r++) start[r + 1] += end[r] = start[r];
    for (int i = 0; i < set.n && !sizes_only; i++)
        parts->secret[end[replies_of(set.secret[i])[code]]++] = set.secret[i];
}

static Set part(const Split *p, int r) { return (Set){p->secret + p->start[r], p->start[r + 1] - p->start[r]}; }

static int tells_all(int member, Set set) { /* whether all candidates give different replies to it */
    uint8_t seen[REPLIES] = {0};
    int i = 0;
    while (i < set.n && !seen[replies_of(set.secret[i])[member]]++) i++;
    return i == set.n;
}

static Cost bound0(Set set, int d, int w) { /* "B0"(S, d, w) */
    int first = *set.secret; /* the lowest-numbered one */
    for (int i = 1; i < set.n; i++) first = set.secret[i] < first ? set.secret[i] : first;
    if (is_identified(set)) return cost_of(set.secret, set.n, d) + charge(game.winner[first], set.secret, set.n);
    Cost filled = fill(set, d, 1, w);
    if (set.n < 3 || set.n > 13 || game.two_winners || game.groups) return filled;
    const uint16_t *heaviest = set.secret, *lightest = heaviest + set.n - 1;
    Cost all = cost_of(heaviest, set.n, d + 1), waits = cost_of(lightest, 1, d + 2) - cost_of(lightest, 1, d + 1);
    Cost least = all - cost_of(heaviest, 1, d + 1) + cost_of(heaviest, 1, d) + waits; /* of other members */
    if (least > all) least = all;
    for (int m = 0; m < set.n && least > filled; m++) /* the first member that tells all is the heaviest such */
        if (tells_all(game.winner[set.secret[m]], set)) {
            Cost told = all - cost_of(set.secret + m, 1, d + 1) + cost_of(set.secret + m, 1, d);
            least = told < least ? told : least;
            break;
        }
    return least > filled ? least : filled;
}

/* ---- "What may be guessed" --------------------------------------------------------------------------------------- */
static int keeps(int guess, int reply, const uint8_t *code) { /* whether the turn still allows the code */
    const uint8_t *asked = game.codes.symbol[guess];
    int8_t has[SYMBOLS] = {0};
    if (game.guesses == CONSISTENT) return reply_to(asked, code) == reply;
    for (int p = 0; p < game.pegs; p++) has[code[p]]++;
    for (int p = 0; p < game.pegs; p++) {
        int mark = mark_of(reply, p);
        if ((mark == 2 && code[p] != asked[p]) || (mark && has[asked[p]]-- <= 0)) return 0;
    }
    return 1;
}

static void take_turn(int guess, int reply) { /* fills `allowed` for the last turn of the path */
    if (game.guesses == CONSISTENT || game.guesses == HARD)
        for (int c = 0; c < game.codes.n; c++)
            allowed[path_length][c] = allowed[path_length - 1][c] && keeps(guess, reply, game.codes.symbol[c]);
}

/* Version 3: sets the shape of every code to 0 that may not be guessed for other reasons than turns on the way. */
static void leave_permitted(Set set, uint16_t *shape) {
    int tests = 0, last = set.n == 1;
    for (int c = 0; c < game.codes.n; c++) tests |= shape[c] && !(shape[c] & 1);
    for (int c = 0; c < game.codes.n; c++)
        if (last ? c != game.winner[*set.secret] : game.guesses == IDENTIFY && (shape[c] & 1) == tests) shape[c] = 0;
}

/* The shape of a code for a set: twice the number of parts that do not win, and 1 more if one wins; 0 if the code may
 * not be guessed or tells nothing. Returns "Width". This looks at every code with every candidate, so it is made for
 * speed: blocks of codes stay in the cache, a bit stands for each reply, and each step takes two candidates. */
static int find_shapes(Set set, uint16_t *shape) {
    enum { BLOCK = 1024 };
    static uint32_t mask[REPLIES / 32][BLOCK];
    uint16_t most = 2, *all_shapes = shape;
    int turns = game.guesses == CONSISTENT || game.guesses == HARD;
    memset(shape, 0, game.codes.n * sizeof *shape);
    for (int first = 0; first < game.codes.n; first += BLOCK, shape += BLOCK) {
        int codes = game.codes.n - first < BLOCK ? game.codes.n - first : BLOCK;
        memset(mask, 0, (game.replies + 31) / 32 * sizeof *mask);
        for (int i = 0; i < set.n; i += 2) {
            const uint8_t *restrict a = replies_of(set.secret[i]) + first;
            const uint8_t *restrict b = i + 1 < set.n ? replies_of(set.secret[i + 1]) + first : a;
            uint32_t *restrict word = mask[0]; /* up to 32 replies need only one */
            for (int c = 0; c < codes && game.replies <= 32; c++) word[c] |= 1u << a[c] | 1u << b[c];
            for (int c = 0; c < codes && game.replies > 32; c++) {
                mask[a[c] / 32][c] |= 1u << a[c] % 32;
                mask[b[c] / 32][c] |= 1u << b[c] % 32;
            }
        }
        for (int r = 0; r < game.replies; r++)
            for (int c = 0; c < codes; c++) shape[c] += (mask[r / 32][c] >> r % 32 & 1) << (r != game.win);
        for (int c = 0; c < codes; c++) {
            if (!(shape[c] & 1) && (game.guesses == CANDIDATES || shape[c] == 2)) shape[c] = 0;
            if (turns && !allowed[path_length][first + c]) shape[c] = 0;
            most = shape[c] > most ? shape[c] : most;
        }
    }
    if (game.version > 2) leave_permitted(set, all_shapes);
    return most / 2;
}

/* A lower bound of the cost of a guess of this shape, for parts of any sizes: of the secrets that it does not solve,
 * one of each part is solved at d + 1, w of each at d + 2, and so on. More parts, or one that wins, never raise it. */
static Cost shape_bound(int shape, Set set, int d, int w) {
    int won = shape & 1;
    if (game.groups) return fill_groups(set, d, won, shape / 2, w);
    return cost_of(set.secret, won, d) + fill((Set){set.secret + won, set.n - won}, d + 1, shape / 2, w);
}

static Cost bound1(Set set, int d, int w, Cost enough);

/* A lower bound of the cost of a guess at depth d, added up until it reaches `enough`: its surcharge, its winner and,
 * for every other part r, known[r] if it is not negative, else B1(part, d + 1, w); B0(part, d + 1, w) if `known` is
 * NULL. */
static Cost cost_of_guess(const Split *parts, int code, int d, int w, Cost enough, const Cost *known) {
    Cost sum = cost_of(part(parts, game.win).secret, part(parts, game.win).n, d);
    sum += charge(code, parts->secret, parts->start[game.replies]);
    for (int r = 0; r < game.replies && sum < enough; r++)
        if (r != game.win && part(parts, r).n)
            sum += known && known[r] >= 0 ? known[r] : bound0(part(parts, r), d + 1, w);
    for (int r = 0; r < game.replies && sum < enough && known; r++)
        if (r != game.win && part(parts, r).n >= game.looked_from && known[r] < 0) {
            take_turn(code, r);
            sum -= bound0(part(parts, r), d + 1, w);
            sum += bound1(part(parts, r), d + 1, w, enough - sum);
        }
    return sum;
}

/* "B1"(S, d, w), or some number from `enough` up if B1 is not below `enough`. The codes of most parts come first, so
 * the least cost is soon low, and shapes of most codes, or "Fill" of their parts, show that they do not lower it. */
static Cost bound1(Set set, int d, int w, Cost enough) {
    static uint16_t shape[ITEMS];
    static Split parts;
    static Cost filled[ITEMS + 1]; /* F of n candidates for d + 1 and w(S), without weights */
    Cost b0 = bound0(set, d, w), least = enough;
    if (set.n < game.looked_from || b0 >= enough || is_identified(set)) return b0;
    game.sets++;
    w = find_shapes(set, shape);
    int by_size = !game.weights && !game.groups;
    for (int n = 1; n <= set.n && by_size; n++) filled[n] = fill((Set){set.secret, n}, d + 1, 1, w);
    for (int now = 2 * w + 1; now > 1 && least > b0; now--) {
        Cost lowest_now = shape_bound(now, set, d, w);
        for (int c = 0; c < game.codes.n && lowest_now < least; c++) {
            if (shape[c] != now) continue;
            Cost sum = cost_of(set.secret, now & 1, d) + charge(c, set.secret, set.n);
            split(set, c, &parts, by_size);
            if (by_size) {
                for (int r = 0; r < game.replies; r++) sum += filled[r != game.win ? part(&parts, r).n : 0];
                if (sum >= least) continue;
                split(set, c, &parts, 0);
            }
            sum = cost_of_guess(&parts, c, d, w, least, NULL);
            least = sum < least ? sum : least;
        }
    }
    return least > b0 ? least : b0;
}

/* ---- "What a claim says" ----------------------------------------------------------------------------------------- */
static void check_claim(Set set, Cost amount);

static void check_guess(Set set, Cost amount, int w, int code, int listed) { /* "A guess is refuted" */
    static Split splits[DEEP + 1]; /* one for every depth, because each is in use while the claims below are checked */
    Split *parts = &splits[path_length];
    Cost known[REPLIES]; /* the amounts of listed parts; -1 for other parts */
    int reply = 0;
    split(set, code, parts, 0);
    for (int r = 0; r < game.replies; r++) known[r] = -1;
    path[path_length++] = (struct Step){code, -1};
    for (int count = listed ? body_number(game.replies + 1, "number of parts") : 0; count; count--, reply++) {
        reply += body_number(game.replies - reply, "reply");
        MUST(reply != game.win && part(parts, reply).n, "reply %d is listed, which wins or does not occur", reply);
        MUST(path_length <= DEEP, "more than %d guesses deep", DEEP);
        known[reply] = body_number((uint64_t)1 << 62, "amount");
        path[path_length - 1].reply = reply;
        take_turn(code, reply);
        check_claim(part(parts, reply), known[reply]);
        path[path_length - 1].reply = -1;
    }
    Cost cost = cost_of_guess(parts, code, path_length, w, amount, known);
    MUST(cost >= amount, "a guess costs at least %lld, and not %lld", (long long)cost, (long long)amount);
    path_length--;
}

static void check_claim(Set set, Cost amount) {
    static uint16_t shapes[DEEP + 1][ITEMS];
    static int aboves[DEEP + 1][ITEMS];
    uint16_t *shape = shapes[path_length];
    int *above = aboves[path_length], w = find_shapes(set, shape), code = 0;
    Cost least[2 * REPLIES] = {0}; /* by shape */
    MUST(set.n == 1 || !is_identified(set), "a claim about candidates of one group");
    for (int c = 0; c < game.codes.n; c++) above[c] = c;
    if (game.version < 3) join_found(above, set);
    join_listed(above, set);
    for (int count = body_number(game.codes.n + 1, "number of guesses"); count; count--, code++) {
        code += body_number(game.codes.n - code, "code");
        MUST(shape[code], "code %d is listed, which may not be guessed or tells nothing", code);
        check_guess(set, amount, w, code, 1);
        shape[lowest(above, code)] = 0; /* refuted, and so are all codes joined with it */
    }
    for (int k = 1; k <= 2 * w + 1; k++) least[k] = shape_bound(k, set, path_length + 1, w);
    for (int c = 0; c < game.codes.n; c++)
        if (shape[c] && above[c] == c && least[shape[c]] + charge(c, set.secret, set.n) < amount)
            check_guess(set, amount, w, c, 0);
    game.claims++;
    tell_progress();
}

/* ---- "Result" ---------------------------------------------------------------------------------------------------- */
static int zeros_then_ones(int i) { /* the number of zeros if line i of costs is zeros and then ones, else 0 */
    int d = 0, zeros;
    if (game.weighted[i] || (game.dearest && i == game.lines - 1)) return 0;
    while (d < game.numbers && game.criterion[i][d] == 0) d++;
    for (zeros = d; d < game.numbers && game.criterion[i][d] == 1;) d++;
    return d == game.numbers && zeros < d ? zeros : 0;
}

static void print_result(double seconds) {
    const char *const kinds[] = {"distinct", "any", "listed"};
    const char *const rules[] = {"bulls-cows", "bulls", "wordle", "table"};
    const char *before = " has ";
    int kept = 0; /* the least of the depths that no secret is later than; 0 if there is none */
    printf("%s: checked: every tree of %.*s", file_name, (int)strcspn(game.title, "\n"), game.title);
    if (game.weights) printf(" (weights: %lld in all)", (long long)game.weights);
    if (game.guesses == CANDIDATES) printf(" that guesses candidates only");
    if (game.guesses > CANDIDATES) printf(" with guesses %s", rules_of_guesses[game.guesses]);
    if (game.groups) printf(" that tells %d groups apart", game.groups);
    for (int i = 0; i < game.lines; i++)
        if (!game.bound[i] && zeros_then_ones(i) && (!kept || zeros_then_ones(i) < kept)) kept = zeros_then_ones(i);
    if (kept) printf(" in which no secret takes more than %d guesses", kept);
    for (int i = 0; i < game.lines; i++) {
        int charged = game.dearest && i == game.lines - 1, zeros = zeros_then_ones(i), counts = !charged;
        if (zeros && !game.bound[i]) continue;
        for (int d = 0; d < game.numbers; d++) counts &= game.criterion[i][d] == d + 1;
        printf("%s%s%sat least ", before, zeros ? "" : game.weighted[i] ? "a weighted " : "a ",
               zeros ? "" : counts ? "total of " : "cost of ");
        printf("%.*s ", (int)strcspn(game.bound_text[i], " \n"), game.bound_text[i]);
        if (counts)
            printf("guesses");
        else if (zeros)
            printf("secret%s more than %d guesses", game.bound[i] == 1 ? " that takes" : "s that take", zeros);
        else
            printf("by%.*s", (int)strcspn(game.costs_text[i], "\n"), game.costs_text[i]);
        if (charged) printf(" and surcharges of guesses, in units of 1/%lld", (long long)game.unit);
        before = "; if no more, then ";
    }
    printf("\n    claims: %ld, sets looked at: %ld, seconds: %.1f; ", game.claims, game.sets, seconds);
    printf("pegs: %d, symbols: %d, codes: %d %s, secrets: %d %s, rule: %s\n", game.pegs, game.symbols, game.codes.n,
           kinds[game.codes.kind], game.secrets.n, kinds[game.secrets.kind], rules[game.rule]);
}

static int heavier_first(const void *a, const void *b) {
    int s = *(const uint16_t *)a, t = *(const uint16_t *)b;
    return game.weight[s] == game.weight[t] ? s - t : game.weight[s] < game.weight[t] ? 1 : -1;
}

static void check_file(const char *name) {
    static uint16_t all[ITEMS];
    clock_t start = clock();
    file_name = name;
    memset(&game, 0, sizeof game);
    memset(&source, 0, sizeof source);
    open_file(name);
    read_header();
    make_game();
    for (int s = 0; s < game.secrets.n; s++) all[s] = s;
    qsort(all, game.secrets.n, sizeof *all, heavier_first);
    memset(allowed[0], 1, sizeof allowed[0]);
    check_claim((Set){all, game.secrets.n}, game.total);
    MUST(next_byte() < 0, "something follows the first claim");
    print_result((double)(clock() - start) / CLOCKS_PER_SEC);
    close_file();
    free(game.reply);
}

int main(int argc, char **argv) {
    tells = argc > 1 && !strcmp(argv[1], "-p");
    int usage = argc < 2 + tells || argv[1 + tells][0] == '-';
    if (usage) fprintf(stderr, "usage: treecheck [-p] FILE...\n");
    for (int i = 1 + tells; i < argc && !usage; i++) check_file(argv[i]);
    return usage ? 2 : fflush(stdout) ? 1 : 0;
}
