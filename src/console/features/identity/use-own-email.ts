import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '#console/api/query/query-keys.ts';
import { checkSession } from '#console/api/session.ts';

/**
 * The email of who is signed in, to fill in where they confirm that it's them; Ory asks for it again.
 * @returns null if it isn't known or not wanted
 */
export function useOwnEmail(wanted: boolean): string | null {
  const { data } = useQuery({
    queryKey: queryKeys.session(),
    queryFn: checkSession,
    enabled: wanted,
    meta: { silent: true },
  });
  if (!wanted || data?.state !== 'authenticated') return null;
  const { email } = (data.session.identity?.traits ?? {}) as { email?: unknown };
  return typeof email === 'string' ? email : null;
}
