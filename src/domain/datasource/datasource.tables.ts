import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type {
  DatasourceConfig,
  DatasourceInterval,
  DatasourceSyncResult,
  DatasourceSyncStatus,
} from '#generated/model/index.ts';
import { collection } from '../collection/collection.tables.ts';
import { at, boundSecret, creation, isSet, jsonb, partOf } from '../columns.ts';
import type { StoreTables } from '../table.ts';

export const datasource = pgTable(
  'datasource',
  {
    id: text().primaryKey(),
    org_id: text().notNull(),
    collection_id: partOf(() => collection.id),
    name: text().notNull(),
    config: jsonb<DatasourceConfig>().notNull(),
    interval: text().$type<DatasourceInterval>().notNull(),
    is_paused: boolean().notNull(),
    /** How the last sync ended. */
    health: text({ enum: ['ok', 'failing', 'disconnected'] }).notNull(),
    /** Null if there are none. */
    credentials: boundSecret(),
    credentials_hint: text(),
    /** The connector's state for the next sync; null for a full sync. */
    state: jsonb<{ value: unknown } | null>(),
    /** The connection of an account that was started last; null once it is completed. */
    connecting: text(),
    error: text(),
    next_sync_at: at(),
    /** Number of changes, used as the ETag. */
    version: integer().notNull(),
    ...creation,
  },
  (t) => [
    index('datasource_collection').on(t.collection_id, t.id),
    index('datasource_next').on(t.next_sync_at).where(isSet(t.next_sync_at)),
  ],
);
export type DatasourceRow = typeof datasource.$inferSelect;

/** An item of a source, as last listed. */
export const datasourceItem = pgTable(
  'datasource_item',
  {
    /** Without a foreign key, as in the log: a source may have 10,000 items, which are swept in batches. */
    datasource_id: text().notNull(),
    /** SHA-256 of `key`, which is too long for a database index. */
    key_hash: text().notNull(),
    key: text().notNull(),
    name: text().notNull(),
    url: text(),
    media_type: text(),
    size: bigint({ mode: 'number' }),
    etag: text(),
    modified_at: text(),
    memo: text(),
    /** Null if it could never be read. */
    document_id: text(),
    /** SHA-256 of its content. */
    hash: text(),
    /** The sync that listed it last. */
    sync_id: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.datasource_id, t.key_hash] })],
);
export type DatasourceItemRow = typeof datasourceItem.$inferSelect;

/** A sync, which is also a job in the queue. */
export const datasourceSync = pgTable(
  'datasource_sync',
  {
    id: text().primaryKey(),
    datasource_id: text().notNull(),
    collection_id: text().notNull(),
    org_id: text().notNull(),
    status: text().$type<DatasourceSyncStatus>().notNull(),
    trigger: text({ enum: ['manual', 'schedule'] }).notNull(),
    added: integer().notNull(),
    changed: integer().notNull(),
    removed: integer().notNull(),
    unchanged: integer().notNull(),
    failed: integer().notNull(),
    error: text(),
    note: text(),
    created_at: at().notNull(),
    started_at: at(),
    ended_at: at(),
    /** When it is due; null once it has ended. */
    due_at: at(),
    /** When the lease expires. Until then, another process may be working on it. */
    lease_until: at(),
    /** The process that works on it. */
    worker_id: text(),
    /** The number of interruptions by the source. */
    attempts: integer().notNull(),
  },
  (t) => [
    index('datasource_sync_source').on(t.datasource_id, t.id),
    uniqueIndex('datasource_sync_open').on(t.datasource_id).where(isSet(t.due_at)),
    index('datasource_sync_due').on(t.due_at).where(isSet(t.due_at)),
  ],
);
export type DatasourceSyncRow = typeof datasourceSync.$inferSelect;

export const datasourceSyncEntry = pgTable(
  'datasource_sync_entry',
  {
    id: text().primaryKey(),
    sync_id: text().notNull(),
    result: text().$type<DatasourceSyncResult>().notNull(),
    name: text().notNull(),
    url: text(),
    document_id: text(),
    detail: text(),
    created_at: at().notNull(),
  },
  (t) => [index('datasource_sync_entry_sync').on(t.sync_id, t.id)],
);
export type DatasourceSyncEntryRow = typeof datasourceSyncEntry.$inferSelect;

export const DATASOURCE_TABLES = {
  sources: {
    table: datasource,
    audit: {
      type: 'datasource',
      shown: 'name config interval is_paused credentials_hint',
      hidden: 'credentials',
      rest: 'id collection_id org_id health state connecting error next_sync_at version created_by_id created_by_name created_at',
    },
  },
  items: { table: datasourceItem, swept: { datasource_id: 'datasource' } },
  syncs: { table: datasourceSync, swept: { datasource_id: 'datasource' } },
  entries: { table: datasourceSyncEntry, swept: { sync_id: 'datasource_sync' } },
} satisfies StoreTables;
