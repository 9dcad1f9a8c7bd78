import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '#console/api/query/query-keys.ts';
import { openInvitation } from '#generated/api/invitation/invitation.ts';

/** What an invitation says. A POST request, so that the token is in no address. */
export function useInvitation(token: string | null) {
  return useQuery({
    queryKey: queryKeys.invitation(),
    queryFn: ({ signal }) => openInvitation({ token: token ?? '' }, { signal }),
    enabled: token !== null,
    retry: false,
    gcTime: 0,
    meta: { silent: true },
  });
}
