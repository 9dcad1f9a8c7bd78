import { createHash } from 'node:crypto';

/** What all commands find, in one shape, so that each format is written once. */
export type FindingLevel = 'error' | 'warning' | 'info';

/** A line that a person can open. */
export interface Place {
  file: string;
  line: number;
  column?: number;
}

export interface Finding {
  level: FindingLevel;
  /** The name by which it is configured and ignored. */
  rule: string;
  /** One sentence. */
  message: string;
  /** `GET /task/{taskId}`; absent when it concerns the document. */
  operation?: string;
  /** What callers send, or what they get. */
  side?: 'request' | 'response';
  /** JSON pointer into the bundled contract. */
  pointer?: string;
  /** The same place in the files that people write. */
  place?: Place;
  /** What shows it: a value, a cURL command, a stack of steps. */
  details?: Detail[];
  /** The same finding in another run has the same one. */
  fingerprint: string;
  /** More for programs; only the JSON format has it. */
  data?: Record<string, unknown>;
}

export interface Detail {
  label: string;
  text: string;
  /** It is a sentence; else it is a value, a command or code. */
  isProse?: boolean;
}

/** All that one run of a command found. */
export interface Report {
  /** The command, such as `diff`. */
  name: string;
  /** The verdict as a heading. */
  title: string;
  /** The verdict as one line. */
  summary: string;
  findings: readonly Finding[];
  /** How this command calls the levels. */
  labels?: Record<FindingLevel, string>;
  /** What was looked at and is right; JUnit counts it. */
  passed?: readonly string[];
  /** More for programs; only the JSON format has it. */
  data?: Record<string, unknown>;
}

export const LEVELS: readonly FindingLevel[] = ['error', 'warning', 'info'];

/** A short name for what these texts say together; the same in each run and on each machine. */
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
