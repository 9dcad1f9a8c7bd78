/** The models available to tasks, with their prices. */
import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { jsonb } from '#domain/columns.ts';
import type { ModelSupport } from '#generated/model/index.ts';

/** Updated from the catalogue at each start, except rows with `origin = 'custom'`. */
export const model = pgTable('model', {
  /** Provider and name: `openai/gpt-5-mini`. */
  id: text().primaryKey(),
  name: text().notNull(),
  provider: text({
    enum: ['sandbox', 'openai', 'anthropic', 'compatible', 'azure', 'bedrock'],
  }).notNull(),
  context_window: integer(),
  max_output_tokens: integer(),
  /** Micro-dollars per million tokens; null if unknown. */
  input_price: bigint({ mode: 'number' }),
  output_price: bigint({ mode: 'number' }),
  supports: jsonb<ModelSupport>().notNull(),
  /** Position in lists. */
  position: integer().notNull(),
  origin: text({ enum: ['catalogue', 'custom'] }).notNull(),
});
