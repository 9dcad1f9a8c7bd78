/** A text item of a PDF page, from PDF.js. */
export interface PageText {
  str: string;
  /** `[a, b, c, d, x, y]`: direction, size and position, in page units. */
  transform: readonly number[];
  /** Along the direction of the text. */
  width: number;
}

/** A rectangle on a page, as two opposite corners in page units. */
export type Corners = [x1: number, y1: number, x2: number, y2: number];

/** The minimum length, in letters, of a part of a sentence that continues on the next page. */
const PART = 24;
/** Shorter sentences (in letters) could match anywhere, so they are only looked for right after the previous one. */
const SHORT = 12;
const NEAR = 200;

/**
 * Finds a passage on a page.
 * @param isRest whether it begins on the previous page, so that its end must be on this one
 */
export type FindPassage = (passage: string, isRest?: boolean) => Corners[];

/**
 * Locates passages on a page. Extraction changed their text (joined lines, removed hyphens), so only letters and digits
 * are compared, sentence by sentence.
 */
export function createFinder(items: readonly PageText[]): FindPassage {
  const letters: { item: number; from: number; to: number }[] = [];
  let page = '';
  for (const [item, { str }] of items.entries()) {
    for (let at = 0; at < str.length; at += 1) {
      const plain = plainOf(str[at] ?? '');
      for (let copy = 0; copy < plain.length; copy += 1)
        letters.push({ item, from: at / str.length, to: (at + 1) / str.length });
      page += plain;
    }
  }

  return (passage, isRest = false) => {
    const found: [from: number, to: number][] = [];
    let match: [from: number, to: number] | null = null;
    const sentences = passage.split(/(?<=[.!?:。])\s+|\n+/).map(plainOf);
    for (const sentence of sentences.filter((plain) => plain !== '')) {
      match = findPiece(page, sentence, found.at(-1)?.[1] ?? null);
      if (match) found.push(match);
    }
    if (isRest && !match) return [];
    const parts = new Map<number, { from: number; to: number }>();
    for (const [from, to] of found) {
      for (const letter of letters.slice(from, to)) {
        const part = parts.get(letter.item);
        parts.set(letter.item, { from: part?.from ?? letter.from, to: letter.to });
      }
    }
    return [...parts].flatMap(([item, { from, to }]) => {
      const text = items[item];
      return text ? [cornersOf(text, from, to)] : [];
    });
  };
}

function plainOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** @param after the end of the previous sentence; null if it wasn't found */
function findPiece(page: string, piece: string, after: number | null): [number, number] | null {
  const next = page.indexOf(piece, after ?? 0);
  if (piece.length < SHORT)
    return after !== null && next >= 0 && next - after <= NEAR ? [next, next + piece.length] : null;
  const at = next >= 0 ? next : page.indexOf(piece);
  if (at >= 0) return [at, at + piece.length];
  if (piece.length < PART) return null;
  // It begins on the previous page, or ends on the next one.
  const begin = page.lastIndexOf(piece.slice(0, PART));
  if (begin >= 0 && piece.startsWith(page.slice(begin))) return [begin, page.length];
  const end = page.indexOf(piece.slice(-PART));
  return end >= 0 && piece.endsWith(page.slice(0, end + PART)) ? [0, end + PART] : null;
}

/** The rectangle around a part (0 to 1) of a line of text, whatever its direction. */
function cornersOf({ transform, width }: PageText, from: number, to: number): Corners {
  const [a = 1, b = 0, c = 0, d = 1, x = 0, y = 0] = transform;
  const scale = Math.hypot(a, b) || 1;
  const [along, across] = [
    [a / scale, b / scale] as const,
    // From a little below the line to the top of its capitals.
    [c, d] as const,
  ];
  const corner = (share: number, height: number) =>
    [
      x + along[0] * width * share + across[0] * height,
      y + along[1] * width * share + across[1] * height,
    ] as const;
  return [...corner(from, -0.22), ...corner(to, 0.9)];
}
