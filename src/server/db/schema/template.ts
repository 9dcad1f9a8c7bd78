/** Templates saved by organisations. The built-in ones are in the code. */
import { sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { TaskDefinition, TemplateSample } from '#generated/model/index.ts';
import { at, jsonb } from '../columns.ts';

export const template = pgTable(
  'template',
  {
    id: text('id').primaryKey(),
    org_id: text('org_id').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    tags: jsonb<string[]>('tags').notNull(),
    definition: jsonb<TaskDefinition>('definition').notNull(),
    sample: jsonb<TemplateSample | null>('sample'),
    /** Not a foreign key, because authors are still shown after their account is deleted. */
    created_by_id: text('created_by_id').notNull(),
    created_by_name: text('created_by_name').notNull(),
    created_at: at('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('template_org_name').on(t.org_id, sql`lower(${t.name})`),
    index('template_org').on(t.org_id, t.id),
  ],
);
