// node vectors.mts FOLDER OUT: holds this implementation to the vectors in FOLDER and writes a
// record of its own into OUT, in three forms. Prints what does not agree, then a line in JSON.

import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Unpacker, canonical, idOf, packed } from "./encode.mts";
import { read } from "./files.mts";
import { Malformed, card, record } from "./record.mts";
import type { Json, JsonMap } from "./record.mts";

type Vector = {
  name: string;
  json: string;
  canonical: string;
  msgpack: string;
  exact: boolean;
  id: string;
};
type Content = {
  name: string;
  format: string;
  text?: string;
  hex?: string;
  ids?: (string | null)[];
};
type Vectors = {
  vectors: (Vector | Content)[];
  spellings?: { [word: string]: string };
  refused?: string[];
};

let checked = 0;
let failed = 0;

function expect(ok: boolean, what: string): void {
  checked += 1;
  if (ok) return;
  failed += 1;
  console.log(what);
}

function agree(vector: Vector): void {
  const [found] = read(Buffer.from(vector.json, "utf8"), "json");
  if (found === null) return expect(false, `${vector.name}: not read`);
  expect(canonical(found).toString("hex") === vector.canonical, `${vector.name}: canonical bytes`);
  expect(idOf(found) === vector.id, `${vector.name}: id`);
  const bytes = Buffer.from(vector.msgpack, "hex");
  const back = record(new Unpacker(bytes, 0).next());
  expect(idOf(back) === vector.id, `${vector.name}: id of its MessagePack`);
  if (vector.exact) expect(packed(found).equals(bytes), `${vector.name}: MessagePack`);
}

function contentOf(vector: Content): Buffer {
  return vector.hex === undefined
    ? Buffer.from(vector.text ?? "", "utf8") : Buffer.from(vector.hex, "hex");
}

function agreeOnFile(vector: Content): void {
  const ids = read(contentOf(vector), vector.format).map((each) => each && idOf(each));
  const expected = vector.ids ?? [null];
  expect(JSON.stringify(ids) === JSON.stringify(expected), `${vector.name}: ${JSON.stringify(ids)}`);
}

function isCard(word: string): boolean {
  try {
    return card(word) !== "";
  } catch (error) {
    if (error instanceof Malformed) return false;
    throw error;
  }
}

// A deal as a table of our own would log it.
function ownRecord(): JsonMap {
  const events: Json[] = [
    { type: "deal", dealer: 2, hands: [["4c"], ["9h"], ["7d"]] },
    { type: "swap", seat: 0, target: 1, at: "2026-11-27T20:00:00Z" },
    { type: "stay", seat: 1 },
    { type: "cut", seat: 2, card: "J♠" },
    { type: "reveal", seat: 0, cards: ["9h"] },
    { type: "reveal", seat: 1, cards: ["4c"] },
    { type: "reveal", seat: 2, cards: ["js"] },
    { type: "score", changes: [0, -1, 0] },
    { type: "x-client", name: "TypeScript", "\u{1f600}": 0.1, "\ufb33": 1e21 },
  ];
  return record({
    cardlog: 1,
    game: "chase-the-ace",
    rules: { profile: "cuckoo" },
    players: ["Ana", "João", "李"],
    meta: { table: 3 },
    events,
  });
}

function writeOwn(folder: string): string {
  const own = ownRecord();
  const { events, ...header } = own;
  const lines = [header, ...(events as Json[])].map((part) => `${JSON.stringify(part)}\n`);
  writeFileSync(join(folder, "own.json"), JSON.stringify(own));
  writeFileSync(join(folder, "own.jsonl"), lines.join(""));
  writeFileSync(join(folder, "own.msgpack"), packed(own));
  return idOf(own);
}

const [folder, out] = process.argv.slice(2);
for (const name of readdirSync(folder).sort()) {
  const file: Vectors = JSON.parse(readFileSync(join(folder, name), "utf8"));
  for (const vector of file.vectors) {
    if ("json" in vector) agree(vector);
    else agreeOnFile(vector);
  }
  for (const [word, own] of Object.entries(file.spellings ?? {}))
    expect(isCard(word) && card(word) === own, `card ${word}`);
  for (const word of file.refused ?? []) expect(!isCard(word), `no card ${word}`);
}
console.log(JSON.stringify({ checked, failed, id: writeOwn(out) }));
process.exitCode = failed > 0 ? 1 : 0;
