import { addressKey } from '#core/email/address.ts';
import { newId } from '#core/ids.ts';
import { DAY_MS, INVITATION_DAYS, INVITATION_RESEND_SECONDS } from '#core/limits.ts';
import { toTime } from '#core/time.ts';
import type {
  Invitation,
  InvitationLink,
  InvitationList,
  InvitationUpdate,
} from '#generated/model/index.ts';
import type { Domain } from '../domain.ts';
import { listViews, type PageQuery } from '../paging.ts';
import type { UserPrincipal } from '../principal.ts';
import { mustFind, notFound, ProblemError } from '../problem.ts';
import type { Stores } from '../stores.ts';
import type { InvitationRow } from './invitation.tables.ts';
import { linkOf, toInvitations } from './invitation-views.ts';
import { checkInvitedRoles, type InvitedRoles } from './invited-roles.ts';
import { mailAllowance, takeMail } from './mail-allowance.ts';

/** The open invitations of organisations. */
export function createInvitationService(
  domain: Pick<Domain, 'stores' | 'secrets' | 'invitation' | 'apiUrl'>,
) {
  const { stores, invitation: port } = domain;

  async function linked(row: InvitationRow): Promise<InvitationLink> {
    const [invitation] = await toInvitations(stores, [row]);
    return {
      invitation: await mustFind(invitation),
      link: linkOf(domain, row.id),
      mailed: port.isMailed,
    };
  }

  return {
    /** Newest first. */
    async list(
      orgId: string,
      { q, project_id, ...query }: PageQuery & { q?: string; project_id?: string },
    ): Promise<InvitationList> {
      const where = {
        org_id: orgId,
        status: 'open' as const,
        ...(project_id !== undefined && { project_ids: { has: project_id } }),
      };
      const search = { q: q && addressKey(q), in: ['email_key'] as const };
      const options = { where, search, descending: true };
      const { invitations } = stores.invitation;
      return listViews(invitations, options, query, (rows) => toInvitations(stores, rows));
    },

    /** @throws ProblemError 400, 403, 404 */
    async update(
      { id, org_id }: InvitationRow,
      { role, projects }: InvitationUpdate,
      by: string,
    ): Promise<Invitation> {
      return stores.transaction(async (all) => {
        const row = await mustFind(lockOpen(all, id));
        const next = {
          role: role === undefined ? row.role : role,
          projects: projects ?? row.projects,
        };
        await checkInvitedRoles(all, org_id, by, next, row);
        const project_ids = next.projects.map(({ project_id }) => project_id);
        const change = { ...next, project_ids };
        await all.invitation.invitations.change({ id }, change);
        const [changed] = await toInvitations(all, [{ ...row, ...change }]);
        return mustFind(changed);
      });
    },

    /** @throws ProblemError 403, 404 */
    async cancel({ id }: InvitationRow): Promise<void> {
      await stores.transaction(async (all) => {
        await mustFind(lockOpen(all, id));
        await endInvitations(all, [id], 'cancelled');
      });
    },

    /** Makes the invitation valid for another week, even if it has expired. @throws ProblemError 404, 429 */
    async resend(
      { id, org_id: orgId, email }: InvitationRow,
      by: UserPrincipal,
    ): Promise<InvitationLink> {
      const row = await stores.transaction(async (all) => {
        const allowance = await mailAllowance(all, port, by, [email]);
        const found = await mustFind(lockOpen(all, id));
        requirePause(found);
        await takeMail(allowance, email);
        const change = periodFrom(Date.now());
        await all.invitation.invitations.change({ id }, change);
        return { ...found, ...change };
      });
      const org = await mustFind(stores.org.orgs.find({ id: orgId }));
      const result = await linked(row);
      const { invited_by_name: invitedBy } = row;
      port.send([{ to: email, link: result.link, orgId, orgName: org.name, invitedBy }]);
      return result;
    },

    /** @throws ProblemError 404, 410 when it has expired */
    async link(row: InvitationRow): Promise<InvitationLink> {
      if (row.status !== 'open') throw notFound();
      if (toTime(row.expires_at) <= Date.now())
        throw new ProblemError('invitation_expired', 'It has expired. Send it again first.');
      return linked(row);
    },
  };
}

/** When an invitation that is sent now was sent, and when it expires. */
export function periodFrom(now: number): Pick<InvitationRow, 'sent_at' | 'expires_at'> {
  return {
    sent_at: new Date(now).toISOString(),
    expires_at: new Date(now + INVITATION_DAYS * DAY_MS).toISOString(),
  };
}

/** Ends open invitations. What is shared with people who have not accepted them isn't any more. */
export async function endInvitations(
  { invitation, share }: Pick<Stores, 'invitation' | 'share'>,
  ids: readonly string[],
  status: Exclude<InvitationRow['status'], 'open'>,
): Promise<void> {
  const change = { status, ended_at: new Date().toISOString() };
  await share.shares.delete({ invitation_id: { in: ids } });
  await invitation.invitations.change({ id: { in: ids }, status: 'open' }, change);
}

/** Ends an invitation in favour of a new one. What was shared with the person moves to the new one. */
export async function replaceInvitation(
  all: Stores,
  id: string,
  row: InvitationRow,
): Promise<void> {
  const { shares } = all.share;
  const waiting = await shares.list({ where: { invitation_id: id }, order: ['id'] });
  const ids = { in: waiting.map((share) => share.id) };
  await shares.change({ id: ids }, { invitation_id: null });
  await endInvitations(all, [id], 'cancelled');
  await all.invitation.invitations.insert(row);
  await shares.change({ id: ids }, { invitation_id: row.id });
}

/** An invitation that is sent now. */
export function newInvitation(
  org_id: string,
  email: string,
  { role, projects }: InvitedRoles,
  message: string,
  by: UserPrincipal,
): InvitationRow {
  const now = Date.now();
  return {
    id: newId('invitation'),
    org_id,
    email,
    email_key: addressKey(email),
    role,
    projects,
    project_ids: projects.map(({ project_id }) => project_id),
    message,
    status: 'open',
    invited_by_id: by.userId,
    invited_by_name: by.name,
    created_at: new Date(now).toISOString(),
    ...periodFrom(now),
    ended_at: null,
  };
}

/** Whether an invitation was sent less than a minute ago. */
export function wasJustSent({ sent_at }: Pick<InvitationRow, 'sent_at'>): boolean {
  return Date.now() - toTime(sent_at) < INVITATION_RESEND_SECONDS * 1000;
}

function lockOpen({ invitation }: Stores, id: string) {
  return invitation.invitations.lock({ id, status: 'open' });
}

/** Between two times that it is sent again. */
function requirePause({ created_at, sent_at }: InvitationRow): void {
  if (sent_at === created_at) return;
  const wait = INVITATION_RESEND_SECONDS - (Date.now() - toTime(sent_at)) / 1000;
  if (wait <= 0) return;
  const seconds = Math.ceil(wait);
  throw new ProblemError(
    'rate_limited',
    `It was sent again less than a minute ago. Try again in ${seconds} s.`,
    { headers: { 'retry-after': String(seconds) } },
  );
}
