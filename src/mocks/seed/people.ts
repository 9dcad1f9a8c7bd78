import { DAY_MS } from '#core/limits.ts';
import type { IdentityRow } from '#domain/identity/rows.ts';
import type { UserRow } from '#domain/user/user.tables.ts';
import { getUserMock } from '#generated/model/index.faker.ts';
import { seedRow } from '../memory/seed-row.ts';
import type { Persona } from '../scenarios.ts';
import { timestamp } from '../store.ts';
import { seedId } from './ids.ts';

/** The password of every seeded person. */
export const PASSWORD = 'correct horse battery';

/** An address that somebody else has signed up with. */
export const SQUATTED_EMAIL = 'taken@example.com';

const PEOPLE: readonly {
  persona: Exclude<Persona, 'signed-out'>;
  name: string;
  email: string;
  job: string | null;
}[] = [
  { persona: 'owner', name: 'Ada Lovelace', email: 'ada@example.com', job: 'Engineer' },
  { persona: 'editor', name: 'Emil Noether', email: 'emil@example.com', job: 'Designer' },
  { persona: 'member', name: 'Mira Curie', email: 'mira@example.com', job: null },
  { persona: 'outsider', name: 'Otto Turing', email: 'otto@example.com', job: 'Founder' },
  { persona: 'onboarding', name: 'Nora Hopper', email: 'nora@example.com', job: null },
];

/** The id of a persona's person; undefined when signed out. */
export function userIdOf(persona: Persona): string | undefined {
  const index = PEOPLE.findIndex((person) => person.persona === persona);
  return index === -1 ? undefined : seedId('user', index + 1);
}

/** The people and their identities. */
export function seedPeople(now: number): { users: UserRow[]; identities: IdentityRow[] } {
  const created = timestamp(now - 90 * DAY_MS);
  const users = PEOPLE.map((person, index) =>
    seedRow('user', getUserMock, {
      id: seedId('user', index + 1),
      identity_id: seedId('identity', index + 1),
      identity_name: person.name,
      email: person.email,
      name: person.name,
      identity_at: created,
      verified_email: person.email,
      delete_org_ids: [],
      seen_at: timestamp(now - (index + 1) * 3_600_000),
      sign_in_method: index % 2 === 0 ? 'password' : 'passkey',
      bio: person.persona === 'owner' ? 'Poetical science.' : '',
      is_onboarding: person.persona === 'onboarding',
      job_role: person.job,
      subscribed_to_newsletter: person.persona === 'owner',
      created_at: created,
      updated_at: created,
    }),
  );
  const identities = users.map(({ identity_id, email, name }) =>
    identity(identity_id, { email, name }, created, true),
  );
  return { users, identities: [...identities, squatter(now)] };
}

/** Somebody who signed up with another person's address, in another browser, and hasn't verified it. */
function squatter(now: number): IdentityRow {
  const traits = { email: SQUATTED_EMAIL, name: 'Ann Other' };
  return identity(seedId('identity', PEOPLE.length + 1), traits, timestamp(now - 3_600_000), false);
}

function identity(
  id: string,
  traits: Pick<IdentityRow, 'email' | 'name'>,
  created: string,
  isVerified: boolean,
): IdentityRow {
  const at = new Date(created);
  return {
    id,
    ...traits,
    state: 'active',
    stateChangedAt: at,
    availableAal: 'aal1',
    verifiableAddressId: `${id}-address`,
    recoveryAddressId: `${id}-recovery`,
    addressStatus: isVerified ? 'completed' : 'sent',
    verifiedAt: isVerified ? at : null,
    addressCreatedAt: at,
    addressUpdatedAt: at,
    passwordHash: PASSWORD,
    createdAt: at,
    updatedAt: at,
  };
}
