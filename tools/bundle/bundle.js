// Makes one script of the player and the scripts of the page, and its style, both minified: `make bundle`.
//
//   node bundle.js PLAYER FOLDER    (PLAYER is treebuild/player; page.min.js and page.min.css go to FOLDER)

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import * as csso from "csso";
import { minify } from "terser";

const NOTE = "// Commented: treebuild/player in the Python package.";
const [player, folder] = process.argv.slice(2);

const views = readdirSync(`${player}/page`).filter((name) => name.endsWith(".js") && !/^(main|messages)\.js$|\.min\.js$/.test(name)).sort();
const files = ["treeplayer.js", ...[...views, "messages.js", "main.js"].map((name) => `page/${name}`)]; // main.js begins, so it is the last
const source = files.map((name) => readFileSync(`${player}/${name}`, "utf8")).join("\n")
  .replace(/^export /gm, "") // the page's worker is no module: from disk, browsers start none
  .replace(/^const WORDS = (\{.*?^\});$/ms, (_, words) => byLanguage(new Function(`return ${words}`)()));

/** The same words with all texts of a language together: compressed they are half a kilobyte smaller. */
function byLanguage(words) {
  const lists = [Object.keys(words), ...Object.values(words)[0].map((_, language) => Object.values(words).map((texts) => texts[language]))];
  return `const [NAMES, ...TEXTS] = ${JSON.stringify(lists.map((list) => list.join("\n")))}.map((list) => list.split("\\n"));
const WORDS = Object.fromEntries(NAMES.map((name, at) => [name, TEXTS.map((texts) => texts[at])]));`;
}

new Function(`"use strict"; { ${source} }`); // throws if two files declare the same name
// What is unsafe elsewhere is safe here: only classes are made by `new`, and nobody replaces String or Array. Hoisted functions
// and the variables that stay make the script larger, and smaller when it is compressed.
const compress = { passes: 4, unsafe: true, unsafe_arrows: true, unsafe_methods: true, hoist_funs: true, reduce_vars: false };
const { code } = await minify(source, { module: true, ecma: 2022, compress, format: { preamble: NOTE } });
writeFileSync(`${folder}/page.min.js`, `${code}\n`);
const { css } = csso.minify(readFileSync(`${player}/page/page.css`, "utf8"), { restructure: false });
writeFileSync(`${folder}/page.min.css`, `${css}\n`);
