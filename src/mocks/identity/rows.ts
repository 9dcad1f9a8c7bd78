import { endAccess } from '#domain/access/end-access.ts';
import {
  IDENTITY_TABLES,
  type IdentityRows,
  type IdentityTableData,
  type IdentityTables,
} from '#domain/identity/rows.ts';
import { createMemoryStores } from '../memory/stores.ts';
import { memoryTable } from '../memory/table.ts';
import type { Store } from '../store.ts';

type Key = Partial<Record<keyof IdentityTableData, readonly string[]>>;
/** The keys of the tables whose rows have no id. */
const KEYS: Key = { totp: ['identityId'], lookup: ['identityId', 'hash'] };
const UNIQUE = { identity_email_unique: ({ email }: { email?: unknown }) => String(email) };

/** Tables without rows. */
export function emptyIdentity(): IdentityTableData {
  const names = Object.keys(IDENTITY_TABLES);
  return Object.fromEntries(names.map((name) => [name, {}])) as IdentityTableData;
}

/** The rows of the identity service in memory. */
export function memoryRows(store: Store): IdentityRows {
  const names = Object.keys(IDENTITY_TABLES) as (keyof IdentityTableData)[];
  const tables = names.map((name) => [
    name,
    memoryTable({
      name,
      spec: { key: KEYS[name] ?? ['id'], unique: name === 'identities' ? UNIQUE : {} },
      rows: () => store.data.identity[name] as Record<string, object>,
      copy: structuredClone,
      onWrite: () => undefined,
      onDelete: () => undefined,
    }),
  ]);
  const rows: IdentityRows = {
    ...(Object.fromEntries(tables) as IdentityTables),
    async transaction(work) {
      const before = structuredClone(store.data.identity);
      try {
        return await work(rows);
      } catch (error) {
        store.data.identity = before;
        throw error;
      }
    },
    endAccess: (identityId) => endAccess(createMemoryStores(store), identityId),
  };
  return rows;
}
