import type { RunError, RunStep } from '#generated/model/index.ts';
import type { Database } from '../../db/client.ts';
import { createHotRunner, type HotRow, type HotStatement } from '../../db/hot-statement.ts';
import { toJsonb } from '../../db/jsonb.ts';
import type { run } from '../../db/schema/run.ts';
import { ACCEPT, CHECKPOINT, END } from './run-statements.ts';

type RunColumns = typeof run.$inferSelect;

/** A run to be accepted, by column. */
export interface AcceptedRow {
  id: string;
  org_id: string;
  project_id: string;
  task_id: string;
  task_name: string;
  revision: number | null;
  /** Null for the active revision. */
  target: string | null;
  /** Inputs that were not sent and have a default; null for none. */
  defaulted: string[] | null;
  source: RunColumns['source'];
  status: 'queued' | 'running';
  model_id: string;
  input_preview: string;
  inputs: Record<string, unknown>;
  caller_type: RunColumns['caller_type'];
  caller_id: string;
  caller_name: string;
  idempotency_key: string | null;
  request_hash: string | null;
  worker_id: string;
  created_at: string;
  /** Micro-dollars that other runs may come to cost; the balance must be more than this. */
  reserved: number;
  /** Whether its model costs nothing, so that it needs no balance. */
  is_free: boolean;
}

/** What a run has come to so far. */
export interface CheckpointRow {
  id: string;
  output_text: string;
  resets: number;
  input_tokens: number;
  output_tokens: number;
  first_token_ms: number | null;
}

/** A run that has ended. */
export interface EndedRow extends CheckpointRow {
  status: 'succeeded' | 'failed' | 'cancelled';
  /** Null for a text, which is `output_text`. */
  output: Record<string, unknown> | null;
  output_valid: boolean | null;
  cost: number | null;
  latency_ms: number;
  error: RunError | null;
  ended_at: string;
  /** The id of its ledger entry, should there be one. */
  entry_id: string;
  steps: RunStep[];
}

interface Write {
  statement: HotStatement;
  row: { id: string };
  resolve: (row: HotRow | undefined) => void;
  reject: (error: unknown) => void;
}

const MAX_BATCH = 128;
/** More at a time would not make the embedded database faster: it has one thread, which is ours. */
const POSTGRES_FLUSHES = 4;
const ATTEMPTS = 3;

export type RunWriter = ReturnType<typeof createRunWriter>;

/**
 * Writes runs in groups: all that came while the previous group was being written go together. Each promise is kept
 * when its row is committed.
 */
export function createRunWriter(database: Database) {
  const runStatements = createHotRunner(database);
  const maxFlushes = database.kind === 'postgres' ? POSTGRES_FLUSHES : 1;
  let queue: Write[] = [];
  let flushes = 0;
  let isScheduled = false;

  function write(statement: HotStatement, row: { id: string }): Promise<HotRow | undefined> {
    return new Promise((resolve, reject) => {
      queue.push({ statement, row, resolve, reject });
      schedule();
    });
  }

  function schedule(): void {
    if (isScheduled || flushes >= maxFlushes || queue.length === 0) return;
    isScheduled = true;
    // Requests that arrived in this turn of the event loop join the group.
    setImmediate(() => {
      isScheduled = false;
      const group = takeGroup();
      flushes += 1;
      void flush(group).finally(() => {
        flushes -= 1;
        schedule();
      });
      schedule();
    });
  }

  /** Two writes of the same kind to one run do not go together: which of them counts would be up to the database. */
  function takeGroup(): Write[] {
    const taken = new Set<string>();
    const group: Write[] = [];
    const rest: Write[] = [];
    for (const one of queue) {
      const name = `${one.statement.name} ${one.row.id}`;
      if (group.length === MAX_BATCH || taken.has(name)) rest.push(one);
      else group.push(one);
      taken.add(name);
    }
    queue = rest;
    return group;
  }

  async function flush(group: readonly Write[]): Promise<void> {
    try {
      await commit(group);
    } catch (error) {
      const [only] = group;
      if (group.length === 1) return only?.reject(error);
      // One bad row must not take the others with it.
      for (const one of group) await commit([one]).catch(one.reject);
    }
  }

  async function commit(group: readonly Write[]): Promise<void> {
    const byStatement = [...Map.groupBy(group, (one) => one.statement)];
    const calls = byStatement.map(([statement, writes]) => ({
      statement,
      json: toJsonb(writes.map((one) => one.row)),
    }));
    const results = await withRetries(() => runStatements(calls));
    byStatement.forEach(([, writes], index) => {
      const rows = new Map((results[index] ?? []).map((row) => [row.id, row]));
      for (const one of writes) one.resolve(rows.get(one.row.id));
    });
  }

  return {
    /** @returns whether it was accepted; if not, it has no balance or its idempotency key was used */
    async accept(row: AcceptedRow): Promise<boolean> {
      return (await write(ACCEPT, row)) !== undefined;
    },
    /** @returns undefined when the run has ended meanwhile */
    async checkpoint(row: CheckpointRow): Promise<{ isCancelRequested: boolean } | undefined> {
      const written = await write(CHECKPOINT, row);
      return written && { isCancelRequested: written.cancel_requested === 'true' };
    },
    /** @returns whether this ended it: false when it had ended already */
    async end(row: EndedRow): Promise<boolean> {
      return (await write(END, row)) !== undefined;
    },
  };
}

async function withRetries<T>(write: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      const { code } = error as { code?: unknown };
      // Deadlock or serialization failure: the other one has gone on, so can we.
      if (attempt >= ATTEMPTS || (code !== '40P01' && code !== '40001')) throw error;
    }
  }
}
