import { PAGE_LIMIT_DEFAULT } from '#core/limits.ts';
import { ProblemError } from '#domain/problem.ts';
import type { Pagination } from '#generated/model/index.ts';

/** How a list is ordered: by a value, then by id, so that no two rows are equal. */
export interface Order<T> {
  name: string;
  /** Absent when the id alone, which grows with time, makes the order. */
  value?(row: T): string;
  id(row: T): string;
  descending?: boolean;
}

/**
 * A page of rows, by keyset: rows that come or go between two calls shift nothing.
 * @throws ProblemError `invalid_cursor` for a cursor of another order or none of ours
 */
export function paginate<T>(
  rows: readonly T[],
  query: { page_limit?: number; cursor?: string },
  order: Order<T>,
): { results: T[]; pagination: Pagination } {
  const limit = query.page_limit ?? PAGE_LIMIT_DEFAULT;
  const sign = order.descending ? -1 : 1;
  const compare = (a: readonly string[], b: readonly string[]) =>
    sign * (compareText(a[0], b[0]) || compareText(a[1], b[1]));
  const keyed = rows.map((row) => ({ row, key: [order.value?.(row) ?? '', order.id(row)] }));
  keyed.sort((a, b) => compare(a.key, b.key));
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor, order.name);
  const from = after ? keyed.findIndex(({ key }) => compare(key, after) > 0) : 0;
  const page = from === -1 ? [] : keyed.slice(from, from + limit);
  const hasNext = from !== -1 && from + limit < keyed.length;
  const last = page.at(-1);
  return {
    results: page.map(({ row }) => row),
    pagination: {
      has_next: hasNext,
      next_cursor: hasNext && last ? writeCursor(order.name, last.key) : null,
    },
  };
}

function compareText(a = '', b = ''): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function writeCursor(name: string, key: string[]): string {
  const bytes = new TextEncoder().encode(JSON.stringify([name, ...key]));
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
}

function readCursor(cursor: string, name: string): string[] {
  try {
    const binary = atob(cursor.replace(/-/g, '+').replace(/_/g, '/'));
    const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
    const parts: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (
      Array.isArray(parts) &&
      parts.length === 3 &&
      parts[0] === name &&
      parts.every((p) => typeof p === 'string')
    ) {
      return parts.slice(1);
    }
  } catch {
    // Not one of ours: refused below like any other.
  }
  throw new ProblemError(
    'invalid_cursor',
    'This cursor does not belong to this list. Start again without one.',
  );
}
