import type { QueryClient } from '@tanstack/react-query';

/** Refreshes the balance in the navbar after a charge. Loads the billing code on demand. */
export async function refreshBalance(client: QueryClient, orgId: string): Promise<void> {
  const { invalidateGetBalance } = await import('#generated/api/billing/billing.ts');
  await invalidateGetBalance(client, orgId);
}
