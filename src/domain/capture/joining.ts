import { atLeast } from '#core/access/permissions.ts';
import { domainOf } from '#core/email/domain.ts';
import type { InvitationProject } from '#generated/model/index.ts';
import type { AccessPort } from '../access/access.port.ts';
import { joinOrg, joinProject } from '../invitation/accept.ts';
import { namedProjects } from '../invitation/invitation-views.ts';
import type { InvitedRoles } from '../invitation/invited-roles.ts';
import type { OrgRow } from '../org/org.tables.ts';
import type { UserPrincipal } from '../principal.ts';
import type { Stores } from '../stores.ts';
import { IS_SET } from '../table.ts';
import type { EmailDomainRow } from './capture.tables.ts';
import { removalsOf } from './removed.ts';

/** The roles that people get by an email domain. */
export function rolesGivenBy({
  role,
  projects,
}: Pick<EmailDomainRow, 'role' | 'projects'>): InvitedRoles {
  return { role: role === 'guest' ? null : role, projects };
}

/** Gives somebody roles; higher ones that they have stay. @throws ProblemError 409 `limit_reached` */
export async function giveRoles(
  all: Stores,
  org_id: string,
  user_id: string,
  { role, projects }: InvitedRoles,
): Promise<void> {
  // Joining the organisation deletes the request, too.
  if (role !== null) await joinOrg(all, { org_id, user_id, role });
  else await all.capture.requests.delete({ org_id, user_id });
  for (const one of projects) await joinProject(all, { ...one, user_id });
}

/** An organisation that somebody may join, or ask to join. */
export interface Joinable {
  row: EmailDomainRow;
  org: OrgRow;
  /** Those that there still are. */
  projects: InvitationProject[];
}

/**
 * The organisation that has verified the domain of a person's verified address, unless the person was removed from it or
 * from one of its projects, or already has the roles that it gives. If nobody has verified the address, they can only ask
 * to join.
 */
export async function joinable(
  all: Pick<Stores, 'capture' | 'org' | 'project'>,
  hash: AccessPort['hash'],
  by: UserPrincipal,
): Promise<Joinable | undefined> {
  const { userId: user_id, email, isVerified, isUnproven } = by;
  const domain = isVerified === true ? domainOf(email) : undefined;
  if (domain === undefined) return undefined;
  const found = await all.capture.domains.find({ domain, verified_at: IS_SET });
  const row = found && isUnproven ? { ...found, joining: 'request' as const } : found;
  const org = row && (await all.org.orgs.find({ id: row.org_id }));
  if (!org) return undefined;
  const who = { org_id: row.org_id, user_id };
  const [member, removals] = await Promise.all([
    all.org.members.find(who),
    removalsOf(all, hash, row.org_id, by),
  ]);
  if (member || removals.length > 0) return undefined;
  const projects = (await namedProjects(all, [row]))(row);
  if (row.role === 'guest' && (await hasAll(all, user_id, projects))) return undefined;
  return { row, org, projects };
}

/** Whether somebody has these roles in projects already. */
async function hasAll(
  { project }: Pick<Stores, 'project'>,
  user_id: string,
  projects: readonly InvitationProject[],
): Promise<boolean> {
  const given = await project.members.list({
    where: { user_id, project_id: { in: projects.map(({ id }) => id) } },
    order: ['project_id', 'user_id'],
  });
  const roles = new Map(given.map((one) => [one.project_id, one.role]));
  return projects.every(({ id, role }) => atLeast(roles.get(id) ?? null, role));
}
