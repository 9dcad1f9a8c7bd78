/** What a change means for those who call (request) or read (response) an API. */
export type Level = 'breaking' | 'warning' | 'info';
export type Direction = 'request' | 'response';
export type Verdict = 'breaking' | 'risky' | 'compatible';

/** One difference that someone can notice, at one operation. */
export interface Change {
  level: Level;
  rule: string;
  /** `GET /task/{taskId}`, `webhook task.changed` or `document`; empty for bare schemas. */
  operation: string;
  /** Where it is, in the newer document; in the older one for what disappeared. */
  pointer: string;
  direction: Direction;
  /** Which part of the operation: `body`, `status 200`, `query parameter “q”`. */
  where?: string;
  /** For schemas: names and indexes from the root of the value. */
  path?: string[];
  message: string;
  /** A value that the older contract allowed and the newer one refuses (for responses the other way round). */
  witness?: unknown;
}

/** The part of the version number that must be raised. */
export type Bump = 'major' | 'minor' | 'patch' | 'none';

export interface ContractDiff {
  verdict: Verdict;
  changes: Change[];
  /** Set when the caller asked for it. */
  semver?: Bump;
  /** Entries of the ignore list that ignore nothing, and why. */
  notices?: string[];
}

/** What a comparison of schemas found at one place, before it is known which operations meet it. */
export interface SchemaFinding {
  level: Level;
  rule: string;
  pointer: string;
  /** Names and indexes from the root of the value. */
  path: string[];
  /** A sentence in which `%` stands for the place. */
  message: string;
  witness?: unknown;
  /** The keyword that tells the two sides apart. */
  keyword?: string;
}

/** The same for equal values, and for long texts that only differ far from both ends: to try each but once. */
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
