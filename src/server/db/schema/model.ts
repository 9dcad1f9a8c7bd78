/** The models available to tasks, with their prices. */
import { bigint, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Capabilities } from '#domain/model/capabilities.ts';
import type { ModelSupport } from '#generated/model/index.ts';
import { at, jsonb } from '../columns.ts';

/** Updated from the catalogue at each start, except rows with `origin = 'custom'`. */
export const model = pgTable('model', {
  /** Provider and name: `openai/gpt-5-mini`. */
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  provider: text('provider', {
    enum: ['sandbox', 'openai', 'anthropic', 'compatible', 'azure', 'bedrock'],
  }).notNull(),
  context_window: integer('context_window'),
  max_output_tokens: integer('max_output_tokens'),
  /** Micro-dollars per million tokens; null if unknown. */
  input_price: bigint('input_price', { mode: 'number' }),
  output_price: bigint('output_price', { mode: 'number' }),
  supports: jsonb<ModelSupport>('supports').notNull(),
  /** Position in lists. */
  position: integer('position').notNull(),
  origin: text('origin', { enum: ['catalogue', 'custom'] }).notNull(),
});

/** What models at endpoints can do, as found by probing them. */
export const modelProbe = pgTable(
  'model_probe',
  {
    /** The endpoint's base URL. */
    endpoint: text('endpoint').notNull(),
    /** The model's name at the endpoint. */
    model: text('model').notNull(),
    capabilities: jsonb<Capabilities>('capabilities').notNull(),
    probed_at: at('probed_at').notNull(),
    expires_at: at('expires_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.endpoint, t.model] }),
    index('model_probe_expiry').on(t.expires_at),
  ],
);
