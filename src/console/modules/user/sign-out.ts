import { dropToken } from '../../api/auth-token.ts';
import { forgetSession } from '../../api/session.ts';
import { clearAnalyticsIdentity } from '../analytics/analytics.ts';
import { paths } from '../paths.ts';
import { forgetLocalWork, saveOpenWork } from './local-work.ts';

/**
 * Ends the session and redirects to sign-in (`then`: where to go after that) with a full page load, so that no personal data stays in memory.
 * @throws when open work can't be saved, or the identity service refuses or is unreachable; the person is then still signed in
 */
export async function signOut(then?: string): Promise<void> {
  // What was typed is removed from this browser, so it has to reach the server first.
  await saveOpenWork();
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
  (await import('./session-record.ts')).forgetSessionRecord();
  await clearAnalyticsIdentity();
  (await import('../support/support-widget.ts')).clearSupportWidget();
  forgetLocalWork();
  // Open pages store what was typed when they are left; this comes after them.
  globalThis.addEventListener('pagehide', () => forgetLocalWork(), { once: true });
  globalThis.location.assign(paths.login(then));
}
