import { roleChangePermissions } from '#core/access/permissions.ts';
import type { Role } from '#generated/model/index.ts';
import { type PermissionScope, usePermission } from '../permission/use-permission.ts';

type RoleScope = Extract<PermissionScope, { level: 'organization' | 'project' }>;

/**
 * Whether the signed-in person may change roles.
 * @returns a function that says why they may not give a role instead of another; null if they may
 */
export function useRolePermissions(
  scope: RoleScope,
): (from: Role | null, to: Role | null) => string | null {
  const reasons = {
    add_owner: usePermission(scope, 'add_owner').reason,
    add_editor: usePermission(scope, 'add_editor').reason,
    add_member: usePermission(scope, 'add_member').reason,
    remove_owner: usePermission(scope, 'remove_owner').reason,
    remove_editor: usePermission(scope, 'remove_editor').reason,
    remove_member: usePermission(scope, 'remove_member').reason,
  };
  return (from, to) => {
    const needed = roleChangePermissions(from, to);
    return needed.map((name) => reasons[name]).find((reason) => reason !== null) ?? null;
  };
}
