import { mutate } from '#console/api/query/calls.ts';
import {
  createAccessLink,
  createShare,
  deleteShare,
  revokeAccessLink,
  updateShare,
  useGetSharing,
} from '#generated/api/share/share.ts';
import type { LinkLevel, ShareCreate, ShareLevel } from '#generated/model/index.ts';
import type { PageThing } from '../permission/thing-context.ts';

/** What can be shared. */
export type SharedTarget = Omit<PageThing, 'isGuest'>;

/** Who has access to a thing, and the actions that change that. They throw on failure. */
export function useSharing({ orgId, projectId, type, id }: SharedTarget) {
  const at = [orgId, projectId, type, id] as const;
  const query = useGetSharing(...at);
  return {
    query,
    add: (body: ShareCreate) => mutate(createShare, ...at, body),
    change: (shareId: string, level: ShareLevel) => mutate(updateShare, ...at, shareId, { level }),
    remove: (shareId: string) => mutate(deleteShare, ...at, shareId),
    addLink: (level: LinkLevel, expires_at: string | null) =>
      mutate(createAccessLink, ...at, { level, expires_at }),
    revoke: (linkId: string) => mutate(revokeAccessLink, ...at, linkId),
  };
}
