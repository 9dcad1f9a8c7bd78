import { dropToken } from '../../api/auth-token.ts';
import { forgetSession } from '../../api/session.ts';
import { clearAnalyticsIdentity } from '../analytics/analytics.ts';
import { paths } from '../paths.ts';

/**
 * Ends the session and redirects to sign-in with a full page load, so that no personal data stays in memory.
 * @throws when the identity service refuses or is unreachable; the person is then still signed in
 */
export async function signOut(): Promise<void> {
  const { identityApi } = await import('./identity-api.ts');
  try {
    const { data } = await identityApi().createBrowserLogoutFlow();
    await identityApi().updateLogoutFlow({ token: data.logout_token });
  } catch (error) {
    const { response } = error as { response?: { status: number } };
    // 401: the session has already ended, which is what we want.
    if (response?.status !== 401) throw error;
  }
  dropToken();
  forgetSession();
  await clearAnalyticsIdentity();
  globalThis.location.assign(paths.login());
}
