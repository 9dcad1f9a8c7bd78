/**
 * The texts in JSON that is still being streamed, for display only.
 * @param key returns only the values of this property; by default, all strings except property names
 */
export function textsSoFar(json: string, key?: string): string[] {
  const found: string[] = [];
  let name: string | null = null;
  for (const match of json.matchAll(/"((?:[^"\\]|\\.)*)("?)(\s*:)?/g)) {
    const [, raw = '', , colon] = match;
    if (colon) {
      name = raw;
      continue;
    }
    if (key === undefined || name === key) found.push(unescaped(raw));
  }
  return found;
}

function unescaped(raw: string): string {
  try {
    return String(JSON.parse(`"${raw}"`));
  } catch {
    // It ends in the middle of an escape.
    return raw.replaceAll('\\', '');
  }
}

/** A section of Markdown that is still being streamed, by its position, for display only. */
export function sectionSoFar(markdown: string, index: number): string {
  const parts = markdown.split(/^(?=## )/m).filter((part) => part.startsWith('## '));
  return parts[index] ?? '';
}
