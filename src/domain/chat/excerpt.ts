import { beginningPattern, searchWords } from '#core/chat/search-words.ts';

const EXCERPT_MAX = 240;
const BEFORE = 60;

/** The text around the first word of a search, in one line. */
export function excerptOf(text: string, q: string): string {
  const line = text.replace(/\s+/g, ' ');
  const places = searchWords(q).map((word) => line.search(new RegExp(beginningPattern(word), 'i')));
  const first = Math.min(...places.filter((place) => place >= 0), line.length);
  const start = first === line.length ? 0 : Math.max(0, first - BEFORE);
  const cut = line.slice(start, start + EXCERPT_MAX).toWellFormed();
  return `${start > 0 ? '…' : ''}${cut}${start + EXCERPT_MAX < line.length ? '…' : ''}`;
}
