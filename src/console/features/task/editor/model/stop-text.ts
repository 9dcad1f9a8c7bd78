/** The limits of the API contract. */
export const STOP_MAX = 4;
export const STOP_TEXT_MAX = 100;

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', '\\': '\\' };

/** Stop texts as a person edits them: one per line, with `\n` for a line break. */
export function writeStop(stop: readonly string[]): string {
  return stop
    .map((one) => one.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t'))
    .join('\n');
}

/** The stop texts that a person typed; null if they exceed the limits. */
export function readStop(text: string): string[] | null {
  const lines = text
    .split('\n')
    .map((line) => line.replace(/\\([nt\\])/g, (_, letter: string) => ESCAPES[letter] ?? ''))
    .filter((line) => line !== '');
  const stop = [...new Set(lines)];
  const fits = stop.length <= STOP_MAX && stop.every((one) => one.length <= STOP_TEXT_MAX);
  return fits ? stop : null;
}
