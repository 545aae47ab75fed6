/* Plays an exported tree on an Arduino Uno without Arduino: asks over the serial line, at 9600 baud, and reads a line.
 *     treebuild export c salet.msgpack -o game.h
 *     avr-gcc -mmcu=atmega328p -Os -std=c99 -o uno.elf uno.c */
#include <avr/io.h>
#include "game.h"

static void put(char c) {
  while (!(UCSR0A & 1 << UDRE0)) {}
  UDR0 = (uint8_t)c;
}

static char get(void) {
  while (!(UCSR0A & 1 << RXC0)) {}
  return (char)UDR0;
}

#ifdef TREEKEY_H /* of words, or of tests: texts, which stay in flash */
static void show(const char *text) {
  for (char c; (c = (char)pgm_read_byte(text)); text++) put(c);
  put('\n');
}

static void play(void) {
  treekey search = {0, 0};
  char said[32];
  while (treekey_question(&search)) {
    size_t length = 0;
    show(treekey_question(&search));
    for (char c; (c = get()) != '\n' && c != '\r';)
      if (length + 1 < sizeof said) said[length++] = c;
    said[length] = 0;
    treekey_answer(&search, said); /* an answer that cannot come changes nothing, and the question is asked again */
  }
  show(treekey_found(&search));
}
#else /* of codes: a digit for each peg; then two digits are read, bulls and cows */
static void play(void) {
  static treeplayer player;
  unsigned char guess[TREEPLAYER_PEGS];
  treeplayer_start(&player);
  while (treeplayer_guess(&player, guess)) {
    for (int i = 0; i < player.pegs; i++) put((char)('0' + guess[i]));
    put('\n');
    int bulls = get() - '0', cows = get() - '0';
    treeplayer_answer(&player, bulls, cows);
  }
}
#endif

int main(void) {
  UBRR0 = 103; /* 9600 baud at 16 MHz */
  UCSR0B = 1 << TXEN0 | 1 << RXEN0;
  for (;;) play();
}
