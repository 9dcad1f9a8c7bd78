import type { Stores } from '../stores.ts';

/**
 * Revokes access that doesn't need a sign-in, for an account that now belongs to somebody else: deletes its API keys
 * and its webhooks, which receive events. Tasks stay, because they may be the new owner's own.
 */
export async function endAccess(
  { user, access, webhook }: Pick<Stores, 'user' | 'access' | 'webhook'>,
  identityId: string,
): Promise<void> {
  const row = await user.users.find({ identity_id: identityId });
  if (!row) return;
  await access.apiKeys.delete({ created_by: row.id });
  await webhook.webhooks.delete({ created_by_id: row.id });
}
