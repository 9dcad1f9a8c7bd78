import { newId } from '#core/ids.ts';
import type { BillingStore, LedgerRow } from '#domain/billing/billing.store.ts';
import type { OrgRow } from '#domain/org/org.store.ts';
import { type Table, Taken } from '#domain/table.ts';
import type { Run } from '#generated/model/index.ts';
import type { Store } from '../store.ts';

/** Bills a finished run, as the server's statement that ends runs does. */
export function chargeRun({ data }: Store, orgId: string, run: Run): void {
  const { cost } = run.usage;
  const { org, ledger_entry } = data.tables;
  const row = org[orgId];
  if (!row || !cost) return;
  const id = newId('entry');
  ledger_entry[id] = {
    id,
    org_id: orgId,
    kind: 'run',
    amount: -cost,
    reference: run.id,
    created_at: run.ended_at ?? run.created_at,
  };
  row.balance -= cost;
}

/** The ledger in memory. */
export function memoryBilling(orgs: Table<OrgRow>, ledger: Table<LedgerRow>): BillingStore {
  return {
    async addEntry(entry) {
      try {
        await ledger.insert(entry);
      } catch (error) {
        if (error instanceof Taken) return;
        throw error;
      }
      const org = await orgs.find({ id: entry.org_id });
      if (org) await orgs.change({ id: org.id }, { balance: org.balance + entry.amount });
    },
    async readBalance(orgId) {
      const org = await orgs.find({ id: orgId });
      if (!org) return undefined;
      const grants = await ledger.list({ where: { org_id: orgId, kind: 'grant' } });
      return {
        balance: org.balance,
        granted: grants.reduce((total, { amount }) => total + amount, 0),
      };
    },
  };
}
