import type { InvitationThing } from '#generated/model/index.ts';
import type { Stores } from '../stores.ts';
import { namesOf } from './things.ts';

/** What open invitations lead to, by invitation. */
export async function invitedThings(
  stores: Pick<Stores, 'task' | 'collection' | 'chat' | 'share'>,
  invitationIds: readonly string[],
): Promise<(invitationId: string) => InvitationThing[]> {
  const rows = await stores.share.shares.list({
    where: { invitation_id: { in: invitationIds }, user_id: null },
    order: ['id'],
  });
  const nameOf = await namesOf(stores, rows);
  const byInvitation = Map.groupBy(rows, ({ invitation_id }) => invitation_id);
  return (id) =>
    (byInvitation.get(id) ?? []).flatMap((row) => {
      const name = nameOf(row);
      return name === undefined ? [] : [{ type: row.type, name, level: row.level }];
    });
}
