/* Plays the answers of plays.h by an exported game.h, on this machine or on an Uno. Prints what it asks and has found, a
 * line each, and "?" where something is wrong; an empty line ends a play. */
#include "game.h"
#include "plays.h"

#ifdef __AVR__
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
static void put(char c) {
    while (!(UCSR0A & 1 << UDRE0)) {}
    UDR0 = (uint8_t)c;
}
static void begin(void) { UCSR0B = 1 << TXEN0; }
static int end(void) { /* a simulator stops where an interrupt cannot wake the processor */
    cli();
    sleep_enable();
    sleep_cpu();
    return 0;
}
#else
#include <stdio.h>
static void put(char c) { putchar(c); }
static void begin(void) {}
static int end(void) { return 0; }
#endif

static unsigned at;
static unsigned char next(void) { return TREEPLAYER_READ(plays + at++); }

#ifdef TREEKEY_H
static char said[LONGEST + 1];

static void show(const char *text) {
    while (TREEPLAYER_READ(text)) put((char)TREEPLAYER_READ(text++));
    put('\n');
}

static void play(void) {
    treekey key = {0, 0};
    for (;;) {
        char *to = said;
        while ((*to = (char)next())) to++;
        if (!*said) break;
        show(treekey_question(&key));
        if (treekey_found(&key) || treekey_answer(&key, "no answer") || !treekey_answer(&key, said)) put('?');
    }
    if (treekey_question(&key) || treekey_answer_at(&key, 0)) put('?');
    show(treekey_found(&key));
}
#else
static treeplayer player;

static void play(void) {
    unsigned char guess[TREEPLAYER_PEGS], bulls, state = TREEPLAYER_NEXT;
    if (treeplayer_start(&player)) put('?');
    while ((bulls = next())) {
        treeplayer_guess(&player, guess);
        for (int i = 0; i < player.pegs; i++) {
            if (i) put(' ');
            put((char)('0' + guess[i]));
        }
        put('\n');
        if (treeplayer_answer(&player, 9, 0) != TREEPLAYER_CONTRADICTION) put('?');
        state = (unsigned char)treeplayer_answer(&player, bulls - 1, next() - 1);
    }
    for (const char *word = state == TREEPLAYER_SOLVED ? "solved" : "?"; *word; word++) put(*word);
    put('\n');
}
#endif

int main(void) {
    begin();
    for (; at < sizeof plays; put('\n')) play();
    return end();
}
