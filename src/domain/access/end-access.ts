import type { Stores } from '../stores.ts';

/**
 * Revokes access that doesn't need a sign-in, for an account that now belongs to somebody else: deletes its API keys,
 * the apps that it registered or allowed, and its webhooks, which receive events. Tasks stay, because they may be the new owner's own.
 */
export async function endAccess(
  { user, access, oauth, webhook }: Pick<Stores, 'user' | 'access' | 'oauth' | 'webhook'>,
  identityId: string,
): Promise<void> {
  const row = await user.users.find({ identity_id: identityId });
  if (!row) return;
  await access.apiKeys.delete({ created_by: row.id });
  await oauth.clients.delete({ created_by_id: row.id });
  await oauth.grants.delete({ user_id: row.id });
  await webhook.webhooks.delete({ created_by_id: row.id });
}
