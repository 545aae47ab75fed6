/* {{title}}
 * Below is the player, then the tree; treeplayer_start begins a game. */
#ifndef TREEPLAYER_TREE
#define TREEPLAYER_TREE {{guard}}

#define TREEPLAYER_GUESSES 1
#define TREEPLAYER_NODES {{nodes}}
#define TREEPLAYER_DEPTH {{depth}}
#define TREEPLAYER_PEGS {{pegs}}

{{rom}}

{{player}}
static const char treeplayer_tree[] TREEPLAYER_ROM = {
    {{text}}};
/* For each stored guess of an implicit text, as `after` in treeplayer. */
static const uint16_t treeplayer_after[] TREEPLAYER_ROM = {
    {{after}}};

/* Begins a new game with this tree. Returns an error kind, 0 if there is none. */
static inline int treeplayer_start(treeplayer *p) {
    const int format = {{format}};
    const size_t length = {{length}};
    if (format == TREEPLAYER_EXPLICIT) return treeplayer_load(p, treeplayer_tree, length, "{{game}}", format);
    memset(p, 0, sizeof *p); /* treeplayer_after has what load would find in an implicit text */
    p->text = treeplayer_tree;
    p->length = length;
    p->after = treeplayer_after;
    p->count = (uint16_t)(length / 2);
    p->node[0] = length ? 0 : TREEPLAYER_INFERRED;
    int error = treeplayer_rules(p, "{{game}}", 92 * 92);
    return error ? error : treeplayer_begin(p);
}

#elif TREEPLAYER_TREE != {{guard}}
#error "one tree in a source file: include the other in another"
#endif
