import { type Stores, tableNamed } from '../stores.ts';
import type { Audit } from '../table.ts';
import { AUDITED_TABLES, type AuditedTableName, TABLES, type TableName } from '../tables.ts';
import { changesOf, type Kept } from './changes.ts';
import { type Recorded, record } from './entry.ts';
import type { Origin } from './origin.ts';

export type Row = Readonly<Record<string, unknown>>;

interface Versions {
  before: Row | undefined;
  after: Row | undefined;
}

/** How many rows of a table get entries of their own in one transaction. More are only counted. */
export const ROWS_MAX = 20;

/** The rows that a transaction has changed so far in the tables that are recorded. */
export class RowChanges {
  #rows = new Map<AuditedTableName, Map<string, Versions>>();
  /** Rows that were changed too many at a time to be read. */
  #many = new Map<AuditedTableName, number>();

  /** Notes a row's change. If it has changed before, the first version and the last one count. */
  note(table: AuditedTableName, before: Row | undefined, after: Row | undefined): void {
    const rows = this.#rows.get(table) ?? new Map<string, Versions>();
    this.#rows.set(table, rows);
    const key = keyOf(table, (before ?? after) as Row);
    const known = rows.get(key);
    rows.set(key, { before: known ? known.before : before, after });
  }

  noteMany(table: AuditedTableName, rows: number): void {
    this.#many.set(table, (this.#many.get(table) ?? 0) + rows);
  }

  /** Writes the entries, in the transaction. */
  async save(stores: Stores, action: string, origin: Origin): Promise<void> {
    const found: Recorded[] = [];
    for (const [table, rows] of this.#rows) {
      const changed = [...rows.values()].filter(({ before, after }) => before ?? after);
      if (changed.length > ROWS_MAX) this.noteMany(table, changed.length);
      else for (const one of changed) found.push(...(await recordedOf(stores, action, table, one)));
    }
    if (origin.orgId === undefined) await findOrgs(stores, found);
    const many = [...this.#many].map(([table, count]) => ({
      action,
      target: { type: AUDITED_TABLES[table].type },
      count,
    }));
    await record(stores, origin, [...joined(found, origin), ...many]);
  }
}

/** Key of a row in its table. */
export function keyOf(table: AuditedTableName, row: Row): string {
  return TABLES[table].key.map((column) => String(row[column])).join(' ');
}

/** Nothing if no recorded column has changed. */
async function recordedOf(
  stores: Stores,
  action: string,
  table: AuditedTableName,
  { before, after }: Versions,
): Promise<Recorded[]> {
  const spec = AUDITED_TABLES[table];
  const changed = changesOf(columnsOf(spec), before, after);
  // The organisation of something new or gone is that of its entry.
  const changes = before && after ? changed : changed.filter(({ field }) => field !== 'org_id');
  if (before && after && changes.length === 0) return [];
  const row = (after ?? before) as Row;
  const { id, name } = await targetOf(spec, row, stores);
  const orgId = (table === 'org' ? row.id : row.org_id) as string | undefined;
  const projectId = (table === 'project' ? row.id : row.project_id) as string | undefined;
  return [{ action, target: { type: spec.type, id, name }, changes, orgId, projectId }];
}

/** What a row is about, with its name. */
async function targetOf(
  { id: idColumn = 'id', nameIn, name = nameIn ? idColumn : 'name', part }: Audit,
  row: Row,
  stores: Stores,
): Promise<{ id: string; name: string | null }> {
  const id = String(row[idColumn]);
  if (name === null) return { id, name };
  if (typeof name === 'function') return { id, name: name(row as never) };
  if (nameIn === undefined) return { id, name: String(row[name]) };
  const table = tableNamed(stores, nameIn as TableName, { withDeleted: true });
  const names = [(await table.find({ id: row[name] }))?.name, part && row[part]];
  return { id, name: names.filter(Boolean).join(': ') || null };
}

/** Where rows of projects belong, if the request's path doesn't say. */
async function findOrgs({ project }: Stores, found: Recorded[]): Promise<void> {
  for (const one of found) {
    if (one.orgId !== undefined || one.projectId === undefined) continue;
    one.orgId = (await project.allProjects.find({ id: one.projectId }))?.org_id;
  }
}

function columnsOf({ shown, hidden = '' }: Audit): Record<string, Kept> {
  const as = (kept: Kept, names: string) =>
    names.split(' ').flatMap((name) => (name === '' ? [] : [[name, kept] as const]));
  return Object.fromEntries([...as('shown', shown), ...as('hidden', hidden)]);
}

/** Changes of the same thing in the same project, which may be in several tables, are one entry. */
function joined(found: readonly Recorded[], origin: Origin): Recorded[] {
  const byTarget = Map.groupBy(
    found,
    ({ target: { type, id }, projectId = origin.projectId }) => `${type} ${id} ${projectId}`,
  );
  return [...byTarget.values()].map((same) => ({
    ...(same[0] as Recorded),
    changes: same.flatMap(({ changes = [] }) => changes),
  }));
}
