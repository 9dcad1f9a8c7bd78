import { mailboxOf } from '#core/email/address.ts';
import { newId } from '#core/ids.ts';
import { endInvitations } from '../invitation/invitation.service.ts';
import type { InvitationRow } from '../invitation/invitation.tables.ts';
import { withdrawProject } from '../invitation/withdraw-project.ts';
import type { Stores } from '../stores.ts';
import type { RemovalRow } from './capture.tables.ts';

/** An organisation, or one project of it. */
export interface RemovalPlace {
  orgId: string;
  projectId?: string;
}

interface Person {
  userId: string;
  email: string;
}

type Hash = (text: string) => string;

/**
 * Notes that people were removed. They don't come back by their email domain, nor by an invitation or link from before:
 * with the same account, or with another one for the same mailbox. Only the mailbox's hash is kept, because it outlives
 * the account.
 */
export async function noteRemoval(
  all: Stores,
  hash: Hash,
  { orgId: org_id, projectId: project_id = null }: { orgId: string; projectId?: string | null },
  userIds: readonly string[],
): Promise<void> {
  const users = await all.user.users.list({ where: { id: { in: userIds } } });
  const { removals } = all.capture;
  await removals.delete({ org_id, project_id, user_id: { in: userIds } });
  const created_at = new Date().toISOString();
  await removals.insert(
    users.map((user) => ({
      ...{ id: newId('removal'), org_id, project_id, user_id: user.id, created_at },
      mailbox: hash(mailboxOf(user.email)),
    })),
  );
  await withdrawInvitations(
    all,
    { org_id, project_id },
    new Set(users.map(({ email }) => mailboxOf(email))),
  );
}

/** Removals of a person, or of another account with the same mailbox, from an organisation or its projects. */
export async function removalsOf(
  { capture: { removals } }: Pick<Stores, 'capture'>,
  hash: Hash,
  org_id: string,
  { userId, email }: Person,
): Promise<RemovalRow[]> {
  const [own, same] = await Promise.all([
    removals.list({ where: { org_id, user_id: userId } }),
    removals.list({ where: { org_id, mailbox: hash(mailboxOf(email)) } }),
  ]);
  return [...own, ...same];
}

/** Whether a person was removed from a place after a given time. Removal from the organisation is from all its projects. */
export async function wasRemovedSince(
  stores: Pick<Stores, 'capture'>,
  hash: Hash,
  { orgId, projectId }: RemovalPlace,
  person: Person,
  time: string,
): Promise<boolean> {
  const found = await removalsOf(stores, hash, orgId, person);
  return found.some(
    ({ project_id, created_at }) =>
      created_at >= time && (project_id === null || project_id === projectId),
  );
}

/** Whoever is invited back may join again. */
export async function forgetRemovals(
  all: Stores,
  hash: Hash,
  orgId: string,
  person: Person,
): Promise<void> {
  const found = await removalsOf(all, hash, orgId, person);
  await all.capture.removals.delete({ id: { in: found.map(({ id }) => id) } });
}

/** Withdraws open invitations to these mailboxes, also to other spellings of their addresses. */
async function withdrawInvitations(
  all: Stores,
  { org_id, project_id }: Pick<RemovalRow, 'org_id' | 'project_id'>,
  mailboxes: ReadonlySet<string>,
): Promise<void> {
  const where = { org_id, status: 'open' as const };
  const here = project_id === null ? where : { ...where, project_ids: { has: project_id } };
  const open = await all.invitation.invitations.list({ where: here, order: ['id'] });
  const theirs = open.filter((row) => mailboxes.has(mailboxOf(row.email)));
  if (project_id !== null) for (const row of theirs) await withdrawProject(all, row, project_id);
  else await endAll(all, theirs);
}

async function endAll(all: Stores, rows: readonly InvitationRow[]): Promise<void> {
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await endInvitations(all, ids, 'cancelled');
}
