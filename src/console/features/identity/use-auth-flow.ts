import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { dropToken } from '#console/api/auth-token.ts';
import { checkSession, forgetSession } from '#console/api/session.ts';
import {
  signupSource,
  useSignupEventStore,
} from '#console/modules/onboarding/signup-event-store.ts';
import { forgetUser } from '#console/modules/user/user-store.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import {
  afterSignIn,
  consolePath,
  pathAfter,
  returnToParam,
  safePath,
  screenPath,
} from './flow/destinations.ts';
import { isGeneric } from './flow/flow-state.ts';
import type { Flow, FlowKind, FlowParams } from './flow/flow-types.ts';
import { type FlowControl, useFlow } from './flow/use-flow.ts';

const forwardedParams = [
  'refresh',
  'aal',
  'via',
  'organization',
  'login_challenge',
  'after_verification_return_to',
] as const;

export type AuthFlow = {
  control: FlowControl;
  /** What the screen was opened with, besides the flow. */
  params: URLSearchParams;
  /** The page the user wanted to reach; `/` by default. */
  destination: string;
};

/** A flow tied to the page's URL: `?flow=` is kept in sync, and finishing the flow opens the next page. */
export function useAuthFlow(kind: Exclude<FlowKind, 'settings'>): AuthFlow {
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const requestedPath = params.get('return_to');

  const startParams: FlowParams = {};
  for (const name of forwardedParams) startParams[name] = params.get(name) ?? undefined;
  startParams.return_to = returnToParam(requestedPath ?? '');
  // Verification may finish in another tab, which knows only what the identity service knows.
  if (kind === 'registration')
    startParams.after_verification_return_to = returnToParam(
      startParams.after_verification_return_to ?? requestedPath ?? '',
    );

  const wanted = (flow: Flow | null) => requestedPath ?? flow?.return_to;
  const returnTo = (flow: Flow | null) => {
    const path = afterSignIn(wanted(flow));
    return path === '/' ? undefined : path;
  };

  const control = useFlow(kind, params.get('flow'), startParams, {
    onFlow: (flow) => {
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          next.set('flow', flow.id);
          return next;
        },
        { replace: true },
      );
    },
    onDone: (steps, signedIn, flow) => {
      if (kind === 'registration') {
        const { href } = globalThis.location;
        const source = signupSource([href, wanted(flow) ?? ''], document.referrer);
        useSignupEventStore.getState().record(source);
      }
      if (signedIn) startSession(queryClient);
      const path = pathAfter(steps, wanted(flow));
      // The account has no session and no step is left, so the user signs in with it.
      const to = signedIn || path.startsWith('/auth/') ? path : loginPath(returnTo(flow));
      navigate(to, { replace: true });
    },
    onRedirect: (to, flow) => {
      const path = consolePath(to);
      if (path === null) globalThis.location.assign(to);
      else navigate(withReturnTo(path, returnTo(flow)));
    },
    onAlreadySignedIn: async (flow) => {
      const check = await checkSession().catch(() => null);
      if (check?.state === 'unauthenticated') {
        navigate(screenPath('login', { aal: 'aal2', return_to: returnTo(flow) }), {
          replace: true,
        });
        return;
      }
      startSession(queryClient);
      navigate(afterSignIn(wanted(flow)), { replace: true });
    },
    onFailed: (message) => isGeneric(message) && toast.error(message),
    onSignIn: () => navigate(loginPath(returnTo(null)), { replace: true }),
  });

  return { control, params, destination: safePath(wanted(control.flow)) };
}

function loginPath(returnTo: string | undefined): string {
  return screenPath('login', { return_to: returnTo });
}

/** A step in between (a second factor) must not lose the page the user wanted to reach. */
function withReturnTo(path: string, returnTo: string | undefined): string {
  if (returnTo === undefined || !path.startsWith('/auth/')) return path;
  const url = new URL(path, globalThis.location.origin);
  if (!url.searchParams.has('return_to')) url.searchParams.set('return_to', returnTo);
  return url.pathname + url.search;
}

/** Another user has signed in, so everything cached for the previous one is dropped. */
function startSession(queryClient: QueryClient): void {
  forgetSession();
  dropToken();
  forgetUser();
  queryClient.clear();
}
