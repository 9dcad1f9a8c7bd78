import { useQueryClient } from '@tanstack/react-query';
import {
  createAccessLink,
  createShare,
  deleteShare,
  getGetSharingQueryKey,
  revokeAccessLink,
  updateShare,
  useGetSharing,
} from '#generated/api/share/share.ts';
import type { LinkLevel, ShareCreated, ShareLevel } from '#generated/model/index.ts';
import type { PageThing } from '../permission/thing-context.ts';

/** What can be shared. */
export type SharedTarget = Omit<PageThing, 'isGuest'>;

/** Who has access to a thing, and the changes of it. Each change refetches the list; failures are thrown. */
export function useSharing({ orgId, projectId, type, id }: SharedTarget) {
  const client = useQueryClient();
  const at = [orgId, projectId, type, id] as const;
  const query = useGetSharing(...at);
  const refresh = () => client.invalidateQueries({ queryKey: getGetSharingQueryKey(...at) });
  const then = async <T>(work: Promise<T>): Promise<T> => {
    const result = await work;
    await refresh();
    return result;
  };
  return {
    query,
    add: (email: string, level: ShareLevel): Promise<ShareCreated> =>
      then(createShare(...at, { email, level })),
    change: (shareId: string, level: ShareLevel) => then(updateShare(...at, shareId, { level })),
    remove: (shareId: string) => then(deleteShare(...at, shareId)),
    addLink: (level: LinkLevel, expires_at: string | null) =>
      then(createAccessLink(...at, { level, expires_at })),
    revoke: (linkId: string) => then(revokeAccessLink(...at, linkId)),
  };
}
