import type { User } from '#generated/model/index.ts';
import type { Table } from '../table.ts';

/** A user of the product. The identity service decides who can sign in. */
export interface UserRow extends Omit<User, 'avatar_url'> {
  /** The id of the identity, whose first call creates the user. */
  identity_id: string;
  /** The identity's name when last seen. A change there is adopted; otherwise, a name chosen here is kept. */
  identity_name: string;
  /** When the identity service said so. What it said earlier, in an older token, is ignored. */
  identity_at: string;
  /** The address that the identity service last said was verified. It isn't `email` while a new one isn't. */
  verified_email: string | null;
  /** The organisation that gets the free credit once the address is verified; null if no credit is pending. */
  credit_due_to: string | null;
  /** When the user last made a request, give or take ten minutes; null if that was before it was recorded. */
  seen_at: string | null;
  /** How they signed in then, if the identity service says so. */
  sign_in_method: string | null;
  /**
   * Since when the identity service is known to let them sign in no more: they are deactivated or deleted there. Null if
   * they can sign in.
   */
  deactivated_at: string | null;
  /** When the account will be deleted; null if it won't be. */
  delete_at: string | null;
  /** The organisations that are then deleted with it. */
  delete_org_ids: string[];
  /** The picture's file name. */
  avatar: string | null;
  created_at: string;
  updated_at: string;
}

export interface UserStore {
  users: Table<UserRow>;
}
