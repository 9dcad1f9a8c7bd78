import { fromBase64Url, toBase64Url } from '#core/base64url.ts';
import { isObject } from '#core/json/is-object.ts';
import { parseJson } from '#core/json/parse-json.ts';
import { PAGE_LIMIT_DEFAULT } from '#core/limits.ts';
import type { Pagination } from '#generated/model/index.ts';
import { ProblemError } from './problem.ts';
import type { Column, KeyValue, ListOptions, Table, Where } from './table.ts';

/** A cursor contains the sort keys of a page's last row; it is opaque to callers. */
export type CursorKeys = Readonly<Record<string, KeyValue>>;

/** The query parameters of every list. */
export interface PageQuery {
  page_limit?: number;
  cursor?: string;
}

/** What every list returns. */
export interface Page<View> {
  results: View[];
  pagination: Pagination;
}

export interface PageOptions<Row> extends Omit<ListOptions<Row>, 'after' | 'limit'> {
  /** A column of texts, ignoring case, or of times; `-` reverses the order. Rows also need an `id`. */
  sort?: Column<Row> | `-${Column<Row>}`;
}

/**
 * A page of a table, by keyset: rows added or removed between two calls do not shift it.
 * @throws ProblemError 400 `invalid_cursor`
 */
export function listPage<Row, View>(
  table: Table<Row>,
  options: PageOptions<Row>,
  query: PageQuery,
  toView: (row: Row) => View,
): Promise<Page<View>> {
  return listViews(table, options, query, (rows) => rows.map(toView));
}

/** The same for rows whose views need something that is read for all of them at once. */
export async function listViews<Row, View>(
  table: Table<Row>,
  { sort, ...given }: PageOptions<Row>,
  query: PageQuery,
  toViews: (rows: Row[]) => View[] | Promise<View[]>,
): Promise<Page<View>> {
  const options = sort === undefined ? given : { ...given, ...sortedBy<Row>(sort) };
  const order = options.order ?? (['id'] as Column<Row>[]);
  const keys = decodeCursor(query.cursor, (found): found is CursorKeys =>
    order.every((column) => isKeyOf(column, found[column])),
  );
  const limit = pageLimit(query);
  const found = await table.list({
    ...options,
    order,
    limit: limit + 1,
    ...(keys && { after: order.map((column) => keys[column] as KeyValue) }),
  });
  const keysOf = (row: Row) =>
    Object.fromEntries(order.map((column) => [column, row[column] as KeyValue]));
  const { rows, pagination } = toPage(found, limit, keysOf);
  return { results: await toViews(rows), pagination };
}

function sortedBy<Row>(
  sort: string,
): Pick<ListOptions<Row>, 'order' | 'descending' | 'ignoringCase'> {
  const column = sort.replace(/^-/, '');
  return {
    order: [column, 'id'] as Column<Row>[],
    descending: sort.startsWith('-'),
    ignoringCase: !isTime(column),
  };
}

/** A page of a list in memory. The cursor is the id of the last item. */
export function pageOf<View extends { id: string }>(
  all: readonly View[],
  query: PageQuery,
): Page<View> {
  const after = decodeIdCursor(query.cursor);
  const start = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
  const limit = pageLimit(query);
  const { rows, pagination } = toPage(all.slice(start, start + limit + 1), limit, ({ id }) => ({
    id,
  }));
  return { results: rows, pagination };
}

/** Integer columns that lists are sorted by. */
const INTEGERS: ReadonlySet<string> = new Set(['change', 'number', 'position', 'rank']);

/** All other columns that lists are sorted by are texts and times. */
function isKeyOf(column: string, value: KeyValue | undefined): boolean {
  if (INTEGERS.has(column)) return isIntegerKey(value);
  return typeof value === 'string' && (!isTime(column) || isTimeKey(value));
}

/** The names of time columns end in `_at`. */
function isTime(column: string): boolean {
  return column.endsWith('_at');
}

/**
 * Whether a cursor's key is a time in the format of rows. `Date` accepts values that PostgreSQL rejects: `1`, the year
 * 275760.
 */
export function isTimeKey(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/.test(text) && Date.parse(text) >= 0;
}

/** Whether a cursor's key fits an `integer` column. */
export function isIntegerKey(value: KeyValue | undefined): value is number {
  return Number.isInteger(value) && Math.abs(value as number) <= 2_147_483_647;
}

/** Writes a cursor: base64url of JSON. */
export function encodeCursor(keys: CursorKeys): string {
  return toBase64Url(JSON.stringify(keys));
}

/**
 * Reads a cursor back.
 * @param text the cursor as received; absent for the first page
 * @param isValid whether the keys are those of this list's cursors
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
      'This cursor is not from this list. Use `next_cursor` from the previous page, or omit it for the first page.',
      { errors: [{ pointer: '/query/cursor', message: 'Must be a cursor from this list' }] },
    );
  }
  return keys;
}

/** A cursor that contains only the last row's id. */
export function decodeIdCursor(text: string | undefined): string | undefined {
  return decodeCursor(text, (keys): keys is { id: string } => typeof keys.id === 'string')?.id;
}

/**
 * Builds a page from the rows read; read one row more than `limit`.
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
export function pageLimit(query: PageQuery | undefined): number {
  return query?.page_limit ?? PAGE_LIMIT_DEFAULT;
}

function parse(text: string): CursorKeys | undefined {
  try {
    const value = parseJson(fromBase64Url(text));
    if (!isObject(value)) return undefined;
    return Object.values(value).every(isKeyValue) ? (value as CursorKeys) : undefined;
  } catch {
    return undefined;
  }
}

/** PostgreSQL cannot store NUL or unpaired surrogates in a text. */
function isKeyValue(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  return value === null || typeof value === 'number' || typeof value === 'boolean';
}

/** All matching rows, read a few at a time, so that no statement returns thousands. */
export async function* batchesOf<Row>(
  table: Pick<Table<Row>, 'list'>,
  { order = ['id'] as Column<Row>[], ...options }: Omit<ListOptions<Row>, 'after' | 'limit'>,
  limit: number,
): AsyncGenerator<Row[]> {
  for (let after: KeyValue[] | undefined; ; ) {
    const rows = await table.list({ ...options, order, limit, ...(after && { after }) });
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < limit) return;
    after = order.map((column) => last[column] as KeyValue);
  }
}

/**
 * The same, one by one.
 * @param key a column that is unique among them
 */
export async function* everyRow<Row, Key extends Column<Row>>(
  table: Pick<Table<Row>, 'list'>,
  where: Where<Row>,
  { key = 'id' as Key, atOnce = 200 }: { key?: Key; atOnce?: number } = {},
): AsyncGenerator<Row> {
  for await (const rows of batchesOf(table, { where, order: [key] }, atOnce)) yield* rows;
}

/** The same as a list. */
export async function allRows<Row, Key extends Column<Row>>(
  ...given: Parameters<typeof everyRow<Row, Key>>
): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const row of everyRow(...given)) rows.push(row);
  return rows;
}
