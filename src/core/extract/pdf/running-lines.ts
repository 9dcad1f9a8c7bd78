import type { Line } from './lines.ts';

/** The number of lines at the top and bottom of a page that may be a header or footer. */
const EDGE = 3;
/**
 * The number of pages on which a line must repeat. It is low because a chapter's header is only on the chapter's pages.
 */
const PAGES_MIN = 3;

/** Removes headers, footers and page numbers: lines at the edges that repeat on other pages, ignoring numbers. */
export function withoutRunningLines(pages: readonly Line[][]): Line[][] {
  const counts = new Map<string, number>();
  for (const lines of pages) {
    for (const key of new Set(edgesOf(lines).map(keyOf)))
      counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return pages.map((lines) => {
    const running = new Set(
      edgesOf(lines).filter((line) => (counts.get(keyOf(line)) ?? 0) >= PAGES_MIN),
    );
    return running.size === 0 ? lines : lines.filter((line) => !running.has(line));
  });
}

/** The top and bottom lines. */
function edgesOf(lines: readonly Line[]): Line[] {
  if (lines.length <= EDGE * 2) return [...lines];
  const sorted = [...lines].sort((one, other) => other.y - one.y);
  return [...sorted.slice(0, EDGE), ...sorted.slice(-EDGE)];
}

/** A key that is equal for lines at the same height that differ only in numbers. Page numbers may be at any height. */
function keyOf({ text, y }: Line): string {
  const words = text.trim().slice(0, 200).replace(/\d+/g, '#').replace(/\s+/g, ' ');
  const isNumber = /^[\W_]*(?:#|[ivxlcdm]+)[\W_]*$/i.test(words);
  return isNumber ? '#' : `${Math.round(y / 4)} ${words}`;
}
