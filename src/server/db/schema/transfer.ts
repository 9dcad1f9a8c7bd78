/** Exports and imports of organisations, and copies of projects: jobs, and their results for some days. */
import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import type { TransferInput } from '#domain/transfer/transfer.store.ts';
import type { TransferNote } from '#generated/model/index.ts';
import { at, jsonb } from '../columns.ts';

export const transfer = pgTable(
  'transfer',
  {
    id: text('id').primaryKey(),
    /** Without a foreign key, because the files of an export are deleted with it. */
    org_id: text('org_id').notNull(),
    kind: text('kind', { enum: ['export', 'import', 'copy'] }).notNull(),
    status: text('status', {
      enum: ['waiting', 'running', 'succeeded', 'failed', 'cancelled'],
    }).notNull(),
    input: jsonb<TransferInput>('input').notNull(),
    done: integer('done').notNull().default(0),
    total: integer('total').notNull().default(0),
    /** Of the archive, in bytes. */
    size: bigint('size', { mode: 'number' }),
    project_ids: jsonb<string[]>('project_ids').notNull().default([]),
    report: jsonb<TransferNote[]>('report').notNull().default([]),
    error: text('error'),
    created_by_id: text('created_by_id').notNull(),
    created_by_name: text('created_by_name').notNull(),
    created_at: at('created_at').notNull().default(sql`now()`),
    ended_at: at('ended_at'),
    written: integer('written'),
    worker_id: text('worker_id'),
    lease_until: at('lease_until'),
  },
  (t) => [
    index('transfer_org').on(t.org_id, t.id),
    index('transfer_open').on(t.id).where(sql`${t.ended_at} is null`),
  ],
);
