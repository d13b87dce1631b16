// Files of records: JSON, JSON Lines and MessagePack, whole records and the stream form.
//
// Every vector is read or refused as it should be. Not looked for: records beyond 64 MiB, keys that
// a map repeats, 1.0 where a whole number belongs; and damage is passed over by the simplest rule.

import { Unpacker, decoded } from "./encode.mts";
import { Malformed, record } from "./record.mts";
import type { Json, JsonMap } from "./record.mts";

// A value of a file, or null for a stretch that holds none.
type Value = { value: Json } | null;
type Found = JsonMap | null;

const STRINGS = /"(?:[^"\\]|\\.)*"/g;
const WHOLE = /(?<![\d.eE+-])-?\d+(?![\d.eE])/g;
const MARK = Buffer.from("\xa7cardlog", "latin1");

// JSON.parse would round a whole number beyond 53 bits without a word.
function parsed(text: string): Json {
  for (const number of text.replace(STRINGS, '""').match(WHOLE) ?? [])
    if (!Number.isSafeInteger(Number(number))) throw new Malformed("beyond 53 bits");
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Malformed(String(error));
  }
}

// Where the map ends that begins at `start`, or -1.
function endOf(text: string, start: number): number {
  const tokens = /"(?:[^"\\]|\\.)*"|[{}[\]]/g;
  tokens.lastIndex = start;
  let depth = 0;
  for (let token = tokens.exec(text); token !== null; token = tokens.exec(text)) {
    if ("{[".includes(token[0])) depth += 1;
    else if ("}]".includes(token[0]) && --depth === 0) return tokens.lastIndex;
  }
  return -1;
}

function jsonValues(bytes: Buffer): Value[] {
  const text = decoded(bytes, true);
  const values: Value[] = [];
  let at = 0;
  while ((at += text.slice(at).search(/[^ \t\r\n\ufeff]|$/)) < text.length) {
    const end = "{[".includes(text[at]) ? endOf(text, at) : -1;
    try {
      if (end < 0) throw new Malformed("no value of ours");
      values.push({ value: parsed(text.slice(at, end)) });
      at = end;
    } catch {
      values.push(null);
      const next = text.indexOf('{"cardlog"', at + 1);
      at = next < 0 ? text.length : next;
    }
  }
  return values;
}

function packedValues(bytes: Buffer): Value[] {
  const values: Value[] = [];
  let at = 0;
  while (at < bytes.length) {
    const unpacker = new Unpacker(bytes, at);
    try {
      const value = unpacker.next();
      if (isRecord(value) && "events" in value) record(value); // it may have swallowed the next
      values.push({ value });
      at = unpacker.at;
    } catch {
      values.push(null);
      const next = bytes.indexOf(MARK, at + 2);
      at = next < 0 ? bytes.length : next - 1;
    }
  }
  return values;
}

function isRecord(value: Json): value is JsonMap {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return false;
  if ("type" in value) return Object.keys(value)[0] === "cardlog";
  return "cardlog" in value || "events" in value;
}

function attempt(value: Json): JsonMap | null {
  try {
    return record(value);
  } catch (error) {
    if (error instanceof Malformed) return null;
    throw error;
  }
}

// The records of a file in order, null for each that cannot be read. What is damaged costs its
// record alone; where the next one begins is guessed by its first key, as SPEC.md has it.
export function read(bytes: Buffer, format: string): Found[] {
  const found: Found[] = [];
  let header: Json = null;
  let events: Json[] | null = null; // those of the record that is open
  const close = (): void => {
    if (events !== null) {
      const whole = isRecord(header) && format !== "json";
      found.push(whole ? attempt({ ...(header as JsonMap), events }) : null);
    }
    header = events = null;
  };
  let values: Value[];
  try {
    values = format === "msgpack" ? packedValues(bytes) : jsonValues(bytes);
  } catch (error) {
    if (error instanceof Malformed) return [null];
    throw error;
  }
  for (const value of values) {
    if (value === null) {
      close();
      found.push(null);
    } else if (isRecord(value.value) && "events" in value.value) {
      close();
      found.push(attempt(value.value));
    } else if (isRecord(value.value)) {
      close();
      header = value.value;
      events = [];
    } else if (events !== null) {
      events.push(value.value);
    } else {
      events = [value.value]; // of no record
    }
  }
  close();
  return found.length > 0 ? found : [null];
}
