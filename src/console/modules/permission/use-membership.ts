import { usePermission } from './use-permission.ts';

/** Whether the person is a guest of an organisation: they have a role only in some of its projects. */
export function useMembership(orgId: string): { isGuest: boolean; pending: boolean } {
  const { allowed, pending } = usePermission({ level: 'organization', orgId }, 'view_members');
  return { isGuest: !allowed, pending };
}
