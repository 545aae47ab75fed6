// Guesses your number over the serial line. Answer with bulls and cows, such as 1 2.
#include "game.h"  // treebuild export c trees/p4c10n/minavg.b92i -o game.h

static treeplayer player;

static void ask() {
  unsigned char guess[TREEPLAYER_PEGS];
  treeplayer_guess(&player, guess);
  Serial.print("Is it ");
  for (int i = 0; i < TREEPLAYER_PEGS; i++) Serial.print(guess[i]);
  Serial.println("?");
}

static void begin() {
  treeplayer_start(&player);  // a fixed tree: it cannot fail
  Serial.println("Think of 4 different digits.");
  ask();
}

void setup() {
  Serial.begin(9600);
  begin();
}

void loop() {
  if (!Serial.available()) return;
  int bulls = Serial.parseInt(), cows = Serial.parseInt();
  while (Serial.available() && Serial.read() != '\n') {}
  switch (treeplayer_answer(&player, bulls, cows)) {
    case TREEPLAYER_NEXT:
      ask();
      break;
    case TREEPLAYER_SOLVED:
      Serial.println("Found. Again!");
      begin();
      break;
    default:
      Serial.println("No number fits all your answers: taking the last one back.");
      treeplayer_undo(&player);
      ask();
  }
}
