import { and, desc, getTableColumns, lt, type SQL } from 'drizzle-orm';
import type { RunFilter, RunPage, RunRow, RunStore, RunSummaryRow } from '#domain/run/run.store.ts';
import type { MethodsOf } from '#domain/stores.ts';
import type { Db, Tx } from '../../db/client.ts';
import { run } from '../../db/schema/run.ts';
import { rejectedCallers } from './rejected/rejected-call.repository.ts';
import { listCallers } from './run-callers.repository.ts';
import { matching, wordsIn } from './run-conditions.repository.ts';
import { readFigures, taskNames } from './run-stats.repository.ts';

export function runMethods(db: Db | Tx): MethodsOf<RunStore> {
  return {
    list: (projectId, filter, page) => listRuns(db, projectId, filter, page),
    listFull: (projectId, filter, page) => listFullRuns(db, projectId, filter, page),
    search: (projectId, filter, page) => searchRuns(db, projectId, filter, page),
    figures: (projectId, filter, interval) => readFigures(db, projectId, filter, interval),
    taskNames: (runIds) => taskNames(db, runIds),
    callers: (projectId) => listCallers(db, projectId),
    rejectedCallers: (projectId) => rejectedCallers(db, projectId),
  };
}

const {
  inputs: _inputs,
  output: _output,
  output_text: _text,
  ...summaryColumns
} = getTableColumns(run);

/** Runs of a project, newest first, starting before the id `after`. Ids sort by creation time. */
export function listRuns(
  db: Db | Tx,
  projectId: string,
  filter: RunFilter,
  page: RunPage,
): Promise<RunSummaryRow[]> {
  return db
    .select(summaryColumns)
    .from(run)
    .where(and(matching(projectId, filter), before(page.after)))
    .orderBy(desc(run.id))
    .limit(page.limit);
}

/**
 * Of the next `atMost` runs in that order, those that contain the words of a search. No index supports this, and the
 * embedded database is blocked during the scan.
 * @returns also the id of the last run scanned, when there are older ones and the page is not full
 */
async function searchRuns(
  db: Db | Tx,
  projectId: string,
  { q, ...others }: RunFilter,
  page: RunPage & { atMost: number },
): Promise<{ rows: RunSummaryRow[]; last?: string }> {
  const where = and(matching(projectId, others), before(page.after));
  const looked = db
    .select(summaryColumns)
    .from(run)
    .where(where)
    .orderBy(desc(run.id))
    .limit(page.atMost)
    .as('looked');
  const rows = await db
    .select()
    .from(looked)
    .where(and(...wordsIn(q, looked)))
    .orderBy(desc(looked.id))
    .limit(page.limit);
  if (rows.length === page.limit) return { rows };
  const [end, older] = await db
    .select({ id: run.id })
    .from(run)
    .where(where)
    .orderBy(desc(run.id))
    .offset(page.atMost - 1)
    .limit(2);
  if (!end || !older) return { rows };
  // If runs were added between the two queries, `end` may be newer than some of the runs found.
  const lowest = rows.at(-1)?.id ?? end.id;
  return { rows, last: lowest < end.id ? lowest : end.id };
}

/** The same runs as `listRuns`, in full. */
function listFullRuns(
  db: Db | Tx,
  projectId: string,
  filter: RunFilter,
  page: RunPage,
): Promise<RunRow[]> {
  return db
    .select()
    .from(run)
    .where(and(matching(projectId, filter), before(page.after)))
    .orderBy(desc(run.id))
    .limit(page.limit);
}

function before(id: string | undefined): SQL | undefined {
  return id === undefined ? undefined : lt(run.id, id);
}
