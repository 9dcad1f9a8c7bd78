import type { MemberUser, User, UserUpdate } from '#generated/model/index.ts';
import type { Domain } from '../domain.ts';
import { invalidField } from '../problem.ts';
import { asView } from '../view.ts';
import { mustFindUser } from './recognise.ts';
import type { UserRow } from './user.tables.ts';

/** The signed-in user. */
export function createUserService({ stores, access }: Pick<Domain, 'stores' | 'access'>) {
  const { users } = stores.user;

  return {
    async get(id: string): Promise<User> {
      return toUser(await mustFindUser(users.find({ id })));
    },

    async update(id: string, { name, ...rest }: UserUpdate): Promise<User> {
      if (name?.trim() === '') throw invalidField('/name', 'Must not be blank');
      const updated_at = new Date().toISOString();
      const change = { ...rest, ...(name !== undefined && { name: name.trim() }), updated_at };
      const [row] = await users.update({ id }, change);
      await access.announce({ user: id });
      return toUser(await mustFindUser(row));
    },
  };
}

export function toUser(row: UserRow): User {
  return asView('User', row, { avatar_url: avatarUrl(row.avatar) });
}

/** Someone as those see them who work with them. */
export function toMemberUser(row: Pick<UserRow, 'id' | 'name' | 'email' | 'avatar'>): MemberUser {
  return asView('MemberUser', row, { avatar_url: avatarUrl(row.avatar) });
}

/** The address of a picture, by its file name. */
export function avatarUrl(avatar: string | null): string | null {
  return avatar === null ? null : `/files/${AVATARS}/${avatar}`;
}

/** The folder of profile pictures. */
export const AVATARS = 'avatar';
