import type { Domain } from '../domain.ts';
import type { UserRow } from '../user/user.store.ts';

/** Identities per request. Their ids are in its URL, and proxies refuse those of more than 8 kB. */
const BATCH = 100;

/**
 * Looks up which users were deactivated or deleted at the identity service since the last time, or can sign in again. It
 * ends sessions by itself, but knows nothing of the apps that people have connected, nor of the emails that they get.
 */
export async function followIdentities(
  { stores, access, account }: Pick<Domain, 'stores' | 'access' | 'account'>,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<void> {
  if (!account.findInactive) return;
  let after: string | undefined;
  do {
    const page: UserRow[] = await stores.user.users.list({
      where: {},
      order: ['id'],
      ...(after !== undefined && { after: [after] }),
      limit: BATCH,
    });
    after = page.length < BATCH ? undefined : page.at(-1)?.id;
    const inactive = await account.findInactive(page.map(({ identity_id }) => identity_id));
    for (const { id, identity_id, deactivated_at } of page) {
      const isInactive = inactive.has(identity_id);
      if (isInactive === (deactivated_at !== null)) continue;
      const change = { deactivated_at: isInactive ? now.toISOString() : null };
      await stores.user.users.change({ id, deactivated_at }, change);
      await access.announce({ user: id, identity: identity_id });
    }
  } while (after !== undefined && !signal.aborted);
}
