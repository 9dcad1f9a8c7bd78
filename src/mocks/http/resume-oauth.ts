import type { OAuthRequestRow } from '#domain/oauth/oauth.tables.ts';

/**
 * Where a browser goes after its person has answered an app's request. The mocks have no authorization server, so they
 * issue no code: the app gets the error of a server that can't answer, unless the person refused.
 */
export function resumeInMocks({ redirect_uri, status, state }: OAuthRequestRow): string {
  const url = new URL(redirect_uri);
  const isRefused = status === 'cancelled';
  url.searchParams.set('error', isRefused ? 'access_denied' : 'temporarily_unavailable');
  if (!isRefused)
    url.searchParams.set('error_description', 'The mocks issue no codes and no tokens');
  if (state !== null) url.searchParams.set('state', state);
  return url.href;
}
