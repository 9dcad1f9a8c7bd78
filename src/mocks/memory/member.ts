import { matchesWords } from '#core/words.ts';
import type { MemberStore, PeopleQuery, PersonRow } from '#domain/member/member.store.ts';
import type { Role } from '#generated/model/index.ts';
import type { Store } from '../store.ts';

export function memberMethods(store: Store): MemberStore {
  return {
    async listPeople(query) {
      const sign = query.descending ? -1 : 1;
      const { after, role } = query;
      const compare = (
        a: Pick<PersonRow, 'sort_key' | 'id'>,
        b: Pick<PersonRow, 'sort_key' | 'id'>,
      ) => sign * (order(a.sort_key, b.sort_key) || order(a.id, b.id));
      return peopleIn(store, query)
        .filter(({ id }) => query.userId === undefined || id === query.userId)
        .filter(({ org_role }) => role === undefined || (org_role ?? 'guest') === role)
        .filter(({ name, email }) => matchesWords(query.q, name, email))
        .filter((person) => !after || compare(person, after) > 0)
        .sort(compare)
        .slice(0, query.limit);
    },
    async usersByEmail(addresses) {
      const wanted = new Set(addresses);
      return Object.values(store.data.tables.user)
        .filter(({ email }) => wanted.has(email.toLowerCase()))
        .map(({ id, email, verified_email }) => ({ id, email, verified_email }));
    },
  };
}

interface Found {
  org_role: Role | null;
  project_role: Role | null;
  joined_at: string;
}

/** Everyone in an organisation or project, in no order. */
function peopleIn(store: Store, { orgId, projectId, sort }: PeopleQuery): PersonRow[] {
  const { org_member, project_member, project, user } = store.data.tables;
  const isLive = (id: string) => project[id]?.org_id === orgId && project[id].deleted_at === null;
  const found = new Map<string, Found>();
  for (const { org_id, user_id, role, created_at } of Object.values(org_member)) {
    if (org_id !== orgId) continue;
    found.set(user_id, { org_role: role, project_role: null, joined_at: created_at });
  }
  for (const { project_id, user_id, role, created_at: joined_at } of Object.values(
    project_member,
  )) {
    if (projectId === undefined ? !isLive(project_id) : project_id !== projectId) continue;
    const before = found.get(user_id);
    const org_role = before?.org_role ?? null;
    if (projectId !== undefined) found.set(user_id, { org_role, project_role: role, joined_at });
    else if (org_role === null && !(before && before.joined_at < joined_at))
      found.set(user_id, { org_role, project_role: null, joined_at });
  }
  return [...found].flatMap(([id, roles]) => {
    const row = user[id];
    if (!row) return [];
    const { name, email, avatar, seen_at, sign_in_method, deactivated_at } = row;
    const person = { id, name, email, avatar, seen_at, sign_in_method, deactivated_at };
    const keys = { name: name.toLowerCase(), joined_at: roles.joined_at, last_active_at: seen_at };
    return [{ ...person, ...roles, sort_key: keys[sort] ?? '' }];
  });
}

function order(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
