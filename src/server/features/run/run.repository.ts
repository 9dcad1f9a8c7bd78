import { and, desc, lt, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type {
  RunFilter,
  RunPage,
  RunScan,
  RunSize,
  RunStore,
  RunSummaryRow,
} from '#domain/run/run.store.ts';
import { run } from '#domain/run/run.tables.ts';
import type { MethodsOf } from '#domain/stores.ts';
import type { Db, Tx } from '../../db/client.ts';
import { rejectedCallers } from './rejected/rejected-call.repository.ts';
import { listCallers } from './run-callers.repository.ts';
import { scanned, wanted } from './run-conditions.repository.ts';
import { readFigures, taskNames } from './run-stats.repository.ts';

export function runMethods(db: Db | Tx): MethodsOf<RunStore> {
  return {
    list: (projectId, filter, page) => listRuns(db, projectId, filter, page),
    sizes: (projectId, filter, page) => readSizes(db, projectId, filter, page),
    figures: (projectId, filter, interval) => readFigures(db, projectId, filter, interval),
    taskNames: (runIds) => taskNames(db, runIds),
    callers: (projectId, reader) => listCallers(db, projectId, reader),
    rejectedCallers: (projectId) => rejectedCallers(db, projectId),
  };
}

/**
 * Of the next `atMost` runs, newest first, those that match a filter. The embedded database is blocked during the scan.
 */
async function listRuns(
  db: Db | Tx,
  projectId: string,
  filter: RunFilter,
  page: RunPage,
): Promise<RunScan<RunSummaryRow>> {
  const rows: RunSummaryRow[] = await pageOfRuns(db, projectId, filter, page);
  return scanOf(db, projectId, filter, page, rows);
}

/** The query for a page's runs. */
export function pageOfRuns(db: Db | Tx, projectId: string, filter: RunFilter, page: RunPage) {
  const looked = lookedAt(db, projectId, filter, page);
  const {
    inputs: _inputs,
    output: _output,
    output_text: _text,
    citations: _citations,
    ...rest
  } = looked._.selectedFields;
  return db
    .select(rest)
    .from(looked)
    .where(wanted(filter, looked))
    .orderBy(desc(looked.id))
    .limit(page.limit);
}

/** The maximum compression ratio that the database usually reaches on people's JSON. */
const COMPRESSED = 8;

/** The sizes of the same runs, computed without reading their large columns. */
async function readSizes(
  db: Db | Tx,
  projectId: string,
  filter: RunFilter,
  page: RunPage,
): Promise<RunScan<RunSize>> {
  const looked = lookedAt(db, projectId, filter, page);
  const stored = (column: AnyPgColumn) => sql`coalesce(pg_column_size(${column})
    * case when pg_column_compression(${column}) is null then 1 else ${sql.raw(String(COMPRESSED))} end, 0)`;
  const characters = sql<number>`(octet_length(${looked.output_text})
    + ${stored(looked.inputs)} + ${stored(looked.output)})::int`;
  const rows = await db
    .select({ id: looked.id, characters })
    .from(looked)
    .where(wanted(filter, looked))
    .orderBy(desc(looked.id))
    .limit(page.limit);
  return scanOf(db, projectId, filter, page, rows);
}

/** The next `atMost` runs, newest first. */
function lookedAt(db: Db | Tx, projectId: string, filter: RunFilter, page: RunPage) {
  return db
    .select()
    .from(run)
    .where(and(scanned(projectId, filter), before(page.after)))
    .orderBy(desc(run.id))
    .limit(page.atMost)
    .as('looked');
}

/** The runs found, and where to continue. */
async function scanOf<Row extends { id: string }>(
  db: Db | Tx,
  projectId: string,
  filter: RunFilter,
  page: RunPage,
  rows: Row[],
): Promise<RunScan<Row>> {
  if (rows.length === page.limit) return { rows };
  const [end, older] = await db
    .select({ id: run.id })
    .from(run)
    .where(and(scanned(projectId, filter), before(page.after)))
    .orderBy(desc(run.id))
    .offset(page.atMost - 1)
    .limit(2);
  if (!end || !older) return { rows };
  // If runs were added between the two queries, `end` may be newer than some of the runs found.
  const lowest = rows.at(-1)?.id ?? end.id;
  return { rows, last: lowest < end.id ? lowest : end.id };
}

function before(id: string | undefined): SQL | undefined {
  return id === undefined ? undefined : lt(run.id, id);
}
