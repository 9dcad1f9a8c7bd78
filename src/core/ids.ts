const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const COUNTER_MAX = 0xfff;
/** The random bits at the end of an id. */
const RANDOM_BITS = 62;

/** Fetching random bytes is the slowest part, so they are fetched for many ids at once. */
const pool = new Uint8Array(16 * 256);
let used = pool.length;

let lastMs = 0;
let counter = 0;

/**
 * A new id: the prefix, `_`, and a UUIDv7 in 26 characters of Crockford's base32. The ids of one process sort in order
 * of creation, even within a millisecond and when the clock is set back.
 */
export function newId<P extends string>(prefix: P): `${P}_${string}` {
  return `${prefix}_${encode(uuidv7(Date.now()))}`;
}

/** A lower bound for all ids of a kind created since a given time (ms since 1970). */
export function firstIdAt<P extends string>(prefix: P, time: number): `${P}_${string}` {
  const bytes = new Uint8Array(16);
  let ms = Math.max(0, Math.floor(time));
  for (let i = 5; i >= 0; i -= 1) {
    bytes[i] = ms % 256;
    ms = Math.floor(ms / 256);
  }
  return `${prefix}_${encode(bytes)}`;
}

/** A time (ms since 1970) after all ids that this process has created, also if the clock was set back. */
export function timeAfterIds(): number {
  return Math.max(Date.now(), lastMs + 1);
}

/** Whether a text has the form of an id of this kind; says nothing about whether the thing exists. */
export function isId(prefix: string, text: string): boolean {
  return (
    text.startsWith(`${prefix}_`) &&
    /^[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(text.slice(prefix.length + 1))
  );
}

/**
 * The nth id derived from another one. It is the same each time, so creating the items can be repeated.
 */
export function nthId<P extends string>(prefix: P, base: string, number: number): `${P}_${string}` {
  let value = 0n;
  for (const letter of base.slice(base.indexOf('_') + 1))
    value = (value << 5n) | BigInt(ALPHABET.indexOf(letter));
  const low = BigInt.asUintN(RANDOM_BITS, value + BigInt(number));
  const sum = ((value >> BigInt(RANDOM_BITS)) << BigInt(RANDOM_BITS)) | low;
  const bytes = Uint8Array.from({ length: 16 }, (_, at) =>
    Number((sum >> BigInt(8 * (15 - at))) & 0xffn),
  );
  return `${prefix}_${encode(bytes)}`;
}

function uuidv7(now: number): Uint8Array {
  if (used === pool.length) {
    crypto.getRandomValues(pool);
    used = 0;
  }
  const bytes = pool.slice(used, used + 16);
  used += 16;
  if (now > lastMs) {
    lastMs = now;
    // The counter starts in its lower half, to leave room for counting within the millisecond.
    counter = (((bytes[6] ?? 0) << 8) | (bytes[7] ?? 0)) & (COUNTER_MAX >> 1);
  } else if (counter < COUNTER_MAX) {
    counter += 1;
  } else {
    lastMs += 1;
    counter = 0;
  }
  let ms = lastMs;
  for (let i = 5; i >= 0; i -= 1) {
    bytes[i] = ms % 256;
    ms = Math.floor(ms / 256);
  }
  bytes[6] = 0x70 | (counter >> 8);
  bytes[7] = counter & 0xff;
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  return bytes;
}

/** 128 bits in 26 characters; the first character holds the upper 3 bits, so that texts sort like the bytes. */
function encode(bytes: Uint8Array): string {
  let text = '';
  let bits = 2;
  let buffer = 0;
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET[(buffer >> bits) & 31];
      buffer &= (1 << bits) - 1;
    }
  }
  return text;
}
