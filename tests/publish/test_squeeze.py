"""Scripts without spaces: what is a literal stays."""

from __future__ import annotations

import pytest

from treebuild.publish import squeeze


@pytest.mark.parametrize(("code", "expected"), [
    ("const a = b ? c : [d, e];", "const a=b?c:[d,e];"),
    ('say("a = b", \'c ; d\');', 'say("a = b",\'c ; d\');'),
    ("x = `a = ${b ? `c : ${d + 1} ;` : e}, f`;", "x=`a = ${b?`c : ${d+1} ;`:e}, f`;"),
    ("x = `${ { a: 1 } } = `;", "x=`${{a:1}} = `;"),
    ("if (/[= ;] \\/ (a)/.test(b)) c = d / e / f;", "if(/[= ;] \\/ (a)/.test(b))c=d / e / f;"),
    ("a = b - -c; // why", "a=b - -c;"),
    ("a += (b + 1) + c; d -= e;", "a+=(b+1)+c;d-=e;"),
    ("  // why\n  a();\n\n/** That. */\nb();", "a();b();"),
    ("a = {\n  b,\n  c: (\n  d)\n}\ne()\nlet f = `\n;\n`", "a={b,c:(d)}\ne()\nlet f=`\n;\n`"),
])  # fmt: skip
def test_script(code, expected):
    assert squeeze.script(code) == expected


def test_style():
    style = "/* Why */\na b, c > d { margin: 0 .5rem; color: red; }\n@media (min-width: 5rem) { a { top: 0; } }\n"
    assert squeeze.style(style) == "a b,c > d{margin:0 .5rem;color:red;}\n@media (min-width: 5rem){a{top:0;}}\n"


def test_words_stand_by_language():
    """Each key keeps its words, in the order of the languages; `script` has taken all other spaces away."""
    words = 'const WORDS = {\n  no: ["no: [a]", "нет"],\n  // Why\n  see: [\n    "see, ",\n    "жди",\n  ],\n};\nf();'
    code = squeeze.by_language(squeeze.script(words))
    assert "[`no\nsee`,`no: [a]\nsee, `,`нет\nжди`]" in code
    assert code.startswith("const WORDS=(") and code.endswith(";f();")


def test_a_script_without_words_stays():
    assert squeeze.by_language("const WORDS={};f();") == "const WORDS={};f();"
