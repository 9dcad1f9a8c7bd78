import type { Verdict } from '../diff/types.ts';
import { diffContracts } from '../diff.ts';
import { distinct } from '../distinct.ts';
import { diffReport } from '../report/diff-report.ts';
import { fieldOf } from '../report/field.ts';
import type { Finding } from '../report/finding.ts';
import { groupFindings } from '../report/group.ts';
import { writtenOperations } from '../walk.ts';

/** A contract as of a date. */
export interface Version {
  /** `2026-11-21` */
  date: string;
  commit?: string;
  /** The subject of the commit, or the message of the tag. */
  title?: string;
  document: Record<string, unknown>;
}

export type ChangeKind = 'breaking' | 'removed' | 'deprecated' | 'changed' | 'added';

/** One change that matters to callers. */
export interface ChangelogChange {
  kind: ChangeKind;
  /** A sentence about a field or an operation. */
  message: string;
  operations: string[];
  rule: string;
  pointer?: string;
}

export interface ChangelogEntry {
  date: string;
  commit?: string;
  title?: string;
  /** `info.version` of the contract. */
  version?: string;
  verdict: Verdict;
  changes: ChangelogChange[];
}

export const KINDS: readonly ChangeKind[] = [
  'breaking',
  'removed',
  'deprecated',
  'changed',
  'added',
];

/**
 * Lists what changed for callers between versions, newest first. Versions without such changes have no entry; the
 * oldest version is the baseline.
 * @param history oldest first
 */
export function changelogOf(history: readonly Version[]): ChangelogEntry[] {
  const entries: ChangelogEntry[] = [];
  history.forEach((next, i) => {
    const base = history[i - 1];
    if (!base) return;
    const { verdict, changes } = compareVersions(base.document, next.document);
    if (changes.length === 0) return;
    const { date, commit, title, document } = next;
    const version = (document.info as { version?: unknown } | undefined)?.version;
    entries.unshift({
      date,
      ...(commit !== undefined && { commit }),
      ...(title !== undefined && { title }),
      ...(typeof version === 'string' && { version }),
      verdict,
      changes,
    });
  });
  return entries;
}

/** @throws ContractError when one of the versions cannot be compared */
function compareVersions(base: Record<string, unknown>, next: Record<string, unknown>) {
  const diff = diffContracts(base, next);
  const documents = [next, base];
  const summaries = new Map([...summariesOf(base), ...summariesOf(next)]);
  const changes = groupFindings(diffReport(diff).findings).map(
    ({ finding, operations }): ChangelogChange => ({
      kind: kindOf(finding),
      message: sentenceOf(finding, summaries, documents),
      operations,
      rule: finding.rule,
      ...(finding.pointer !== undefined && { pointer: finding.pointer }),
    }),
  );
  const different = distinct(changes, ({ kind, message, operations }) =>
    JSON.stringify([kind, message, operations]),
  );
  const order = (change: ChangelogChange) => KINDS.indexOf(change.kind);
  return { verdict: diff.verdict, changes: different.toSorted((a, b) => order(a) - order(b)) };
}

function kindOf({ level, rule }: Finding): ChangeKind {
  if (level === 'error') return 'breaking';
  if (/deprecated|sunset/.test(rule)) return 'deprecated';
  if (/removed/.test(rule)) return 'removed';
  return /added$/.test(rule) ? 'added' : 'changed';
}

/** Names a field by its schema rather than by its path in each response, and an operation by its summary. */
function sentenceOf(
  finding: Finding,
  summaries: ReadonlyMap<string, string>,
  documents: readonly Record<string, unknown>[],
): string {
  const { operation = '', message, rule, side } = finding;
  if (/^operation-(added|removed)/.test(rule)) {
    const summary = summaries.get(operation);
    return summary === undefined ? operation : `${operation}: ${summary}`;
  }
  const schema = /^\/components\/schemas\/([^/]+)/.exec(finding.pointer ?? '')?.[1];
  const last = (finding.data?.path as string[] | undefined)?.at(-1);
  // A field added to a closed object is reported at the object; its name is in the path.
  const isField = documents.some((each) => last !== undefined && hasField(each, schema, last));
  const name = fieldOf(finding) ?? (isField ? `${schema}.${last}` : schema);
  const sentence = /^[^“]*“[^”]*” (.*)$/s.exec(message)?.[1];
  if (name === undefined || sentence === undefined) return message;
  return `${name} ${sentence}${side === 'request' ? ' (in requests)' : ''}`;
}

function hasField(document: Record<string, unknown>, schema: string | undefined, name: string) {
  const components = document.components as { schemas?: Record<string, unknown> } | undefined;
  const found = components?.schemas?.[schema ?? ''] as { properties?: object } | undefined;
  return Object.hasOwn(found?.properties ?? {}, name);
}

function summariesOf(document: Record<string, unknown>): [operation: string, summary: string][] {
  return writtenOperations(document).flatMap(({ name, value: { summary } }) =>
    typeof summary === 'string' && summary ? [[name, summary]] : [],
  );
}
