import { and, eq, gte, ilike, lt, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { firstIdAt, isId } from '#core/ids.ts';
import { chat } from '#domain/chat/chat.tables.ts';
import type { RunFilter } from '#domain/run/run.store.ts';
import { type RunRow, run } from '#domain/run/run.tables.ts';
import { containing } from '../../db/containing.ts';
import { viewableBy } from '../../db/viewable-chats.ts';

/** The columns of runs, or of a query that selects them. */
type RunColumns = { [Column in keyof RunRow]: AnyPgColumn };

/** The condition for a project's runs that match a filter. */
export function matching(projectId: string, filter: RunFilter): SQL | undefined {
  return and(eq(run.project_id, projectId), wanted(filter, run), ...madeBetween(filter));
}

/**
 * The candidates for a filter, found through an index. At most one condition is used: two could exclude each other, and
 * then all runs of one of them would be scanned.
 */
export function scanned(projectId: string, filter: RunFilter): SQL | undefined {
  const id = wordsOf(filter.q).find((word) => isId('run', word));
  const [first] = [
    is(run.id, id),
    is(run.caller_id, filter.caller_id),
    is(run.task_id, filter.task_id),
    filter.status?.includes('succeeded') ? undefined : statusIs(filter.status, run),
    filter.output_valid === false ? validIs(false, run) : undefined,
  ].filter((condition) => condition !== undefined);
  return and(eq(run.project_id, projectId), first, ...madeBetween(filter));
}

/** The conditions of a filter, apart from the time. */
export function wanted(filter: RunFilter, of: RunColumns): SQL | undefined {
  return and(
    seenBy(filter, of),
    is(of.task_id, filter.task_id),
    statusIs(filter.status, of),
    is(of.source, filter.source),
    is(of.revision, filter.revision),
    validIs(filter.output_valid, of),
    is(of.caller_id, filter.caller_id),
    ...wordsIn(filter.q, of),
  );
}

/**
 * Answers in chats are for those who asked, and for those who may view the chat. Not `exists`, which the planner may turn
 * into a scan of all chats.
 */
export function seenBy(
  { readerId }: Pick<RunFilter, 'readerId'>,
  of: Pick<RunColumns, 'source' | 'caller_id' | 'chat_id'>,
): SQL {
  return sql`(${of.source} <> 'chat' or ${of.caller_id} = ${readerId}
    or coalesce((select true from ${chat} where ${chat.id} = ${of.chat_id} and ${viewableBy(readerId)} limit 1), false))`;
}

/**
 * A run's id is created within moments of its timestamp, unless the clock is set back; this margin is far
 * larger.
 */
const ID_SLACK_MS = 60_000;

/** Ids contain the time too, and the indexes are ordered by id, so runs outside the range are not scanned. */
function madeBetween({
  created_after: after,
  created_before: until,
}: RunFilter): (SQL | undefined)[] {
  const from = after === undefined ? undefined : Date.parse(after) - ID_SLACK_MS;
  const to = until === undefined ? undefined : Date.parse(until) + ID_SLACK_MS;
  return [
    after === undefined ? undefined : gte(run.created_at, after),
    from === undefined ? undefined : gte(run.id, firstIdAt('run', from)),
    until === undefined ? undefined : lt(run.created_at, until),
    to === undefined ? undefined : lt(run.id, firstIdAt('run', to)),
  ];
}

function is(column: AnyPgColumn, value: string | number | undefined): SQL | undefined {
  return value === undefined ? undefined : eq(column, value);
}

function validIs(valid: boolean | undefined, of: RunColumns): SQL | undefined {
  // Written as literals, so that the planner can use the index of invalid outputs.
  return valid === undefined ? undefined : sql`${of.output_valid} = ${sql.raw(String(valid))}`;
}

function statusIs(status: RunFilter['status'], of: RunColumns): SQL | undefined {
  if (!status || status.length === 0) return undefined;
  // Written as literals, so that the planner can use the index of unsuccessful runs.
  const names = status.map((name) => sql.raw(`'${name}'`));
  return sql`${of.status} in (${sql.join(names, sql`, `)})`;
}

/** The conditions for a run to contain every word of a search. */
function wordsIn(q: string | undefined, of: RunColumns): SQL[] {
  return wordsOf(q).map((word) => {
    if (isId('run', word)) return eq(of.id, word);
    const text = sql`(${of.task_name} || chr(10) || ${of.input_preview})`;
    // If the word has only ASCII letters, it is enough to fold the ASCII letters of the text, which takes half the
    // time.
    return isAscii(word)
      ? sql`${text} collate "C" ilike ${containing(word)}`
      : ilike(text, containing(word));
  });
}

function wordsOf(q = ''): string[] {
  return q.split(/\s+/).filter((word) => word !== '');
}

/** Whether all letters have the same upper and lower case in every locale. */
function isAscii(text: string): boolean {
  return Buffer.byteLength(text) === text.length;
}
