import { dropToken } from '../../api/auth-token.ts';
import { forgetSession } from '../../api/session.ts';
import { clearAnalyticsIdentity } from '../analytics/analytics.ts';
import { paths } from '../paths.ts';

/**
 * Ends the session and leads to sign-in by a full navigation: nothing of the person stays in memory.
 * @throws when the identity service refuses or cannot be reached; the person is then still signed in
 */
export async function signOut(): Promise<void> {
  const { identityApi } = await import('../identity/client.ts');
  const { data } = await identityApi().createBrowserLogoutFlow();
  await identityApi().updateLogoutFlow({ token: data.logout_token });
  dropToken();
  forgetSession();
  await clearAnalyticsIdentity();
  globalThis.location.assign(paths.login());
}
