/** A text divided into parts for highlighting. Ranges may touch and overlap. */
export function highlightParts(
  text: string,
  ranges: readonly { start: number; end: number }[],
): { start: number; text: string; isMarked: boolean }[] {
  const parts: { start: number; text: string; isMarked: boolean }[] = [];
  const add = (start: number, end: number, isMarked: boolean) => {
    if (end > start) parts.push({ start, text: text.slice(start, end), isMarked });
  };
  let at = 0;
  for (const { start, end } of [...ranges].sort((a, b) => a.start - b.start)) {
    if (end <= at) continue;
    const from = Math.max(start, at);
    add(at, from, false);
    add(from, Math.min(end, text.length), true);
    at = end;
  }
  add(at, text.length, false);
  return parts;
}
