import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import type { TransferNote } from '#generated/model/index.ts';
import { at, createdBy, isUnset, jsonb } from '../columns.ts';
import type { StoreTables } from '../table.ts';

/** What a transfer was asked to do. */
export interface TransferInput {
  /** The archive to import. */
  upload_id?: string;
  /** The name of a copy, and what it is copied from. */
  name?: string;
  project_id?: string;
  template_id?: string;
}

export const transfer = pgTable(
  'transfer',
  {
    id: text().primaryKey(),
    /** Without a foreign key, because the files of an export are deleted with it. */
    org_id: text().notNull(),
    kind: text({ enum: ['export', 'import', 'copy'] }).notNull(),
    status: text({
      enum: ['waiting', 'running', 'succeeded', 'failed', 'cancelled'],
    }).notNull(),
    input: jsonb<TransferInput>().notNull(),
    done: integer().notNull().default(0),
    total: integer().notNull().default(0),
    /** Of the archive, in bytes. */
    size: bigint({ mode: 'number' }),
    project_ids: jsonb<string[]>().notNull().default([]),
    report: jsonb<TransferNote[]>().notNull().default([]),
    error: text(),
    ...createdBy,
    created_at: at().notNull().default(sql`now()`),
    ended_at: at(),
    /** How many pieces are stored, in the same transactions; null before the first. */
    written: integer(),
    /** The process working on it, and when its lease expires, after which another may take over. */
    worker_id: text(),
    lease_until: at(),
  },
  (t) => [
    index('transfer_org').on(t.org_id, t.id),
    index('transfer_open').on(t.id).where(isUnset(t.ended_at)),
  ],
);
export type TransferRow = typeof transfer.$inferSelect;

export const TRANSFER_TABLES = {
  transfers: {
    table: transfer,
    swept: { org_id: 'org' },
    audit: {
      type: 'org',
      id: 'org_id',
      nameIn: 'org',
      shown: 'kind status',
      rest: 'id org_id input done written total size project_ids report error created_by_id created_by_name created_at ended_at worker_id lease_until',
    },
  },
} satisfies StoreTables;
