import type { Line } from './lines.ts';

/** A paragraph: lines that belong together. */
export interface Paragraph {
  text: string;
  /** The font size of most of it. */
  size: number;
  lines: number;
  isItem: boolean;
}

const ITEM = /^\s*(?:[•‣▪●○◦■□–*-]|\d{1,3}[.)]|[a-z][.)]|\(\w{1,3}\))\s+\S/;
const SENTENCE_END = /[.!?:;。！？…]["'”’»)\]]*$/;

/**
 * Joins the lines of a page into paragraphs. A paragraph begins after a larger gap, at a change of font size, at a list
 * item, at an indented line, and after a line that ends a sentence early.
 */
export function paragraphsOf(lines: readonly Line[], hyphenated: ReadonlySet<string>): Paragraph[] {
  const pitch = usualPitch(lines);
  const right = Math.max(0, ...lines.map((line) => line.right));
  const left = Math.min(right, ...lines.map((line) => line.left));
  const paragraphs: Paragraph[] = [];
  let open: Line[] = [];
  const close = () => {
    if (open.length > 0) paragraphs.push(paragraphOf(open, hyphenated));
    open = [];
  };
  for (const line of lines) {
    const before = open.at(-1);
    if (before !== undefined && isApart(before, line, open, pitch, right - left)) close();
    open.push(line);
  }
  close();
  return paragraphs;
}

/** Words with a hyphen in the middle of a line. When a line ends at such a hyphen, it is kept. */
export function hyphenatedWords(pages: readonly Line[][]): Set<string> {
  const words = new Set<string>();
  for (const lines of pages) {
    for (const { text } of lines) {
      for (const [word] of text.matchAll(/\p{L}{2,40}-\p{L}{2,40}/gu))
        words.add(word.toLowerCase());
    }
  }
  return words;
}

function isApart(before: Line, line: Line, open: Line[], pitch: number, width: number): boolean {
  const step = before.y - line.y;
  const size = Math.max(before.size, line.size);
  if (Math.abs(before.size - line.size) > 0.12 * size) return true;
  if (ITEM.test(line.text)) return true;
  const hasEnded = SENTENCE_END.test(before.text.trim());
  // The line is in the next column, or in a box elsewhere on the page.
  if (step < -size) return hasEnded;
  if (step > Math.max(pitch, size) * 1.45) return true;
  const first = open[0] ?? before;
  const isIndented = line.left - before.left > size && line.left - before.left < 6 * size;
  if (isIndented && open.length > 1 && !ITEM.test(first.text)) return hasEnded;
  return hasEnded && before.right < Math.max(first.right, line.right) - 0.2 * width;
}

/** The line spacing within paragraphs: the most common one, unless the page has few lines. */
function usualPitch(lines: readonly Line[]): number {
  const steps: number[] = [];
  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1];
    const step = next === undefined ? 0 : line.y - next.y;
    if (step > 0 && step < 4 * line.size) steps.push(step);
  }
  steps.sort((one, other) => one - other);
  return steps[Math.floor(steps.length / 4)] ?? 0;
}

function paragraphOf(lines: readonly Line[], hyphenated: ReadonlySet<string>): Paragraph {
  const parts: string[] = [];
  let last = '';
  for (const { text } of lines) {
    const next = text.trim();
    if (parts.length > 0) last = joint(parts, last, next, hyphenated);
    parts.push(next);
    last = next;
  }
  const sizes = lines.map((line) => line.size).sort((one, other) => one - other);
  const size = sizes[Math.floor(sizes.length / 2)] ?? 0;
  // Dot leaders in a table of contents.
  const text = parts
    .join('')
    .replace(/\s+/g, ' ')
    .replace(/(?:\s?\.){4,}/g, ' …');
  return { text, size, lines: lines.length, isItem: ITEM.test(lines[0]?.text ?? '') };
}

/** Joins two lines: with nothing in Chinese, in Japanese and within a word, otherwise with a space. */
function joint(
  parts: string[],
  last: string,
  next: string,
  hyphenated: ReadonlySet<string>,
): string {
  if (/\p{L}[-\u00AD\u2010]$/u.test(last) && /^\p{Ll}/u.test(next)) {
    const start = /[\p{L}]+(?=.$)/u.exec(last.slice(-50))?.[0] ?? '';
    const end = /^\p{L}+/u.exec(next.slice(0, 50))?.[0] ?? '';
    const isWritten = hyphenated.has(`${start}-${end}`.toLowerCase());
    if (!isWritten) parts[parts.length - 1] = last.slice(0, -1);
  } else if (!(UNSPACED.test(last.slice(-2)) && UNSPACED.test(next.slice(0, 1)))) parts.push(' ');
  return last;
}

const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\u3000-\u303F\uFF00-\uFF60]/u;
