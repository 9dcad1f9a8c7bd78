import { atLeast, effectiveRole } from '#core/access/permissions.ts';
import { addressKey } from '#core/email/address.ts';
import { toTime } from '#core/time.ts';
import type { InvitationAccepted, InvitationView, Role } from '#generated/model/index.ts';
import type { AccessPort } from '../access/access.port.ts';
import { forgetRemovals, wasRemovedSince } from '../capture/removed.ts';
import { DETAIL } from '../details.ts';
import type { Domain } from '../domain.ts';
import { requireRoomForMembers } from '../member/member.service.ts';
import type { UserPrincipal } from '../principal.ts';
import { ProblemError } from '../problem.ts';
import { acceptShares } from '../share/invited-share.ts';
import { invitedThings } from '../share/invited-things.ts';
import { toSharedThings } from '../share/share-views.ts';
import type { Stores } from '../stores.ts';
import { vouch } from '../user/vouch.ts';
import { endInvitations } from './invitation.service.ts';
import type { InvitationRow } from './invitation.tables.ts';
import { idOfToken, invalidLink, namedProjects } from './invitation-views.ts';

/** What the invited person does with an invitation. */
export function createInvitedService(domain: Pick<Domain, 'stores' | 'secrets' | 'access'>) {
  const { stores, access } = domain;

  return {
    /** @throws ProblemError 404, 410 */
    async open(token: string): Promise<InvitationView> {
      const { row, projects, things, orgName } = await read(stores, idOfToken(domain, token));
      const { email, role, message, expires_at, invited_by_name: invited_by } = row;
      const named = projects.map(({ name, role }) => ({ name, role }));
      const invited = { email, role, projects: named, things, message, expires_at };
      return { org_name: orgName, invited_by, ...invited };
    },

    /** A role that is higher already stays. @throws ProblemError 403, 404, 409 `limit_reached`, 410 */
    async accept(token: string, by: UserPrincipal): Promise<InvitationAccepted> {
      const id = idOfToken(domain, token);
      const accepted = await stores.transaction(async (all) => {
        const { row, projects } = await readLocked(all, id);
        requireInvited(row, by);
        await requireNotRemoved(all, access.hash, row, by);
        if (!by.isVerified)
          throw new ProblemError(
            'email_unverified',
            `Verify your email address ${by.email} to accept the invitation.`,
          );
        const user = { user_id: by.userId };
        await forgetRemovals(all, access.hash, row.org_id, by);
        if (row.role !== null) await joinOrg(all, { ...user, org_id: row.org_id, role: row.role });
        for (const { id: project_id, role } of projects)
          await joinProject(all, { ...user, project_id, role });
        const shared = await acceptShares(all, id, by.userId);
        await vouch(all, { userId: by.userId, orgId: row.org_id, by: row.invited_by_id });
        await endInvitations(all, [id], 'accepted');
        await markRead(all, id, by);
        const where = { org_id: row.org_id };
        const project = projects[0] ?? (await all.project.projects.list({ where, limit: 1 }))[0];
        const isGuest = row.role === null && projects.length === 0;
        const [thing = null] = isGuest ? await toSharedThings(all, shared) : [];
        return { org_id: row.org_id, project_id: project?.id ?? '', thing };
      });
      await access.announce({ user: by.userId });
      return accepted;
    },

    /** @throws ProblemError 403, 404, 410 */
    async decline(token: string, by: UserPrincipal): Promise<void> {
      const id = idOfToken(domain, token);
      await stores.transaction(async (all) => {
        const { row } = await readLocked(all, id);
        requireInvited(row, by);
        await endInvitations(all, [id], 'declined');
        await markRead(all, id, by);
      });
    },
  };
}

/** What has been answered needs no attention any more. */
async function markRead({ notification }: Stores, ref: string, by: UserPrincipal): Promise<void> {
  await notification.notifications.change({ user_id: by.userId, ref }, { is_read: true });
}

/**
 * An invitation that can be accepted.
 * @throws ProblemError 404, 410
 */
async function read(stores: Stores, id: string, { lock = false } = {}) {
  const { invitations } = stores.invitation;
  const row = await (lock ? invitations.lock({ id }) : invitations.find({ id }));
  if (!row) throw invalidLink();
  if (row.status !== 'open') throw new ProblemError('invitation_ended', ENDED[row.status]);
  if (toTime(row.expires_at) <= Date.now())
    throw new ProblemError(
      'invitation_expired',
      `This invitation has expired. Ask ${row.invited_by_name} to send it again.`,
    );
  const org = await stores.org.orgs.find({ id: row.org_id });
  const projects = (await namedProjects(stores, [row]))(row);
  const things = (await invitedThings(stores, [id]))(id);
  if (!org || (row.role === null && projects.length + things.length === 0))
    throw new ProblemError('invitation_ended', 'What you were invited to has been deleted.');
  return { row, projects, things, orgName: org.name };
}

/** Locks the organisation first, as those do who remove people and withdraw their invitations. */
async function readLocked(all: Stores, id: string) {
  const { org_id } = (await all.invitation.invitations.find({ id })) ?? {};
  if (org_id !== undefined) await all.org.orgs.lock({ id: org_id });
  return read(all, id, { lock: true });
}

const ENDED: Readonly<Record<Exclude<InvitationRow['status'], 'open'>, string>> = {
  accepted: 'This invitation has already been accepted.',
  declined: 'This invitation was declined. Ask for a new one if that was a mistake.',
  cancelled: 'This invitation was cancelled. Ask for a new one if you still need it.',
};

/** @throws ProblemError 403 for anyone else */
function requireInvited({ email, email_key }: InvitationRow, by: UserPrincipal): void {
  if (addressKey(by.email) === email_key) return;
  throw new ProblemError(
    'wrong_account',
    `This invitation is for ${email}, but you are signed in as ${by.email}.`,
  );
}

/**
 * An invitation from before somebody was removed doesn't bring them back. Those to their mailbox were withdrawn; this one
 * is to another address of the same person.
 * @throws ProblemError 410
 */
async function requireNotRemoved(
  all: Stores,
  hash: AccessPort['hash'],
  { org_id: orgId, sent_at }: InvitationRow,
  by: UserPrincipal,
): Promise<void> {
  if (await wasRemovedSince(all, hash, { orgId }, by, sent_at))
    throw new ProblemError('invitation_ended', DETAIL.removedSince);
}

/**
 * Gives somebody a role in an organisation, unless they have a higher one.
 * @throws ProblemError 409 `limit_reached`
 */
export async function joinOrg(
  stores: Stores,
  { org_id, user_id, role }: { org_id: string; user_id: string; role: Role },
): Promise<void> {
  const { org, capture } = stores;
  // Others may be changing the same role.
  await org.orgs.lock({ id: org_id });
  const before = await org.members.find({ org_id, user_id });
  if (before && atLeast(before.role, role)) return;
  const created_at = before?.created_at ?? new Date().toISOString();
  await org.members.put({ org_id, user_id, role, created_at });
  await capture.requests.delete({ org_id, user_id });
  if (!before) await requireRoomForMembers(stores, org_id);
}

/** Gives somebody a role in a project, unless they have a higher one. */
export async function joinProject(
  { project }: Stores,
  { project_id, user_id, role }: { project_id: string; user_id: string; role: Role },
): Promise<void> {
  const before = await project.members.find({ project_id, user_id });
  if (before && effectiveRole(before.role, role) === before.role) return;
  const created_at = before?.created_at ?? new Date().toISOString();
  await project.members.put({ project_id, user_id, role, created_at });
}
