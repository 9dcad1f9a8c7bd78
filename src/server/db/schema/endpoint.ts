/** Model endpoints that organisations call with their own keys. */
import { bigint, boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { EditedField, HeaderRow } from '#domain/endpoint/endpoint.store.ts';
import type { ModelSupport } from '#generated/model/index.ts';
import { at, boundSecret, jsonb } from '../columns.ts';
import { org } from './org.ts';

const micros = (name: string) => bigint(name, { mode: 'number' });

export const modelEndpoint = pgTable(
  'model_endpoint',
  {
    id: text('id').primaryKey(),
    org_id: text('org_id')
      .notNull()
      .references(() => org.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    kind: text('kind', {
      enum: ['openai', 'anthropic', 'compatible', 'azure', 'bedrock'],
    }).notNull(),
    base_url: text('base_url'),
    api_version: text('api_version'),
    region: text('region'),
    access_key_id: text('access_key_id'),
    key: boundSecret('key'),
    key_last_four: text('key_last_four').notNull(),
    key_changed_at: at('key_changed_at'),
    key_used_at: at('key_used_at'),
    /** Their values are bound secrets. */
    headers: jsonb<HeaderRow[]>('headers').notNull(),
    offer: text('offer', { enum: ['all', 'chosen'] }).notNull(),
    fallback_model_id: text('fallback_model_id'),
    spend_limit: micros('spend_limit'),
    reserved: micros('reserved').notNull().default(0),
    problem: text('problem'),
    checked_at: at('checked_at'),
    connection: integer('connection').notNull().default(1),
    created_by_id: text('created_by_id').notNull(),
    created_by_name: text('created_by_name').notNull(),
    created_at: at('created_at').notNull(),
    version: integer('version').notNull().default(1),
  },
  (t) => [index('model_endpoint_org').on(t.org_id, t.id)],
);

const endpointId = () =>
  text('endpoint_id')
    .notNull()
    .references(() => modelEndpoint.id, { onDelete: 'cascade' });

export const endpointModel = pgTable(
  'endpoint_model',
  {
    id: text('id').primaryKey(),
    endpoint_id: endpointId(),
    name: text('name').notNull(),
    type: text('type', { enum: ['chat', 'embedding'] }).notNull(),
    title: text('title'),
    chosen: boolean('chosen').notNull(),
    context_window: integer('context_window'),
    max_output_tokens: integer('max_output_tokens'),
    input_price: micros('input_price'),
    output_price: micros('output_price'),
    fallback_model_id: text('fallback_model_id'),
    supports: jsonb<Partial<ModelSupport>>('supports').notNull(),
    edited: text('edited').array().$type<EditedField[]>().notNull(),
    is_listed: boolean('is_listed').notNull(),
  },
  (t) => [index('endpoint_model_endpoint').on(t.endpoint_id, t.id)],
);

export const endpointSpend = pgTable(
  'endpoint_spend',
  {
    endpoint_id: endpointId(),
    month: text('month').notNull(),
    spent: micros('spent').notNull(),
    unpriced_calls: integer('unpriced_calls').notNull(),
  },
  (t) => [primaryKey({ columns: [t.endpoint_id, t.month] })],
);

export const endpointHold = pgTable(
  'endpoint_hold',
  {
    id: text('id').primaryKey(),
    endpoint_id: endpointId(),
    amount: micros('amount').notNull(),
    run_id: text('run_id'),
    used: micros('used').default(0),
    created_at: at('created_at').notNull(),
  },
  (t) => [
    index('endpoint_hold_endpoint').on(t.endpoint_id),
    index('endpoint_hold_age').on(t.created_at),
    index('endpoint_hold_run').on(t.run_id),
  ],
);
