import { endAccess } from '#domain/access/end-access.ts';
import { OWNER_FIELD } from '#domain/identity/code-nodes.ts';
import { type OwnerAnswer, ownerAnswer, ownerQuestion } from '#domain/identity/owner.ts';
import { createMemoryStores } from '../memory/stores.ts';
import type { Exchange } from './context.ts';
import { endSessionsOf, type StoredFlow, type StoredIdentity } from './data.ts';
import type { Fields } from './form.ts';

/**
 * Verifies an address whose code was right. If somebody else may have signed up with it, in another browser, the flow
 * asks first.
 * @returns whether it is proven
 */
export async function proveAddress(
  exchange: Exchange,
  flow: StoredFlow,
  identity: StoredIdentity,
  answer?: OwnerAnswer,
): Promise<boolean> {
  if (!isOwn(exchange, identity)) {
    if (answer === undefined) {
      const { email, name, created_at } = identity;
      flow.state = 'choose_method';
      flow.ask = identity.id;
      flow.messages = [ownerQuestion({ email, name, since: new Date(created_at) })];
      return false;
    }
    if (answer === 'no') await endAccount(exchange, identity);
  }
  delete flow.ask;
  identity.verified_at ??= new Date().toISOString();
  return true;
}

/** The account that a flow asks about, and the submitted answer; undefined if it doesn't ask. */
export function ownerAnswered(
  { store }: Exchange,
  flow: StoredFlow,
  fields: Fields,
): { identity: StoredIdentity; answer: OwnerAnswer | undefined } | undefined {
  const identity = store.data.identity.identities[flow.ask ?? ''];
  return identity && { identity, answer: ownerAnswer(fields[OWNER_FIELD]) };
}

/** Ends everything that was set up with an account. */
export async function endAccount({ store }: Exchange, identity: StoredIdentity): Promise<void> {
  endSessionsOf(store.data.identity, identity.id);
  await endAccess(createMemoryStores(store), identity.id);
  // No password of a form is empty.
  Object.assign(identity, { password: '', totp: null, lookup: null });
}

/** Whether an account belongs to the person at this browser, as far as the browser can prove it. */
export function isOwn({ store, identity: visitor }: Exchange, identity: StoredIdentity): boolean {
  return (
    identity.verified_at !== null ||
    visitor?.id === identity.id ||
    store.data.identity.used_here.includes(identity.id)
  );
}
