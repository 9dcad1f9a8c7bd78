import { atLeast, can } from '#core/access/permissions.ts';
import { addressKey } from '#core/email/address.ts';
import type {
  ProjectInvitation,
  ProjectInvitationCreate,
  ProjectInvitationLink,
  ProjectInvitationList,
  ProjectInvitationResults,
  Role,
} from '#generated/model/index.ts';
import { DETAIL } from '../details.ts';
import { listViews, type PageQuery } from '../paging.ts';
import type { Access, UserPrincipal } from '../principal.ts';
import { invalidField, mustFind, notFound, ProblemError } from '../problem.ts';
import type { ProjectRow } from '../project/project.tables.ts';
import type { Stores } from '../stores.ts';
import { createInvitationService } from './invitation.service.ts';
import type { InvitationRow } from './invitation.tables.ts';
import { toProjectInvitations } from './invitation-views.ts';
import { type InvitingDomain, inviteEach } from './invite.ts';
import { requireGrant } from './invited-roles.ts';
import { withdrawProject } from './withdraw-project.ts';

/** A project, in its organisation. */
interface Place {
  orgId: string;
  projectId: string;
}

/**
 * The open invitations that lead to a project, for those who may invite people to it but have no role in the
 * organisation. They learn and change nothing of what else an invitation leads to.
 */
export function createProjectInvitationService(domain: InvitingDomain) {
  const { stores } = domain;
  const invitations = createInvitationService(domain);

  async function viewOf(all: Stores, projectId: string, row: InvitationRow) {
    const [view] = await toProjectInvitations(all, projectId, [row]);
    return mustFind(view);
  }

  /** What a link is shown or sent by. @throws ProblemError 403, 404 */
  async function own(
    { projectId }: Place,
    row: InvitationRow,
    { orgRole }: Access,
  ): Promise<ProjectInvitation> {
    if (row.status !== 'open') throw notFound();
    const view = await viewOf(stores, projectId, row);
    if (view.leads_elsewhere && !can('organization', orgRole, 'add_member'))
      throw new ProblemError('forbidden', DETAIL.invitationElsewhere);
    return view;
  }

  return {
    /** Newest first. */
    async list(
      { orgId, projectId }: Place,
      { q, ...query }: PageQuery & { q?: string },
    ): Promise<ProjectInvitationList> {
      const where = { org_id: orgId, status: 'open' as const, project_ids: { has: projectId } };
      const search = { q: q && addressKey(q), in: ['email_key'] as const };
      const options = { where, search, descending: true };
      return listViews(stores.invitation.invitations, options, query, (rows) =>
        toProjectInvitations(stores, projectId, rows),
      );
    },

    /** @throws ProblemError 400, 403 if the caller may not grant the role */
    async invite(
      { id: projectId, org_id: orgId, name }: ProjectRow,
      { emails, role, message = '' }: ProjectInvitationCreate,
      by: UserPrincipal,
    ): Promise<ProjectInvitationResults> {
      const one = { project_id: projectId, role };
      const roles = { role: null, projects: [one] };
      const wanted = { emails, roles, message, project: { ...one, name } };
      const outcomes = await inviteEach(domain, orgId, wanted, by);
      const rows = outcomes.flatMap(({ row }) => row ?? []);
      const views = await toProjectInvitations(stores, projectId, rows);
      const byId = new Map(views.map((view) => [view.id, view]));
      const results = outcomes.map(({ row, ...rest }) => ({
        ...rest,
        invitation: (row && byId.get(row.id)) ?? null,
      }));
      return { results, mailed: domain.invitation.isMailed };
    },

    /** @throws ProblemError 400 for less than the role in the organisation, 403, 404 */
    async update(
      { orgId, projectId }: Place,
      { id }: InvitationRow,
      role: Role,
      by: string,
    ): Promise<ProjectInvitation> {
      return stores.transaction(async (all) => {
        const row = await mustFind(lockOpen(all, projectId, id));
        if (row.role !== null && !atLeast(role, row.role))
          throw invalidField('/role', DETAIL.roleInherited(row.role));
        const projects = row.projects.map((one) =>
          one.project_id === projectId ? { ...one, role } : one,
        );
        await requireGrant(all, orgId, by, { ...row, projects }, row);
        await all.invitation.invitations.change({ id }, { projects });
        return viewOf(all, projectId, { ...row, projects });
      });
    },

    /** What else the invitation leads to stays. @throws ProblemError 404 */
    async cancel({ projectId }: Place, { id }: InvitationRow): Promise<void> {
      await stores.transaction(async (all) => {
        const row = await mustFind(lockOpen(all, projectId, id));
        await withdrawProject(all, row, projectId);
      });
    },

    /** @throws ProblemError 403, 404, 429 */
    async resend(
      place: Place,
      row: InvitationRow,
      access: Access,
      by: UserPrincipal,
    ): Promise<ProjectInvitationLink> {
      await own(place, row, access);
      const { link, mailed } = await invitations.resend(row, by);
      const sent = await mustFind(stores.invitation.invitations.find({ id: row.id }));
      return { invitation: await own(place, sent, access), link, mailed };
    },

    /** @throws ProblemError 403, 404, 410 when it has expired */
    async link(place: Place, row: InvitationRow, access: Access): Promise<ProjectInvitationLink> {
      const invitation = await own(place, row, access);
      const { link, mailed } = await invitations.link(row);
      return { invitation, link, mailed };
    },
  };
}

function lockOpen({ invitation }: Stores, projectId: string, id: string) {
  return invitation.invitations.lock({ id, project_ids: { has: projectId }, status: 'open' });
}
