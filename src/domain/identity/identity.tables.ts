/** Tables of the embedded identity service. Ids are UUIDs, like Ory's. */
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import type { FlowMessage } from './texts.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** A person who can sign in. The email address is the identifier and is used for verification and recovery. */
export const identity = pgTable('identity', {
  id: text('id').primaryKey(),
  /** Lower case. */
  email: text('email').notNull().unique(),
  name: text('name').notNull(),
  state: text('state', { enum: ['active', 'inactive'] })
    .notNull()
    .default('active'),
  stateChangedAt: at('state_changed_at').notNull(),
  /** The highest assurance level that the enrolled factors allow. */
  availableAal: text('available_aal', { enum: ['aal1', 'aal2'] })
    .notNull()
    .default('aal1'),
  verifiableAddressId: text('verifiable_address_id').notNull(),
  recoveryAddressId: text('recovery_address_id').notNull(),
  addressStatus: text('address_status', { enum: ['pending', 'sent', 'completed'] })
    .notNull()
    .default('pending'),
  verifiedAt: at('verified_at'),
  addressCreatedAt: at('address_created_at').notNull(),
  addressUpdatedAt: at('address_updated_at').notNull(),
  /** argon2id hash (PHC string); null for a person with only passkeys. */
  passwordHash: text('password_hash'),
  createdAt: at('created_at').notNull(),
  updatedAt: at('updated_at').notNull(),
});

/** The authenticator app of a person; at most one. */
export const identityTotp = pgTable('identity_totp', {
  identityId: text('identity_id')
    .primaryKey()
    .references(() => identity.id, { onDelete: 'cascade' }),
  /** The seed, encrypted. */
  secret: text('secret').notNull(),
  /** The last accepted time step. Earlier or equal ones are replays. */
  lastCounter: bigint('last_counter', { mode: 'number' }).notNull(),
  createdAt: at('created_at').notNull(),
});

/** Backup codes. Only their keyed hashes are stored. */
export const identityLookupCode = pgTable(
  'identity_lookup_code',
  {
    identityId: text('identity_id')
      .notNull()
      .references(() => identity.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    hash: text('hash').notNull(),
    /** The code, encrypted, for showing it to its owner again. Null for codes from before that was possible. */
    sealed: text('sealed'),
    usedAt: at('used_at'),
  },
  (t) => [primaryKey({ columns: [t.identityId, t.hash] })],
);

/** Passkeys (first factor) and security keys (second factor). */
export const identityWebauthnKey = pgTable(
  'identity_webauthn_key',
  {
    /** The credential id, base64url. */
    id: text('id').primaryKey(),
    identityId: text('identity_id')
      .notNull()
      .references(() => identity.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: ['passkey', 'webauthn'] }).notNull(),
    /** COSE key, base64url. */
    publicKey: text('public_key').notNull(),
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: jsonb('transports').$type<string[]>().notNull(),
    displayName: text('display_name').notNull(),
    createdAt: at('created_at').notNull(),
  },
  (t) => [index('identity_webauthn_key_identity').on(t.identityId)],
);

export interface AuthenticationMethod {
  method: 'password' | 'code' | 'code_recovery' | 'totp' | 'lookup_secret' | 'webauthn' | 'passkey';
  aal: 'aal1' | 'aal2';
  completed_at: string;
}

/** A signed-in browser or native client. Only the hash of its token is stored. */
export const identitySession = pgTable(
  'identity_session',
  {
    id: text('id').primaryKey(),
    tokenHash: text('token_hash').notNull().unique(),
    identityId: text('identity_id')
      .notNull()
      .references(() => identity.id, { onDelete: 'cascade' }),
    aal: text('aal', { enum: ['aal1', 'aal2'] }).notNull(),
    authenticationMethods: jsonb('authentication_methods')
      .$type<AuthenticationMethod[]>()
      .notNull(),
    issuedAt: at('issued_at').notNull(),
    authenticatedAt: at('authenticated_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    lastSeenAt: at('last_seen_at').notNull(),
    deviceId: text('device_id').notNull(),
    ipAddress: text('ip_address').notNull(),
    userAgent: text('user_agent').notNull(),
  },
  (t) => [
    index('identity_session_identity').on(t.identityId),
    index('identity_session_expires').on(t.expiresAt),
  ],
);

/** The state of a field of a flow: the value to show again, and its messages. */
export interface FlowField {
  value?: string;
  messages?: FlowMessage[];
}

/** A self-service flow: a form that a person is filling in. Its nodes are created when it is read. */
export const identityFlow = pgTable(
  'identity_flow',
  {
    id: text('id').primaryKey(),
    kind: text('kind', {
      enum: ['login', 'registration', 'recovery', 'verification', 'settings'],
    }).notNull(),
    type: text('type', { enum: ['browser', 'api'] }).notNull(),
    state: text('state', {
      enum: ['choose_method', 'sent_email', 'passed_challenge', 'show_form', 'success'],
    }).notNull(),
    active: text('active'),
    requestUrl: text('request_url').notNull(),
    returnTo: text('return_to'),
    requestedAal: text('requested_aal', { enum: ['aal1', 'aal2'] })
      .notNull()
      .default('aal1'),
    refresh: boolean('refresh').notNull().default(false),
    identityId: text('identity_id').references(() => identity.id, { onDelete: 'cascade' }),
    /** SHA-256 of the CSRF cookie that the flow belongs to; null for native flows. */
    csrfHash: text('csrf_hash'),
    messages: jsonb('messages').$type<FlowMessage[]>().notNull().default([]),
    fields: jsonb('fields').$type<Record<string, FlowField>>().notNull().default({}),
    /** State of a method between requests, with encrypted secrets. */
    internal: jsonb('internal').$type<Record<string, string>>().notNull().default({}),
    submitCount: integer('submit_count').notNull().default(0),
    issuedAt: at('issued_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [index('identity_flow_expires').on(t.expiresAt)],
);

/** An emailed one-time code, bound to its flow. */
export const identityCode = pgTable(
  'identity_code',
  {
    id: text('id').primaryKey(),
    flowId: text('flow_id')
      .notNull()
      .references(() => identityFlow.id, { onDelete: 'cascade' }),
    identityId: text('identity_id')
      .notNull()
      .references(() => identity.id, { onDelete: 'cascade' }),
    address: text('address').notNull(),
    /** Keyed hash of the flow id and the code. */
    hash: text('hash').notNull(),
    /** The code, encrypted, so that it can be used in other flows when no more emails are sent. */
    sealed: text('sealed'),
    expiresAt: at('expires_at').notNull(),
    usedAt: at('used_at'),
  },
  (t) => [index('identity_code_flow').on(t.flowId), index('identity_code_owner').on(t.identityId)],
);

/** Keys that sign session tokens. */
export const identitySigningKey = pgTable('identity_signing_key', {
  id: text('id').primaryKey(),
  publicJwk: jsonb('public_jwk').$type<Record<string, unknown>>().notNull(),
  /** Encrypted JWK. */
  privateJwk: text('private_jwk').notNull(),
  createdAt: at('created_at').notNull(),
});

/** An error that a browser is redirected to. */
export const identityError = pgTable('identity_error', {
  id: text('id').primaryKey(),
  error: jsonb('error').$type<Record<string, unknown>>().notNull(),
  createdAt: at('created_at').notNull(),
});
