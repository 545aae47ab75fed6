"""Scripts without spaces: what is a literal stays."""

from __future__ import annotations

import pytest

from treebuild.publish import squeeze


@pytest.mark.parametrize(("code", "expected"), [
    ("const a = b ? c : [d, e];", "const a=b?c:[d,e];"),
    ('say("a = b", \'c ; d\');', 'say("a = b",\'c ; d\');'),
    ("x = `a = ${b ? `c : ${d + 1} ;` : e}, f`;", "x=`a = ${b?`c : ${d + 1} ;`:e}, f`;"),
    ("x = `${ { a: 1 } } = `;", "x=`${{a:1}} = `;"),
    ("if (/[= ;] \\/ (a)/.test(b)) c = d / e / f;", "if(/[= ;] \\/ (a)/.test(b))c=d / e / f;"),
    ("a = b - -c; // why", "a=b - -c;"),
    ("  // why\n  a();\n\n/** That. */\nb();", "a();\nb();"),
])  # fmt: skip
def test_script(code, expected):
    assert squeeze.script(code) == expected


def test_style():
    style = "/* Why */\na b, c > d { margin: 0 .5rem; color: red; }\n@media (min-width: 5rem) { a { top: 0; } }\n"
    assert squeeze.style(style) == "a b,c > d{margin:0 .5rem;color:red;}\n@media (min-width: 5rem){a{top:0;}}\n"
