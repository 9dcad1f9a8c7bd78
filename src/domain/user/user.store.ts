import type { User } from '#generated/model/index.ts';
import type { Table } from '../table.ts';

/** A person, as the product knows them. Who may sign in is the identity service's business. */
export interface UserRow extends Omit<User, 'avatar_url'> {
  /** The identity's id. Its first call creates the user. */
  identity_id: string;
  /** The identity's name when last seen: a change there is adopted; a name chosen here stays. */
  identity_name: string;
  /** The picture's file name. */
  avatar: string | null;
  created_at: string;
  updated_at: string;
}

export interface UserStore {
  users: Table<UserRow>;
}
