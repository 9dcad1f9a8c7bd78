import { grantWelcomeCredit } from '../billing/billing.service.ts';
import { notifyVerified } from '../invitation/notify-invited.ts';
import type { Stores } from '../stores.ts';

/**
 * Where nobody can verify an address, an owner who lets somebody into their organisation vouches for them: their address
 * counts as verified from then on, and they get their free credit. Only those can vouch whose own address is verified or
 * vouched for, or people could make up both.
 */
export async function vouch(
  all: Stores,
  { userId, orgId, by }: { userId: string; orgId: string; by: string },
): Promise<void> {
  const { users } = all.user;
  const [voucher, role] = await Promise.all([
    users.find({ id: by }),
    all.org.members.find({ org_id: orgId, user_id: by }),
  ]);
  if (voucher?.verified_email !== voucher?.email || role?.role !== 'owner') return;
  const row = await users.lock({ id: userId });
  if (!row || row.verified_email === row.email) return;
  await users.change({ id: userId }, { verified_email: row.email, credit_due_to: null });
  if (row.credit_due_to !== null) await grantWelcomeCredit(all, row.credit_due_to, row.email);
  await notifyVerified(all, row);
}
