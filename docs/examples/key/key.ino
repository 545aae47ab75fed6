// Asks the questions of a key over the serial line. Answer each with one of the answers below it, and Enter.
#include "game.h"  // treebuild export c animals.msgpack -o game.h

static treekey search;

static void say(const char *text) {
  Serial.println((const __FlashStringHelper *)text);  // what the header says stays in flash
}

static void ask() {
  say(treekey_question(&search));
  for (int i = 0; treekey_answer_at(&search, i); i++) say(treekey_answer_at(&search, i));
}

void setup() {
  Serial.begin(9600);
  ask();
}

void loop() {
  static char line[64];
  static unsigned length;
  if (!Serial.available()) return;
  char c = Serial.read();
  if (c == '\r') return;
  if (c != '\n') {
    if (length + 1 < sizeof line) line[length++] = c;
    return;
  }
  line[length] = 0;
  length = 0;
  if (!treekey_answer(&search, line)) Serial.println("None of the answers.");
  if (treekey_found(&search)) {
    say(treekey_found(&search));
    search = treekey();  // from the beginning
  }
  ask();
}
