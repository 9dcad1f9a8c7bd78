import type { Role } from '#generated/model/index.ts';
import { notify } from '../notification/notify.ts';
import type { Stores } from '../stores.ts';

/** What becomes of someone's role; null is none. */
interface RoleChange {
  userId: string;
  from: Role | null;
  to: Role | null;
}

/** Tells people that others have given, changed or taken their role in an organisation or a project. */
export async function notifyOfRoles(
  all: Pick<Stores, 'notification' | 'user'>,
  place: { id: string; name: string; isProject?: boolean },
  changes: readonly RoleChange[],
  by: string | undefined,
): Promise<void> {
  const news = changes.filter(({ userId, from, to }) => userId !== by && from !== to);
  if (by === undefined || news.length === 0) return;
  const name = (await all.user.users.find({ id: by }))?.name;
  const facts = { place: place.name, ...(name !== undefined && { by: name }) };
  const ref = `role ${place.id}`;
  const path = `/${place.isProject ? 'projects' : 'orgs'}/${place.id}/settings/people`;
  const byEvent = Map.groupBy(news, ({ from, to }) =>
    to === null ? 'removed' : from === null ? 'added' : 'role_changed',
  );
  for (const [event, people] of byEvent) {
    const role = people[0]?.to;
    await notify(
      all,
      people.map(({ userId }) => userId),
      { event, facts: { ...facts, ...(role && { role }) }, ref, path: role ? path : null },
    );
  }
}
