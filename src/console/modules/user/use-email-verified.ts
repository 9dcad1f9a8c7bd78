import { useQuery } from '@tanstack/react-query';
import { keys } from '../../api/keys.ts';
import { checkSession } from '../../api/session.ts';
import { isEmailVerified } from './email-verified.ts';

/** Whether the person's email is verified; null while or where that is not known. */
export function useEmailVerified(email: string): boolean | null {
  const { data } = useQuery({ queryKey: keys.session(), queryFn: checkSession });
  return data?.state === 'authenticated' ? isEmailVerified(data.session, email) : null;
}
