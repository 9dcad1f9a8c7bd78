/** Prices of models, and corrections of what past runs cost. */
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { StepCost } from '#core/billing/reprice.ts';
import type { RunCallerType, UsageKind } from '#generated/model/index.ts';
import { at, jsonb } from '../../columns.ts';
import { modelEndpoint } from '../endpoint.ts';
import { org } from '../org.ts';

const micros = (name: string) => bigint(name, { mode: 'number' });
const sum = (name: string) => micros(name).notNull();
const orgId = () =>
  text('org_id')
    .notNull()
    .references(() => org.id, { onDelete: 'cascade' });

/** When the prices of models at organisations' own endpoints changed. */
export const priceChange = pgTable(
  'price_change',
  {
    id: text('id').primaryKey(),
    org_id: orgId(),
    endpoint_id: text('endpoint_id')
      .notNull()
      .references(() => modelEndpoint.id, { onDelete: 'cascade' }),
    model_id: text('model_id').notNull(),
    input_price_before: micros('input_price_before'),
    output_price_before: micros('output_price_before'),
    input_price: micros('input_price'),
    output_price: micros('output_price'),
    /** Null if the endpoint stated it itself. */
    changed_by_id: text('changed_by_id'),
    changed_by_name: text('changed_by_name'),
    created_at: at('created_at').notNull(),
  },
  (t) => [
    index('price_change_model').on(t.model_id, t.id),
    index('price_change_org').on(t.org_id),
    index('price_change_endpoint').on(t.endpoint_id),
  ],
);

/** Calls of models outside runs. They have no foreign keys, because they outlive what they are about, like the ledger. */
export const pricedCall = pgTable(
  'priced_call',
  {
    id: text('id').primaryKey(),
    org_id: text('org_id').notNull(),
    project_id: text('project_id'),
    model_id: text('model_id').notNull(),
    kind: text('kind').notNull().$type<Exclude<UsageKind, 'run'>>(),
    caller_type: text('caller_type').$type<RunCallerType>(),
    caller_id: text('caller_id'),
    input_tokens: bigint('input_tokens', { mode: 'number' }).notNull(),
    output_tokens: bigint('output_tokens', { mode: 'number' }).notNull(),
    cost: micros('cost'),
    billed: sum('billed'),
    ended_at: at('ended_at').notNull(),
  },
  (t) => [index('priced_call_model').on(t.model_id, t.id)],
);

/** Corrections, as previews, jobs and results. */
export const priceCorrection = pgTable(
  'price_correction',
  {
    id: text('id').primaryKey(),
    org_id: orgId(),
    model_id: text('model_id').notNull(),
    is_general: boolean('is_general').notNull(),
    status: text('status', {
      enum: ['calculating', 'ready', 'applying', 'succeeded', 'failed'],
    }).notNull(),
    starts_at: at('starts_at').notNull(),
    ends_at: at('ends_at').notNull(),
    input_price: micros('input_price'),
    output_price: micros('output_price'),
    undoes: text('undoes'),
    undone_by: text('undone_by'),
    cursor: text('cursor').notNull(),
    progress: integer('progress').notNull(),
    runs: integer('runs').notNull(),
    calls: integer('calls').notNull().default(0),
    unknown_calls: integer('unknown_calls').notNull().default(0),
    pending_runs: integer('pending_runs').notNull(),
    applied_runs: integer('applied_runs').notNull(),
    skipped_runs: integer('skipped_runs').notNull(),
    organizations: integer('organizations').notNull(),
    cost_before: sum('cost_before'),
    cost_after: sum('cost_after'),
    unpriced_runs: integer('unpriced_runs').notNull(),
    given_back: sum('given_back'),
    taken: sum('taken'),
    waived: sum('waived'),
    created_by_id: text('created_by_id').notNull(),
    created_by_name: text('created_by_name').notNull(),
    created_at: at('created_at').notNull(),
    ended_at: at('ended_at'),
    worker_id: text('worker_id'),
    lease_until: at('lease_until'),
  },
  (t) => [
    index('price_correction_org').on(t.org_id, t.id),
    index('price_correction_open').on(t.id).where(sql`${t.status} in ('calculating', 'applying')`),
  ],
);

/** The runs of corrections, and calls outside runs, with their costs before and after. Runs have no foreign keys, because they are deleted in batches. */
export const correctedRun = pgTable(
  'corrected_run',
  {
    correction_id: text('correction_id').notNull(),
    run_id: text('run_id').notNull(),
    org_id: text('org_id').notNull(),
    cost_before: micros('cost_before'),
    cost_after: micros('cost_after'),
    billed_before: sum('billed_before'),
    billed_after: sum('billed_after'),
    change: sum('change'),
    steps_before: jsonb<StepCost[]>('steps_before').notNull(),
    steps_after: jsonb<StepCost[]>('steps_after').notNull(),
    is_applied: boolean('is_applied').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.correction_id, t.run_id] }),
    index('corrected_run_open').on(t.correction_id, t.run_id).where(sql`not ${t.is_applied}`),
  ],
);

/** What corrections change for each organisation. It outlives the organisation, like the ledger. */
export const correctedOrg = pgTable(
  'corrected_org',
  {
    correction_id: text('correction_id').notNull(),
    org_id: text('org_id').notNull(),
    model_id: text('model_id').notNull(),
    runs: integer('runs').notNull(),
    calls: integer('calls').notNull().default(0),
    due: sum('due'),
    amount: micros('amount'),
  },
  (t) => [
    primaryKey({ columns: [t.correction_id, t.org_id] }),
    index('corrected_org_model').on(t.org_id, t.model_id),
  ],
);
