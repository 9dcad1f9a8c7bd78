import { fromBase64Url, toBase64Url } from '#core/base64url.ts';
import type { Invitation, InvitationProject, ProjectInvitation } from '#generated/model/index.ts';
import type { Domain } from '../domain.ts';
import { ProblemError } from '../problem.ts';
import { invitedThings } from '../share/invited-things.ts';
import type { Stores } from '../stores.ts';
import { asView } from '../view.ts';
import type { InvitationRow } from './invitation.tables.ts';

const PURPOSE = 'invitation';

/**
 * The link of an invitation. Its token is the encrypted id, so it can be shown again, but not be found in a copy of the
 * database. It is in the fragment, which browsers send to no server.
 */
export function linkOf(
  { secrets, invitation, apiUrl }: Pick<Domain, 'secrets' | 'invitation' | 'apiUrl'>,
  id: string,
): string {
  // In the mocks, the address is relative to wherever the console is.
  return `${new URL(invitation.pageUrl, apiUrl).href}#token=${tokenOf(secrets, id)}`;
}

/** The token of an invitation's link. */
export function tokenOf(secrets: Domain['secrets'], id: string): string {
  return toBase64Url(secrets.seal(PURPOSE, id));
}

/**
 * The id of the invitation that a token belongs to.
 * @throws ProblemError 404 for a token that isn't from a link of ours
 */
export function idOfToken({ secrets }: Pick<Domain, 'secrets'>, token: string): string {
  try {
    return secrets.open(PURPOSE, fromBase64Url(token));
  } catch {
    throw invalidLink();
  }
}

/** A 404 for a link that isn't ours, or that is incomplete. */
export function invalidLink(): ProblemError {
  return new ProblemError(
    'not_found',
    "This invitation link isn't valid. Check that you copied all of it, or ask for a new invitation.",
  );
}

/** Invitations as they are listed. Projects that were deleted in the meantime are left out. */
export async function toInvitations(
  stores: Pick<Stores, 'project' | 'share' | 'task' | 'collection' | 'chat'>,
  rows: readonly InvitationRow[],
): Promise<Invitation[]> {
  const projectsOf = await namedProjects(stores, rows);
  const thingsOf = await invitedThings(
    stores,
    rows.map(({ id }) => id),
  );
  const now = new Date().toISOString();
  return rows.map((row) => {
    return asView('Invitation', row, {
      projects: projectsOf(row),
      things: thingsOf(row.id),
      status: row.expires_at <= now ? 'expired' : 'pending',
    });
  });
}

/** Invitations as shown to people who may invite to one of the projects. What else they lead to is hidden. */
export async function toProjectInvitations(
  { share }: Pick<Stores, 'share'>,
  projectId: string,
  rows: readonly InvitationRow[],
): Promise<ProjectInvitation[]> {
  const ids = rows.map(({ id }) => id);
  const shares = await share.shares.list({ where: { invitation_id: { in: ids } }, order: ['id'] });
  const elsewhere = new Set(
    shares.filter((one) => one.project_id !== projectId).map((one) => one.invitation_id),
  );
  const now = new Date().toISOString();
  return rows.flatMap((row): ProjectInvitation[] => {
    const here = row.projects.find(({ project_id }) => project_id === projectId);
    if (!here) return [];
    return [
      asView('ProjectInvitation', row, {
        role: here.role,
        leads_elsewhere: row.role !== null || row.projects.length > 1 || elsewhere.has(row.id),
        status: row.expires_at <= now ? 'expired' : 'pending',
      }),
    ];
  });
}

/** The projects of invitations with their names, unless they were deleted. */
export async function namedProjects(
  { project }: Pick<Stores, 'project'>,
  rows: readonly Pick<InvitationRow, 'org_id' | 'projects'>[],
): Promise<(row: Pick<InvitationRow, 'org_id' | 'projects'>) => InvitationProject[]> {
  const ids = [...new Set(rows.flatMap(({ projects }) => projects.map((one) => one.project_id)))];
  const found = ids.length === 0 ? [] : await project.projects.list({ where: { id: { in: ids } } });
  const byId = new Map(found.map((one) => [one.id, one]));
  return ({ org_id, projects }) =>
    projects.flatMap(({ project_id, role }) => {
      const one = byId.get(project_id);
      // It may have moved to another organisation.
      return one?.org_id === org_id ? [{ id: project_id, name: one.name, role }] : [];
    });
}
