import type { ApiKeyRow } from '../access/access.tables.ts';
import { isEnding } from '../account/is-ending.ts';
import type { ApiKeyPrincipal } from '../principal.ts';
import type { Stores } from '../stores.ts';

/** A caller with an API key. */
export interface FoundKey {
  principal: ApiKeyPrincipal;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/**
 * The caller that a key with this hash belongs to; a key that was replaced works for a while, too. Undefined if it was
 * revoked or has expired.
 */
export async function findApiKey(
  { access: { apiKeys }, project, user }: Pick<Stores, 'access' | 'project' | 'user'>,
  hash: string,
): Promise<FoundKey | undefined> {
  const row = (await apiKeys.find({ hash })) ?? (await apiKeys.find({ old_hash: hash }));
  const expiresAt = row ? endOfKey(row, hash) : 0;
  if (!row || expiresAt <= Date.now()) return undefined;
  const place = await project.projects.find({ id: row.project_id });
  // The creator's account may have been deleted.
  const creator = await user.users.find({ id: row.created_by_id });
  if (!place || (creator && isEnding(creator, place.org_id))) return undefined;
  const { id: keyId, project_id: projectId, created_by_id: createdBy, name, resources } = row;
  const { org_id: orgId } = place;
  const principal = {
    type: 'api_key',
    keyId,
    createdBy,
    resources,
    projectId,
    orgId,
    name,
  } as const;
  return { principal, expiresAt };
}

/** When a key with this hash stops working, in milliseconds since 1970; a replaced key does so earlier than its successor. */
function endOfKey(row: ApiKeyRow, hash: string): number {
  const ends = [row.expires_at, row.hash === hash ? null : row.old_key_until];
  return Math.min(
    ...ends.map((time) => (time === null ? Number.POSITIVE_INFINITY : Date.parse(time))),
  );
}
