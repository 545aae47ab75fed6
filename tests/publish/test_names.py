"""Scripts with short names: each name goes on to mean the same."""

from __future__ import annotations

import json
import shutil
import subprocess

import pytest

from tests.conftest import missing
from treebuild.publish import squeeze
from treebuild.publish.names import short_names


@pytest.mark.parametrize(("code", "expected"), [
    ("function twice(value){return value+value}\ntwice(1)", "function e(e){return e+e}\ne(1)"),
    ("const one=1,[two,{a:three=four,five}]=six;f(two)", "const n=1,[e,{a:s=four,five:t}]=six;f(e)"),
    ("const own=1;a.own=own;b?.own({own:own,c:{own}})", "const e=1;a.own=e;b?.own({own:e,c:{own:e}})"),
    ("const own=1;f(\"own\",`own ${own} own`,/own/)", 'const e=1;f("own",`own ${e} own`,/own/)'),
    ("const self=1,e=2;f(self,e,t)", "const self=1,e=2;f(self,e,t)"),
    ("const own=a?{own:1}:b;f(a?own:c)", "const e=a?{own:1}:b;f(a?e:c)"),
    ("const own=[...own,0];x={...own}", "const e=[...e,0];x={...e}"),
    ("(one)=>(two)=>one+two+three", "(e)=>(t)=>e+t+three"),
    ("f(one=>a?one:0,one);const one=1;", "f(e=>a?e:0,e);const e=1;"),
    ("class Own extends Error{constructor(a){super(a);}own(b){this.own=b;}}\nnew Own",
     "class e extends Error{constructor(e){super(e);}own(e){this.own=e;}}\nnew e"),
    ("class Own extends a.b{#own;get(){const own=a?.1:b;return this.#own+own;}}",
     "class e extends a.b{#own;get(){const e=a?.1:b;return this.#own+e;}}"),
    ("x={get own(){return own;},own(a){return own(a);}};function own(){}",
     "x={get own(){return e;},own(t){return e(t);}};function e(){}"),
    ("for(const one of two)if(one)f();else g(one);h(one)", "for(const e of two)if(e)f();else g(e);h(one)"),
    ("try{f();}catch(why){g(why);}\nwhy", "try{f();}catch(e){g(e);}\nwhy"),
    ("if(a){const one=1;f(one);}\ng(one)", "if(a){const e=1;f(e);}\ng(one)"),
])  # fmt: skip
def test_short_names(code, expected):
    assert short_names(code) == expected


PROGRAM = """
const base = 10, list = [1, 2, 3];
function sum(items, base = 0) { return items.reduce((total, item) => total + item, base); }
{
  const sum = (list) => list.length;
  const pair = ({ first, second: [base, ...list] = [7, 8, 9] }) => ({ first, base, list, sum: sum(list) });
  class Counter { constructor(base) { this.base = base; } sum(step) { for (const item of list) this.base += item * step;
    return this; } get twice() { return 2 * this.base; } }
  let text = "";
  for (const base of list) for (let item = 0; item < base; item++) if (item % 2) text += `${base}`; else text += "base";
  try { throw { base }; } catch ({ base }) { text += `${base}${[base].map((base) => `(${base + 1})`)}`; }
  console.log(JSON.stringify([sum(list), pair({ first: base }), new Counter(base).sum(2).twice, text]));
}
console.log(JSON.stringify([sum(list), sum(list, base), list.map((item) => item > 1 ? { item } : base)]));
"""


def test_a_script_says_the_same_afterwards():
    if shutil.which("node") is None:
        missing("node is not installed")
    script = squeeze.script(PROGRAM)
    short = short_names(script)
    assert "total" not in short and len(short) < 0.9 * len(script)
    before, after = (
        subprocess.run(["node", "-e", code], capture_output=True, text=True, check=True).stdout
        for code in (script, short)
    )
    assert before == after
    assert [json.loads(line) for line in before.splitlines()] == [
        [3, {"first": 10, "base": 7, "list": [8, 9], "sum": 2}, 44, "basebase2base3base10(11)"],
        [6, 16, [10, {"item": 2}, {"item": 3}]],
    ]
