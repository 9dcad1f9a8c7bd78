import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { StepCost } from '#core/billing/reprice.ts';
import type { RunCallerType, UsageKind } from '#generated/model/index.ts';
import { at, creation, jsonb, micros, partOf } from '../../columns.ts';
import { modelEndpoint } from '../../endpoint/endpoint.tables.ts';
import { org } from '../../org/org.tables.ts';
import type { StoreTables } from '../../table.ts';

const orgId = () => partOf(() => org.id);

/** A change of the prices of a model at an organisation's own endpoint. */
export const priceChange = pgTable(
  'price_change',
  {
    id: text().primaryKey(),
    org_id: orgId(),
    endpoint_id: partOf(() => modelEndpoint.id),
    model_id: text().notNull(),
    input_price_before: micros(),
    output_price_before: micros(),
    input_price: micros(),
    output_price: micros(),
    /** Null if the endpoint stated it itself. */
    changed_by_id: text(),
    changed_by_name: text(),
    created_at: at().notNull(),
  },
  (t) => [
    index('price_change_model').on(t.model_id, t.id),
    index('price_change_org').on(t.org_id),
    index('price_change_endpoint').on(t.endpoint_id),
  ],
);
export type PriceChangeRow = typeof priceChange.$inferSelect;

/**
 * A call of a model outside runs, as far as its cost is concerned. It outlives what it is about, like the ledger, so
 * it has no foreign keys.
 */
export const pricedCall = pgTable(
  'priced_call',
  {
    /** Of its reservation. It sorts by the time at which the call began. */
    id: text().primaryKey(),
    org_id: text().notNull(),
    project_id: text(),
    model_id: text().notNull(),
    kind: text().notNull().$type<Exclude<UsageKind, 'run'>>(),
    /** Null if nobody asked for it. */
    caller_type: text().$type<RunCallerType>(),
    caller_id: text(),
    input_tokens: bigint({ mode: 'number' }).notNull(),
    output_tokens: bigint({ mode: 'number' }).notNull(),
    /** Micro-dollars; null if the price is unknown. */
    cost: micros(),
    /** What the balance paid. */
    billed: micros().notNull(),
    ended_at: at().notNull(),
  },
  (t) => [index('priced_call_model').on(t.model_id, t.id)],
);
export type PricedCallRow = typeof pricedCall.$inferSelect;

/** A correction of what past runs and other calls of a model cost. It is a job, too. */
export const priceCorrection = pgTable(
  'price_correction',
  {
    id: text().primaryKey(),
    /** Where it was made. */
    org_id: orgId(),
    model_id: text().notNull(),
    /** Whether it corrects the runs of all organisations. */
    is_general: boolean().notNull(),
    status: text({
      enum: ['calculating', 'ready', 'applying', 'succeeded', 'failed'],
    }).notNull(),
    /** Runs that started since then, and before `ends_at`. */
    starts_at: at().notNull(),
    ends_at: at().notNull(),
    /** Micro-dollars per million tokens; null if it undoes another one. */
    input_price: micros(),
    output_price: micros(),
    undoes: text(),
    undone_by: text(),
    /** The last call outside runs that was looked at, or the last run: calls come first. */
    cursor: text().notNull(),
    progress: integer().notNull(),
    runs: integer().notNull(),
    /** Calls outside runs. */
    calls: integer().notNull().default(0),
    /** Calls outside runs that aren't corrected, because their tokens aren't known. */
    unknown_calls: integer().notNull().default(0),
    pending_runs: integer().notNull(),
    /** Of runs and calls, as `skipped_runs` and `unpriced_runs`. */
    applied_runs: integer().notNull(),
    skipped_runs: integer().notNull(),
    organizations: integer().notNull(),
    cost_before: micros().notNull(),
    cost_after: micros().notNull(),
    unpriced_runs: integer().notNull(),
    given_back: micros().notNull(),
    taken: micros().notNull(),
    waived: micros().notNull(),
    ...creation,
    ended_at: at(),
    worker_id: text(),
    lease_until: at(),
  },
  (t) => [
    index('price_correction_org').on(t.org_id, t.id),
    index('price_correction_open').on(t.id).where(sql`${t.status} in ('calculating', 'applying')`),
  ],
);
export type PriceCorrectionRow = typeof priceCorrection.$inferSelect;

/** A run of a correction, or a call outside runs, with its cost before and after. */
export const correctedRun = pgTable(
  'corrected_run',
  {
    correction_id: text().notNull(),
    run_id: text().notNull(),
    org_id: text().notNull(),
    cost_before: micros(),
    cost_after: micros(),
    /** The amount that the balance paid, and the amount that it should have paid. */
    billed_before: micros().notNull(),
    billed_after: micros().notNull(),
    /** How much more the model's calls cost. */
    change: micros().notNull(),
    steps_before: jsonb<StepCost[]>().notNull(),
    steps_after: jsonb<StepCost[]>().notNull(),
    is_applied: boolean().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.correction_id, t.run_id] }),
    index('corrected_run_open').on(t.correction_id, t.run_id).where(sql`not ${t.is_applied}`),
  ],
);
export type CorrectedRunRow = typeof correctedRun.$inferSelect;

/** What a correction changes for an organisation. It outlives the organisation, like the ledger. */
export const correctedOrg = pgTable(
  'corrected_org',
  {
    correction_id: text().notNull(),
    org_id: text().notNull(),
    model_id: text().notNull(),
    /** Those that were changed. */
    runs: integer().notNull(),
    calls: integer().notNull().default(0),
    /** Micro-dollars that the balance should have paid more; negative for less. */
    due: micros().notNull(),
    /** What the ledger's entry says; null until it is written. */
    amount: micros(),
  },
  (t) => [
    primaryKey({ columns: [t.correction_id, t.org_id] }),
    index('corrected_org_model').on(t.org_id, t.model_id),
  ],
);

export const PRICE_TABLES = {
  priceChanges: { table: priceChange },
  pricedCalls: { table: pricedCall },
  corrections: { table: priceCorrection },
  correctedRuns: { table: correctedRun, swept: { correction_id: 'price_correction' } },
  correctedOrgs: { table: correctedOrg, swept: { correction_id: 'price_correction' } },
} satisfies StoreTables;
