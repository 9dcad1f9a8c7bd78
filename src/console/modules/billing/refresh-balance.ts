import type { QueryClient } from '@tanstack/react-query';

/** Refreshes the balance in the navbar after something was billed. What concerns billing loads when it is needed. */
export async function refreshBalance(client: QueryClient, orgId: string): Promise<void> {
  const { invalidateGetBalance } = await import('#generated/api/billing/billing.ts');
  await invalidateGetBalance(client, orgId);
}
