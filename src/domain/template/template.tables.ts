import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { TaskDefinition, TemplateSample } from '#generated/model/index.ts';
import { creation, jsonb, lower } from '../columns.ts';
import type { StoreTables } from '../table.ts';

/** A template that an organisation saved. Built-in templates are in the code: `src/core/template`. */
export const template = pgTable(
  'template',
  {
    id: text().primaryKey(),
    org_id: text().notNull(),
    name: text().notNull(),
    description: text().notNull(),
    tags: jsonb<string[]>().notNull(),
    definition: jsonb<TaskDefinition>().notNull(),
    sample: jsonb<TemplateSample | null>(),
    ...creation,
  },
  (t) => [
    uniqueIndex('template_org_name').on(t.org_id, lower(t.name)),
    index('template_org').on(t.org_id, t.id),
  ],
);
export type TemplateRow = typeof template.$inferSelect;

export const TEMPLATE_TABLES = {
  templates: {
    table: template,
    swept: { org_id: 'org' },
    madeFirst: 'org_id',
    audit: {
      type: 'template',
      shown: 'name description tags',
      hidden: 'definition sample',
      rest: 'id org_id created_by_id created_by_name created_at',
    },
  },
} satisfies StoreTables;
