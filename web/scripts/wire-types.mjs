// TypeScript for all that travels: asks Python for the JSON Schemas and writes src/wire/*.ts.
// With --check it writes nothing and fails if a file is not what it would write.
// WEB_PYTHON names the Python that can import rondel; otherwise `uv run python`.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { compile } from "json-schema-to-typescript";

const here = dirname(fileURLToPath(import.meta.url));
const target = join(here, "..", "src", "wire");
const isCheck = process.argv.includes("--check");
const [program, ...first] = (process.env.WEB_PYTHON ?? "uv run python").split(" ");
const schemas = execFileSync(program, [...first, join(here, "wire_schema.py")], {
  cwd: join(here, "..", ".."),
  encoding: "utf8",
  maxBuffer: 1 << 26,
});

const stale = [];
for (const [name, schema] of Object.entries(JSON.parse(schemas))) {
  const file = join(target, `${name}.ts`);
  const text = await typescriptOf(schema);
  if (isCheck) {
    if (!existsSync(file) || readFileSync(file, "utf8") !== text) stale.push(name);
  } else writeFileSync(file, text);
}
if (stale.length) {
  console.error(`src/wire is not what the server says: ${stale.join(", ")}. Run: npm run wire`);
  process.exit(1);
}

async function typescriptOf(schema) {
  const options = {
    bannerComment: "// Made by `npm run wire` from the server's own types. Do not edit.",
    unreachableDefinitions: true,
    additionalProperties: false,
    strictIndexSignatures: false,
    style: { singleQuote: false, printWidth: 110 },
  };
  const text = await compile(plain({ title: "Nothing", type: "object", ...schema }), "Nothing", options);
  return text
    .replaceAll(/ \*\n \* This interface was referenced[^/]*\*\//g, " */")
    .replaceAll(/\/\*\*\n \* This interface was referenced[^/]*\*\/\n/g, "")
    .replace(/export interface Nothing \{\}\n*/, "");
}

// json-schema-to-typescript knows no `discriminator`, and titles of parts would become types of their own.
function plain(schema) {
  if (Array.isArray(schema)) return schema.map(plain);
  if (schema === null || typeof schema !== "object") return schema;
  const { discriminator, default: _, ...rest } = schema;
  if (rest.enum?.length === 1) {
    rest.const = rest.enum[0];
    delete rest.enum;
  }
  if (rest.type === "object" && !rest.properties && !rest.additionalProperties)
    rest.additionalProperties = true;
  if (rest.type === "array" && rest.maxItems !== undefined && !rest.prefixItems) {
    delete rest.maxItems;
    delete rest.minItems;
  }
  return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, plain(value)]));
}
