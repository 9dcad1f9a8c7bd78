import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import type { AccessPort } from '#domain/access/access.port.ts';
import { tokenId } from '#domain/oauth/find-token.ts';
import type { OAuthPort } from '#domain/oauth/oauth.port.ts';
import type { OAuthClientRow, OAuthRequestRow, OAuthTokenRow } from '#domain/oauth/oauth.tables.ts';
import { scopesIn } from '#domain/oauth/sealed-request.ts';
import type { Stores } from '#domain/stores.ts';

export interface AdapterDeps {
  stores: Stores;
  oauth: Pick<OAuthPort, 'hash'>;
  announce: AccessPort['announce'];
}

/** What oidc-provider stores and reads of a kind, in our tables. It uses only some of these methods for each kind. */
type Storage = Partial<Adapter>;

/** Where oidc-provider keeps what it calls models. */
export function createAdapter(kind: string, deps: AdapterDeps): Adapter {
  const storage = (): Storage => {
    if (kind === 'Client') return clientStorage(deps);
    if (kind === 'Grant') return grantStorage(deps);
    if (kind === 'Interaction') return requestStorage(deps);
    // Who is signed in is known by the console. A session here would outlast the sign-out.
    return kind === 'Session' ? {} : tokenStorage(kind, deps);
  };
  return {
    upsert: async () => undefined,
    find: async () => undefined,
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
    consume: async () => undefined,
    destroy: async () => undefined,
    revokeByGrantId: async () => undefined,
    ...storage(),
  };
}

function clientStorage({ stores }: AdapterDeps): Storage {
  return {
    async find(id) {
      const row = await stores.oauth.clients.find({ id });
      // The apps of a deleted project get no more codes and tokens.
      const project = row && (await stores.project.projects.find({ id: row.project_id }));
      return project && toMetadata(row);
    },
  };
}

function toMetadata(row: OAuthClientRow): AdapterPayload {
  const isPublic = row.secret_hash === null;
  return {
    client_id: row.id,
    client_name: row.name,
    // Compared by `compareClientSecret` in provider.ts, since only its hash is stored.
    ...(!isPublic && { client_secret: 'hashed' }),
    redirect_uris: row.redirect_uris,
    grant_types: row.grants,
    response_types: row.grants.includes('authorization_code') ? ['code'] : [],
    response_modes: ['query'],
    scope: row.scopes.join(' '),
    token_endpoint_auth_method: isPublic ? 'none' : 'client_secret_basic',
  } as AdapterPayload;
}

/** What a person allowed an app. The consent page creates it. */
function grantStorage({ stores, announce }: AdapterDeps): Storage {
  const { grants } = stores.oauth;
  return {
    async find(id) {
      const row = await grants.find({ id });
      if (!row) return undefined;
      const { client_id: clientId, user_id: accountId, scopes } = row;
      const openid = { scope: scopes.join(' ') };
      return { jti: id, kind: 'Grant', clientId, accountId, openid } as AdapterPayload;
    },
    async destroy(id) {
      await grants.delete({ id });
      await announce({ grant: id });
    },
  };
}

/** Requests that a person answers on the consent page. Until somebody opens it, a request is only in its address. */
function requestStorage({ stores }: AdapterDeps): Storage {
  const { requests, grants } = stores.oauth;
  return {
    async find(id) {
      const row = await requests.find({ id });
      if (!row || Date.parse(row.expires_at) <= Date.now()) return undefined;
      const result = await resultOf(row);
      return { ...row.payload, ...(result && { result }) } as AdapterPayload;
    },
    async destroy(id) {
      await requests.delete({ id });
    },
  };

  async function resultOf({ status, grant_id }: OAuthRequestRow) {
    if (status === 'pending') return undefined;
    const grant = grant_id === null ? undefined : await grants.find({ id: grant_id });
    if (!grant) return { error: 'access_denied', error_description: 'The person refused' };
    return { login: { accountId: grant.user_id }, consent: { grantId: grant.id } };
  }
}

/** Codes and tokens, by their hash. */
function tokenStorage(kind: string, { stores, oauth, announce }: AdapterDeps): Storage {
  const { tokens } = stores.oauth;
  const idOf = (value: string) => tokenId(oauth, kind, value);
  const announceFor = ({ client_id, grant_id }: OAuthTokenRow) =>
    announce(grant_id === null ? { client: client_id } : { grant: grant_id });

  async function revokeByGrantId(grantId: string): Promise<void> {
    await tokens.delete({ grant_id: grantId });
    await announce({ grant: grantId });
  }

  return {
    async upsert(value, { jti: _, ...payload }, expiresIn) {
      await tokens.put({
        id: idOf(value),
        kind,
        client_id: payload.clientId ?? '',
        grant_id: payload.grantId ?? null,
        scopes: scopesIn(payload.scope),
        payload,
        created_at: new Date().toISOString(),
        expires_at: afterSeconds(expiresIn),
        consumed_at: null,
      });
    },
    async find(value) {
      const row = await tokens.find({ id: idOf(value) });
      if (!row) return undefined;
      const consumed = row.consumed_at !== null && { consumed: seconds(row.consumed_at) };
      return { ...row.payload, jti: value, ...consumed } as AdapterPayload;
    },
    async consume(value) {
      const used = { consumed_at: new Date().toISOString() };
      const first = await tokens.change({ id: idOf(value), consumed_at: null }, used);
      if (first > 0) return;
      // Somebody else used it since it was read: one of the two has stolen it.
      const row = await tokens.find({ id: idOf(value) });
      if (row?.grant_id) await revokeByGrantId(row.grant_id);
      throw new errors.InvalidGrant('already used');
    },
    async destroy(value) {
      const id = idOf(value);
      const row = await tokens.find({ id });
      await tokens.delete({ id });
      if (row) await announceFor(row);
    },
    revokeByGrantId,
  };
}

function afterSeconds(count = 0): string {
  return new Date(Date.now() + count * 1000).toISOString();
}

function seconds(time: string): number {
  return Math.floor(Date.parse(time) / 1000);
}
