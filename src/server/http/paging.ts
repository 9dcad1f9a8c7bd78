import { PAGE_LIMIT_DEFAULT } from '#core/limits.ts';
import type { Pagination } from '#generated/model/index.ts';
import { ProblemError } from './problem.ts';

/** A cursor holds the sort keys of the last row of a page; what it holds is nobody else's business. */
type CursorValue = string | number | boolean | null;
export type CursorKeys = Readonly<Record<string, CursorValue>>;

/** Writes a cursor: base64url of JSON. */
export function encodeCursor(keys: CursorKeys): string {
  return Buffer.from(JSON.stringify(keys)).toString('base64url');
}

/**
 * Reads a cursor back.
 * @param text the cursor as it came; absent for the first page
 * @param isValid whether the keys are those that this list writes
 * @returns undefined for the first page
 * @throws ProblemError 400 `invalid_cursor` for anything that `encodeCursor` did not write for this list
 */
export function decodeCursor<K extends CursorKeys>(
  text: string | undefined,
  isValid: (keys: CursorKeys) => keys is K,
): K | undefined {
  if (text === undefined) return undefined;
  const keys = parse(text);
  if (keys === undefined || !isValid(keys)) {
    throw new ProblemError(
      'invalid_cursor',
      'This is not a cursor of this list. Use `next_cursor` of the page before, or none for the first page.',
      { errors: [{ pointer: '/query/cursor', message: 'Is not a cursor of this list' }] },
    );
  }
  return keys;
}

/** A cursor that holds the last row's id alone. */
export function decodeIdCursor(text: string | undefined): string | undefined {
  return decodeCursor(text, (keys): keys is { id: string } => typeof keys.id === 'string')?.id;
}

/**
 * Cuts a page out of what was read: ask the database for one row more than `limit`.
 * @param rows up to `limit + 1` rows in the order of the list
 * @param keysOf the sort keys of a row, for the cursor
 */
export function toPage<R>(
  rows: readonly R[],
  limit: number,
  keysOf: (row: R) => CursorKeys,
): { rows: R[]; pagination: Pagination } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const hasNext = rows.length > limit && last !== undefined;
  return {
    rows: page,
    pagination: { has_next: hasNext, next_cursor: hasNext ? encodeCursor(keysOf(last)) : null },
  };
}

/** How many results the caller wants. */
export function pageLimit(query: { page_limit?: number } | undefined): number {
  return query?.page_limit ?? PAGE_LIMIT_DEFAULT;
}

/** A pattern for `ilike` that finds a text anywhere, its wildcards meaning themselves. */
export function containing(text: string): string {
  return `%${text.trim().replace(/[\\%_]/g, '\\$&')}%`;
}

function parse(text: string): CursorKeys | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    return Object.values(value).every(isCursorValue) ? (value as CursorKeys) : undefined;
  } catch {
    return undefined;
  }
}

/** PostgreSQL has no room for NUL or broken surrogates in a text. */
function isCursorValue(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  return value === null || typeof value === 'number' || typeof value === 'boolean';
}
