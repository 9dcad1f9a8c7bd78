import type {
  OAuthClientType,
  OAuthGrantType,
  OAuthScope,
  ResourceScope,
} from '#generated/model/index.ts';
import type { Table } from '../table.ts';

/** An app of somebody else. */
export interface OAuthClientRow {
  id: string;
  project_id: string;
  name: string;
  publisher: string;
  url: string | null;
  logo_text: string;
  redirect_uris: string[];
  type: OAuthClientType;
  grants: OAuthGrantType[];
  scopes: OAuthScope[];
  /** The tasks and collections that it may use; null for all of its project. */
  resources: ResourceScope | null;
  /** The secret's first characters; null for public clients. */
  secret_prefix: string | null;
  secret_hash: string | null;
  old_secret_hash: string | null;
  old_secret_until: string | null;
  created_by_id: string;
  created_by_name: string;
  created_at: string;
  /** May lag a minute behind. */
  last_used_at: string | null;
  version: number;
}

/** What a person allowed an app. There is one for each person and app. */
export interface OAuthGrantRow {
  id: string;
  client_id: string;
  /** Those of the client. */
  org_id: string;
  project_id: string;
  user_id: string;
  scopes: OAuthScope[];
  resources: ResourceScope | null;
  created_at: string;
  /** May lag a minute behind. */
  last_used_at: string | null;
}

/** An app's request that somebody who can answer it has opened, on the consent page. */
export interface OAuthRequestRow {
  /** Also in a cookie of the browser that the request came from. */
  id: string;
  client_id: string;
  redirect_uri: string;
  state: string | null;
  scopes: OAuthScope[];
  /** What the protocol needs to continue. */
  payload: Record<string, unknown>;
  status: 'pending' | 'accepted' | 'cancelled';
  /** Who opened it last, and may answer it. */
  opened_by: string | null;
  /** Who accepted it, and what. */
  grant_id: string | null;
  /** Of the proof that only the browser has that answered. */
  proof_hash: string | null;
  created_at: string;
  expires_at: string;
}

/** A code or token. Its value isn't stored, only its hash. */
export interface OAuthTokenRow {
  /** The hash of the kind and the value together. */
  id: string;
  kind: string;
  client_id: string;
  /** Null for tokens that an app has on its own behalf. */
  grant_id: string | null;
  scopes: OAuthScope[];
  /** What the protocol needs, without the value. */
  payload: Record<string, unknown>;
  created_at: string;
  expires_at: string;
  /** When a code or refresh token was used. Using it again ends all tokens of its grant. */
  consumed_at: string | null;
}

export interface OAuthStore {
  clients: Table<OAuthClientRow>;
  grants: Table<OAuthGrantRow>;
  requests: Table<OAuthRequestRow>;
  tokens: Table<OAuthTokenRow>;
}
