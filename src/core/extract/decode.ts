/** A text and its encoding, as `TextDecoder` names it. */
export interface Decoded {
  text: string;
  encoding: string;
  /** Whether some bytes are invalid in this encoding and were replaced with U+FFFD. */
  isDamaged: boolean;
}

/** Enough to detect an encoding. */
const SAMPLE_BYTES = 64 * 1024;

/**
 * Decodes a text of unknown encoding. Tries, in order: byte-order mark, UTF-16 (by its zero bytes), valid UTF-8, the
 * declared encoding, and the most plausible legacy encoding.
 * @param declared the label in the document itself, as in `<meta charset>`
 */
export function decodeText(bytes: Uint8Array, declared?: string): Decoded {
  const encoding = encodingOf(bytes, declared);
  // Strict decoding is as fast, and distinguishes damage from a document that contains U+FFFD.
  try {
    return { text: decoder(encoding, true).decode(bytes), encoding, isDamaged: false };
  } catch {
    return { text: decoder(encoding, false).decode(bytes), encoding, isDamaged: true };
  }
}

/** Whether these are the first bytes of a text, in any encoding. */
export function looksLikeText(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  if (byteOrderMark(sample) !== undefined || utf16WithoutMark(sample) !== undefined) return true;
  let controls = 0;
  for (const byte of sample) {
    if (byte === 0) return false;
    // Backspace, tab, line feed, form feed, carriage return and escape occur in texts.
    if (byte < 8 || (byte > 13 && byte < 32 && byte !== 27) || byte === 127) controls += 1;
  }
  return controls * 100 <= sample.length;
}

function encodingOf(bytes: Uint8Array, declared?: string): string {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const certain = byteOrderMark(sample) ?? utf16WithoutMark(sample);
  if (certain !== undefined) return certain;
  const damage = utf8Damage(bytes);
  if (damage === 0) return 'utf-8';
  const label = knownLabel(declared);
  if (label !== undefined && label !== 'utf-8') return label;
  // A few broken bytes in a text that is otherwise full of valid sequences.
  if (damage < 0.05) return 'utf-8';
  return legacyEncoding(sample);
}

function byteOrderMark(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return undefined;
}

/**
 * In UTF-16, every other byte of Latin text is zero. In all scripts, spaces and line breaks have a zero byte on the
 * same side.
 */
function utf16WithoutMark(bytes: Uint8Array): string | undefined {
  const length = bytes.length - (bytes.length % 2);
  let [evenZeros, oddZeros, littleSpaces, bigSpaces] = [0, 0, 0, 0];
  for (let at = 0; at < length; at += 2) {
    const [first = 0, second = 0] = [bytes[at], bytes[at + 1]];
    if (first === 0 && second === 0) return undefined;
    if (first === 0) evenZeros += 1;
    if (second === 0) oddZeros += 1;
    if (second === 0 && isSpace(first)) littleSpaces += 1;
    if (first === 0 && isSpace(second)) bigSpaces += 1;
  }
  const pairs = length / 2;
  if (pairs === 0 || (evenZeros > 0 && oddZeros > 0 && Math.min(evenZeros, oddZeros) * 20 > pairs))
    return undefined;
  const isLittle = oddZeros > evenZeros;
  const [zeros, spaces] = isLittle ? [oddZeros, littleSpaces] : [evenZeros, bigSpaces];
  if (zeros * 2 < pairs && spaces * 200 < pairs) return undefined;
  if (zeros === 0) return undefined;
  return isLittle ? 'utf-16le' : 'utf-16be';
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d;
}

/** The share of non-ASCII sequences that are invalid UTF-8; 0 if the text is valid. */
function utf8Damage(bytes: Uint8Array): number {
  let [valid, invalid] = [0, 0];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) continue;
    const more = byte >= 0xf0 && byte < 0xf5 ? 3 : byte >= 0xe0 ? 2 : byte >= 0xc2 ? 1 : 0;
    let found = 0;
    while (found < more && ((bytes[at + found + 1] ?? 0) & 0xc0) === 0x80) found += 1;
    if (more > 0 && byte < 0xf5 && found === more) valid += 1;
    else invalid += 1;
    at += found;
  }
  return invalid === 0 ? 0 : invalid / (valid + invalid);
}

function knownLabel(label: string | undefined): string | undefined {
  try {
    return label === undefined ? undefined : new TextDecoder(label.trim()).encoding;
  } catch {
    return undefined;
  }
}

function decoder(encoding: string, fatal: boolean): TextDecoder {
  return new TextDecoder(encoding, { fatal });
}

/**
 * Legacy encodings with their frequent characters. The larger the share of these, the more plausible the encoding.
 * `weight`, 1 by default, is less for characters that texts in other encodings may seem to consist of.
 */
const LEGACY: readonly [encoding: string, frequent: RegExp, weight?: number][] = [
  ['shift_jis', /[\u3041-\u3096\u30A1-\u30FC、。]/g],
  ['euc-jp', /[\u3041-\u3096\u30A1-\u30FC、。]/g],
  [
    'gb18030',
    /[的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里，。、]/g,
  ],
  [
    'big5',
    /[的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡，。、]/g,
  ],
  ['euc-kr', /[이다는의에가을를은로고하한지도기사어자리시그아스대인서해나일]/g],
  // Short texts may lack all of these. A Chinese text is mostly Hangul in EUC-KR, but hardly ever entirely.
  ['euc-kr', /[\uAC00-\uD7A3]/g, 0.2],
  ['gb18030', new RegExp(`[${commonHanzi()}]`, 'g'), 0.2],
  ['windows-1251', /[оеаинтсрвлкмдпуяыьгзбчй]/g],
  ['windows-1253', /[αειονςτρσκλμπυάήίό]/g],
];
/** The minimum share of frequent characters among the non-ASCII ones for an encoding to be plausible. */
const BELIEVED = 0.15;

/** The 3,755 most common characters of simplified Chinese, which GB 2312 lists first. */
function commonHanzi(): string {
  const rows = Array.from({ length: 0xd8 - 0xb0 }, (_, row) =>
    Array.from({ length: 0xfe - 0xa0 }, (_, column) => [0xb0 + row, 0xa1 + column]),
  );
  // The last row is not full.
  return decoder('gb18030', false).decode(Uint8Array.from(rows.flat(2)).subarray(0, 2 * 3755));
}

function legacyEncoding(sample: Uint8Array): string {
  let best = { encoding: 'windows-1252', score: BELIEVED };
  for (const [encoding, frequent, weight = 1] of LEGACY) {
    const text = decoder(encoding, false).decode(sample);
    const foreign = text.match(/[^\0-\x7F]/gu)?.length ?? 0;
    const damaged = text.match(/\uFFFD/g)?.length ?? 0;
    // The sample may end in the middle of a character.
    if (foreign === 0 || damaged > 1 + foreign / 50) continue;
    const score = (weight * (text.match(frequent)?.length ?? 0)) / foreign;
    if (score > best.score && isRunOfLetters(text)) best = { encoding, score };
  }
  return best.encoding;
}

/**
 * Whether non-ASCII characters form words. In Western European text they occur singly among ASCII letters, even if it
 * is decoded with an encoding of another script.
 */
function isRunOfLetters(text: string): boolean {
  const together = text.match(/[^\0-\x7F]{2,}/gu)?.length ?? 0;
  const alone = (text.match(/[^\0-\x7F]+/gu)?.length ?? 0) - together;
  return together > alone;
}
