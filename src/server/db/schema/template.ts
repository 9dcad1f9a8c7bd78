/** Templates that organisations saved. Those of the product are in the code: `src/core/templates`. */
import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import type { TaskDefinition, TemplateSample } from '#generated/model/index.ts';
import { org } from './org.ts';

export const template = pgTable(
  'template',
  {
    id: text('id').primaryKey(),
    orgId: text('org_id')
      .notNull()
      .references(() => org.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    description: text('description').notNull(),
    tags: jsonb('tags').$type<string[]>().notNull(),
    definition: jsonb('definition').$type<TaskDefinition>().notNull(),
    sample: jsonb('sample').$type<TemplateSample>(),
    /** Authors stay named when their account is gone, so this is no reference. */
    createdById: text('created_by_id').notNull(),
    createdByName: text('created_by_name').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    uniqueIndex('template_org_name').on(t.orgId, sql`lower(${t.name})`),
    index('template_org').on(t.orgId, t.id),
  ],
);
