import { SHARE_LEVELS } from '#core/access/share-levels.ts';
import type { SharedThing, SharedThingList } from '#generated/model/index.ts';
import type { Domain } from '../domain.ts';
import { listPage, type PageQuery } from '../paging.ts';
import { mustFind } from '../problem.ts';
import { toSharedThings } from './share-views.ts';

/** What is shared with a person. */
export function createSharedThingService({ stores, access }: Pick<Domain, 'stores' | 'access'>) {
  const { shares } = stores.share;

  return {
    /** Newest first. Of several ways to the same thing, the one that allows most. */
    async list(userId: string, query: PageQuery): Promise<SharedThingList> {
      const options = { where: { user_id: userId }, descending: true };
      const page = await listPage(shares, options, query, (row) => row);
      const now = new Date().toISOString();
      const valid = page.results.filter(
        ({ expires_at }) => expires_at === null || expires_at > now,
      );
      const best = new Map<string, SharedThing>();
      for (const thing of await toSharedThings(stores, valid)) {
        const before = best.get(thing.thing_id);
        if (!before || SHARE_LEVELS[thing.level].length > SHARE_LEVELS[before.level].length)
          best.set(thing.thing_id, thing);
      }
      return { ...page, results: [...best.values()] };
    },

    /** Ends all that they have of the same thing, by links too. @throws ProblemError 404 */
    async leave(userId: string, id: string): Promise<void> {
      await stores.transaction(async ({ share }) => {
        const { thing_id } = await mustFind(share.shares.find({ id, user_id: userId }));
        await share.shares.delete({ thing_id, user_id: userId });
      });
      await access.announce({ user: userId });
    },
  };
}
