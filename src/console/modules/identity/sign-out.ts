import { dropToken } from '#console/api/auth-token.ts';
import { forgetSession } from '#console/api/session.ts';
import { identityApi } from './client.ts';

/**
 * Ends the session, here and at the identity service.
 * @throws when the identity service did not answer: then the session still stands
 */
export async function signOut(): Promise<void> {
  const api = identityApi();
  try {
    const { data } = await api.createBrowserLogoutFlow();
    await api.updateLogoutFlow({ token: data.logout_token });
  } catch (error) {
    const { response } = error as { response?: { status: number } };
    // 401: there is no session to end. All else means that it was not ended.
    if (response?.status !== 401) throw error;
  }
  forgetSession();
  dropToken();
}
