import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '#console/api/query/query-keys.ts';
import { openOAuthRequest } from '#generated/api/oauth/oauth.ts';

/**
 * The app's request.
 * @param text the request in the address of the page
 */
export function useOAuthRequest(text: string) {
  return useQuery({
    queryKey: queryKeys.oauthRequest(text),
    queryFn: ({ signal }) => openOAuthRequest({ request: text }, { signal }),
    retry: false,
    gcTime: 0,
    meta: { silent: true },
  });
}
