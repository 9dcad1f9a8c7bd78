import type { PGlite, Results, Transaction } from '@electric-sql/pglite';
import { expect } from 'vitest';

/** What held the embedded database without a pause: a transaction, or a statement outside of one. */
export interface Held {
  statements: number;
  /** Rows that were inserted, updated and deleted, those included that went with others by a foreign key. */
  written: number;
  /** Rows that were returned. */
  read: number;
  ms: number;
  /** The first of its statements. */
  sql: string[];
  /** Where it was started. */
  from: string[];
}

type Executor = Pick<PGlite, 'query' | 'exec'>;

/** How many statements are shown of a transaction. */
const SHOWN = 6;
/** Statements whose own number of rows isn't all that they write. */
const WRITES_MORE = /\bdelete\b|^\s*with\b.*\b(insert|update|delete)\b/is;
const COUNT = `
  select sum(pg_stat_get_xact_tuples_inserted(oid) + pg_stat_get_xact_tuples_updated(oid)
    + pg_stat_get_xact_tuples_deleted(oid))::int as rows
  from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`;

/**
 * Records how long the embedded database is held: the rows and statements of each transaction, which are the same on
 * every machine.
 */
export function recordTransactions(onHeld: (held: Held) => void): (client: PGlite) => PGlite {
  return (client) => {
    const own: Partial<PGlite> = {
      query: (sql, ...rest) => {
        if (!WRITES_MORE.test(sql)) return record((on) => on(client).query(sql, ...rest));
        return record((on) => client.transaction((tx) => on(tx).query(sql, ...rest)));
      },
      exec: (sql, ...rest) => record((on) => on(client).exec(sql, ...rest)),
      transaction: (work) =>
        record((on) =>
          client.transaction((tx) => work(Object.assign(Object.create(tx), on(tx)) as Transaction)),
        ),
    };
    return new Proxy(client, {
      get: (target, name) => {
        const value: unknown = Reflect.get(own, name) ?? Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  };

  /** @param work gets what counts the statements of a connection */
  async function record<T>(work: (on: (executor: Executor) => Executor) => Promise<T>): Promise<T> {
    const held: Held = { statements: 0, written: 0, read: 0, ms: 0, sql: [], from: callers() };
    const began = performance.now();
    const on = (executor: Executor): Executor => ({
      async query<Row>(sql: string, ...rest: unknown[]) {
        note(sql);
        const more = WRITES_MORE.test(sql);
        const before = more ? await written(executor) : 0;
        const result = await executor.query<Row>(sql, ...(rest as []));
        held.read += result.rows.length;
        held.written += more ? (await written(executor)) - before : (result.affectedRows ?? 0);
        return result;
      },
      async exec(sql, ...rest) {
        note(sql);
        const results: Results[] = await executor.exec(sql, ...rest);
        held.statements += results.length - 1;
        for (const { rows, affectedRows = 0 } of results) {
          held.read += rows.length;
          held.written += affectedRows;
        }
        return results;
      },
    });
    const note = (sql: string) => {
      held.statements += 1;
      if (held.sql.length < SHOWN) held.sql.push(sql.trim().replace(/\s+/g, ' ').slice(0, 160));
    };
    const result = await work(on);
    held.ms = performance.now() - began;
    onHeld(held);
    return result;
  }
}

async function written(executor: Executor): Promise<number> {
  const { rows } = await executor.query<{ rows: number }>(COUNT);
  return rows[0]?.rows ?? 0;
}

/** The functions of the product that are on the stack. */
function callers(): string[] {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 40;
  const { stack = '' } = new Error();
  Error.stackTraceLimit = stackTraceLimit;
  return stack
    .split('\n')
    .filter((line) => /\/(src|tests)\//.test(line) && !/\/(server\/db|support)\//.test(line))
    .map((line) => line.trim().replace(/file:.*\/(?=(src|tests)\/)/, ''))
    .slice(0, 5);
}

/**
 * The most that a transaction may do. On two busy cores, a statement takes about a millisecond and a small row 50
 * microseconds, so it holds the embedded database for well under 100 ms.
 */
export const LONGEST = { statements: 150, written: 600, read: 1000 };

/** @throws unless all transactions were short */
export function expectShortTransactions(held: readonly Held[]): void {
  const long = held.filter(
    ({ statements, written, read }) =>
      statements > LONGEST.statements || written > LONGEST.written || read > LONGEST.read,
  );
  expect(long.sort((a, b) => b.written - a.written).slice(0, 10)).toEqual([]);
}
