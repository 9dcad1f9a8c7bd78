import { stat } from 'node:fs/promises';
import { isObject } from '#core/json/is-object.ts';
import type { IgnoreEntry } from '../diff/policy.ts';
import { DocumentError } from '../document/document-error.ts';
import { disk } from '../document/files.ts';
import { parseFile } from '../document/parse-file.ts';
import { type Finding, fingerprint } from '../report/finding.ts';

/** Read by `diff` and `check` unless `--ignore` names another file. */
const DEFAULT = 'openapi/accepted-breaks.yaml';
const DAY = /^\d{4}-\d{2}-\d{2}$/;

export interface Accepted {
  entries: IgnoreEntry[];
  /** Entries past their date, which no longer accept anything. */
  expired: Finding[];
}

/**
 * Reads the list of accepted breaks from YAML or JSON; `none` skips it.
 * @throws DocumentError with the line of an invalid entry
 */
export async function readAccepted(name: string | undefined, now = new Date()): Promise<Accepted> {
  if (name === 'none') return { entries: [], expired: [] };
  const path = name ?? DEFAULT;
  if (name === undefined && !(await stat(path).catch(() => undefined)))
    return { entries: [], expired: [] };
  const text = await disk.read(path);
  if (text === undefined) throw new DocumentError(path, undefined, 'no such file.');
  const file = parseFile(path, text);
  if (!Array.isArray(file.value))
    throw new DocumentError(
      path,
      1,
      'expected a list of {rule, reason, expires, operation?, pointer?}.',
    );
  const today = now.toISOString().slice(0, 10);
  const entries = file.value.map((value, i) => {
    const wrong = whatIsWrong(value);
    if (wrong) throw new DocumentError(path, file.lineOf([String(i)]), wrong);
    return value as IgnoreEntry;
  });
  const expired = entries.flatMap((entry, i): Finding[] => {
    if (entry.expires >= today) return [];
    const { rule, operation = 'all operations', expires } = entry;
    return [
      {
        level: 'warning',
        rule: 'acceptance-expired',
        message: `the acceptance of ${rule} at ${operation} expired on ${expires}. Remove the entry, or renew it with a reason.`,
        place: { file: path, line: file.lineOf([String(i)]) },
        fingerprint: fingerprint('acceptance-expired', rule, operation, expires),
      },
    ];
  });
  return { entries, expired };
}

function whatIsWrong(value: unknown): string | undefined {
  if (!isObject(value)) return 'an entry must be {rule, reason, expires, operation?, pointer?}.';
  for (const key of ['rule', 'reason', 'expires'])
    if (typeof value[key] !== 'string' || value[key].trim() === '') return `“${key}” is required.`;
  for (const key of ['operation', 'pointer'])
    if (value[key] !== undefined && typeof value[key] !== 'string')
      return `“${key}” must be a string.`;
  if (!DAY.test(String(value.expires)) || Number.isNaN(Date.parse(String(value.expires))))
    return '“expires” must be a date such as 2026-12-31.';
  return undefined;
}
