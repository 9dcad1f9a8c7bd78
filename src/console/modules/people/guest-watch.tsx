import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { PERMISSIONS } from '#core/access/permissions.ts';
import { testResourcePermissions } from '#generated/api/access/access.ts';
import type { ResourcePermission } from '#generated/model/index.ts';
import { isApiError } from '../../api/api-error.ts';
import { queryKeys } from '../../api/query/query-keys.ts';
import { toast } from '../../ui/feedback/toast.ts';
import { LinkButton } from '../../ui/navigation/link.tsx';
import { paths } from '../paths.ts';
import type { PageThing } from '../permission/thing-context.ts';
import { LostAccess } from './lost-access.tsx';
import { useWatch } from './use-watch.ts';

const NAMES = Object.keys(PERMISSIONS.task) as ResourcePermission[];

/** Notices what a guest may do now with the thing on the page, and that it is no longer shared with them. */
export function GuestWatch({ thing }: { thing: PageThing }) {
  const client = useQueryClient();
  const [isLost, setLost] = useState(false);
  const known = useRef<string | null>(null);

  useWatch(async (signal) => {
    const { orgId, projectId, type, id } = thing;
    const body = { permissions: NAMES };
    try {
      const test = await testResourcePermissions(orgId, projectId, type, id, body, { signal });
      const now = test.permissions.join(' ');
      const key = queryKeys.permissions(type, id);
      const cached = client.getQueryData<typeof test>(key)?.permissions.join(' ');
      const before = known.current ?? cached;
      known.current = now;
      if (signal.aborted || before === undefined || before === now) return;
      client.setQueryData(key, test);
      toast.info(`You can now ${words(test.permissions as ResourcePermission[])} this ${type}.`);
      await client.invalidateQueries({ queryKey: queryKeys.allPermissions() });
    } catch (error) {
      if (!signal.aborted && isApiError(error, 403, 404)) setLost(true);
    }
  });

  if (!isLost) return null;
  return (
    <LostAccess action={<LinkButton to={paths.shared()}>Shared with me</LinkButton>}>
      This {thing.type} is no longer shared with you, or was deleted.
    </LostAccess>
  );
}

/** The permissions in words: “view, run and edit”. */
function words(permissions: readonly ResourcePermission[]): string {
  return new Intl.ListFormat('en-GB').format(permissions);
}
