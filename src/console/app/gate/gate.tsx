import { type ReactNode, Suspense, useEffect } from 'react';
import { useLocation, useMatch, useNavigate } from 'react-router-dom';
import { lazyOf } from '#console/ui/on-demand.tsx';
import { clearAnalyticsIdentity, identifyAnalytics } from '../../modules/analytics/analytics.ts';
import { paths } from '../../modules/paths.ts';
import type { SharedProject } from '../../modules/selection/resolve-selection.ts';
import { ActiveProjectContext } from '../../modules/selection/use-active-project.ts';
import { FullScreenError } from '../errors/full-screen-error.tsx';
import { NotFound } from '../errors/not-found.tsx';
import { FullScreenLoader } from './full-screen-loader.tsx';
import { useArrival } from './use-arrival.ts';
import { useGate } from './use-gate.ts';

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
