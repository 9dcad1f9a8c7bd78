import { isId } from '#core/ids.ts';
import { matchesWords } from '#core/words.ts';
import type { FiguresRow, RunFilter, RunPage, RunStore } from '#domain/run/run.store.ts';
import type { RunRow } from '#domain/run/run.tables.ts';
import type { MethodsOf, TablesOf } from '#domain/stores.ts';
import type { RunCaller } from '#generated/model/index.ts';
import type { Store } from '../store.ts';
import { isViewableBy } from './chat.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Queries of runs in memory. */
export function runMethods(
  store: Pick<Store, 'data'>,
  { runs, rejected }: TablesOf<RunStore>,
): MethodsOf<RunStore> {
  /** Answers in chats are for those who asked, and for those who may view the chat. */
  function isSeenBy(readerId: string, { source, caller_id, chat_id }: RunRow): boolean {
    if (source !== 'chat' || caller_id === readerId) return true;
    const chat = store.data.tables.chat[chat_id ?? ''];
    return chat !== undefined && isViewableBy(store, readerId, chat);
  }

  async function matching(projectId: string, filter: RunFilter): Promise<RunRow[]> {
    const { readerId, q, status, created_after, created_before, ...equal } = filter;
    const found = await runs.list({
      where: { project_id: projectId },
      filter: { ...equal, ...(status?.length && { status: { in: status } }) } as object,
      descending: true,
    });
    return found.filter(
      (row) =>
        isSeenBy(readerId, row) &&
        (created_after === undefined || row.created_at >= created_after) &&
        (created_before === undefined || row.created_at < created_before) &&
        words(q).every((word) =>
          isId('run', word)
            ? row.id === word
            : matchesWords(word, row.task_name, row.input_preview),
        ),
    );
  }

  async function page(projectId: string, filter: RunFilter, { after, limit }: RunPage) {
    const found = await matching(projectId, filter);
    const rows = found.filter(({ id }) => after === undefined || id < after).slice(0, limit);
    return { rows };
  }

  return {
    list: page,
    async sizes(projectId, filter, asked) {
      const { rows } = await page(projectId, filter, asked);
      return { rows: rows.map((row) => ({ id: row.id, characters: JSON.stringify(row).length })) };
    },
    async figures(projectId, filter, interval) {
      const found = await matching(projectId, filter);
      const step = interval === 'hour' ? HOUR : DAY;
      const bucketOf = (row: RunRow) => Math.floor(Date.parse(row.created_at) / step) * step;
      const buckets = [...Map.groupBy(found, bucketOf)].map(([at, own]) => ({
        ...figuresOf('bucket', own),
        at: new Date(at).toISOString(),
      }));
      const byRevision = Map.groupBy(found, (row) => `${row.task_id} ${row.revision}`);
      const revisions = [...byRevision.values()].map((own) => ({
        ...figuresOf('revision', own),
        task_id: own[0]?.task_id ?? null,
        revision: own[0]?.revision ?? null,
      }));
      return [...buckets, ...revisions, figuresOf('total', found)];
    },
    async taskNames(runIds) {
      const found = await runs.list({ where: { id: { in: runIds } } });
      return new Map(found.map(({ id, task_name }) => [id, task_name]));
    },
    async callers(projectId, { readerId }) {
      const all = await runs.list({ where: { project_id: projectId } });
      return callersIn(all.filter((row) => isSeenBy(readerId, row)));
    },
    rejectedCallers: async (projectId) =>
      callersIn(
        await rejected.list({ where: { project_id: projectId }, order: ['last_at', 'id'] }),
      ),
  };
}

/** Whether a run sends no events to webhooks. */
export function isSilent({ data }: Pick<Store, 'data'>, run: RunRow | undefined): boolean {
  if (run?.source !== 'chat') return run?.source === 'evaluation';
  return (data.tables.chat[run.chat_id ?? '']?.audience ?? 'private') === 'private';
}

/** @param rows oldest first */
function callersIn(
  rows: readonly Pick<RunRow, 'caller_type' | 'caller_id' | 'caller_name'>[],
): RunCaller[] {
  const callers = rows.map(({ caller_type: type, caller_id: id, caller_name: name }) => {
    return { type, id, name };
  });
  return [...new Map(callers.map((caller) => [caller.id, caller])).values()];
}

function words(q = ''): string[] {
  return q.split(/\s+/).filter((word) => word !== '');
}

/** @param rows newest first */
function figuresOf(kind: FiguresRow['kind'], rows: readonly RunRow[]): FiguresRow {
  const count = (test: (row: RunRow) => boolean) => rows.filter(test).length;
  const sum = (value: (row: RunRow) => number) => rows.reduce((all, row) => all + value(row), 0);
  const latencies = rows
    .flatMap(({ status, latency_ms }) =>
      status === 'succeeded' && latency_ms !== null ? [latency_ms] : [],
    )
    .sort((a, b) => a - b);
  const percentile = (share: number) =>
    latencies[Math.max(0, Math.ceil(share * latencies.length) - 1)] ?? 0;
  return {
    kind,
    at: null,
    task_id: null,
    revision: null,
    last_run_id: rows[0]?.id ?? null,
    runs: rows.length,
    succeeded: count(({ status }) => status === 'succeeded'),
    failed: count(({ status }) => status === 'failed'),
    cancelled: count(({ status }) => status === 'cancelled'),
    valid: count(({ output_valid }) => output_valid === true),
    invalid: count(({ output_valid }) => output_valid === false),
    cost: sum(({ cost }) => cost ?? 0),
    unpriced_runs: count(({ cost, ended_at }) => cost === null && ended_at !== null),
    input_tokens: sum(({ input_tokens }) => input_tokens),
    output_tokens: sum(({ output_tokens }) => output_tokens),
    latencies: latencies.length === 0 ? null : [0.5, 0.95, 0.99].map(percentile),
  };
}
