import { newId } from '#core/ids.ts';
import { NAME_MAX } from '#core/limits.ts';
import type { UserPrincipal } from '#domain/principal.ts';
import { ProblemError } from '#domain/problem.ts';
import type { User, UserUpdate } from '#generated/model/index.ts';
import type { VerifiedPerson } from '../../access/identity-verifier.ts';
import type { Invalidation } from '../../access/invalidation.ts';
import { createTtlCache } from '../../access/ttl-cache.ts';
import type { Db, Tx } from '../../db/client.ts';
import {
  findUser,
  findUserByIdentity,
  insertUser,
  type UserRow,
  updateUser,
} from './user.repository.ts';

export interface UserDeps {
  db: Db;
  invalidation: Invalidation;
  /** Gives a new person their first organisation with a project and the welcome credit. */
  createFirstOrg(tx: Tx, owner: { userId: string; name: string }): Promise<void>;
}

export type UserService = ReturnType<typeof createUserService>;

interface Known {
  principal: UserPrincipal;
  identityName: string;
}

const LIFETIME_MS = 30_000;
const SIZE = 10_000;

/** The signed-in person: made at their first call, kept in step with what the identity service says. */
export function createUserService({ db, invalidation, createFirstOrg }: UserDeps) {
  const known = createTtlCache<Known>(SIZE, LIFETIME_MS);
  invalidation.on(({ user }) => {
    if (user) known.deleteWhere((_, { principal }) => principal.userId === user);
  });

  /** One transaction, so that nobody is ever half there; one user, however many calls come at once. */
  async function provision(person: VerifiedPerson): Promise<UserRow> {
    if (person.email === '') {
      throw new ProblemError(
        'unavailable',
        'The identity service does not say the e-mail address: its token template must map `email` and `name`.',
      );
    }
    const name = nameOf(person);
    const made = await db.transaction(async (tx) => {
      const row = await insertUser(tx, {
        id: newId('user'),
        identity_id: person.identityId,
        email: person.email,
        name,
        identity_name: person.name,
      });
      if (row) await createFirstOrg(tx, { userId: row.id, name });
      return row;
    });
    return made ?? (await mustFind(findUserByIdentity(db, person.identityId)));
  }

  /** Takes over what changed at the identity service; a name given here stays until it changes there. */
  async function inStep(row: UserRow, person: VerifiedPerson): Promise<UserRow> {
    const renamed = person.name !== '' && person.name !== row.identity_name;
    const moved = person.email !== '' && person.email !== row.email;
    if (!renamed && !moved) return row;
    const change = {
      ...(moved && { email: person.email }),
      ...(renamed && { name: nameOf(person), identity_name: person.name }),
    };
    return mustFind(updateUser(db, row.id, change));
  }

  return {
    /** The user of a person whom the identity service vouches for. */
    async recognise(person: VerifiedPerson): Promise<UserPrincipal> {
      const before = known.get(person.identityId);
      if (before?.identityName === person.name && before.principal.email === person.email) {
        return { ...before.principal, sessionId: person.sessionId };
      }
      const found = await findUserByIdentity(db, person.identityId);
      const row = found ? await inStep(found, person) : await provision(person);
      const principal: UserPrincipal = {
        type: 'user',
        userId: row.id,
        identityId: row.identity_id,
        sessionId: person.sessionId,
        name: row.name,
        email: row.email,
      };
      known.set(person.identityId, { principal, identityName: row.identity_name });
      return principal;
    },

    async get(userId: string): Promise<User> {
      return toUser(await mustFind(findUser(db, userId)));
    },

    async update(userId: string, change: UserUpdate): Promise<User> {
      const row = await updateUser(db, userId, {
        ...(change.name !== undefined && { name: change.name.trim() }),
        ...(change.bio !== undefined && { bio: change.bio }),
        ...(change.is_onboarding !== undefined && { is_onboarding: change.is_onboarding }),
        ...(change.job_role !== undefined && { job_role: change.job_role }),
        ...(change.subscribed_to_newsletter !== undefined && {
          subscribed_to_newsletter: change.subscribed_to_newsletter,
        }),
      });
      await invalidation.announce({ user: userId });
      return toUser(await mustFind(row));
    },

    /**
     * @param avatar file name of the new picture, or null for none
     * @returns the user, and the file name of the picture before
     */
    async setAvatar(userId: string, avatar: string | null) {
      return db.transaction(async (tx) => {
        const before = await mustFind(findUser(tx, userId));
        const row = await mustFind(updateUser(tx, userId, { avatar }));
        return { user: toUser(row), before: before.avatar };
      });
    },
  };
}

async function mustFind<R>(found: R | undefined | Promise<R | undefined>): Promise<R> {
  const row = await found;
  if (row === undefined) throw new ProblemError('unauthenticated', 'This user no longer exists.');
  return row;
}

function nameOf({ name, email }: VerifiedPerson): string {
  return (name.trim() || email.split('@')[0] || email).slice(0, NAME_MAX);
}

function toUser(row: UserRow): User {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    avatar_url: row.avatar === null ? null : `/files/avatar/${row.avatar}`,
    bio: row.bio,
    is_onboarding: row.is_onboarding,
    job_role: row.job_role,
    subscribed_to_newsletter: row.subscribed_to_newsletter,
  };
}
