import {
  and,
  desc,
  eq,
  getTableColumns,
  gte,
  ilike,
  inArray,
  isNull,
  lt,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { firstIdAt, isId } from '#core/ids.ts';
import type { RunRow, RunSummaryRow } from '#domain/run/run.store.ts';
import type { RunSource, RunStatus, RunStep } from '#generated/model/index.ts';
import type { Db } from '../../db/client.ts';
import { containing } from '../../db/containing.ts';
import { org } from '../../db/schema/org.ts';
import { run, runReply, runTrace } from '../../db/schema/run.ts';

export interface RunFilter {
  q?: string | undefined;
  task_id?: string | undefined;
  status?: readonly RunStatus[] | undefined;
  source?: RunSource | undefined;
  revision?: number | undefined;
  output_valid?: boolean | undefined;
  caller_id?: string | undefined;
  /** Times are ISO strings in UTC. */
  created_after?: string | undefined;
  created_before?: string | undefined;
}

const {
  inputs: _inputs,
  output: _output,
  output_text: _text,
  ...summaryColumns
} = getTableColumns(run);

/** Runs of a project, newest first (ids hold the time), before the id `after`. */
export function listRuns(
  db: Db,
  projectId: string,
  filter: RunFilter,
  page: { limit: number; after?: string | undefined },
): Promise<RunSummaryRow[]> {
  return db
    .select(summaryColumns)
    .from(run)
    .where(and(matching(projectId, filter), before(page.after)))
    .orderBy(desc(run.id))
    .limit(page.limit);
}

/**
 * Of the next runs in that order, `atMost` of them, those that hold the words of a search: no index answers that, and
 * the embedded database does nothing else meanwhile.
 * @returns also the id of the last run that was looked at, when there are older ones and the page is not full
 */
export async function searchRuns(
  db: Db,
  projectId: string,
  { q, ...others }: RunFilter,
  page: { limit: number; after?: string | undefined; atMost: number },
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
  // Runs that came between the two queries may have moved the end up, above what was found.
  const lowest = rows.at(-1)?.id ?? end.id;
  return { rows, last: lowest < end.id ? lowest : end.id };
}

/** The same runs as of `listRuns`, whole. */
export function listFullRuns(
  db: Db,
  projectId: string,
  filter: RunFilter,
  page: { limit: number; after?: string | undefined },
): Promise<RunRow[]> {
  return db
    .select()
    .from(run)
    .where(and(matching(projectId, filter), before(page.after)))
    .orderBy(desc(run.id))
    .limit(page.limit);
}

/** The condition that a run of the project is among those that are asked for. */
export function matching(projectId: string, filter: RunFilter): SQL | undefined {
  return and(
    eq(run.project_id, projectId),
    filter.task_id === undefined ? undefined : eq(run.task_id, filter.task_id),
    statusIs(filter.status),
    filter.source && eq(run.source, filter.source),
    filter.revision === undefined ? undefined : eq(run.revision, filter.revision),
    validIs(filter.output_valid),
    filter.caller_id === undefined ? undefined : eq(run.caller_id, filter.caller_id),
    ...madeBetween(filter.created_after, filter.created_before),
    ...wordsIn(filter.q, run),
  );
}

/** A run's id is made within moments of its time, if the clock is not set back meanwhile; this is far more than that. */
const ID_SLACK_MS = 60_000;

/** Ids hold the time too, and the indexes are in their order: what is outside of the span is not walked over. */
function madeBetween(after: string | undefined, until: string | undefined): (SQL | undefined)[] {
  const from = after === undefined ? undefined : Date.parse(after) - ID_SLACK_MS;
  const to = until === undefined ? undefined : Date.parse(until) + ID_SLACK_MS;
  return [
    after === undefined ? undefined : gte(run.created_at, after),
    from === undefined ? undefined : gte(run.id, firstIdAt('run', from)),
    until === undefined ? undefined : lt(run.created_at, until),
    to === undefined ? undefined : lt(run.id, firstIdAt('run', to)),
  ];
}

function before(id: string | undefined): SQL | undefined {
  return id === undefined ? undefined : lt(run.id, id);
}

function validIs(valid: boolean | undefined): SQL | undefined {
  // Spelt out, so that the planner sees that the index of misfits will do.
  return valid === undefined ? undefined : sql`${run.output_valid} = ${sql.raw(String(valid))}`;
}

function statusIs(status: RunFilter['status']): SQL | undefined {
  if (!status || status.length === 0) return undefined;
  // Spelt out, so that the planner sees that the index of unsuccessful runs will do.
  const names = status.map((name) => sql.raw(`'${name}'`));
  return sql`${run.status} in (${sql.join(names, sql`, `)})`;
}

function wordsIn(
  q: string | undefined,
  of: Record<'id' | 'input_preview' | 'task_name', AnyPgColumn>,
): SQL[] {
  const words = q?.trim().split(/\s+/) ?? [];
  return words
    .filter((word) => word !== '')
    .map((word) => {
      if (isId('run', word)) return eq(of.id, word);
      const text = sql`(${of.task_name} || chr(10) || ${of.input_preview})`;
      // Without foreign letters in the word, those of the text are of no account; leaving them alone halves the time.
      return isAscii(word)
        ? sql`${text} collate "C" ilike ${containing(word)}`
        : ilike(text, containing(word));
    });
}

/** Whether all letters are those that are upper and lower case in the same way everywhere. */
function isAscii(text: string): boolean {
  return Buffer.byteLength(text) === text.length;
}

export async function getRun(db: Db, projectId: string, id: string): Promise<RunRow | undefined> {
  const rows = await db
    .select()
    .from(run)
    .where(and(eq(run.id, id), eq(run.project_id, projectId)));
  return rows[0];
}

/** The last run of a revision that somebody tried in the console and that went well; null is the draft. */
export async function lastTried(
  db: Db,
  taskId: string,
  revision: number | null,
): Promise<RunRow | undefined> {
  const rows = await db
    .select()
    .from(run)
    .where(
      and(
        eq(run.task_id, taskId),
        revision === null ? isNull(run.revision) : eq(run.revision, revision),
        eq(run.source, 'console'),
        eq(run.status, 'succeeded'),
      ),
    )
    .orderBy(desc(run.id))
    .limit(1);
  return rows[0];
}

export async function getSteps(db: Db, runId: string): Promise<RunStep[]> {
  const rows = await db.select().from(runTrace).where(eq(runTrace.run_id, runId));
  return rows[0]?.steps ?? [];
}

/** The run that a caller's idempotency key stands for. */
export async function getByKey(db: Db, callerId: string, key: string): Promise<RunRow | undefined> {
  const rows = await db
    .select()
    .from(run)
    .where(and(eq(run.caller_id, callerId), eq(run.idempotency_key, key)));
  return rows[0];
}

/** Lets the idempotency key of a run go, when the run was made before `before`. */
export async function releaseKey(db: Db, id: string, before: string): Promise<void> {
  await db
    .update(run)
    .set({ idempotency_key: null })
    .where(and(eq(run.id, id), lt(run.created_at, before)));
}

/** Asks the process that runs it, wherever that is, to stop. */
export async function requestCancel(db: Db, id: string): Promise<void> {
  await db
    .update(run)
    .set({ cancel_requested: true })
    .where(and(eq(run.id, id), inArray(run.status, ['queued', 'running'])));
}

/** Leaves a reply for the process that runs the run. False when there is one already. */
export async function leaveReply(db: Db, values: typeof runReply.$inferInsert): Promise<boolean> {
  const left = await db.insert(runReply).values(values).onConflictDoNothing().returning();
  return left.length > 0;
}

/** Takes the replies that were left for some runs. */
export function takeReplies(db: Db, runIds: readonly string[]) {
  return db
    .delete(runReply)
    .where(inArray(runReply.run_id, [...runIds]))
    .returning();
}

/** Undefined when there is no such organisation. */
export async function getOrgBalance(db: Db, orgId: string): Promise<number | undefined> {
  const rows = await db.select({ balance: org.balance }).from(org).where(eq(org.id, orgId));
  return rows[0]?.balance;
}
