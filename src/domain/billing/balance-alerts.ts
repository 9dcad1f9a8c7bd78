import { LOW_BALANCE } from '#core/limits.ts';
import type { Domain } from '../domain.ts';
import { notify } from '../notification/notify.ts';
import { ownersOf } from '../notification/recipients.ts';
import type { Stores } from '../stores.ts';
import type { BalanceAlertRow } from './billing.tables.ts';

const BATCH = 100;

/**
 * Tells owners that a balance has become low or is used up: once, until it has risen above the limit again. Runs are
 * billed by statements that know no notifications, so this looks for balances that crossed the limit. Several processes
 * may do so at once.
 */
export async function alertBalances(
  { stores }: Pick<Domain, 'stores'>,
  { signal }: { signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted) {
    const crossed = await stores.billing.crossedBalances(LOW_BALANCE, BATCH);
    for (const id of crossed) await stores.transaction((all) => alert(all, id));
    if (crossed.length < BATCH) return;
  }
}

async function alert(all: Stores, orgId: string): Promise<void> {
  // The lock lets only one process tell, and the balance can't change meanwhile.
  const org = await all.org.orgs.lock({ id: orgId });
  if (!org) return;
  const { alerts } = all.billing;
  const before = await alerts.find({ org_id: orgId });
  const level = levelOf(org.balance);
  if (level === (before?.level ?? null)) return;
  if (level === null) {
    await alerts.delete({ org_id: orgId });
    return;
  }
  await alerts.put({ org_id: orgId, level, created_at: new Date().toISOString() });
  // A balance that rises from zero, but not far, is no news; neither is one that never was anything else.
  const isWorse = level === 'empty' || !before;
  const { granted = 0 } = (await all.billing.readBalance(orgId)) ?? {};
  if (!isWorse || (granted === 0 && org.balance >= 0)) return;
  await notify(all, await ownersOf(all, orgId), {
    event: level === 'empty' ? 'balance_empty' : 'balance_low',
    facts: { place: org.name },
    ref: `balance ${orgId}`,
    path: `/orgs/${orgId}/settings/billing`,
  });
}

/** How low a balance (micro-dollars) is; null if it isn't. */
export function levelOf(balance: number): BalanceAlertRow['level'] | null {
  if (balance <= 0) return 'empty';
  return balance < LOW_BALANCE ? 'low' : null;
}
