import { higherLevel } from '#core/access/share-levels.ts';
import { addressKey } from '#core/email/address.ts';
import { DAY_MS, INVITATIONS_MAX, INVITATIONS_PER_DAY } from '#core/limits.ts';
import { toTime } from '#core/time.ts';
import { DETAIL } from '../details.ts';
import {
  endInvitations,
  newInvitation,
  periodFrom,
  replaceInvitation,
} from '../invitation/invitation.service.ts';
import type { InvitationRow } from '../invitation/invitation.tables.ts';
import type { UserPrincipal } from '../principal.ts';
import { ProblemError } from '../problem.ts';
import type { Stores } from '../stores.ts';
import type { ShareRow } from './share.tables.ts';

/**
 * The invitation that a share waits for: an open one to the same organisation, or a new one to nothing but what is
 * shared. An open one that also leads to roles isn't prolonged, and makes way for a new one when it has expired: whoever
 * shares a thing may not be allowed to give these roles.
 * @throws ProblemError 409 `limit_reached`
 */
export async function invitationFor(
  all: Stores,
  { org_id, email }: Pick<ShareRow, 'org_id' | 'email'>,
  by: UserPrincipal,
): Promise<InvitationRow> {
  const { invitations } = all.invitation;
  const email_key = addressKey(email);
  await all.org.orgs.lock({ id: org_id });
  const open = await invitations.lock({ org_id, email_key, status: 'open' });
  const period = periodFrom(Date.now());
  if (open && open.role === null && open.projects.length === 0) {
    await invitations.change({ id: open.id }, period);
    return { ...open, ...period };
  }
  if (open && toTime(open.expires_at) > Date.now()) return open;
  const since = new Date(Date.now() - DAY_MS).toISOString();
  if ((await invitations.count({ org_id, status: 'open' })) >= INVITATIONS_MAX)
    throw new ProblemError('limit_reached', DETAIL.invitationLimit(INVITATIONS_MAX));
  if ((await invitations.count({ org_id, created_at: { gt: since } })) >= INVITATIONS_PER_DAY)
    throw new ProblemError('limit_reached', DETAIL.invitationsPerDay(INVITATIONS_PER_DAY));
  const row = newInvitation(org_id, email, { role: null, projects: [] }, '', by);
  if (open) await replaceInvitation(all, open.id, row);
  else await invitations.insert(row);
  return row;
}

/** Cancels an invitation that leads to nothing any more. */
export async function endIfEmpty(all: Stores, invitationId: string): Promise<void> {
  const row = await all.invitation.invitations.lock({ id: invitationId });
  if (!row || row.role !== null || row.projects.length > 0) return;
  if ((await all.share.shares.count({ invitation_id: invitationId })) > 0) return;
  await endInvitations(all, [invitationId], 'cancelled');
}

/** Gives a person what was shared with them while they were invited. A higher level that they already have stays. */
export async function acceptShares(
  { share: { shares } }: Pick<Stores, 'share'>,
  invitationId: string,
  userId: string,
): Promise<ShareRow[]> {
  const waiting = await shares.list({
    where: { invitation_id: invitationId, user_id: null },
    order: ['id'],
  });
  for (const { id, thing_id, level } of waiting) {
    const before = await shares.lock({ thing_id, user_id: userId, link_id: null });
    if (before) {
      await shares.change({ id: before.id }, { level: higherLevel(before.level, level) });
      await shares.delete({ id });
    } else await shares.change({ id }, { user_id: userId, invitation_id: null });
  }
  return waiting;
}
