import { RowRefused } from '#core/async/persist.ts';
import type { Covered } from '#core/billing/account.ts';
import { createTtlCache } from '#core/cache/ttl-cache.ts';
import { toJsonb } from '#core/json/jsonb.ts';
import { inTurns } from '#core/shares.ts';
import type { Reserve } from '#domain/run/execution/paying.ts';
import type { AcceptedRow, EndedRow, SavedRow } from '#domain/run/run.tables.ts';
import type { Database } from '../../db/client.ts';
import { isRefusal } from '../../db/errors.ts';
import { createHotRunner, type HotRow, type HotStatement } from '../../db/hot-statement.ts';
import { causeOf, forAll } from '../../db/turns/cause.ts';
import {
  ACCEPT,
  ACCEPT_LIMITED,
  CHECKPOINT,
  END,
  LIMITS_APPLY,
  RESERVE,
} from './run-statements.ts';

interface Write {
  /** The caller on whose behalf it is written. */
  cause: string;
  statement: HotStatement;
  row: { id: string };
  resolve: (row: HotRow | undefined) => void;
  reject: (error: unknown) => void;
}

/** How long runs are accepted with the slower statement after a limit was found. New limits are found either way. */
const LIMITS_KNOWN_MS = 60_000;
const LIMITS_KNOWN = 10_000;
const MAX_BATCH = 128;
/** More would not be faster on the embedded database, which runs on our single thread. */
const POSTGRES_FLUSHES = 4;
const ATTEMPTS = 3;

export type RunWriter = ReturnType<typeof createRunWriter>;

/**
 * Writes runs in groups: everything that arrives while one group is being written forms the next group. Each promise
 * resolves once its row is committed.
 */
export function createRunWriter(database: Database) {
  const runStatements = createHotRunner(database);
  const maxFlushes = database.kind === 'postgres' ? POSTGRES_FLUSHES : 1;
  const knownLimits = createTtlCache<true>(LIMITS_KNOWN, LIMITS_KNOWN_MS);
  let queue: Write[] = [];
  let flushes = 0;
  let isScheduled = false;

  function write(statement: HotStatement, row: { id: string }): Promise<HotRow | undefined> {
    return new Promise((resolve, reject) => {
      queue.push({ cause: causeOf(), statement, row, resolve, reject });
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
      void forAll(() => flush(group)).finally(() => {
        flushes -= 1;
        schedule();
      });
      schedule();
    });
  }

  /**
   * Callers take turns, so that heavy writers don't delay the others. Two writes of the same kind to one run must not
   * share a group, since the database would decide which one counts.
   */
  function takeGroup(): Write[] {
    const taken = new Set<string>();
    const group: Write[] = [];
    const rest: Write[] = [];
    for (const one of queue.length > MAX_BATCH ? inTurns(queue, ({ cause }) => cause) : queue) {
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
      // One invalid row must not fail the others.
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
    for (const [index, [statement, writes]] of byStatement.entries()) {
      let found = results[index] ?? [];
      const applying = found.filter(({ id }) => id === LIMITS_APPLY);
      if (statement === ACCEPT && applying.length > 0) {
        for (const { refused } of applying) if (refused) knownLimits.set(refused, true);
        const limited = { statement: ACCEPT_LIMITED, json: calls[index]?.json ?? '' };
        [found = []] = await withRetries(() => runStatements([limited]));
      }
      const rows = new Map(found.map((row) => [row.id, row]));
      for (const one of writes) one.resolve(rows.get(one.row.id));
    }
  }

  const reserve: Reserve = async (row) => coveredBy(await write(RESERVE, row));

  return {
    /** @returns whether the run was accepted; if not, its cost isn't covered or the idempotency key was already used */
    async accept(row: AcceptedRow): Promise<Covered> {
      const isLimited =
        !row.is_free && (knownLimits.get(row.project_id) ?? knownLimits.get(row.caller_id));
      return coveredBy(await write(isLimited ? ACCEPT_LIMITED : ACCEPT, row));
    },
    reserve,
    /** @returns undefined if the run has ended in the meantime */
    async checkpoint(row: SavedRow): Promise<{ isCancelRequested: boolean } | undefined> {
      const written = await write(CHECKPOINT, row);
      return written && { isCancelRequested: written.cancel_requested === 'true' };
    },
    /**
     * @returns whether this ended the run; false if it had already ended
     * @throws RowRefused
     */
    async end(row: EndedRow): Promise<boolean> {
      try {
        return (await write(END, row)) !== undefined;
      } catch (error) {
        const message = `The end of ${row.id} can't be stored`;
        throw isRefusal(error) ? new RowRefused(message, { cause: error }) : error;
      }
    },
  };
}

/** @param row as `ACCEPT` and `RESERVE` return it; undefined if the balance refused it */
function coveredBy(row: HotRow | undefined): Covered {
  const refusedBy = row?.refused ?? null;
  return { isCovered: row !== undefined && refusedBy === null, refusedBy };
}

async function withRetries<T>(write: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      const { code } = error as { code?: unknown };
      // Deadlock or serialization failure: the other transaction has continued, so this one can be retried.
      if (attempt >= ATTEMPTS || (code !== '40P01' && code !== '40001')) throw error;
    }
  }
}
