import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isProjectId } from '#console/modules/selection/project-id.ts';
import { getListOrgTasksQueryKey, useListOrgTasks } from '#generated/api/task/task.ts';
import { useGetUser } from '#generated/api/user/user.ts';
import { queryKeys } from '../../api/query/query-keys.ts';
import { checkSession } from '../../api/session.ts';
import { useSelectionStore } from '../../modules/selection/selection-store.ts';
import { useSelection } from '../../modules/selection/use-selection.ts';
import { storeUser, useUserStore } from '../../modules/user/user-store.ts';
import { type GateFacts, gateState } from './gate-state.ts';

/**
 * Loads everything the gate needs in parallel: the session, the user, the project, and whether the
 * organisation has a task. No request waits for one that it does not depend on.
 * @param urlProjectId the project in the URL
 */
export function useGate(urlProjectId: string | undefined) {
  const session = useQuery({
    queryKey: queryKeys.session(),
    queryFn: checkSession,
    meta: { silent: true },
  });
  const possible = session.data?.state !== 'unauthenticated';
  const user = useGetUser({ query: { enabled: possible, meta: { silent: true } } });
  const stored = useUserStore((state) => state.user);
  const selection = useSelection(urlProjectId, possible);
  const firstPage = useFirstPage(selection.data?.selection.orgId, possible);

  useEffect(() => {
    if (user.data) storeUser(user.data);
  }, [user.data]);

  const resolved = selection.data;
  const state = gateState({
    session: session.data,
    user: stored,
    resolved,
    firstPage,
    error: session.error ?? user.error ?? selection.error,
  });
  const retry = () => {
    for (const query of [session, user, selection]) if (query.error) query.refetch();
  };
  return { state, resolved, user: stored, retry };
}

const params = { page_limit: 1 };

/** The organisation is not known at first. The stored one is used meanwhile, and is usually right. */
function useFirstPage(
  resolvedOrgId: string | undefined,
  possible: boolean,
): GateFacts['firstPage'] {
  const storedOrgId = useSelectionStore((state) => state.orgId);
  const orgId = resolvedOrgId ?? storedOrgId;
  const { data, failureCount } = useListOrgTasks(orgId, params, {
    query: { enabled: possible && isProjectId(orgId), meta: { silent: true } },
  });
  const client = useQueryClient();
  // Requested again whenever the organisation is selected, because its first task may have been created in the
  // meantime.
  useEffect(
    () => () => client.removeQueries({ queryKey: getListOrgTasksQueryKey(orgId, params) }),
    [client, orgId],
  );
  // No retries: this request only decides a redirect, so nobody should wait for it.
  if (!data) return failureCount > 0 ? 'failed' : 'pending';
  return data.results[0]?.id ? 'filled' : 'empty';
}
