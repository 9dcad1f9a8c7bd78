/** Data sources, their items and their syncs. */
import { sql } from 'drizzle-orm';
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
import { at, boundSecret, jsonb } from '../../columns.ts';
import { collection } from './collection.ts';

export const datasource = pgTable(
  'datasource',
  {
    id: text('id').primaryKey(),
    org_id: text('org_id').notNull(),
    collection_id: text('collection_id')
      .notNull()
      .references(() => collection.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    config: jsonb<DatasourceConfig>('config').notNull(),
    interval: text('interval').$type<DatasourceInterval>().notNull(),
    is_paused: boolean('is_paused').notNull(),
    health: text('health', { enum: ['ok', 'failing', 'disconnected'] }).notNull(),
    credentials: boundSecret('credentials'),
    credentials_hint: text('credentials_hint'),
    /** The connector's state for the next sync. */
    state: jsonb<{ value: unknown } | null>('state'),
    /** The connection of an account that was started last. */
    connecting: text('connecting'),
    error: text('error'),
    next_sync_at: at('next_sync_at'),
    version: integer('version').notNull(),
    created_by_id: text('created_by_id').notNull(),
    created_by_name: text('created_by_name').notNull(),
    created_at: at('created_at').notNull(),
  },
  (t) => [
    index('datasource_collection').on(t.collection_id, t.id),
    index('datasource_next').on(t.next_sync_at).where(sql`${t.next_sync_at} is not null`),
  ],
);

export const datasourceItem = pgTable(
  'datasource_item',
  {
    /** Without a foreign key, as in the log: a source may have 10,000 items, which are swept in batches. */
    datasource_id: text('datasource_id').notNull(),
    /** A hash, because keys are too long for an index. */
    key_hash: text('key_hash').notNull(),
    key: text('key').notNull(),
    name: text('name').notNull(),
    url: text('url'),
    media_type: text('media_type'),
    size: bigint('size', { mode: 'number' }),
    etag: text('etag'),
    modified_at: text('modified_at'),
    memo: text('memo'),
    document_id: text('document_id'),
    hash: text('hash'),
    /** The sync that listed it last. */
    sync_id: text('sync_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.datasource_id, t.key_hash] })],
);

export const datasourceSync = pgTable(
  'datasource_sync',
  {
    id: text('id').primaryKey(),
    datasource_id: text('datasource_id').notNull(),
    collection_id: text('collection_id').notNull(),
    org_id: text('org_id').notNull(),
    status: text('status').$type<DatasourceSyncStatus>().notNull(),
    trigger: text('trigger', { enum: ['manual', 'schedule'] }).notNull(),
    added: integer('added').notNull(),
    changed: integer('changed').notNull(),
    removed: integer('removed').notNull(),
    unchanged: integer('unchanged').notNull(),
    failed: integer('failed').notNull(),
    error: text('error'),
    note: text('note'),
    created_at: at('created_at').notNull(),
    started_at: at('started_at'),
    ended_at: at('ended_at'),
    due_at: at('due_at'),
    locked_until: at('locked_until'),
    worker_id: text('worker_id'),
    attempt: integer('attempt').notNull(),
  },
  (t) => [
    index('datasource_sync_source').on(t.datasource_id, t.id),
    uniqueIndex('datasource_sync_open').on(t.datasource_id).where(sql`${t.due_at} is not null`),
    index('datasource_sync_due').on(t.due_at).where(sql`${t.due_at} is not null`),
  ],
);

export const datasourceSyncEntry = pgTable(
  'datasource_sync_entry',
  {
    id: text('id').primaryKey(),
    sync_id: text('sync_id').notNull(),
    result: text('result').$type<DatasourceSyncResult>().notNull(),
    name: text('name').notNull(),
    url: text('url'),
    document_id: text('document_id'),
    detail: text('detail'),
    created_at: at('created_at').notNull(),
  },
  (t) => [index('datasource_sync_entry_sync').on(t.sync_id, t.id)],
);
