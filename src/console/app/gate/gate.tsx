import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useLocation, useMatch, useMatches, useNavigate } from 'react-router-dom';
import { isProjectId } from '#console/modules/selection/project-id.ts';
import { lazyOf } from '#console/ui/on-demand.tsx';
import { getListOrgTasksQueryKey, useListOrgTasks } from '#generated/api/task/task.ts';
import { useGetUser } from '#generated/api/user/user.ts';
import { queryKeys } from '../../api/query/query-keys.ts';
import { checkSession } from '../../api/session.ts';
import { clearAnalyticsIdentity, identifyAnalytics } from '../../modules/analytics/analytics.ts';
import { useOnboardingStore } from '../../modules/onboarding/onboarding-store.ts';
import { rememberTemplate, useSignupStore } from '../../modules/onboarding/signup-store.ts';
import { paths } from '../../modules/paths.ts';
import type { SharedProject } from '../../modules/selection/resolve-selection.ts';
import { useSelectionStore } from '../../modules/selection/selection-store.ts';
import { ActiveProjectContext } from '../../modules/selection/use-active-project.ts';
import { useSelection } from '../../modules/selection/use-selection.ts';
import { storeUser, useUserStore } from '../../modules/user/user-store.ts';
import { FullScreenError } from '../errors/full-screen-error.tsx';
import { NotFound } from '../errors/not-found.tsx';
import type { RouteFlags } from '../route-flags.ts';
import { FullScreenLoader } from './full-screen-loader.tsx';
import { type GateFacts, gateState } from './gate-state.ts';

// Rarely needed, because almost everyone has a project.
const NoProject = lazyOf(() => import('./no-project.tsx'), 'NoProject');

type GateProps = {
  /** Renders the frame around the page, or around what replaces the page. */
  children: (replacement: ReactNode, shared: SharedProject | null) => ReactNode;
};

/** The auth gate: redirects visitors to sign-in and shows a loader until the project is loaded. */
export function Gate({ children }: GateProps) {
  const urlProjectId = useMatch('/projects/:projectId/*')?.params.projectId;
  const { state, resolved, user, retry } = useGate(
    urlProjectId === 'new' ? undefined : urlProjectId,
  );
  const project = resolved?.project ?? null;
  const redirects = useArrival(
    state.kind === 'ready' && project ? project.org_id : null,
    state.kind === 'ready' && state.onboarding,
  );
  useSignInRedirect(
    state.kind === 'unauthenticated',
    'needsSecondFactor' in state && state.needsSecondFactor,
  );

  useEffect(() => {
    if (state.kind !== 'ready' || !user || !project) return;
    const { id, email, name } = user;
    identifyAnalytics({ id, email, name, orgId: project.org_id, projectId: project.id });
  }, [state.kind, user, project]);

  if (state.kind === 'failed') return <FullScreenError error={state.error} onRetry={retry} />;
  if (state.kind === 'no-project')
    return (
      <Suspense fallback={<FullScreenLoader />}>
        <NoProject />
      </Suspense>
    );
  if (state.kind !== 'ready' || redirects || !project) return <FullScreenLoader />;
  return (
    <ActiveProjectContext value={project}>
      {children(
        resolved?.urlProjectMissing ? <NotFound what="project" /> : null,
        resolved?.shared ?? null,
      )}
    </ActiveProjectContext>
  );
}

/**
 * Loads everything the gate needs in parallel: the session, the user, the project, and whether the
 * organisation has a task. No request waits for one that it does not depend on.
 * @param urlProjectId the project in the URL
 */
function useGate(urlProjectId: string | undefined) {
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

const FIRST_TASK = { page_limit: 1 };

/** The organisation is not known at first. The stored one is used meanwhile, and is usually right. */
function useFirstPage(
  resolvedOrgId: string | undefined,
  possible: boolean,
): GateFacts['firstPage'] {
  const storedOrgId = useSelectionStore((state) => state.orgId);
  const orgId = resolvedOrgId ?? storedOrgId;
  const { data, failureCount } = useListOrgTasks(orgId, FIRST_TASK, {
    query: { enabled: possible && isProjectId(orgId), meta: { silent: true } },
  });
  const client = useQueryClient();
  // Requested again whenever the organisation is selected, because its first task may have been created in the
  // meantime.
  useEffect(
    () => () => client.removeQueries({ queryKey: getListOrgTasksQueryKey(orgId, FIRST_TASK) }),
    [client, orgId],
  );
  // No retries: this request only decides a redirect, so nobody should wait for it.
  if (!data) return failureCount > 0 ? 'failed' : 'pending';
  return data.results[0]?.id ? 'filled' : 'empty';
}

/** Redirects to sign-in, with a return address. The analytics identity is cleared first. */
function useSignInRedirect(unauthenticated: boolean, needsSecondFactor: boolean): void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();

  useEffect(() => {
    if (!unauthenticated) return;
    let left = false;
    clearAnalyticsIdentity().then(() => {
      if (left) return;
      const login = paths.login(pathname + search);
      const to = needsSecondFactor ? `${login}${login.includes('?') ? '&' : '?'}aal=aal2` : login;
      navigate(to, { replace: true });
    });
    return () => {
      left = true;
    };
  }, [unauthenticated, needsSecondFactor, navigate, pathname, search]);
}

/**
 * Redirects on arrival. Someone who needs onboarding is sent there once for each organisation that they select, so that
 * they can leave it. On the first arrival at any other page, and after onboarding, its selection is reset and the
 * template chosen before is opened. Links to a chat, a document and the like are never redirected, because the target
 * would be lost.
 * @param orgId the selected organisation once the gate is open; null until then
 * @param needed whether onboarding is needed
 * @returns true while a redirect is pending; render nothing else meanwhile
 */
function useArrival(orgId: string | null, needed: boolean): boolean {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const exempt = useMatches().some(
    ({ handle, params }) => (handle as RouteFlags)?.noOnboarding || isDeepLink(params),
  );
  const checked = useRef<string | null>(null);
  const arrival = useRef<'first' | 'after onboarding' | null>('first');

  const inside = pathname.startsWith(paths.onboarding());
  const redirects = orgId !== null && needed && !inside && !exempt && checked.current !== orgId;

  useEffect(() => {
    if (orgId === null) return;
    checked.current = orgId;
    if (redirects) {
      rememberTemplate(pathname + search);
      navigate(paths.onboarding(), { replace: true });
    } else if (inside) {
      arrival.current = 'after onboarding';
      useOnboardingStore.getState().enter();
    } else if (arrival.current === 'after onboarding' || (arrival.current && !exempt)) {
      arrival.current = null;
      useOnboardingStore.getState().reset();
      const { template, clear } = useSignupStore.getState();
      clear();
      if (template !== null) navigate(paths.templates(template), { replace: true });
    }
  }, [orgId, redirects, inside, exempt, pathname, search, navigate]);

  return redirects;
}

/** Whether a link names something in a project, such as a chat, or an organisation, such as an entry of its audit log. */
function isDeepLink(params: Readonly<Record<string, string | undefined>>): boolean {
  const { '*': _, projectId: __, ...others } = params;
  return Object.values(others).some(Boolean);
}
