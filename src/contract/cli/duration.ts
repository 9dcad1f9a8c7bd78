import { CommandError } from './command-error.ts';

/**
 * Reads an option such as `60s`, `500ms` or `3m`.
 * @returns milliseconds
 * @throws CommandError
 */
export function duration(name: string, text: string): number {
  const [, count, unit = 's'] = /^(\d+(?:\.\d+)?)(ms|s|m)?$/.exec(text) ?? [];
  const factor = { ms: 1, s: 1000, m: 60_000 }[unit] ?? 1000;
  const result = Math.round(Number(count) * factor);
  if (!(result > 0))
    throw new CommandError(`--${name} ${text}: must be a duration such as 500ms, 60s or 3m.`);
  return result;
}
