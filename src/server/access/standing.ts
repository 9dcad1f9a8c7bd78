import { createTtlCache } from '#core/cache/ttl-cache.ts';
import { placesIn } from '#domain/access/places.ts';
import type { Standing, StandingPort } from '#domain/authorise.ts';
import type { Stores } from '#domain/stores.ts';
import type { Db } from '../db/client.ts';
import type { Invalidation } from './invalidation.ts';
import { readChatOwnership, readRun, readStanding } from './standing.repository.ts';

/** Maximum age of cached roles. Changes on other nodes arrive by NOTIFY; this limits the effect of a lost one. */
const LIFETIME_MS = 30_000;
const SIZE = 20_000;

/** Looks up roles, with a cache that is invalidated by every change. */
export function createStanding(db: Db, stores: Stores, invalidation: Invalidation): StandingPort {
  const places = placesIn(stores);
  const standings = createTtlCache<Standing>(SIZE, LIFETIME_MS);
  /** The projects of tasks and collections, by type and ID. */
  const projects = createTtlCache<string>(SIZE, LIFETIME_MS);
  invalidation.on(({ org, project, user, task, collection }) => {
    const gone = [org, project, user].filter((id) => id !== undefined);
    standings.deleteWhere((key) => gone.some((id) => key.split(' ').includes(id)));
    const things = [`task ${task}`, `collection ${collection}`];
    projects.deleteWhere((key, projectId) => things.includes(key) || projectId === project);
  });

  return {
    of: (userId, orgId, projectId) =>
      standings.find(`${userId} ${orgId} ${projectId ?? ''}`, () =>
        readStanding(db, userId, orgId, projectId),
      ),
    projectOf: (type, id) => projects.find(`${type} ${id}`, () => places.projectOf(type, id)),
    runOf: (id) => readRun(db, id),
    chatOf: (id) => readChatOwnership(db, id),
  };
}
