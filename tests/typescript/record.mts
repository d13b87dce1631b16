// What a record is: which maps are one, in the spelling that is written. See records/SPEC.md.

export type Json = null | boolean | number | string | Json[] | JsonMap;
export type JsonMap = { [key: string]: Json };
type Check = (value: Json, table: number) => Json;
type Fields = { [key: string]: Check };
type Kinds = { [kind: string]: Fields };

// The bytes or the map are no record. Its message says why.
export class Malformed extends Error {}

const DEPTH = 200;
const AT = /^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])[Tt]([01][0-9]|2[0-3]):[0-5][0-9]:([0-5][0-9]|60)(\.[0-9]+)?([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$/;
const CALLS = ["pass", "1", "2", "3", "4", "smudge", "stand", "beg", "give", "run"];
const NEEDED = new Map(Object.entries({
  stands: ["event"],
  undone: ["event"],
  replaced: ["event", "with"],
  void: ["deal"],
  adjust: ["changes"],
}));

const RANKS = "23456789TJQKA?";
const SUITS = "cdhs?";
const SIGNS = "♣♦♥♠";
const SPECIAL = new Set((
  "cuckoo hunter horse cat inn 10 9 8 7 6 5 4 3 2 1 nulla bucket mask lion fool "
  + "dragoon house 12 11 0 pot owl hussar sow cavalier wreath flowerpot harlequin"
).split(" "));

function fail(text: string): never {
  throw new Malformed(text);
}

// The card as it is written, from any of its spellings: `Th` for `10♥`.
export function card(value: Json): string {
  const word = text(value);
  const small = word.toLowerCase();
  if (SPECIAL.has(small) && /^[\x20-\x7e]*$/.test(word)) return small;
  const parts = /^(10|[2-9tjqka?])([cdhs♣♦♥♠?])$/i.exec(word) ?? fail(`${word} is no card`);
  const rank = parts[1] === "10" ? "T" : parts[1].toUpperCase();
  const sign = SIGNS.indexOf(parts[2]);
  const suit = sign < 0 ? parts[2].toLowerCase() : SUITS[sign];
  // A Kelvin sign is a K where case is ignored, and yet no King.
  if (!RANKS.includes(rank) || !SUITS.includes(suit)) fail(`${word} is no card`);
  return rank + suit;
}

function text(value: Json): string {
  if (typeof value !== "string") fail("expected a text");
  if (/\p{Surrogate}/u.test(value)) fail("half of a surrogate pair");
  return value;
}

function whole(value: Json): number {
  if (typeof value !== "number" || !Number.isSafeInteger(value)) fail("expected a whole number");
  return value;
}

function from(least: number): Check {
  return (value) => {
    const number = whole(value);
    return number >= least && number < 2 ** 31 ? number : fail(`expected ${least} or more`);
  };
}

const count: Check = from(0);

function seat(value: Json, table: number): number {
  const number = whole(value);
  return number >= 0 && number < table ? number : fail(`expected a seat from 0 to ${table - 1}`);
}

function flag(value: Json): boolean {
  return typeof value === "boolean" ? value : fail("expected true or false");
}

function time(value: Json): string {
  return AT.test(text(value)) ? text(value) : fail("expected an RFC 3339 time with a zone");
}

function oneOf(words: string[]): Check {
  return (value) => (words.includes(text(value)) ? value : fail("no such word"));
}

function list(value: Json): Json[] {
  return Array.isArray(value) ? value : fail("expected a list");
}

function listOf(check: Check): Check {
  return (value, table) => list(value).map((item) => check(item, table));
}

function map(value: Json): JsonMap {
  if (value === null || typeof value !== "object" || Array.isArray(value)) fail("expected a map");
  return value;
}

function hands(value: Json, table: number): Json {
  if (list(value).length !== table) fail("expected a hand for every player");
  return listOf(cards)(value, table);
}

// Any value that JSON holds exactly.
function any(value: Json, depth: number): Json {
  if (typeof value === "number" && !Number.isFinite(value)) fail("no such number in JSON");
  if (typeof value === "string") text(value);
  if (value === null || typeof value !== "object") return value;
  if (depth === DEPTH) fail("nested too deep");
  for (const [key, item] of Object.entries(value)) {
    text(key);
    any(item, depth + 1);
  }
  return value;
}

function anyMap(value: Json): Json {
  return any(map(value), 0);
}

function anyList(value: Json): Json {
  return any(list(value), 0);
}

// A map with the keys of `fields`, in their order; those that end in `?` may be absent.
function fieldsOf(value: JsonMap, fields: Fields, table: number): JsonMap {
  const found: JsonMap = {};
  const left = new Set(Object.keys(value));
  for (const [name, check] of Object.entries(fields)) {
    const key = name.replace("?", "");
    if (left.delete(key)) found[key] = check(value[key], table);
    else if (key === name) fail(`no key ${key}`);
  }
  for (const key of left) fail(`unknown key ${key}`);
  return found;
}

const cards: Check = listOf(card);
const changes: Check = listOf(whole);
const POINTS = ["high", "low", "jack", "game", "nine"];

function points(value: Json): Json {
  const side: Check = (given) => (given === null ? null : count(given, 0));
  return fieldsOf(map(value), Object.fromEntries(POINTS.map((name) => [`${name}?`, side])), 0);
}

const KINDS: Kinds = {
  deal: { dealer: seat, hands, "stock?": cards, "shuffle?": anyMap },
  stay: { seat },
  swap: { seat, target: seat },
  block: { seat, target: seat, card },
  cut: { seat, card },
  draw: { seat, card },
  reveal: { cards, "seat?": seat },
  call: { seat, call: oneOf(CALLS) },
  discard: { seat, cards },
  trick: { leader: seat, cards },
  misdeal: { "reason?": text, "seat?": seat },
  score: { changes, "points?": points },
  gap: { "text?": text },
  note: { text },
  ruling: {
    text, "by?": text, "event?": count, "effect?": oneOf([...NEEDED.keys()]), "with?": replacement,
    "deal?": from(1), "changes?": changes,
  },
};
const EVENTS = new Map(Object.entries(KINDS));

function replacement(value: Json, table: number): Json {
  const kind = map(value).type;
  return typeof kind === "string" && kind !== "ruling" && EVENTS.has(kind)
    ? event(value, table) : fail("expected an event of the game");
}

function event(value: Json, table: number): Json {
  const given = map(value);
  if (!Object.hasOwn(given, "type")) fail("an event without a type");
  const kind = text(given.type);
  const own = EVENTS.get(kind);
  if (own === undefined) return any(given, 0); // kept as it is
  const fields: Fields = { type: text, ...own, "at?": time, "auto?": flag };
  const found = fieldsOf(given, fields, table);
  const effect = found.effect;
  for (const key of typeof effect === "string" ? NEEDED.get(effect) ?? [] : [])
    if (!Object.hasOwn(found, key)) fail(`a ruling with this effect needs ${key}`);
  return found;
}

function players(value: Json): Json {
  const names = list(value).map(text);
  for (const name of names)
    if (name === "" || [...name].length > 200 || name.includes("\0")) fail("no name of a player");
  return names.length > 0 && new Set(names).size === names.length ? names : fail("names are unique");
}

function observer(value: Json, table: number): Json {
  return value === "spectator" ? value : seat(value, table);
}

function names(value: Json): Json {
  for (const [key, name] of Object.entries(map(value))) text(key) + text(name);
  return value;
}

function version(value: Json): Json {
  if (whole(value) > 1) fail(`schema version ${whole(value)} is newer than this reader`);
  return value === 1 ? value : fail("versions start at 1");
}

const RECORD: Fields = {
  cardlog: version, game: text, rules: anyMap, players, "meta?": anyMap, "standing?": changes,
  "uid?": text, "observer?": observer, "names?": names, "seals?": anyList, events: listOf(event),
};

// The record that a map is, with its keys in the order in which they are written.
export function record(value: Json): JsonMap {
  const given = map(value);
  if (!Object.hasOwn(given, "cardlog")) fail("no key cardlog");
  version(given.cardlog); // before what a newer version may have changed
  return fieldsOf(given, RECORD, list(given.players ?? null).length);
}
