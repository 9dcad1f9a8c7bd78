import { isObject } from '#core/json/is-object.ts';
import type { IgnoreEntry } from '../diff/policy.ts';
import { DocumentError } from '../document/document-error.ts';
import { type Finding, fingerprint } from '../report/finding.ts';
import { readSettings } from './settings-file.ts';

/** Read by `diff` and `check` unless `--ignore` names another file. */
const DEFAULT = 'openapi/accepted-breaks.yaml';
const EXPIRED = 'acceptance-expired';
const ENTRY = '{rule, reason, expires, operation?, pointer?}';
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
  const read = name === 'none' ? undefined : await readSettings(name, DEFAULT);
  if (!read) return { entries: [], expired: [] };
  const { path, file } = read;
  if (!Array.isArray(file.value)) throw new DocumentError(path, 1, `expected a list of ${ENTRY}.`);
  const today = now.toISOString().slice(0, 10);
  const entries = file.value.map((value, i) => {
    const wrong = whatIsWrong(value);
    if (wrong) throw new DocumentError(path, file.lineOf([String(i)]), wrong);
    return value as IgnoreEntry;
  });
  const expired = entries.flatMap((entry, i): Finding[] => {
    if (entry.expires >= today) return [];
    const { rule, operation = 'all operations', expires } = entry;
    const place = { file: path, line: file.lineOf([String(i)]) };
    const what = `the acceptance of ${rule} at ${operation} expired on ${expires}`;
    const message = `${what}. Remove the entry, or renew it with a reason.`;
    const key = fingerprint(EXPIRED, rule, operation, expires);
    return [{ level: 'warning', rule: EXPIRED, message, place, fingerprint: key }];
  });
  return { entries, expired };
}

function whatIsWrong(value: unknown): string | undefined {
  if (!isObject(value)) return `an entry must be ${ENTRY}.`;
  for (const key of ['rule', 'reason', 'expires'])
    if (typeof value[key] !== 'string' || value[key].trim() === '') return `“${key}” is required.`;
  for (const key of ['operation', 'pointer'])
    if (value[key] !== undefined && typeof value[key] !== 'string')
      return `“${key}” must be a string.`;
  if (!DAY.test(String(value.expires)) || Number.isNaN(Date.parse(String(value.expires))))
    return '“expires” must be a date such as 2026-12-31.';
  return undefined;
}
