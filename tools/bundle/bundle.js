// Makes one script of the player and the scripts of the page, minified by terser: `make bundle`.
//
//   node bundle.js PLAYER OUTPUT    (PLAYER is treebuild/player)

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { minify } from "terser";

const NOTE = "// Commented: treebuild/player in the Python package.";
const [player, output] = process.argv.slice(2);

const views = readdirSync(`${player}/page`).filter((name) => name.endsWith(".js") && !/^main|\.min\.js$/.test(name)).sort();
const files = ["treeplayer.js", ...[...views, "main.js"].map((name) => `page/${name}`)]; // main.js begins, so it is the last
const source = files.map((name) => readFileSync(`${player}/${name}`, "utf8")).join("\n")
  .replace(/^export /gm, ""); // the page's worker is no module: from disk, browsers start none

new Function(`"use strict"; { ${source} }`); // throws if two files declare the same name
const compress = { passes: 3, unsafe_arrows: true, unsafe_methods: true }; // safe here: only classes are made by `new`
const { code } = await minify(source, { module: true, ecma: 2022, compress, format: { preamble: NOTE } });
writeFileSync(output, `${code}\n`);
