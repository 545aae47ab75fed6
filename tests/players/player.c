/* Runs texts through treeplayer.h. Reads "GAME FORMAT LENGTH\n" and LENGTH bytes, again and again; writes a line for each:
 * "KIND position", or "ok" and, with the argument "play", the depth counts of the game played to every code's end by answer
 * and undo; without it the player is given answers at random. No text may take two seconds to load. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "treeplayer.h"

static const char *const kinds[] = {"ok",    "game",      "alphabet", "odd",  "truncated", "trailing",
                                    "guess", "structure", "wasted",   "limit"};
static treeplayer player;
static unsigned counts[TREEPLAYER_DEPTH + 1];

/* Plays on with every reply the `count` codes give; they must be those the player counts. */
static void play(const uint8_t (*codes)[TREEPLAYER_PEGS], unsigned count, unsigned depth) {
    uint8_t guess[TREEPLAYER_PEGS] = {0};
    uint8_t(*part)[TREEPLAYER_PEGS] = malloc(count * sizeof *part);
    assert(part && player.remaining[player.steps] == count && treeplayer_guess(&player, guess));
    for (int bulls = 0; bulls <= player.pegs; bulls++) {
        for (int cows = 0; cows <= player.pegs - bulls; cows++) {
            unsigned size = 0;
            for (unsigned i = 0; i < count; i++) {
                int right = 0, common = 0;
                for (int symbol = 0; symbol < player.symbols; symbol++) {
                    int a = 0, b = 0;
                    for (int peg = 0; peg < player.pegs; peg++) {
                        a += guess[peg] == symbol;
                        b += codes[i][peg] == symbol;
                        right += guess[peg] == symbol && codes[i][peg] == symbol;
                    }
                    common += a < b ? a : b;
                }
                if (right == bulls && common == bulls + cows) memcpy(part[size++], codes[i], sizeof *part);
            }
            if (!size) continue;
            int state = treeplayer_answer(&player, bulls, cows);
            assert(state == (bulls == player.pegs ? TREEPLAYER_SOLVED : TREEPLAYER_NEXT));
            if (state == TREEPLAYER_SOLVED) counts[depth]++;
            else play((const uint8_t(*)[TREEPLAYER_PEGS])part, size, depth + 1);
            assert(treeplayer_undo(&player));
        }
    }
    free(part);
}

/* Answers and takes back at random, replies that cannot be among them. */
static void poke(void) {
    uint8_t guess[TREEPLAYER_PEGS];
    uint32_t random = player.codes;
    for (int i = 0; i < 60; i++) {
        random = random * 1664525u + 1013904223u;
        if (random >> 29 == 0) treeplayer_undo(&player);
        else treeplayer_answer(&player, (int)(random >> 16) % 7 - 1, (int)(random >> 20) % 7 - 1);
        assert(treeplayer_guess(&player, guess) == !player.solved && player.remaining[player.steps] > 0);
    }
    while (treeplayer_undo(&player)) {}
    assert(player.remaining[0] == player.codes);
}

/* All codes of the player's game, and the game played with each of them. */
static void play_all(void) {
    uint8_t(*codes)[TREEPLAYER_PEGS] = calloc(player.codes, sizeof *codes);
    unsigned count;
    assert(codes);
    treeplayer_first(&player, codes[0]);
    for (count = 1; count < player.codes; count++) {
        memcpy(codes[count], codes[count - 1], sizeof *codes);
        assert(treeplayer_next(&player, codes[count]));
    }
    memset(counts, 0, sizeof counts);
    play((const uint8_t(*)[TREEPLAYER_PEGS])codes, count, 1);
    free(codes);
    for (int depth = 1, left = (int)count; left; left -= (int)counts[depth++]) printf(" %u", counts[depth]);
}

int main(int argc, char **argv) {
    char game[32];
    unsigned long format, length;
    int whole = argc > 1 && !strcmp(argv[1], "play");
    while (scanf("%31s %lu %lu%*c", game, &format, &length) == 3) {
        char *text = malloc(length ? length : 1); /* exactly as long, so that a read past the end is seen */
        clock_t start = clock();
        if (!text || fread(text, 1, length, stdin) != length) return 1;
        int error = treeplayer_load(&player, text, length, game, (int)format);
        assert(clock() - start < 2 * CLOCKS_PER_SEC);
        printf(error ? "%s %lu" : "%s", kinds[error], (unsigned long)player.position);
        if (!error && whole) play_all();
        else if (!error) poke();
        printf("\n");
        free(text);
    }
    return 0;
}
