import type { Database } from './client.ts';

/** A statement that is executed for every run. It has one jsonb parameter (`$1`) and returns rows of texts. */
export interface HotStatement {
  /** Unique within the process. */
  name: string;
  text: string;
}

export type HotRow = Record<string, string>;

interface EmbeddedClient {
  exec(text: string): Promise<{ rows: HotRow[] }[]>;
}
/** The prepared statements of each embedded database, by name. */
const prepared = new WeakMap<object, Map<string, Promise<unknown>>>();

interface PoolClient {
  query(text: string, values: unknown[]): Promise<{ rows: HotRow[] }>;
}

/**
 * Executes statements as cheaply as the database allows. Each call executes its statements together: on the embedded
 * database in a single transaction and round trip (planned once, which saves more than half of the time), on PostgreSQL
 * each in its own transaction.
 * @returns a function that executes statements with their parameters and returns the rows of each, in order
 */
export function createHotRunner(
  database: Database,
): (calls: readonly { statement: HotStatement; json: string }[]) => Promise<HotRow[][]> {
  const client = (database.db as unknown as { $client: unknown }).$client;
  if (database.kind === 'postgres') {
    const pool = client as PoolClient;
    return (calls) =>
      Promise.all(
        calls.map(async ({ statement, json }) => (await pool.query(statement.text, [json])).rows),
      );
  }
  const embedded = client as EmbeddedClient;
  const known = prepared.get(embedded) ?? new Map<string, Promise<unknown>>();
  prepared.set(embedded, known);
  return async (calls) => {
    for (const { statement } of calls) {
      const { name, text } = statement;
      if (!known.has(name)) known.set(name, embedded.exec(`prepare ${name}(jsonb) as ${text}`));
      await known.get(name);
    }
    // Statements in one simple query form one transaction. A plan made while the tables are empty would scan
    // them forever, because it is never made again. So only plans that stay good are allowed.
    const settings =
      'set local enable_seqscan = off; set local enable_hashjoin = off; set local enable_mergejoin = off;';
    const executes = calls.map(
      ({ statement, json }) => `execute ${statement.name}('${json.replaceAll("'", "''")}')`,
    );
    const results = await embedded.exec(`${settings}${executes.join(';')}`);
    return results.slice(3).map((result) => result.rows);
  };
}
