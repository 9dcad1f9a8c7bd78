import { record } from '../audit/entry.ts';
import { SYSTEM } from '../audit/origin.ts';
import type { Domain } from '../domain.ts';
import type { Stores } from '../stores.ts';
import type { UserRow } from '../user/user.tables.ts';
import { placesOf } from './places.ts';

/** Identities per request. Their ids are in its URL, and proxies refuse those of more than 8 kB. */
const BATCH = 100;

/**
 * Looks up which users were deactivated or deleted at the identity service since the last time, or can sign in again. It
 * ends sessions by itself, but knows nothing of the apps that people have connected, nor of the emails that they get. What
 * they leave behind goes on working, because they may be back a moment later: whoever removes them decides about it.
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
    for (const { id, identity_id, name, deactivated_at } of page) {
      const isInactive = inactive.has(identity_id);
      if (isInactive === (deactivated_at !== null)) continue;
      await stores.transaction(async (all) => {
        const change = { deactivated_at: isInactive ? now.toISOString() : null };
        const changed = await all.user.users.change({ id, deactivated_at }, change);
        // Another node may have been first.
        if (changed > 0) await recordIn(all, { id, name }, isInactive);
      });
      await access.announce({ user: id, identity: identity_id });
    }
  } while (after !== undefined && !signal.aborted);
}

/** An entry in the audit log of every organisation that somebody belongs to, as a member or guest. */
async function recordIn(
  all: Stores,
  { id, name }: Pick<UserRow, 'id' | 'name'>,
  isInactive: boolean,
): Promise<void> {
  const places = await placesOf(all, id);
  const action = isInactive ? 'deactivateUser' : 'reactivateUser';
  const target = { type: 'member', id, name } as const;
  for (const orgId of new Set(places.map((place) => place.orgId)))
    await record(all, { ...SYSTEM, orgId }, { action, target });
}
