#!/bin/sh
# A tree in base-92 text as a Coq module: text.sh FILE.b92 >NAME.v. It is a list of short lists: on one of 30,000 bytes Coq
# runs out of stack.
set -e
echo "(* $(basename "$1"), byte by byte. Made by text.sh. *)"
echo 'From Coq Require Import Uint63 List.'
echo 'Import ListNotations.'
echo 'Open Scope uint63_scope.'
echo 'Definition text : list int := concat ['
od -An -v -tu1 -w32 "$1" | sed 's/  */; /g; s/^; /[/; s/$/]/; 1!s/^/; /'
echo '].'
