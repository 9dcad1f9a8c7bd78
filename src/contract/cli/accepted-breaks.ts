import { stat } from 'node:fs/promises';
import { isObject } from '#core/json/is-object.ts';
import type { IgnoreEntry } from '../diff/policy.ts';
import { DocumentError } from '../document/document-error.ts';
import { disk } from '../document/files.ts';
import { parseFile } from '../document/parse-file.ts';
import { type Finding, fingerprint } from '../report/finding.ts';

/** The list that `diff` and `check` read without being told. */
const DEFAULT = 'openapi/accepted-breaks.yaml';
const DAY = /^\d{4}-\d{2}-\d{2}$/;

export interface Accepted {
  entries: IgnoreEntry[];
  /** Those whose day is past: they accept nothing any more. */
  expired: Finding[];
}

/**
 * Reads the breaks that are accepted on purpose, from YAML or JSON; `none` reads no list.
 * @throws DocumentError with the line of an entry that is not complete
 */
export async function readAccepted(name: string | undefined, now = new Date()): Promise<Accepted> {
  if (name === 'none') return { entries: [], expired: [] };
  const path = name ?? DEFAULT;
  if (name === undefined && !(await stat(path).catch(() => undefined)))
    return { entries: [], expired: [] };
  const text = await disk.read(path);
  if (text === undefined) throw new DocumentError(path, undefined, 'there is no such file.');
  const file = parseFile(path, text);
  if (!Array.isArray(file.value))
    throw new DocumentError(
      path,
      1,
      'a list of {rule, reason, expires, operation?, pointer?} is expected.',
    );
  const today = now.toISOString().slice(0, 10);
  const entries = file.value.map((value, i) => {
    const wrong = whatIsWrong(value);
    if (wrong) throw new DocumentError(path, file.lineOf([String(i)]), wrong);
    return value as IgnoreEntry;
  });
  const expired = entries.flatMap((entry, i): Finding[] => {
    if (entry.expires >= today) return [];
    const { rule, operation = 'every operation', expires } = entry;
    return [
      {
        level: 'warning',
        rule: 'acceptance-expired',
        message: `${rule} at ${operation} was accepted until ${expires}. Remove the entry, or renew it with a reason.`,
        place: { file: path, line: file.lineOf([String(i)]) },
        fingerprint: fingerprint('acceptance-expired', rule, operation, expires),
      },
    ];
  });
  return { entries, expired };
}

function whatIsWrong(value: unknown): string | undefined {
  if (!isObject(value)) return 'an entry is {rule, reason, expires, operation?, pointer?}.';
  for (const key of ['rule', 'reason', 'expires'])
    if (typeof value[key] !== 'string' || value[key].trim() === '')
      return `an entry needs “${key}”.`;
  for (const key of ['operation', 'pointer'])
    if (value[key] !== undefined && typeof value[key] !== 'string') return `“${key}” must be text.`;
  if (!DAY.test(String(value.expires)) || Number.isNaN(Date.parse(String(value.expires))))
    return '“expires” must be a day, such as 2026-12-31.';
  return undefined;
}
