import { atLeast, effectiveRole, roleChangePermissions } from '#core/access/permissions.ts';
import type { FieldError, InvitationProjectRole, Role } from '#generated/model/index.ts';
import { requireAll } from '../authorise.ts';
import { DETAIL } from '../details.ts';
import { invalidField, invalidRequest } from '../problem.ts';
import type { Stores } from '../stores.ts';

/** What someone is invited to. */
export interface InvitedRoles {
  role: Role | null;
  projects: InvitationProjectRole[];
}

const NOTHING: InvitedRoles = { role: null, projects: [] };

/**
 * Checks what someone is invited to, and that the caller may grant it.
 * @param before what an open invitation grants so far
 * @throws ProblemError 400, 403
 */
export async function checkInvitedRoles(
  stores: Stores,
  orgId: string,
  by: string,
  next: InvitedRoles,
  before: InvitedRoles = NOTHING,
): Promise<void> {
  const { role, projects } = next;
  if (role === null && projects.length === 0)
    throw invalidField('/projects', DETAIL.inviteToNothing);
  const ids = projects.map(({ project_id }) => project_id);
  const found = await stores.project.projects.list({ where: { org_id: orgId, id: { in: ids } } });
  const known = new Set(found.map(({ id }) => id));
  const errors = projects.flatMap((one, at): FieldError[] => {
    const pointer = `/projects/${at}`;
    if (!known.has(one.project_id))
      return [{ pointer: `${pointer}/project_id`, message: DETAIL.projectUnknown }];
    if (ids.indexOf(one.project_id) !== at)
      return [{ pointer: `${pointer}/project_id`, message: DETAIL.projectTwice }];
    if (role !== null && !atLeast(one.role, role))
      return [{ pointer: `${pointer}/role`, message: DETAIL.roleInherited(role) }];
    return [];
  });
  if (errors.length > 0) throw invalidRequest(errors);
  await requireGrant(stores, orgId, by, next, before);
}

/** @throws ProblemError 403 unless the caller may change one role to the other, everywhere */
export async function requireGrant(
  { org, project }: Stores,
  orgId: string,
  by: string,
  next: InvitedRoles,
  before: InvitedRoles,
): Promise<void> {
  const caller = await org.members.find({ org_id: orgId, user_id: by });
  const orgRole = caller?.role ?? null;
  const inOrg = { orgRole, projectRole: null };
  requireAll(inOrg, 'organization', roleChangePermissions(before.role, next.role));
  const ids = [...next.projects, ...before.projects].map(({ project_id }) => project_id);
  const own = await project.members.list({
    where: { user_id: by, project_id: { in: ids } },
    order: ['project_id'],
  });
  for (const id of new Set(ids)) {
    const given = own.find(({ project_id }) => project_id === id)?.role ?? null;
    const roles = { orgRole, projectRole: effectiveRole(orgRole, given) };
    const roleIn = ({ projects }: InvitedRoles) =>
      projects.find(({ project_id }) => project_id === id)?.role ?? null;
    requireAll(roles, 'project', roleChangePermissions(roleIn(before), roleIn(next)));
  }
}
