import { IDENTITY_TABLES, type IdentityRows, type IdentityTables } from '#domain/identity/rows.ts';
import type { Db, Tx } from '../db/client.ts';
import { sqlTable } from '../db/table.ts';

export type EndAccess = (tx: Db | Tx, identityId: string) => Promise<void>;

/** The rows of a database or transaction. */
export function identityRows(db: Db | Tx, endAccess: EndAccess): IdentityRows {
  const tables = Object.entries(IDENTITY_TABLES).map(([name, table]) => [
    name,
    sqlTable(db, table),
  ]);
  return {
    ...(Object.fromEntries(tables) as IdentityTables),
    transaction: (work) => db.transaction((tx) => work(identityRows(tx, endAccess))),
    endAccess: (identityId) => endAccess(db, identityId),
  };
}
