#!/bin/sh
# The body of a certificate as a Coq module: certificate.sh FILE.proof >NAME.v
set -e
header=$(gzip -dc "$1" | sed -n '1,/^body$/p' | wc -c)
echo "(* The body of $(basename "$1"), byte by byte. Made by certificate.sh. *)"
echo 'From Coq Require Import Uint63 List.'
echo 'Import ListNotations.'
echo 'Open Scope uint63_scope.'
echo "Definition body : list int := ["
gzip -dc "$1" | tail -c "+$((header + 1))" | od -An -v -tu1 -w32 | sed 's/  */; /g; s/^; //; 1!s/^/; /'
echo '].'
