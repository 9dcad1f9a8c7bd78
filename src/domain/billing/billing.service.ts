import { mailboxOf } from '#core/email/address.ts';
import { newId } from '#core/ids.ts';
import { WELCOME_CREDIT } from '#core/limits.ts';
import { sha256 } from '#core/sha256.ts';
import type { Balance } from '#generated/model/index.ts';
import { DETAIL } from '../details.ts';
import type { Domain } from '../domain.ts';
import { mustFind } from '../problem.ts';
import type { Stores } from '../stores.ts';

/**
 * Gives a person's first organisation their free credit, once their address is verified. The ledger accepts one such
 * entry per mailbox, so that further organisations or accounts of the same person get nothing.
 */
export async function grantWelcomeCredit(
  { billing }: Pick<Stores, 'billing'>,
  orgId: string,
  email: string,
): Promise<void> {
  await billing.addEntry({
    id: newId('entry'),
    org_id: orgId,
    kind: 'grant',
    amount: WELCOME_CREDIT,
    // The ledger outlives the account, so it doesn't contain the address.
    reference: `welcome:${await sha256(mailboxOf(email))}`,
    project_id: null,
    note: null,
    created_at: new Date().toISOString(),
  });
}

export function createBillingService({
  stores,
  areAddressesAssumed,
}: Pick<Domain, 'stores' | 'areAddressesAssumed'>) {
  const whenDue = areAddressesAssumed ? DETAIL.creditUnproven : DETAIL.creditDue;
  return {
    async getBalance(orgId: string): Promise<Balance> {
      const { balance, reserved, granted } = await mustFind(stores.billing.readBalance(orgId));
      const isDue = granted === 0 && (await stores.user.users.find({ credit_due_to: orgId }));
      return {
        org_id: orgId,
        balance,
        reserved,
        granted,
        credit_due: isDue && !areAddressesAssumed ? WELCOME_CREDIT : 0,
        note: granted > 0 || balance < 0 ? null : isDue ? whenDue : DETAIL.orgUncredited,
        // The balance is the sum of the ledger, so whatever is missing from the grants was spent.
        spent: granted - balance,
        updated_at: new Date().toISOString(),
      };
    },
  };
}
