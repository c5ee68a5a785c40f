// Identifiers of the files named on standard input, one path a line: {path: [[line, name], ...]} as JSON.
import { readFileSync } from "node:fs";
import { parseAst } from "rolldown/parseAst";

const paths = readFileSync(0, "utf8").split("\n").filter(Boolean);
const found = {};
for (const path of paths) {
  const text = readFileSync(path, "utf8");
  const starts = [...text.matchAll(/^/gm)].map((match) => match.index);
  const lineOf = (at) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (starts[middle] <= at) low = middle;
      else high = middle;
    }
    return low + 1;
  };
  const names = [];
  const visit = (node) => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (node === null || typeof node !== "object") return;
    if (node.type === "Identifier" || node.type === "JSXIdentifier")
      names.push([lineOf(node.start), node.name]);
    for (const part of Object.values(node)) visit(part);
  };
  visit(parseAst(text, { lang: path.endsWith(".tsx") ? "tsx" : path.endsWith(".ts") ? "ts" : "js" }));
  found[path] = names;
}
process.stdout.write(JSON.stringify(found));
