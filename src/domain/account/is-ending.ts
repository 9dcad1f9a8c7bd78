import type { UserRow } from '../user/user.tables.ts';

/**
 * Whether an organisation goes with somebody's account, which is being deleted. Their API keys there stop at once, and
 * work again if they keep the account. Those of organisations that stay are their projects', and keep working.
 */
export function isEnding(
  { delete_at, delete_org_ids }: Pick<UserRow, 'delete_at' | 'delete_org_ids'>,
  orgId: string,
): boolean {
  return delete_at !== null && delete_org_ids.includes(orgId);
}
