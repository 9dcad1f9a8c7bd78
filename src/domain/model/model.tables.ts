import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { at, jsonb } from '../columns.ts';
import type { StoreTables } from '../table.ts';
import type { Capabilities } from './capabilities.ts';

/** What a probe found out about a model at an endpoint. */
export const modelProbe = pgTable(
  'model_probe',
  {
    /** The endpoint's base URL. */
    endpoint: text().notNull(),
    /** The model's name at the endpoint. */
    model: text().notNull(),
    capabilities: jsonb<Capabilities>().notNull(),
    probed_at: at().notNull(),
    /** From when on it is probed again, because servers behind an endpoint are updated. */
    expires_at: at().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.endpoint, t.model] }),
    index('model_probe_expiry').on(t.expires_at),
  ],
);

export const MODEL_TABLES = {
  probes: { table: modelProbe },
} satisfies StoreTables;
