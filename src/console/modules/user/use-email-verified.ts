import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../api/query/query-keys.ts';
import { checkSession } from '../../api/session.ts';
import { isEmailVerified } from './email-verified.ts';

/** Whether the user's email is verified; null while unknown. */
export function useEmailVerified(email: string): boolean | null {
  const { data } = useQuery({ queryKey: queryKeys.session(), queryFn: checkSession });
  return data?.state === 'authenticated' ? isEmailVerified(data.session, email) : null;
}
