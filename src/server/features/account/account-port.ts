import { parseJson } from '#core/json/parse-json.ts';
import type { AccountPort } from '#domain/account/account.port.ts';
import { ProblemError } from '#domain/problem.ts';
import type { IdentityService } from '../../identity/service.ts';
import type { Settings } from '../../settings.ts';

const TIMEOUT_MS = 5000;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

interface AccountPortDeps {
  /** The embedded identity service. */
  identity: Pick<IdentityService, 'endSessions' | 'deleteIdentity'> | undefined;
  settings: Pick<Settings, 'IDENTITY_ADMIN_URL' | 'IDENTITY_ADMIN_TOKEN'>;
}

/** Accounts at the identity service: the embedded one, or Ory through its admin API. */
export function createAccountPort({ identity, settings }: AccountPortDeps): AccountPort {
  if (identity) {
    const { endSessions, deleteIdentity } = identity;
    return { isManaged: true, endSessions, deleteIdentity };
  }
  const { IDENTITY_ADMIN_URL: url, IDENTITY_ADMIN_TOKEN: token } = settings;
  if (url === undefined)
    return { isManaged: false, endSessions: async () => {}, deleteIdentity: async () => {} };
  const ask = async (method: 'GET' | 'DELETE', path: string) => {
    const address = `${url.replace(/\/+$/, '')}/admin/identities${path}`;
    const headers = { ...(token && { authorization: `Bearer ${token}` }) };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    return fetch(address, { method, headers, signal }).catch(() => null);
  };
  const remove = async (identityId: string, part = '') => {
    const response = await ask('DELETE', `/${encodeURIComponent(identityId)}${part}`);
    await response?.body?.cancel();
    // 404: there is none.
    if (!response?.ok && response?.status !== 404) throw unavailable(response);
  };
  return {
    isManaged: true,
    endSessions: (identityId) => remove(identityId, '/sessions'),
    deleteIdentity: (identityId) => remove(identityId),
    async findInactive(identityIds) {
      // Those of the embedded service, from before Ory, are no UUIDs; Ory refuses a request with one of them.
      const ids = identityIds.filter((id) => UUID.test(id));
      if (ids.length === 0) return new Set();
      const query = new URLSearchParams(ids.map((id) => ['ids', id]));
      query.set('page_size', String(ids.length));
      const response = await ask('GET', `?${query}`);
      if (!response?.ok) throw unavailable(response);
      const found = parseJson(await response.text()) as { id: string; state?: string }[];
      const active = new Set(found.flatMap(({ id, state }) => (state === 'inactive' ? [] : [id])));
      return new Set(ids.filter((id) => !active.has(id)));
    },
  };
}

function unavailable(response: Response | null): ProblemError {
  return new ProblemError(
    'identity_unavailable',
    `The identity service ${response ? `responded with ${response.status}` : "didn't respond"}.`,
  );
}
