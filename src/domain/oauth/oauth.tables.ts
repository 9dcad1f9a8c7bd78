import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { OAuthGrantType, OAuthScope, ResourceScope } from '#generated/model/index.ts';
import { at, cascade, creation, jsonb, partOf } from '../columns.ts';
import { project } from '../project/project.tables.ts';
import type { StoreTables } from '../table.ts';
import { user } from '../user/user.tables.ts';

/** An app of somebody else. */
export const oauthClient = pgTable(
  'oauth_client',
  {
    id: text().primaryKey(),
    project_id: partOf(() => project.id),
    name: text().notNull(),
    publisher: text().notNull(),
    url: text(),
    logo_text: text().notNull(),
    redirect_uris: text().array().notNull(),
    type: text({ enum: ['confidential', 'public'] }).notNull(),
    grants: text().array().$type<OAuthGrantType[]>().notNull(),
    scopes: text().array().$type<OAuthScope[]>().notNull(),
    /** The tasks and collections that it may use; null for all of its project. */
    resources: jsonb<ResourceScope>(),
    /** The secret's first characters; null for public clients. */
    secret_prefix: text(),
    /** HMAC-SHA256, as for API keys. */
    secret_hash: text(),
    old_secret_hash: text(),
    old_secret_until: at(),
    ...creation,
    /** May lag a minute behind. */
    last_used_at: at(),
    version: integer().notNull().default(1),
  },
  (t) => [index('oauth_client_project').on(t.project_id, t.id)],
);
export type OAuthClientRow = typeof oauthClient.$inferSelect;

/** What a person allowed an app. There is one for each person and app. */
export const oauthGrant = pgTable(
  'oauth_grant',
  {
    id: text().primaryKey(),
    client_id: text().notNull(),
    /** Those of the client. */
    org_id: text().notNull(),
    project_id: text().notNull(),
    user_id: partOf(() => user.id),
    scopes: text().array().$type<OAuthScope[]>().notNull(),
    resources: jsonb<ResourceScope>(),
    created_at: at().notNull(),
    /** May lag a minute behind. */
    last_used_at: at(),
  },
  (t) => [
    uniqueIndex('oauth_grant_person').on(t.client_id, t.user_id),
    index('oauth_grant_user').on(t.user_id, t.id),
  ],
);
export type OAuthGrantRow = typeof oauthGrant.$inferSelect;

/**
 * An app's request that somebody who can answer it has opened, on the consent page. Expired ones are deleted hourly.
 */
export const oauthRequest = pgTable(
  'oauth_request',
  {
    /** Also in a cookie of the browser that the request came from. */
    id: text().primaryKey(),
    client_id: text().notNull(),
    redirect_uri: text().notNull(),
    state: text(),
    scopes: text().array().$type<OAuthScope[]>().notNull(),
    /** What the protocol needs to continue. */
    payload: jsonb<Record<string, unknown>>().notNull(),
    status: text({ enum: ['pending', 'accepted', 'cancelled'] }).notNull(),
    /** Who opened it last, and may answer it. */
    opened_by: text().references(() => user.id, cascade),
    /** Who accepted it, and what. */
    grant_id: text(),
    /** Of the proof that only the browser has that answered. */
    proof_hash: text(),
    created_at: at().notNull(),
    expires_at: at().notNull(),
  },
  (t) => [
    index('oauth_request_client').on(t.client_id),
    index('oauth_request_opened_by').on(t.opened_by),
    index('oauth_request_expiry').on(t.expires_at),
  ],
);
export type OAuthRequestRow = typeof oauthRequest.$inferSelect;

/** A code or token. Its value isn't stored, only its hash. Expired ones are deleted hourly. */
export const oauthToken = pgTable(
  'oauth_token',
  {
    /** The hash of the kind and the value together. */
    id: text().primaryKey(),
    kind: text().notNull(),
    client_id: text().notNull(),
    /** Null for tokens that an app has on its own behalf. */
    grant_id: text().references(() => oauthGrant.id, cascade),
    scopes: text().array().$type<OAuthScope[]>().notNull(),
    /** What the protocol needs, without the value. */
    payload: jsonb<Record<string, unknown>>().notNull(),
    created_at: at().notNull(),
    expires_at: at().notNull(),
    /** When a code or refresh token was used. Using it again ends all tokens of its grant. */
    consumed_at: at(),
  },
  (t) => [
    index('oauth_token_client').on(t.client_id),
    index('oauth_token_grant').on(t.grant_id),
    index('oauth_token_expiry').on(t.expires_at),
  ],
);
export type OAuthTokenRow = typeof oauthToken.$inferSelect;

export const OAUTH_TABLES = {
  clients: {
    table: oauthClient,
    audit: {
      type: 'oauth_client',
      shown:
        'name publisher url redirect_uris type grants scopes resources secret_prefix old_secret_until',
      rest: 'id project_id logo_text secret_hash old_secret_hash created_by_id created_by_name created_at last_used_at version',
    },
  },
  grants: {
    table: oauthGrant,
    swept: { client_id: 'oauth_client' },
    audit: {
      type: 'oauth_grant',
      name: 'client_id',
      nameIn: 'oauth_client',
      shown: 'scopes resources',
      rest: 'id org_id project_id client_id user_id created_at last_used_at',
    },
  },
  requests: { table: oauthRequest, swept: { client_id: 'oauth_client' } },
  tokens: { table: oauthToken, swept: { client_id: 'oauth_client' } },
} satisfies StoreTables;
