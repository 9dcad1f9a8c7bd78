import { ProblemError } from '#domain/problem.ts';
import type { User, UserUpdate } from '#generated/model/index.ts';
import type { Invalidation } from '../../access/invalidation.ts';
import type { Db } from '../../db/client.ts';
import { findUser, type UserRow, updateUser } from './user.repository.ts';

export interface UserDeps {
  db: Db;
  invalidation: Invalidation;
}

export type UserService = ReturnType<typeof createUserService>;

/** The signed-in person: made at their first call, kept in step with what the identity service says. */
export function createUserService({ db, invalidation }: UserDeps) {
  return {
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
