"""A web page that asks the questions of a tree of tests, and ends with the name of the group that it found."""

from __future__ import annotations

import base64
import hashlib
from html import escape

from treebuild.publish.keys import key
from treebuild.tree.tree import Tree

_STYLE = """
:root { color-scheme: light dark; font: 1.1rem/1.4 system-ui, sans-serif; }
body { margin: auto; max-width: 34rem; padding: 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.2rem; }
button, select { font: inherit; min-height: 44px; min-width: 44px; margin: 0 .5rem .5rem 0; padding: .3rem .9rem; }
li { color: GrayText; }
"""
_VIEW = """
const WORDS = {
  en: { name: "English", language: "Language", found: "Found", back: "take back", again: "start again" },
  ru: { name: "Русский", language: "Язык", found: "Найдено", back: "взять ответ назад", again: "начать заново" },
  zh: { name: "中文", language: "语言", found: "找到了", back: "撤回", again: "重新开始" },
};
let language = navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => tag in WORDS) ?? "en";
const player = start();
const turns = []; // [question, answer]

function element(tag, text, more = {}) {
  return Object.assign(document.createElement(tag), { textContent: text, ...more });
}

function button(label, press) {
  return element("button", label, { type: "button", onclick: () => { press(); draw(); } });
}

function answer(text) {
  turns.push([player.question, text]);
  player.answer(text);
}

function back() {
  turns.pop();
  player.undo();
}

function picker() {
  const options = Object.entries(WORDS).map(([tag, { name }]) => element("option", name, { value: tag }));
  const choose = (event) => { language = event.target.value; draw(); document.querySelector("select").focus(); };
  const select = element("select", "", { ariaLabel: WORDS[language].language, onchange: choose });
  select.append(...options);
  select.value = language;
  return select;
}

function draw() {
  const { found, question } = player, words = WORDS[language];
  document.documentElement.lang = language;
  const given = element("ol", "");
  given.append(...turns.map(([asked, said]) => element("li", `${asked} ${said}`)));
  const undo = turns.length ? [button(words.back, back)] : [];
  const again = found === null ? [] : [button(words.again, () => { while (turns.length) back(); })];
  document.getElementById("view").replaceChildren(
    element("h2", found === null ? question : `${words.found}: ${found}`, { id: "asked" }),
    ...player.answers().map((text) => button(text, () => answer(text))), given, ...undo, ...again, picker());
}

draw();
"""


def key_page(tree: Tree) -> str:
    """An HTML file that asks the questions of a tree of tests. Nothing else runs in it, nothing is fetched.

    Where all candidates are of one group of the game, it names the group. Its own words are in English, Russian or
    Chinese: the browser's first of these, until the visitor chooses another. Questions and answers are the game's.
    """
    script = key(tree, "js").replace("export const", "const") + _VIEW
    policy = (
        f"default-src 'none'; script-src '{digest(script)}'; style-src '{digest(_STYLE)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    name = escape(tree.game.name)
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{name}</title>
<style>{_STYLE}</style>
</head>
<body>
<h1>{name}</h1>
<main id="view" aria-live="polite"><noscript>This page needs JavaScript.</noscript></main>
<script>{script}</script>
</body>
</html>
"""


def digest(text: str) -> str:
    """How a content security policy names a script or a style."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode('utf-8')).digest()).decode('ascii')}"
