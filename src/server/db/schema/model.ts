/** The models that tasks can use, with their prices. */
import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core';
import type { ModelSupport } from '#generated/model/index.ts';
import { jsonb } from '../columns.ts';

/** Filled from the catalogue at each start; rows with `origin = 'custom'` are left alone. */
export const model = pgTable('model', {
  /** Provider and name: `openai/gpt-5-mini`. */
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  provider: text('provider', { enum: ['sandbox', 'openai', 'anthropic', 'compatible'] }).notNull(),
  context_window: integer('context_window'),
  max_output_tokens: integer('max_output_tokens'),
  /** Micro-dollars for a million tokens; null when unknown. */
  input_price: bigint('input_price', { mode: 'number' }),
  output_price: bigint('output_price', { mode: 'number' }),
  supports: jsonb<ModelSupport>('supports').notNull(),
  /** Where it stands in lists. */
  position: integer('position').notNull(),
  origin: text('origin', { enum: ['catalogue', 'custom'] }).notNull(),
});
