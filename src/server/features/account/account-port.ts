import type { AccountPort } from '#domain/account/account.port.ts';
import { ProblemError } from '#domain/problem.ts';
import type { IdentityService } from '../../identity/service.ts';
import type { Settings } from '../../settings.ts';

const TIMEOUT_MS = 5000;

interface AccountPortDeps {
  /** The embedded identity service. */
  identity: Pick<IdentityService, 'endSessions' | 'deleteIdentity'> | undefined;
  settings: Pick<Settings, 'IDENTITY_ADMIN_URL' | 'IDENTITY_ADMIN_TOKEN'>;
}

/** Deletes accounts at the identity service: the embedded one, or Ory through its admin API. */
export function createAccountPort({ identity, settings }: AccountPortDeps): AccountPort {
  if (identity) {
    const { endSessions, deleteIdentity } = identity;
    return { isManaged: true, endSessions, deleteIdentity };
  }
  const { IDENTITY_ADMIN_URL: url, IDENTITY_ADMIN_TOKEN: token } = settings;
  if (url === undefined)
    return { isManaged: false, endSessions: async () => {}, deleteIdentity: async () => {} };
  const remove = async (identityId: string, part = '') => {
    const address = `${url.replace(/\/+$/, '')}/admin/identities/${encodeURIComponent(identityId)}${part}`;
    const headers = { ...(token && { authorization: `Bearer ${token}` }) };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(address, { method: 'DELETE', headers, signal }).catch(() => null);
    await response?.body?.cancel();
    // 404: there is none.
    if (response?.ok || response?.status === 404) return;
    throw new ProblemError(
      'identity_unavailable',
      `The identity service ${response ? `responded with ${response.status}` : "didn't respond"}.`,
    );
  };
  return {
    isManaged: true,
    endSessions: (identityId) => remove(identityId, '/sessions'),
    deleteIdentity: (identityId) => remove(identityId),
  };
}
