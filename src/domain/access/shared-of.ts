import { SHARE_LEVELS } from '#core/access/share-levels.ts';
import type { ShareLevel } from '#generated/model/index.ts';
import type { ThingAccess } from '../principal.ts';

/** A thing that is shared with a person. */
export interface SharedWith {
  thing_id: string;
  level: ShareLevel;
  expires_at: string | null;
}

/** What somebody's shares allow with a thing now; undefined if nothing is shared, or no longer is. */
export function sharedOf(shares: readonly SharedWith[], id: string): ThingAccess | undefined {
  const now = new Date().toISOString();
  const valid = shares.filter(
    ({ thing_id, expires_at }) => thing_id === id && (expires_at === null || expires_at > now),
  );
  const permissions = [...new Set(valid.flatMap(({ level }) => SHARE_LEVELS[level]))];
  return permissions.length === 0 ? undefined : { id, permissions };
}
