import type { Paragraph } from './paragraphs.ts';

/** The maximum length of a sentence across pages, in characters. */
const SENTENCE_MAX = 1500;
const UNFINISHED = /[\p{L}\p{N},–-]$/u;
const CONTINUES = /^(?:\p{Ll}|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])/u;
const FIRST_SENTENCE =
  /^.*?[.!?。！？…]["'”’»)\]]*(?=\s|$|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])/su;

/** If a page ends in the middle of a sentence, moves the rest of the sentence to that page. Modifies `pages`. */
export function mendPageBreaks(pages: Paragraph[][]): void {
  for (const [index, page] of pages.entries()) {
    const last = page.at(-1);
    const next = pages[index + 1]?.[0];
    if (last === undefined || next === undefined || next.isItem) continue;
    const isOneFont = Math.abs(last.size - next.size) < 0.12 * last.size;
    if (!isOneFont || !UNFINISHED.test(last.text) || !CONTINUES.test(next.text)) continue;
    const rest = FIRST_SENTENCE.exec(next.text.slice(0, SENTENCE_MAX))?.[0] ?? next.text;
    if (rest.length > SENTENCE_MAX) continue;
    last.text = joined(last.text, rest);
    next.text = next.text.slice(rest.length).trim();
    if (next.text === '') pages[index + 1]?.shift();
  }
}

function joined(start: string, rest: string): string {
  if (/\p{L}-$/u.test(start) && /^\p{Ll}/u.test(rest)) return start.slice(0, -1) + rest;
  return /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]$/u.test(start)
    ? start + rest
    : `${start} ${rest}`;
}
