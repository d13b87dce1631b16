// How a record is written: canonical JSON (RFC 8785), its content id, and MessagePack.

import { createHash } from "node:crypto";
import { Malformed } from "./record.mts";
import type { Json, JsonMap } from "./record.mts";

const NOT_IN_THE_ID = ["names", "seals"];

// RFC 8785: JavaScript sorts texts by UTF-16 units and prints numbers as the standard wants them.
function sorted(value: Json): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(sorted).join(",")}]`;
  const pairs = Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${sorted(value[key])}`);
  return `{${pairs.join(",")}}`;
}

export function canonical(record: JsonMap): Buffer {
  const kept = Object.entries(record).filter(([key]) => !NOT_IN_THE_ID.includes(key));
  return Buffer.from(sorted(Object.fromEntries(kept)), "utf8");
}

export function idOf(record: JsonMap): string {
  return createHash("sha256").update(canonical(record)).digest("hex");
}

// The first of the forms that is long enough: [how many fit, the byte, how many bytes of length].
type Form = [number, number, number];
type Pair = [string, Json];
const TEXT: Form[] = [[0x20, 0xa0, 0], [0x100, 0xd9, 1], [0x10000, 0xda, 2], [2 ** 32, 0xdb, 4]];
const LIST: Form[] = [[0x10, 0x90, 0], [0x10000, 0xdc, 2], [2 ** 32, 0xdd, 4]];
const MAP: Form[] = [[0x10, 0x80, 0], [0x10000, 0xde, 2], [2 ** 32, 0xdf, 4]];

function head(length: number, forms: Form[]): Buffer {
  const [, byte, size] = forms.find(([limit]) => length < limit) ?? forms[forms.length - 1];
  if (size === 0) return Buffer.from([byte + length]);
  const bytes = Buffer.alloc(1 + size, byte);
  bytes.writeUIntBE(length, 1, size);
  return bytes;
}

function packedNumber(value: number): Buffer {
  const bytes = Buffer.alloc(9);
  if (!Number.isSafeInteger(value) || Object.is(value, -0)) {
    bytes[0] = 0xcb;
    bytes.writeDoubleBE(value, 1);
    return bytes;
  }
  if (value >= -32 && value < 128) return Buffer.from([value & 0xff]);
  for (const power of [0, 1, 2]) {
    const size = 1 << power;
    const half = 2 ** (8 * size - 1);
    bytes[0] = (value < 0 ? 0xd0 : 0xcc) + power;
    if (value < 0 && value >= -half) bytes.writeIntBE(value, 1, size);
    else if (value >= 0 && value < 2 * half) bytes.writeUIntBE(value, 1, size);
    else continue;
    return bytes.subarray(0, 1 + size);
  }
  bytes[0] = value < 0 ? 0xd3 : 0xcf;
  bytes.writeBigInt64BE(BigInt(value), 1);
  return bytes;
}

// MessagePack in the shortest form of each value, with keys in their order.
export function packed(value: Json): Buffer {
  if (value === null) return Buffer.from([0xc0]);
  if (typeof value === "boolean") return Buffer.from([value ? 0xc3 : 0xc2]);
  if (typeof value === "number") return packedNumber(value);
  if (typeof value === "string") {
    const bytes = Buffer.from(value, "utf8");
    return Buffer.concat([head(bytes.length, TEXT), bytes]);
  }
  if (Array.isArray(value)) return Buffer.concat([head(value.length, LIST), ...value.map(packed)]);
  const pairs = Object.entries(value);
  return Buffer.concat([head(pairs.length, MAP), ...pairs.flat().map(packed)]);
}

// One value of MessagePack after another.
export class Unpacker {
  bytes: Buffer;
  at: number;

  constructor(bytes: Buffer, at: number) {
    this.bytes = bytes;
    this.at = at;
  }

  // The next `size` bytes.
  take(size: number): Buffer {
    if (this.at + size > this.bytes.length) throw new Malformed("the bytes end too soon");
    this.at += size;
    return this.bytes.subarray(this.at - size, this.at);
  }

  length(byte: number, first: number, size: number): number {
    const width = size << (byte - first);
    return this.take(width).readUIntBE(0, width);
  }

  next(): Json {
    const byte = this.take(1)[0];
    if (byte < 0x80) return byte;
    if (byte < 0x90) return this.map(byte & 0x0f);
    if (byte < 0xa0) return this.list(byte & 0x0f);
    if (byte < 0xc0) return this.text(byte & 0x1f);
    if (byte === 0xc0) return null;
    if (byte === 0xc2 || byte === 0xc3) return byte === 0xc3;
    if (byte === 0xca) return this.take(4).readFloatBE();
    if (byte === 0xcb) return this.take(8).readDoubleBE();
    if (byte >= 0xcc && byte <= 0xce) return this.length(byte, 0xcc, 1);
    if (byte === 0xcf) return exact(this.take(8).readBigUInt64BE());
    if (byte >= 0xd0 && byte <= 0xd2) {
      const width = 1 << (byte - 0xd0);
      return this.take(width).readIntBE(0, width);
    }
    if (byte === 0xd3) return exact(this.take(8).readBigInt64BE());
    if (byte >= 0xd9 && byte <= 0xdb) return this.text(this.length(byte, 0xd9, 1));
    if (byte === 0xdc || byte === 0xdd) return this.list(this.length(byte, 0xdc, 2));
    if (byte === 0xde || byte === 0xdf) return this.map(this.length(byte, 0xde, 2));
    if (byte >= 0xe0) return byte - 0x100;
    throw new Malformed("binary data, an extension, or no value at all");
  }

  text(length: number): string {
    return decoded(this.take(length), false);
  }

  list(length: number): Json[] {
    const items: Json[] = [];
    for (let n = 0; n < length; n++) items.push(this.next());
    return items;
  }

  map(length: number): JsonMap {
    const pairs: Pair[] = [];
    for (let n = 0; n < length; n++) {
      const key = this.next();
      if (typeof key !== "string") throw new Malformed("a key that is no text");
      pairs.push([key, this.next()]);
    }
    return Object.fromEntries(pairs); // which takes the key `__proto__` for a key like any other
  }
}

function exact(value: bigint): number {
  if (BigInt.asIntN(54, value) !== value || value === -(2n ** 53n))
    throw new Malformed("a whole number beyond 53 bits");
  return Number(value);
}

// A text in UTF-8; a byte order mark belongs to it unless `file` says that a file begins here.
export function decoded(bytes: Buffer, file: boolean): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: !file }).decode(bytes);
  } catch {
    throw new Malformed("no UTF-8");
  }
}
