import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { datasource } from '#domain/datasource/datasource.tables.ts';
import { boundColumns as datasourceColumns } from '#domain/datasource/source-context.ts';
import { modelEndpoint } from '#domain/endpoint/endpoint.tables.ts';
import { boundColumns as endpointColumns } from '#domain/endpoint/endpoint-secrets.ts';
import type { Sealer } from '#domain/ports.ts';
import { boundColumns as credentialColumns } from '#domain/tool/tool.service.ts';
import { toolCredential } from '#domain/tool/tool.tables.ts';
import { webhook } from '#domain/webhook/webhook.tables.ts';
import { boundColumns as webhookColumns } from '#domain/webhook/webhook-secret.ts';
import type { Db } from '../client.ts';

/** A table with secrets that are sent somewhere. */
interface BoundTable {
  table: PgTable & { id: PgColumn };
  columns: readonly PgColumn[];
  /** Rows with a secret from before secrets were bound to places. */
  unbound: SQL;
  /** Those columns, bound to the place that the row names. @throws Error if they can't be opened */
  // biome-ignore lint/suspicious/noExplicitAny: each entry's function takes the rows of its own table
  bind(secrets: Sealer, row: any): Record<string, unknown>;
}

const isUnbound = (column: PgColumn) => sql`${column} not like '@%'`;
const BATCH = 100;

/** All stored secrets that are sent somewhere. A test finds columns that look like one and aren't here. */
export const BOUND_TABLES: readonly BoundTable[] = [
  {
    table: modelEndpoint,
    columns: [modelEndpoint.key, modelEndpoint.headers],
    unbound: sql`(${isUnbound(modelEndpoint.key)} or exists (
      select from jsonb_array_elements(${modelEndpoint.headers}) header
      where header->>'sealed' not like '@%'
    ))`,
    bind: endpointColumns,
  },
  {
    table: toolCredential,
    columns: [toolCredential.authorization],
    unbound: isUnbound(toolCredential.authorization),
    bind: credentialColumns,
  },
  {
    table: webhook,
    columns: [webhook.secret, webhook.old_secret],
    unbound: sql`(${isUnbound(webhook.secret)} or ${isUnbound(webhook.old_secret)})`,
    bind: webhookColumns,
  },
  {
    table: datasource,
    columns: [datasource.credentials],
    unbound: isUnbound(datasource.credentials),
    bind: datasourceColumns,
  },
];

/**
 * Binds secrets that an earlier version stored to the places where it has sent them. Those sealed with another SECRET_KEY
 * stay as they are: they can't be used and have to be entered again.
 * @returns how many rows were bound
 */
export async function bindSecrets(db: Db, secrets: Sealer): Promise<number> {
  let count = 0;
  for (const bound of BOUND_TABLES) {
    for (let after: string | undefined = ''; after !== undefined; ) {
      const batch: { bound: number; last: string | undefined } = await bindSome(
        db,
        secrets,
        bound,
        after,
      );
      count += batch.bound;
      after = batch.last;
    }
  }
  return count;
}

async function bindSome(
  db: Db,
  secrets: Sealer,
  { table, unbound, bind }: BoundTable,
  after: string,
): Promise<{ bound: number; last: string | undefined }> {
  return db.transaction(async (tx) => {
    const rows = await tx
      .select()
      .from(table)
      .where(and(unbound, gt(table.id, after)))
      .orderBy(asc(table.id))
      .limit(BATCH)
      .for('update');
    let count = 0;
    for (const row of rows) {
      const columns = unlessUnreadable(() => bind(secrets, row));
      if (!columns) continue;
      await tx.update(table).set(columns).where(eq(table.id, row.id));
      count += 1;
    }
    const last = rows.length < BATCH ? undefined : String(rows.at(-1)?.id);
    return { bound: count, last };
  });
}

function unlessUnreadable<T>(open: () => T): T | undefined {
  try {
    return open();
  } catch {
    return undefined;
  }
}
