import type {
  OrgPermission,
  PermissionLevel,
  ProjectPermission,
  ResourcePermission,
  Role,
} from '#generated/model/index.ts';

/** Roles, most powerful first. Each has all permissions of the roles after it. */
export const ROLES: readonly Role[] = ['owner', 'editor', 'member'];

/** The permission names of each level. */
export type PermissionName<L extends PermissionLevel> = L extends 'organization'
  ? OrgPermission
  : L extends 'project'
    ? ProjectPermission
    : ResourcePermission;

const ORG: Readonly<Record<OrgPermission, Role>> = {
  view_members: 'member',
  create_project: 'editor',
  edit: 'editor',
  add_member: 'editor',
  remove_member: 'editor',
  add_editor: 'editor',
  remove_editor: 'owner',
  add_owner: 'owner',
  remove_owner: 'owner',
};

const PROJECT: Readonly<Record<ProjectPermission, Role>> = {
  view_members: 'member',
  run_task: 'member',
  create_task: 'editor',
  edit: 'editor',
  add_member: 'editor',
  remove_member: 'editor',
  add_editor: 'editor',
  remove_editor: 'owner',
  add_owner: 'owner',
  remove_owner: 'owner',
};

const RESOURCE: Readonly<Record<ResourcePermission, Role>> = {
  view: 'member',
  run: 'member',
  edit: 'editor',
  delete: 'editor',
  share: 'editor',
};

/** The lowest role that has each permission, by level. */
export const PERMISSIONS: {
  readonly [L in PermissionLevel]: Readonly<Record<PermissionName<L>, Role>>;
} = {
  organization: ORG,
  project: PROJECT,
  task: RESOURCE,
  collection: RESOURCE,
  chat: RESOURCE,
  workflow: RESOURCE,
};

/**
 * Whether someone has a permission.
 * @param role their role at that level (for a resource: their effective role in its project); null for outsiders
 */
export function can<L extends PermissionLevel>(
  level: L,
  role: Role | null,
  name: PermissionName<L>,
): boolean {
  const table: Readonly<Record<string, Role>> = PERMISSIONS[level];
  const least = Object.hasOwn(table, name) ? table[name] : undefined;
  return least !== undefined && atLeast(role, least);
}

/** All permissions of a role at a level, in table order. */
export function permissionsOf<L extends PermissionLevel>(
  level: L,
  role: Role | null,
): PermissionName<L>[] {
  const names = Object.keys(PERMISSIONS[level]) as PermissionName<L>[];
  return names.filter((name) => can(level, role, name));
}

/** Whether a role is at least as powerful as another. */
export function atLeast(role: Role | null, least: Role): boolean {
  return role !== null && ROLES.indexOf(role) <= ROLES.indexOf(least);
}

/**
 * Someone's effective role in a project: their role in it or the role inherited from the organisation, whichever is
 * more powerful; null when they have neither.
 */
export function effectiveRole(orgRole: Role | null, projectRole: Role | null): Role | null {
  return ROLES.find((role) => role === orgRole || role === projectRole) ?? null;
}

/** A permission to grant or remove a role. */
export type RolePermission = `${'add' | 'remove'}_${Role}`;

/** The permission needed to grant or remove a role, in organisations and projects alike. */
export function roleChangePermission(change: 'add' | 'remove', role: Role): RolePermission {
  return `${change}_${role}`;
}

/**
 * The permissions needed to change a role: the one to remove the old role and the one to grant the new one. None if it
 * stays as it is.
 * @param from null for someone without a role
 * @param to null to remove the role
 */
export function roleChangePermissions(from: Role | null, to: Role | null): RolePermission[] {
  if (from === to) return [];
  return [
    ...(from === null ? [] : [roleChangePermission('remove', from)]),
    ...(to === null ? [] : [roleChangePermission('add', to)]),
  ];
}
