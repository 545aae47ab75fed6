/* {{title}}. Made by treebuild.
 * Questions, answers and what is found are texts that end with a zero. On AVR they stay in flash: print them by puts_P, or
 * on an Arduino by Serial.println((const __FlashStringHelper *)text). */
#ifndef TREEKEY_H
#define TREEKEY_H {{guard}}

#include <ctype.h>
#include <stddef.h>
#include <stdint.h>
{{rom}}
#ifndef TREEPLAYER_READ
#define TREEPLAYER_READ(p) (*(p))
#endif
#ifndef TREEPLAYER_WORD
#define TREEPLAYER_WORD(p) (*(p))
#endif

enum { TREEKEY_NODES = {{nodes}}, TREEKEY_LINKS = {{count}} };
enum { TREEKEY_QUESTIONS = {{questions_step}}, TREEKEY_ANSWERS = {{answers_step}} }; /* in a row of the arrays below */
enum { TREEKEY_MARKED = {{marked}} }; /* whether answers are marks, which people spell in many ways */
/* What each node asks, or has found. */
static const char treekey_questions[][{{questions_width}}] TREEPLAYER_ROM = {
    {{questions}}};
static const char treekey_answers[][{{answers_width}}] TREEPLAYER_ROM = {
    {{answers}}};
/* For each link its node and answer. They lead to node 1, 2, ...; those left over name what the question names. */
static const uint16_t treekey_links[][2] TREEPLAYER_ROM = {
    {{links}}};
static const char treekey_greys[] TREEPLAYER_ROM = ".-_xb0";

static inline char treekey_char(const char *at) {
    return (char)TREEPLAYER_READ(at);
}

/* The text that comes after so many others. */
static inline const char *treekey_text(const char *at, unsigned others) {
    while (others) others -= !treekey_char(at++);
    return at;
}

static inline const char *treekey_name(unsigned node) {
    return treekey_text(treekey_questions[node / TREEKEY_QUESTIONS], node % TREEKEY_QUESTIONS);
}

/* The answer of a link; NULL where the link is none of the node's. */
static inline const char *treekey_link(uint16_t node, int link) {
    if (TREEPLAYER_WORD(&treekey_links[link][0]) != node) return NULL;
    unsigned answer = TREEPLAYER_WORD(&treekey_links[link][1]);
    return treekey_text(treekey_answers[answer / TREEKEY_ANSWERS], answer % TREEKEY_ANSWERS);
}

/* Whether a text means an answer: 2 if it is spelled alike, 1 in other capitals of ASCII or with spaces around it, 0 if
   it does not. Marks are letters in any case, or digits, all of one kind. */
static inline int treekey_means(const char *text, const char *answer) {
    int i = 0;
    while (text[i] && text[i] == treekey_char(answer + i)) i++;
    if (text[i] == treekey_char(answer + i)) return 2;
    if (!TREEKEY_MARKED) {
        while (isspace((unsigned char)*text)) text++;
        for (; *text && tolower((unsigned char)*text) == tolower((unsigned char)treekey_char(answer)); answer++) text++;
        while (isspace((unsigned char)*text)) text++;
        return !*text && !treekey_char(answer);
    }
    for (const char *at = treekey_greys; treekey_char(at); at++) {
        char grey = treekey_char(at), yellow = grey == '0' ? '1' : 'y', green = grey == '0' ? '2' : 'g', mark = 0;
        for (i = 0; (mark = treekey_char(answer + i)); i++) {
            char sign = mark == 'y' ? yellow : mark == 'g' ? green : grey;
            if (tolower((unsigned char)text[i]) != sign) break;
        }
        if (!mark && !text[i]) return 1;
    }
    return 0;
}

/* A search in progress: all 0 at its start. */
typedef struct { uint16_t node; uint8_t named; } treekey;

/* The i-th answer that can come to the question, from 0 on; NULL if there are fewer. */
static inline const char *treekey_answer_at(const treekey *p, int i) {
    for (int link = 0; link < TREEKEY_LINKS && !p->named; link++) {
        const char *answer = treekey_link(p->node, link);
        if (answer && i-- == 0) return answer;
    }
    return NULL;
}

/* What was found; NULL while questions are left. */
static inline const char *treekey_found(const treekey *p) {
    return treekey_answer_at(p, 0) ? NULL : treekey_name(p->node);
}

/* What to ask; NULL once the search has ended. */
static inline const char *treekey_question(const treekey *p) {
    return treekey_found(p) ? NULL : treekey_name(p->node);
}

/* Takes an answer. Returns 0, and changes nothing, for an answer that cannot come. */
static inline int treekey_answer(treekey *p, const char *text) {
    int after = 0, best = 0, several = 0;
    for (int link = 0; link < TREEKEY_LINKS && !p->named; link++) {
        const char *answer = treekey_link(p->node, link);
        int means = answer ? treekey_means(text, answer) : 0;
        several = means > best ? 0 : several || (means && means == best);
        if (means > best) best = means, after = link + 1;
    }
    if (!best || several) return 0;
    p->named = after >= TREEKEY_NODES;
    if (!p->named) p->node = (uint16_t)after;
    return 1;
}

#elif TREEKEY_H != {{guard}}
#error "one tree in a source file: include the other in another"
#endif
