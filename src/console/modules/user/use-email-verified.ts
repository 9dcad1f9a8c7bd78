import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../api/query/query-keys.ts';
import { checkSession } from '../../api/session.ts';
import { isEmailVerified } from './email-verified.ts';

/** Whether the person's email is verified; null while or where that is not known. */
export function useEmailVerified(email: string): boolean | null {
  const { data } = useQuery({ queryKey: queryKeys.session(), queryFn: checkSession });
  return data?.state === 'authenticated' ? isEmailVerified(data.session, email) : null;
}
