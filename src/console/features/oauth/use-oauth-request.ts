import { useOpenOAuthRequest } from '#generated/api/oauth/oauth.ts';

/**
 * The app's request.
 * @param text the request in the address of the page
 */
export function useOAuthRequest(text: string) {
  return useOpenOAuthRequest(
    { request: text },
    { query: { retry: false, gcTime: 0, meta: { silent: true } } },
  );
}
