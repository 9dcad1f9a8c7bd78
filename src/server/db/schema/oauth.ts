/** OAuth: apps, what people allowed them, and their codes and tokens. */
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { OAuthGrantType, OAuthScope, ResourceScope } from '#generated/model/index.ts';
import { at, jsonb } from '../columns.ts';
import { project } from './project.ts';
import { user } from './user.ts';

export const oauthClient = pgTable(
  'oauth_client',
  {
    id: text('id').primaryKey(),
    project_id: text('project_id')
      .notNull()
      .references(() => project.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    publisher: text('publisher').notNull(),
    url: text('url'),
    logo_text: text('logo_text').notNull(),
    redirect_uris: text('redirect_uris').array().notNull(),
    type: text('type', { enum: ['confidential', 'public'] }).notNull(),
    grants: text('grants').array().$type<OAuthGrantType[]>().notNull(),
    scopes: text('scopes').array().$type<OAuthScope[]>().notNull(),
    resources: jsonb<ResourceScope>('resources'),
    secret_prefix: text('secret_prefix'),
    /** HMAC-SHA256, as for API keys. */
    secret_hash: text('secret_hash'),
    old_secret_hash: text('old_secret_hash'),
    old_secret_until: at('old_secret_until'),
    created_by_id: text('created_by_id').notNull(),
    created_by_name: text('created_by_name').notNull(),
    created_at: at('created_at').notNull(),
    /** Written in batches, so it may lag a minute behind. */
    last_used_at: at('last_used_at'),
    version: integer('version').notNull().default(1),
  },
  (t) => [index('oauth_client_project').on(t.project_id, t.id)],
);

export const oauthGrant = pgTable(
  'oauth_grant',
  {
    id: text('id').primaryKey(),
    client_id: text('client_id').notNull(),
    org_id: text('org_id').notNull(),
    project_id: text('project_id').notNull(),
    user_id: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    scopes: text('scopes').array().$type<OAuthScope[]>().notNull(),
    resources: jsonb<ResourceScope>('resources'),
    created_at: at('created_at').notNull(),
    last_used_at: at('last_used_at'),
  },
  (t) => [
    uniqueIndex('oauth_grant_person').on(t.client_id, t.user_id),
    index('oauth_grant_user').on(t.user_id, t.id),
  ],
);

/** Requests that a person has opened and not answered yet. Expired ones are deleted hourly. */
export const oauthRequest = pgTable(
  'oauth_request',
  {
    id: text('id').primaryKey(),
    client_id: text('client_id').notNull(),
    redirect_uri: text('redirect_uri').notNull(),
    state: text('state'),
    scopes: text('scopes').array().$type<OAuthScope[]>().notNull(),
    payload: jsonb<Record<string, unknown>>('payload').notNull(),
    status: text('status', { enum: ['pending', 'accepted', 'cancelled'] }).notNull(),
    opened_by: text('opened_by').references(() => user.id, { onDelete: 'cascade' }),
    grant_id: text('grant_id'),
    proof_hash: text('proof_hash'),
    created_at: at('created_at').notNull(),
    expires_at: at('expires_at').notNull(),
  },
  (t) => [
    index('oauth_request_client').on(t.client_id),
    index('oauth_request_opened_by').on(t.opened_by),
    index('oauth_request_expiry').on(t.expires_at),
  ],
);

/** Codes and tokens, by the hash of their value. Expired ones are deleted hourly. */
export const oauthToken = pgTable(
  'oauth_token',
  {
    id: text('id').primaryKey(),
    kind: text('kind').notNull(),
    client_id: text('client_id').notNull(),
    grant_id: text('grant_id').references(() => oauthGrant.id, { onDelete: 'cascade' }),
    scopes: text('scopes').array().$type<OAuthScope[]>().notNull(),
    payload: jsonb<Record<string, unknown>>('payload').notNull(),
    created_at: at('created_at').notNull(),
    expires_at: at('expires_at').notNull(),
    consumed_at: at('consumed_at'),
  },
  (t) => [
    index('oauth_token_client').on(t.client_id),
    index('oauth_token_grant').on(t.grant_id),
    index('oauth_token_expiry').on(t.expires_at),
  ],
);
