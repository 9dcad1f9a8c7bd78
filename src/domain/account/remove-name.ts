import type { Domain } from '../domain.ts';
import { type Stores, tableNamed } from '../stores.ts';
import type { Column, KeyValue, Table, Where } from '../table.ts';
import { TABLES, type TableName } from '../tables.ts';
import { AVATARS } from '../user/user.service.ts';
import type { ErasureRow } from './account.tables.ts';
import { DELETED_USER } from './deleted-user.ts';

/** Rows per statement in tables that may be very large. */
const BATCH = 200;

type Pair = readonly [id: string, name: string];

/** Columns that end in `_name`, but have the name of a thing. */
const THINGS = /^(task|dataset|target)_/;

/** By table: the columns with somebody's ID and name. */
const NAMES = Object.entries(TABLES).flatMap(([table, { columns }]) =>
  columns
    .filter((column) => column.endsWith('_name') && !THINGS.test(column))
    .map((column): Pair => [column.replace(/_name$/, '_id'), column])
    .filter(([id]) => columns.includes(id) && table !== 'user')
    .map((pair) => [table as TableName, ...pair] as const),
);

/**
 * Replaces a deleted person's name in what stays, such as runs, tasks and audit entries. Their ID stays, so that one
 * still sees what the same person did. Doing it again changes nothing. Who deleted a project or an organisation stays until
 * that is erased, at most 30 days later.
 */
export async function removeName(
  { stores, files }: Pick<Domain, 'stores' | 'files'>,
  { id, email, avatar }: ErasureRow,
  signal: AbortSignal,
): Promise<void> {
  for (const [name, idColumn, nameColumn] of NAMES) {
    const table = tableNamed(stores, name);
    const where = { [idColumn]: id };
    const change = { [nameColumn]: DELETED_USER };
    const key = TABLES[name].key;
    await inBatches(table, { where, change, key, signal });
  }
  await inAuditLog(stores, { id, email }, signal);

  if (signal.aborted) return;
  // Identical pictures share one file.
  const isUsed = avatar !== null && (await stores.user.users.find({ avatar }));
  if (avatar !== null && !isUsed) await files.remove(AVATARS, avatar);
  await stores.account.erasures.delete({ id });
}

async function inAuditLog(
  { audit: { entries } }: Stores,
  { id, email }: Pick<ErasureRow, 'id' | 'email'>,
  signal: AbortSignal,
): Promise<void> {
  const key = ['id'];
  const change = { target_name: DELETED_USER };
  await inBatches(entries, { where: { target_id: id }, change, key, signal });
  // The address is also in what changed.
  const invited = { target_type: 'invitation', target_name: email } as const;
  await inBatches(entries, { where: invited, change: { ...change, changes: [] }, key, signal });
}

interface Batched<Row> {
  where: Where<Row>;
  change: Partial<Row>;
  /** The columns of the primary key. */
  key: readonly string[];
  signal: AbortSignal;
}

/** Changes all matching rows, a few per statement, so that others don't wait. */
async function inBatches<Row extends object>(
  table: Table<Row>,
  { where, change, key, signal }: Batched<Row>,
): Promise<void> {
  const order = key as readonly Column<Row>[];
  const [first, second] = order;
  if (first === undefined) return;
  let after: KeyValue[] | undefined;
  while (!signal.aborted) {
    const rows = await table.list({ where, order, limit: BATCH, ...(after && { after }) });
    if (rows.length === 0) return;
    const groups = second ? Map.groupBy(rows, (row) => row[first]) : new Map([[undefined, rows]]);
    for (const [value, some] of groups) {
      const last = { in: some.map((row) => row[second ?? first]) };
      const these = second ? { [first]: value, [second]: last } : { [first]: last };
      await table.change({ ...where, ...these } as Where<Row>, change);
    }
    after = order.map((column) => rows.at(-1)?.[column] as KeyValue);
  }
}
