import { boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { ModelSupport } from '#generated/model/index.ts';
import type { BoundSecret } from '../access/bound-secret.ts';
import { at, boundSecret, creation, jsonb, micros, partOf } from '../columns.ts';
import { org } from '../org/org.tables.ts';
import type { StoreTables } from '../table.ts';

/** The fields of a model that people can correct. The endpoint's list doesn't change them afterwards. */
export type EditedField =
  | 'type'
  | 'title'
  | 'context_window'
  | 'max_output_tokens'
  | 'input_price'
  | 'output_price'
  | 'supports';

/** A header with its sealed value. */
export interface HeaderRow {
  name: string;
  last_four: string;
  sealed: BoundSecret;
}

/** A server that an organisation calls with its own key. */
export const modelEndpoint = pgTable(
  'model_endpoint',
  {
    id: text().primaryKey(),
    org_id: partOf(() => org.id),
    name: text().notNull(),
    kind: text({
      enum: ['openai', 'anthropic', 'compatible', 'azure', 'bedrock'],
    }).notNull(),
    base_url: text(),
    api_version: text(),
    region: text(),
    access_key_id: text(),
    /** Null if there is none. */
    key: boundSecret(),
    key_last_four: text().notNull(),
    key_changed_at: at(),
    key_used_at: at(),
    /** Their values are bound secrets. */
    headers: jsonb<HeaderRow[]>().notNull(),
    offer: text({ enum: ['all', 'chosen'] }).notNull(),
    fallback_model_id: text(),
    /** Micro-dollars per month. */
    spend_limit: micros(),
    /** Micro-dollars that calls in progress may cost: the sum of its holds. */
    reserved: micros().notNull().default(0),
    problem: text(),
    checked_at: at(),
    /** Incremented when the address, the key or the headers change, so that clients are made anew. */
    connection: integer().notNull().default(1),
    ...creation,
    version: integer().notNull().default(1),
  },
  (t) => [index('model_endpoint_org').on(t.org_id, t.id)],
);
export type EndpointRow = typeof modelEndpoint.$inferSelect;

const endpointId = () => partOf(() => modelEndpoint.id);

/** A model of an organisation's endpoint. */
export const endpointModel = pgTable(
  'endpoint_model',
  {
    /** As used in a task's `model_id`. */
    id: text().primaryKey(),
    endpoint_id: endpointId(),
    /** The endpoint's name for it. */
    name: text().notNull(),
    type: text({ enum: ['chat', 'embedding'] }).notNull(),
    title: text(),
    /** Whether it was chosen; counts unless the endpoint offers all of them. */
    chosen: boolean().notNull(),
    context_window: integer(),
    max_output_tokens: integer(),
    /** Micro-dollars per million tokens. */
    input_price: micros(),
    output_price: micros(),
    /** The model that runs go on with when this one fails; null for the endpoint's. */
    fallback_model_id: text(),
    /** What is known to differ from what the kind's models are assumed to support. */
    supports: jsonb<Partial<ModelSupport>>().notNull(),
    edited: text().array().$type<EditedField[]>().notNull(),
    is_listed: boolean().notNull(),
  },
  (t) => [index('endpoint_model_endpoint').on(t.endpoint_id, t.id)],
);
export type EndpointModelRow = typeof endpointModel.$inferSelect;

/** What an endpoint's models cost in one month. */
export const endpointSpend = pgTable(
  'endpoint_spend',
  {
    endpoint_id: endpointId(),
    /** `2026-11`, in UTC. */
    month: text().notNull(),
    /** Micro-dollars. */
    spent: micros().notNull(),
    unpriced_calls: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.endpoint_id, t.month] })],
);
export type EndpointSpendRow = typeof endpointSpend.$inferSelect;

/** What a call in progress may cost at most. */
export const endpointHold = pgTable(
  'endpoint_hold',
  {
    id: text().primaryKey(),
    endpoint_id: endpointId(),
    /** Micro-dollars. */
    amount: micros().notNull(),
    /** The run that makes the call; null if no run does. */
    run_id: text(),
    /**
     * Micro-dollars that the call has cost up to now, for the case that its process dies; null if its price is
     * unknown.
     */
    used: micros().default(0),
    created_at: at().notNull(),
  },
  (t) => [
    index('endpoint_hold_endpoint').on(t.endpoint_id),
    index('endpoint_hold_age').on(t.created_at),
    index('endpoint_hold_run').on(t.run_id),
  ],
);

export const ENDPOINT_TABLES = {
  endpoints: {
    table: modelEndpoint,
    audit: {
      type: 'model_endpoint',
      shown: 'name kind base_url api_version region offer fallback_model_id spend_limit',
      hidden: 'key headers access_key_id',
      rest: 'id org_id key_last_four key_changed_at key_used_at reserved problem checked_at connection created_by_id created_by_name created_at version',
    },
  },
  models: {
    table: endpointModel,
    audit: {
      type: 'model_endpoint',
      id: 'endpoint_id',
      nameIn: 'model_endpoint',
      part: 'name',
      shown:
        'chosen type title context_window max_output_tokens input_price output_price fallback_model_id',
      hidden: 'supports',
      rest: 'id endpoint_id name edited is_listed',
    },
  },
  spends: { table: endpointSpend },
  holds: { table: endpointHold },
} satisfies StoreTables;
