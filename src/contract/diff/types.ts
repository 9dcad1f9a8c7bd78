/** What a change means for callers who send (request) or read (response). */
export type Level = 'breaking' | 'warning' | 'info';
export type Direction = 'request' | 'response';
export type Verdict = 'breaking' | 'risky' | 'compatible';

/** One difference that callers of one operation can notice. */
export interface Change {
  level: Level;
  rule: string;
  /** `GET /task/{taskId}`, `webhook task.changed` or `document`; empty for bare schemas. */
  operation: string;
  /** Where it is, in the newer document; in the older one for something removed. */
  pointer: string;
  direction: Direction;
  /** The part of the operation: `body`, `status 200`, `query parameter “q”`. */
  where?: string;
  /** For schemas: names and indexes from the root of the value. */
  path?: string[];
  message: string;
  /** A value that the older contract allowed and the newer one rejects (the opposite for responses). */
  witness?: unknown;
}

/** The part of the version number that must be raised. */
export type Bump = 'major' | 'minor' | 'patch' | 'none';

export interface ContractDiff {
  verdict: Verdict;
  changes: Change[];
  /** Set if the caller requested it. */
  semver?: Bump;
  /** Entries of the ignore list that are not applied, and why. */
  notices?: string[];
}

/** What a comparison of schemas found at one place, before the affected operations are known. */
export interface SchemaFinding {
  level: Level;
  rule: string;
  pointer: string;
  /** Names and indexes from the root of the value. */
  path: string[];
  /** A sentence in which `%` stands for the place. */
  message: string;
  witness?: unknown;
  /** The keyword that distinguishes the two sides. */
  keyword?: string;
}

/** Equal for equal values, and for long texts that differ only far from both ends, so that each is tried once. */
export function outline(value: unknown): string {
  if (typeof value === 'string')
    return value.length < 200
      ? JSON.stringify(value)
      : `${value.length}:${value.slice(0, 60)}…${value.slice(-60)}`;
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map(outline).join()}]`;
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${name}:${outline((value as Record<string, unknown>)[name])}`).join()}}`;
}

/** JSON with sorted keys: equal values have equal texts. */
export function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  const object = value as Record<string, unknown>;
  const entries = Object.keys(object)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(object[key])}`);
  return `{${entries.join()}}`;
}
