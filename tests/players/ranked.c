/* Runs texts through treeplayer_ranked.h. Reads "GAME LENGTH\n" and LENGTH bytes, again and again; writes a line for each: the
 * kind of the first error there is on any path, or "ok" and the depth counts of the game played with every reply. With the
 * argument "some": "ok" and how many guesses some secrets take, at equal distances. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "treeplayer_ranked.h"

static const char *const kinds[] = {"ok",    "game",      "alphabet", "odd",   "truncated", "trailing",
                                    "guess", "structure", "wasted",   "limit", "checksum",  "version"};
#define SOME 16
static treeplayer_ranked player;
static unsigned counts[TREEPLAYER_DEPTH + 1];

/* Plays on with every reply; returns the first error. */
static int play(unsigned depth) {
    uint8_t guess[TREEPLAYER_PEGS];
    unsigned left = player.base.remaining[player.base.steps];
    assert(treeplayer_ranked_guess(&player, guess));
    for (int bulls = -1; bulls <= player.base.pegs; bulls++) {
        for (int cows = -1; cows <= player.base.pegs - bulls; cows++) {
            int state = treeplayer_ranked_answer(&player, bulls, cows);
            if (state == TREEPLAYER_CONTRADICTION) continue;
            if (state == TREEPLAYER_FAULT) return player.error;
            assert((state == TREEPLAYER_SOLVED) == (bulls == player.base.pegs));
            if (state == TREEPLAYER_SOLVED) counts[depth]++, left--;
            else {
                left -= player.base.remaining[player.base.steps];
                int error = play(depth + 1);
                if (error) return error;
            }
            assert(treeplayer_ranked_undo(&player));
        }
    }
    assert(!left);
    return TREEPLAYER_OK;
}

/* How many guesses a secret takes. */
static unsigned taken(const uint8_t *secret) {
    uint8_t guess[TREEPLAYER_PEGS];
    for (unsigned n = 1;; n++) {
        assert(treeplayer_ranked_guess(&player, guess));
        int reply = treeplayer_reply(&player.base, guess, secret), bulls = 0;
        for (int i = 0; i < player.base.pegs; i++) bulls += guess[i] == secret[i];
        int cows = bulls == player.base.pegs ? 0 : reply - treeplayer_index(&player.base, bulls, 0);
        int state = treeplayer_ranked_answer(&player, bulls, cows);
        if (state == TREEPLAYER_SOLVED) {
            while (treeplayer_ranked_undo(&player)) {}
            return n;
        }
        assert(state == TREEPLAYER_NEXT);
    }
}

int main(int argc, char **argv) {
    char game[32];
    unsigned long length;
    int some = argc > 1 && !strcmp(argv[1], "some");
    while (scanf("%31s %lu%*c", game, &length) == 2) {
        char *text = malloc(length ? length : 1); /* exactly as long, so that a read past the end is seen */
        if (!text || fread(text, 1, length, stdin) != length) return 1;
        memset(counts, 0, sizeof counts);
        int error = treeplayer_ranked_load(&player, text, length, game);
        if (!error && !some) error = play(1);
        printf("%s", kinds[error]);
        for (unsigned i = 0; some && !error && i < SOME; i++) {
            uint8_t secret[TREEPLAYER_PEGS] = {0};
            treeplayer_code(&player.base, i * player.base.codes / SOME, secret);
            printf(" %u", taken(secret));
        }
        int left = some || error ? 0 : player.base.codes;
        for (int depth = 1; left; left -= (int)counts[depth++]) printf(" %u", counts[depth]);
        printf("\n");
        free(text);
    }
    return 0;
}
