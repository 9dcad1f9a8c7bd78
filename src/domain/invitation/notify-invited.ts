import { addressKey } from '#core/email/address.ts';
import { notify } from '../notification/notify.ts';
import type { Stores } from '../stores.ts';
import type { InvitationRow } from './invitation.tables.ts';

/** Invitations that someone who signs up is told about. */
const TOLD_MAX = 20;

/** Tells people who have an account about invitations. Their address must be verified: others may have signed up with it. */
export async function notifyInvited(
  all: Stores,
  rows: readonly InvitationRow[],
  { by, place }: { by: string; place: { name: string } },
): Promise<void> {
  const users = await all.member.usersByEmail(rows.map(({ email_key }) => email_key));
  const verified = users.filter(({ email, verified_email }) => email === verified_email);
  const byKey = Map.groupBy(verified, ({ email }) => addressKey(email));
  for (const row of rows) {
    const people = byKey.get(row.email_key)?.map(({ id }) => id) ?? [];
    await notify(all, people, invited({ ...row, invited_by_name: by }, place.name));
  }
}

/** Tells somebody whose address has just been verified about the open invitations for it. */
export async function notifyVerified(
  all: Stores,
  { id, email }: { id: string; email: string },
): Promise<void> {
  const where = { email_key: addressKey(email), status: 'open' as const };
  const open = await all.invitation.invitations.list({
    where: { ...where, expires_at: { gt: new Date().toISOString() } },
    order: ['id'],
    descending: true,
    limit: TOLD_MAX,
  });
  const ids = open.map(({ org_id }) => org_id);
  const orgs = ids.length === 0 ? [] : await all.org.orgs.list({ where: { id: { in: ids } } });
  const names = new Map(orgs.map((org) => [org.id, org.name]));
  for (const row of open.reverse()) {
    const name = names.get(row.org_id);
    if (name !== undefined) await notify(all, [id], invited(row, name));
  }
}

function invited(
  { id, invited_by_name: by }: Pick<InvitationRow, 'id' | 'invited_by_name'>,
  place: string,
) {
  return { event: 'invited', facts: { by, place }, ref: id } as const;
}
