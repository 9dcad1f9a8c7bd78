/**
 * Front-codes sorted URLs: each is stored as the length of the prefix that it shares with the previous one, in base 36,
 * and the rest.
 */
export function packLinks(urls: Iterable<string>): string {
  let before = '';
  const lines = [...new Set(urls)].sort().map((url) => {
    let shared = 0;
    while (shared < before.length && before[shared] === url[shared]) shared += 1;
    before = url;
    return `${shared.toString(36)} ${url.slice(shared)}`;
  });
  return lines.join('\n');
}

/** Undoes `packLinks`. */
export function unpackLinks(packed: string): string[] {
  if (packed === '') return [];
  let before = '';
  return packed.split('\n').map((line) => {
    const space = line.indexOf(' ');
    before = before.slice(0, Number.parseInt(line, 36)) + line.slice(space + 1);
    return before;
  });
}
