import { and, asc, eq, gt, or, type SQL, sql } from 'drizzle-orm';
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
  /** Its secrets: texts, or lists of headers. */
  columns: readonly PgColumn[];
  /** Those columns, bound to the place that the row names. @throws Error if they can't be opened */
  // biome-ignore lint/suspicious/noExplicitAny: each entry's function takes the rows of its own table
  bind(secrets: Sealer, row: any): Record<string, unknown>;
}

const BATCH = 100;

/** All stored secrets that are sent somewhere. A test finds columns that look like one and aren't here. */
export const BOUND_TABLES: readonly BoundTable[] = [
  {
    table: modelEndpoint,
    columns: [modelEndpoint.key, modelEndpoint.headers],
    bind: endpointColumns,
  },
  { table: toolCredential, columns: [toolCredential.authorization], bind: credentialColumns },
  { table: webhook, columns: [webhook.secret, webhook.old_secret], bind: webhookColumns },
  { table: datasource, columns: [datasource.credentials], bind: datasourceColumns },
];

/** Whether a column has a secret from before secrets were bound to places. */
function isUnbound(column: PgColumn): SQL {
  if (column.getSQLType() !== 'jsonb') return sql`${column} not like '@%'`;
  return sql`exists (
    select from jsonb_array_elements(${column}) header where header->>'sealed' not like '@%')`;
}

/**
 * Binds secrets that an earlier version stored to the places where it has sent them. Those sealed with another SECRET_KEY
 * stay as they are: they can't be used and have to be entered again.
 * @returns how many rows were bound
 */
export async function bindSecrets(db: Db, secrets: Sealer): Promise<number> {
  let count = 0;
  for (const { table, columns, bind } of BOUND_TABLES) {
    const unbound = or(...columns.map(isUnbound));
    for (let after: string | undefined = ''; after !== undefined; ) {
      after = await db.transaction(async (tx): Promise<string | undefined> => {
        const rows = await tx
          .select()
          .from(table)
          .where(and(unbound, gt(table.id, after ?? '')))
          .orderBy(asc(table.id))
          .limit(BATCH)
          .for('update');
        for (const row of rows) {
          const bound = unlessUnreadable(() => bind(secrets, row));
          if (!bound) continue;
          await tx.update(table).set(bound).where(eq(table.id, row.id));
          count += 1;
        }
        return rows.length < BATCH ? undefined : String(rows.at(-1)?.id);
      });
    }
  }
  return count;
}

function unlessUnreadable<T>(open: () => T): T | undefined {
  try {
    return open();
  } catch {
    return undefined;
  }
}
