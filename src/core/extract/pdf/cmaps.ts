/**
 * The predefined CMaps of Chinese, Japanese and Korean PDFs whose fonts aren't embedded. PDF.js needs two: one from the
 * codes in the text to Adobe's numbers of glyphs, another from these to Unicode. Adobe's tables have megabytes. Only the
 * text matters here, not the glyphs, so Unicode itself takes the place of the numbers: the first CMap follows from an
 * encoding that every platform decodes, and the second maps each number to itself.
 */
export class CMaps {
  /** Whether the document has a font whose glyph numbers are Unicode. */
  #isOurs = false;

  /**
   * Called by PDF.js.
   * @throws Error for a CMap that can't be made: glyphs with Adobe's numbers stay unknown
   */
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    if (/^Adobe-\w+-UCS2$/.test(filename) && this.#isOurs) return toUnicode();
    const encoding = ENCODINGS.find(({ names }) => names.test(filename));
    if (!encoding) throw new Error(`No CMap ${filename}`);
    this.#isOurs = true;
    return toNumbers(encoding);
  }
}

interface Encoding {
  names: RegExp;
  label: string;
  /** Added to a code before it is decoded. */
  shift?: number;
  /** Whether all codes have two bytes. */
  isWide?: boolean;
}

const ENCODINGS: readonly Encoding[] = [
  { names: /^Uni\w+-(?:UCS2|UTF16)-/, label: 'utf-16be', isWide: true },
  { names: /RKSJ/, label: 'shift_jis' },
  { names: /^EUC-[HV]$/, label: 'euc-jp' },
  // JIS X 0208 in seven bits.
  { names: /^[HV]$/, label: 'euc-jp', shift: 0x8080, isWide: true },
  { names: /^(?:GBK|GB-EUC|GBpc-EUC)/, label: 'gb18030' },
  { names: /B5/, label: 'big5' },
  { names: /^KSC.*(?:EUC|UHC)/, label: 'euc-kr' },
];

/** First code, last code, and the value of the first one. */
type Range = [from: number, to: number, target: number];

/** The maximum number of ranges in a section of a CMap. */
const SECTION = 100;

function toNumbers({ label, shift = 0, isWide = false }: Encoding): Uint8Array {
  const decoder = new TextDecoder(label);
  const decoded = (bytes: number[]): number | undefined => {
    const text = decoder.decode(Uint8Array.from(bytes));
    return text.length === 1 && text !== '\uFFFD' ? text.charCodeAt(0) : undefined;
  };
  const single: Range[] = [];
  const leads: number[] = [];
  const double: Range[] = [];
  for (let lead = 0; lead < 256; lead += 1) {
    const alone = isWide ? undefined : decoded([lead]);
    if (alone !== undefined) {
      extend(single, lead, alone);
      continue;
    }
    leads.push(lead);
    for (let trail = 0; trail < 256; trail += 1) {
      const code = lead * 256 + trail;
      const target = decoded([(code + shift) >> 8, (code + shift) & 0xff]);
      if (target !== undefined) extend(double, code, target);
    }
  }
  const spaces = [
    ...single.map(([from, to]) => `<${hex(from, 2)}> <${hex(to, 2)}>`),
    ...leads.map((lead) => `<${hex(lead, 2)}00> <${hex(lead, 2)}ff>`),
  ];
  const ranges = [
    ...single.map(([from, to, target]) => `<${hex(from, 2)}> <${hex(to, 2)}> ${target}`),
    ...double.map(([from, to, target]) => `<${hex(from, 4)}> <${hex(to, 4)}> ${target}`),
  ];
  return cmap([...sections('codespacerange', spaces), ...sections('cidrange', ranges)]);
}

function toUnicode(): Uint8Array {
  const rows = Array.from({ length: 256 }, (_, row) => hex(row, 2));
  const spaces = ['<0000> <ffff>'];
  const ranges = rows.map((row) => `<${row}00> <${row}ff> <${row}00>`);
  return cmap([...sections('codespacerange', spaces), ...sections('bfrange', ranges)]);
}

/** Adds a code to the last range, or begins another one. Ranges stay within the codes of one first byte. */
function extend(ranges: Range[], code: number, target: number): void {
  const last = ranges.at(-1);
  const follows = last && last[1] + 1 === code && last[2] + code - last[0] === target;
  if (follows && code % 256 !== 0) last[1] = code;
  else ranges.push([code, code, target]);
}

function sections(kind: string, lines: readonly string[]): string[] {
  const made: string[] = [];
  for (let at = 0; at < lines.length; at += SECTION) {
    const some = lines.slice(at, at + SECTION);
    made.push(`${some.length} begin${kind}`, ...some, `end${kind}`);
  }
  return made;
}

function cmap(lines: readonly string[]): Uint8Array {
  return new TextEncoder().encode(['begincmap', ...lines, 'endcmap', ''].join('\n'));
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}
