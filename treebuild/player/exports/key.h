/* {{title}}. Made by treebuild. */
#ifndef TREEKEY_H
#define TREEKEY_H

#include <ctype.h>
#include <string.h>

static const char *const treekey_questions[] = {{{questions}}};
static const char *const treekey_answers[] = {{{answers}}};
/* node, answer, the node that follows; by node */
static const unsigned short treekey_links[][3] = {{{links}}};
enum { TREEKEY_LINKS = {{count}} };
enum { TREEKEY_MARKED = {{marked}} }; /* whether answers are marks, which people spell in many ways */

/* Whether a text means an answer: 2 if it is spelled alike, 1 in other capitals of ASCII or with spaces around it, 0 if
   it does not. Marks are letters in any case, or digits, all of one kind. */
static inline int treekey_means(const char *text, const char *answer) {
    if (!strcmp(answer, text)) return 2;
    if (!TREEKEY_MARKED) {
        while (isspace((unsigned char)*text)) text++;
        while (*answer && tolower((unsigned char)*text) == tolower((unsigned char)*answer)) text++, answer++;
        while (isspace((unsigned char)*text)) text++;
        return !*answer && !*text;
    }
    for (const char *grey = ".-_xb0"; *grey; grey++) {
        const char *signs = *grey == '0' ? "12" : "yg";
        int i = 0;
        while (answer[i] && tolower((unsigned char)text[i])
               == (answer[i] == 'y' ? signs[0] : answer[i] == 'g' ? signs[1] : *grey)) i++;
        if (!answer[i] && !text[i]) return 1;
    }
    return 0;
}

/* A search in progress: all 0 at its start. */
typedef struct { unsigned short node; unsigned char named; } treekey;

/* The i-th answer that can come to the question, from 0 on; NULL if there are fewer. */
static inline const char *treekey_answer_at(const treekey *p, int i) {
    for (int at = 0; at < TREEKEY_LINKS && !p->named; at++)
        if (treekey_links[at][0] == p->node && i-- == 0) return treekey_answers[treekey_links[at][1]];
    return NULL;
}

/* What was found; NULL while questions are left. */
static inline const char *treekey_found(const treekey *p) {
    return treekey_answer_at(p, 0) ? NULL : treekey_questions[p->node];
}

/* What to ask; NULL once the search has ended. */
static inline const char *treekey_question(const treekey *p) {
    return treekey_found(p) ? NULL : treekey_questions[p->node];
}

/* Takes an answer. Returns 0, and changes nothing, for an answer that cannot come. */
static inline int treekey_answer(treekey *p, const char *text) {
    int found = 0, best = 0, several = 0;
    for (int at = 0; at < TREEKEY_LINKS && !p->named; at++) {
        int means = treekey_links[at][0] == p->node ? treekey_means(text, treekey_answers[treekey_links[at][1]]) : 0;
        several = means > best ? 0 : several || (means && means == best);
        if (means > best) best = means, found = at;
    }
    if (!best || several) return 0;
    p->named = treekey_links[found][2] == p->node;
    p->node = treekey_links[found][2];
    return 1;
}

#endif
