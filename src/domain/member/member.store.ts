import type { MemberRoleFilter, Role } from '#generated/model/index.ts';
import type { UserRow } from '../user/user.tables.ts';

/** Someone with access, as lists find them. */
export interface PersonRow {
  id: string;
  name: string;
  email: string;
  avatar: string | null;
  org_role: Role | null;
  /** Null in lists of organisations. */
  project_role: Role | null;
  joined_at: string;
  seen_at: string | null;
  sign_in_method: string | null;
  deactivated_at: string | null;
  /** What the list is sorted by. */
  sort_key: string;
}

export interface PeopleQuery {
  orgId: string;
  /** The project, or else the whole organisation. */
  projectId?: string;
  /** Only this person. */
  userId?: string;
  q?: string | undefined;
  role?: MemberRoleFilter | undefined;
  sort: 'name' | 'joined_at' | 'last_active_at';
  descending: boolean;
  /** After this person. */
  after?: { sort_key: string; id: string } | undefined;
  limit: number;
}

/** What tables can't express: lists of people with their roles. */
export interface MemberStore {
  /** The members and guests of an organisation, or everyone with access to a project. */
  listPeople(query: PeopleQuery): Promise<PersonRow[]>;
  /** The users with these email addresses, which are in lower case. */
  usersByEmail(
    addresses: readonly string[],
  ): Promise<Pick<UserRow, 'id' | 'email' | 'verified_email'>[]>;
}
