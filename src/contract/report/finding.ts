import { createHash } from 'node:crypto';

/** What every command finds, in one shape, so that each format is written once. */
export type FindingLevel = 'error' | 'warning' | 'info';

/** A position that editors can open. */
export interface Place {
  file: string;
  line: number;
  column?: number;
}

export interface Finding {
  level: FindingLevel;
  /** The name used to configure or ignore it. */
  rule: string;
  /** One sentence. */
  message: string;
  /** `GET /task/{taskId}`; absent when the finding concerns the whole document. */
  operation?: string;
  /** What callers send, or what they receive. */
  side?: 'request' | 'response';
  /** JSON pointer into the bundled contract. */
  pointer?: string;
  /** The same place in the source files. */
  place?: Place;
  /** Evidence: a value, a cURL command, a list of steps. */
  details?: Detail[];
  /** Identical for the same finding in another run. */
  fingerprint: string;
  /** Extra data for programs, included only in the JSON format. */
  data?: Record<string, unknown>;
}

export interface Detail {
  label: string;
  text: string;
  /** The text is a sentence rather than a value, a command or code. */
  isProse?: boolean;
}

/** Everything that one run of a command found. */
export interface Report {
  /** The command, such as `diff`. */
  name: string;
  /** The verdict as a heading. */
  title: string;
  /** The verdict as one line. */
  summary: string;
  findings: readonly Finding[];
  /** What this command calls each level. */
  labels?: Record<FindingLevel, string>;
  /** Names of what passed the check; JUnit counts them. */
  passed?: readonly string[];
  /** Extra data for programs, included only in the JSON format. */
  data?: Record<string, unknown>;
}

export const LEVELS: readonly FindingLevel[] = ['error', 'warning', 'info'];

/** A short hash of these texts, the same in every run and on every machine. */
export function fingerprint(...parts: (string | undefined)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 12);
}

export function countOf(findings: readonly Finding[], level: FindingLevel): number {
  return findings.filter((finding) => finding.level === level).length;
}

/** `1 error`, `2 errors` */
export function counted(count: number, name: string): string {
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}
