import { useOpenInvitation } from '#generated/api/invitation/invitation.ts';

/** What an invitation says. A POST request, so that the token is in no address. */
export function useInvitation(token: string | null) {
  return useOpenInvitation(
    { token: token ?? '' },
    { query: { enabled: token !== null, retry: false, gcTime: 0, meta: { silent: true } } },
  );
}
