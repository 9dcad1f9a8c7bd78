/**
 * The valid variable name closest to what someone wrote: `user_id` → `userId`, `Größe` → `Grosse`; undefined if it has
 * no letters. At most 64 letters.
 */
export function plainName(written: string): string | undefined {
  const latin = written.slice(0, 256).replaceAll('ß', 'ss').normalize('NFD').replace(/\p{M}/gu, '');
  const words = latin.match(/[A-Za-z]+/g);
  if (!words) return undefined;
  const [first = '', ...others] = words;
  const rest = others.map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return [first, ...rest].join('').slice(0, 64);
}

/** The name most likely meant by `written`: at most two letters different, or undefined. */
export function nearestName(written: string, names: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.min(2, Math.floor(written.length / 2)) + 1;
  for (const name of names) {
    if (Math.abs(name.length - written.length) >= bestDistance) continue;
    const distance = editDistance(written.toLowerCase(), name.toLowerCase());
    if (distance < bestDistance) {
      best = name;
      bestDistance = distance;
    }
  }
  return best;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
