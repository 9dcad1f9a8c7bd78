import { newId } from '#core/ids.ts';
import { WELCOME_CREDIT } from '#core/limits.ts';
import { notFound } from '#domain/problem.ts';
import type { Balance } from '#generated/model/index.ts';
import type { Database, Tx } from '../../db/client.ts';
import { addEntry, readBalance } from './billing.repository.ts';

export type BillingService = ReturnType<typeof createBillingService>;

/**
 * Gives a new organisation its free credit, in the transaction that makes the organisation. Given once: called
 * again it does nothing.
 */
export async function grantWelcomeCredit(tx: Tx, orgId: string): Promise<void> {
  await addEntry(tx, {
    id: newId('entry'),
    org_id: orgId,
    kind: 'grant',
    amount: WELCOME_CREDIT,
    reference: `welcome:${orgId}`,
    created_at: new Date().toISOString(),
  });
}

/**
 * Bills runs within the statement that ends them. To be put among the common table expressions of a statement which
 * has one named `ended` with the columns `id`, `org_id`, `cost` (micro-dollars or null), `entry_id` and `ended_at`.
 * The ledger takes one entry a run, whatever happens; balances follow what the ledger took.
 */
export const CHARGE_ENDED_RUNS = `
  charged as (
    insert into ledger_entry (id, org_id, kind, amount, reference, created_at)
    select entry_id, org_id, 'run', -cost, id, ended_at from ended where cost > 0
    on conflict (reference) do nothing
    returning org_id, amount),
  paid as (
    update org set balance = org.balance + due.amount
    from (select org_id, sum(amount)::bigint as amount from charged group by org_id) due
    where org.id = due.org_id)`;

export function createBillingService({ database }: { database: Database }) {
  return {
    /** @throws ProblemError 404 */
    async getBalance(orgId: string): Promise<Balance> {
      const found = await readBalance(database.db, orgId);
      if (!found) throw notFound();
      return {
        org_id: orgId,
        balance: found.balance,
        granted: found.granted,
        // The balance is the ledger's sum, so what is not there any more was spent.
        spent: found.granted - found.balance,
        updated_at: new Date().toISOString(),
      };
    },
  };
}
