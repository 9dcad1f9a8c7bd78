/** The models that tasks can use, with their prices. */
import { bigint, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { ModelSupport } from '#generated/model/index.ts';

/** Filled from the catalogue at each start; rows with `origin = 'custom'` are left alone. */
export const model = pgTable('model', {
  /** Provider and name: `openai/gpt-5-mini`. */
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  provider: text('provider', { enum: ['sandbox', 'openai', 'anthropic', 'compatible'] }).notNull(),
  contextWindow: integer('context_window'),
  maxOutputTokens: integer('max_output_tokens'),
  /** Micro-dollars for a million tokens; null when unknown. */
  inputPrice: bigint('input_price', { mode: 'number' }),
  outputPrice: bigint('output_price', { mode: 'number' }),
  supports: jsonb('supports').$type<ModelSupport>().notNull(),
  /** Where it stands in lists. */
  position: integer('position').notNull(),
  origin: text('origin', { enum: ['catalogue', 'custom'] }).notNull(),
});
