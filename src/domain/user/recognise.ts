import { newId } from '#core/ids.ts';
import { NAME_MAX } from '#core/limits.ts';
import { grantWelcomeCredit } from '../billing/billing.service.ts';
import { notifyVerified } from '../invitation/notify-invited.ts';
import { createFirstOrg } from '../org/org.service.ts';
import { ProblemError } from '../problem.ts';
import type { Stores } from '../stores.ts';
import { Taken } from '../table.ts';
import { newRow } from '../tables.ts';
import type { UserRow } from './user.tables.ts';

/** How precise the time of someone's last visit is. */
const VISIT_MS = 600_000;

/** A person, as reported by the identity service. */
export interface Person {
  identityId: string;
  email: string;
  name: string;
  /** Whether the address is verified. */
  isVerified: boolean;
  /** Whether it only counts as verified, because nobody can verify one: someone has to vouch for the person. */
  isAssumed?: boolean | undefined;
  /** When the identity service said all this, in milliseconds since 1970. */
  knownAt: number;
  /** How they signed in, such as `password`, if that is known. */
  method?: string | undefined;
}

/**
 * Finds a person's user and keeps it in sync with the identity service. The first call creates the user with an
 * organisation and a project: exactly once, however many calls arrive together. The organisation gets the free credit
 * once the person's address is verified, so that made-up addresses get none. Where nobody can verify an address, it gets
 * it once somebody vouches for the person (`vouch.ts`), unless they are the first.
 */
export async function recogniseUser(stores: Stores, person: Person): Promise<UserRow> {
  const { users } = stores.user;
  const found = await users.find({ identity_id: person.identityId });
  if (found) return noteVisit(stores, await follow(stores, found, person), person);
  try {
    return await createUser(stores, person);
  } catch (error) {
    const other = error instanceof Taken && (await users.find({ identity_id: person.identityId }));
    if (other) return other;
    throw error;
  }
}

/** The signed-in person who makes a call. Someone whose user was deleted must sign in again. */
export async function mustFindUser(
  found: UserRow | undefined | Promise<UserRow | undefined>,
): Promise<UserRow> {
  const row = await found;
  if (!row) throw new ProblemError('unauthenticated', 'This user no longer exists.');
  return row;
}

/** One transaction, so that no user is ever half created. */
async function createUser(stores: Stores, person: Person): Promise<UserRow> {
  if (person.email === '') {
    throw new ProblemError(
      'unavailable',
      "The identity service didn't provide an email address: its token template must map `email` and `name`.",
    );
  }
  const now = new Date().toISOString();
  const isProven = person.isVerified && (!person.isAssumed || (await isFirst(stores)));
  const row = newRow('user', {
    id: newId('user'),
    identity_id: person.identityId,
    identity_name: person.name,
    identity_at: new Date(person.knownAt).toISOString(),
    email: person.email,
    name: nameOf(person),
    verified_email: isProven ? person.email : null,
    seen_at: now,
    sign_in_method: person.method ?? null,
    delete_org_ids: [],
    is_onboarding: true,
    created_at: now,
    updated_at: now,
  });
  await stores.transaction(async (all) => {
    await all.user.users.insert(row);
    const orgId = await createFirstOrg(all, row);
    if (isProven) await notifyVerified(all, row);
    if (isProven) return grantWelcomeCredit(all, orgId, row.email);
    row.credit_due_to = orgId;
    await all.user.users.update({ id: row.id }, { credit_due_to: orgId });
  });
  return row;
}

/** Whether nobody has an account yet: whoever installs the server is its first user. */
async function isFirst({ user }: Stores): Promise<boolean> {
  return (await user.users.list({ where: {}, limit: 1 })).length === 0;
}

/**
 * Adopts changes made in the identity service. A name chosen here is kept until it changes there. Once the address is
 * verified, the pending free credit is given. A token that is older than what is already known changes nothing.
 */
async function follow(stores: Stores, row: UserRow, person: Person): Promise<UserRow> {
  if (!differs(row, person)) return row;
  return stores.transaction(async (all) => {
    // What another request has adopted in the meantime may be newer.
    const before = await mustFindUser(all.user.users.lock({ id: row.id }));
    const change = differs(before, person);
    if (!change) return before;
    const now = new Date().toISOString();
    const [changed] = await all.user.users.update({ id: row.id }, { ...change, updated_at: now });
    const due = change.credit_due_to === null && before.credit_due_to;
    if (due) await grantWelcomeCredit(all, due, person.email);
    if (change.verified_email) await notifyVerified(all, { id: row.id, email: person.email });
    return mustFindUser(changed);
  });
}

/** Records that someone is here, and how they signed in: at most every ten minutes, because it isn't needed exactly. */
async function noteVisit(stores: Stores, row: UserRow, { method }: Person): Promise<UserRow> {
  const now = Date.now();
  const isNoted = row.seen_at !== null && now - Date.parse(row.seen_at) < VISIT_MS;
  if (isNoted && (method === undefined || method === row.sign_in_method)) return row;
  const seen_at = new Date(now).toISOString();
  const change = { seen_at, sign_in_method: method ?? row.sign_in_method };
  await stores.user.users.change({ id: row.id }, change);
  return { ...row, ...change };
}

/** What to change in a user's row; undefined if nothing. */
function differs(row: UserRow, person: Person): Partial<UserRow> | undefined {
  const knownAt = new Date(person.knownAt).toISOString();
  if (knownAt < row.identity_at) return undefined;
  const isRenamed = person.name !== '' && person.name !== row.identity_name;
  const isMoved = person.email !== '' && person.email !== row.email;
  const isProof = person.isVerified && !person.isAssumed;
  const isDue = isProof && row.credit_due_to !== null;
  const isProven = isProof && person.email !== '' && person.email !== row.verified_email;
  // Tokens tell the time in seconds, so of two of the same second, nobody knows which one is newer.
  const isNewer = knownAt > row.identity_at;
  if (!isDue && !isProven && !(isNewer && (isRenamed || isMoved))) return undefined;
  if (isMoved && !isNewer) return undefined;
  return {
    identity_at: knownAt,
    ...(isMoved && { email: person.email }),
    ...(isRenamed && isNewer && { name: nameOf(person), identity_name: person.name }),
    ...(isDue && { credit_due_to: null }),
    ...(isProven && { verified_email: person.email }),
  };
}

function nameOf({ name, email }: Person): string {
  return (name.trim() || email.split('@')[0] || email).slice(0, NAME_MAX);
}
