import type { Session } from '@ory/client';
import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../api/query/query-keys.ts';
import { checkSession } from '../../api/session.ts';

/** Whether the user's email is verified; null while unknown. */
export function useEmailVerified(email: string): boolean | null {
  const { data } = useQuery({ queryKey: queryKeys.session(), queryFn: checkSession });
  return data?.state === 'authenticated' ? isEmailVerified(data.session, email) : null;
}

/** Whether the identity service has verified an email address; null when it does not say. */
function isEmailVerified(session: Session, email: string): boolean | null {
  const addresses = session.identity?.verifiable_addresses ?? [];
  const address = addresses.find(({ value }) => value.toLowerCase() === email.toLowerCase());
  return address ? address.verified : null;
}
