import { newId } from '#core/ids.ts';
import { WELCOME_CREDIT } from '#core/limits.ts';
import type { Balance } from '#generated/model/index.ts';
import type { Domain } from '../domain.ts';
import { mustFind } from '../problem.ts';
import type { Stores } from '../stores.ts';

/**
 * Gives a new organisation its free credit, in the transaction that creates it. A second call does nothing.
 */
export async function grantWelcomeCredit(
  { billing }: Pick<Stores, 'billing'>,
  orgId: string,
): Promise<void> {
  await billing.addEntry({
    id: newId('entry'),
    org_id: orgId,
    kind: 'grant',
    amount: WELCOME_CREDIT,
    reference: `welcome:${orgId}`,
    created_at: new Date().toISOString(),
  });
}

export function createBillingService({ stores }: Pick<Domain, 'stores'>) {
  return {
    async getBalance(orgId: string): Promise<Balance> {
      const { balance, reserved, granted } = await mustFind(stores.billing.readBalance(orgId));
      return {
        org_id: orgId,
        balance,
        reserved,
        granted,
        // The balance is the sum of the ledger, so whatever is missing from the grants was spent.
        spent: granted - balance,
        updated_at: new Date().toISOString(),
      };
    },
  };
}
