import type { PGlite } from '@electric-sql/pglite';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import type { Pool } from 'pg';
import type { Database, Db } from '../client.ts';

/** What a client of the database does over its connection. */
const QUERIES: unknown[] = ['query', 'exec', 'transaction', 'connect'];

/** A process on a database that it shares with others, as far as the database can tell. */
export interface TestNode {
  database: Database;
  /** Delays all its queries until it resumes, as when the process is suspended. */
  stall(): void;
  /** As when the process dies: it stalls, and the database releases the names that it holds. */
  kill(): Promise<void>;
  resume(): void;
}

/** Another process on a test's database. The embedded database then poses as PostgreSQL, which others can share. */
export async function openTestNode(shared: Database): Promise<TestNode> {
  const client = (shared.db as unknown as { $client: object }).$client;
  let gate: PromiseWithResolvers<void> | undefined;
  const gated = new Proxy(client, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (!QUERIES.includes(name)) return value.bind(target);
      return async (...args: unknown[]) => {
        await gate?.promise;
        return value.apply(target, args);
      };
    },
  });
  const releases: (() => Promise<void>)[] = [];

  function stall(): void {
    gate ??= Promise.withResolvers();
  }

  return {
    database: {
      ...shared,
      kind: 'postgres',
      db: await drizzleOver(gated, shared.kind),
      async hold(name) {
        const release = await shared.hold(name);
        releases.push(release);
        return release;
      },
    },
    stall,
    async kill() {
      stall();
      for (const release of releases) await release();
    },
    resume() {
      gate?.resolve();
      gate = undefined;
    },
  };
}

async function drizzleOver(client: object, kind: Database['kind']): Promise<Db> {
  if (kind === 'pglite') return drizzlePglite(client as PGlite) as unknown as Db;
  const { drizzle } = await import('drizzle-orm/node-postgres');
  return drizzle(client as Pool) as unknown as Db;
}
