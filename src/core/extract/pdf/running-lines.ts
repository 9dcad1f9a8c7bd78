import type { Line } from './lines.ts';

/** How many lines at each end of a page may be a header or a footer. */
const EDGE = 3;
/** A line that is at the same height on this many pages is no accident. Headers of chapters are on few pages. */
const PAGES_MIN = 3;

/** Removes headers, footers and page numbers: lines at the edges that repeat on other pages, numbers aside. */
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

/** The highest and the lowest lines. */
function edgesOf(lines: readonly Line[]): Line[] {
  if (lines.length <= EDGE * 2) return [...lines];
  const sorted = [...lines].sort((one, other) => other.y - one.y);
  return [...sorted.slice(0, EDGE), ...sorted.slice(-EDGE)];
}

/** The same for lines that differ in numbers only, at the same height; page numbers may be at any. */
function keyOf({ text, y }: Line): string {
  const words = text.trim().slice(0, 200).replace(/\d+/g, '#').replace(/\s+/g, ' ');
  const isNumber = /^[\W_]*(?:#|[ivxlcdm]+)[\W_]*$/i.test(words);
  return isNumber ? '#' : `${Math.round(y / 4)} ${words}`;
}
