import { useEffect, useRef } from 'react';
import { useLocation, useMatches, useNavigate } from 'react-router-dom';
import { useOnboardingStore } from '../../modules/onboarding/onboarding-store.ts';
import { paths } from '../../modules/paths.ts';
import type { RouteFlags } from '../route-flags.ts';
import { useSignupStore } from './signup-store.ts';

/**
 * Redirects on arrival. Someone who needs onboarding is sent there only once, so that they can leave it, and not from
 * a link to a chat, document or the like, which would be lost. On the first arrival at any other page, the onboarding
 * selection is reset and the template chosen before signing up is opened.
 * @param ready whether the gate is open
 * @param needed whether onboarding is needed
 * @returns true while a redirect is pending; render nothing else meanwhile
 */
export function useArrival(ready: boolean, needed: boolean): boolean {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const exempt = useMatches().some(
    ({ handle, params }) => (handle as RouteFlags)?.noOnboarding || isDeepLink(params),
  );
  const redirected = useRef(false);
  const arrived = useRef(false);

  const inside = pathname.startsWith(paths.onboarding());
  const redirects = ready && needed && !inside && !exempt && !redirected.current;

  useEffect(() => {
    if (!ready) return;
    if (redirects) {
      redirected.current = true;
      useOnboardingStore.getState().enter();
      navigate(paths.onboarding(), { replace: true });
      return;
    }
    redirected.current = true;
    if (inside) {
      arrived.current = false;
      return;
    }
    if (arrived.current) return;
    arrived.current = true;
    useOnboardingStore.getState().reset();
    const { template, clear } = useSignupStore.getState();
    if (template === null) return;
    clear();
    navigate(paths.templates(template), { replace: true });
  }, [ready, redirects, inside, navigate]);

  return redirects;
}

/** Whether a link names something in a project, such as a chat, or an organisation, such as an entry of its audit log. */
function isDeepLink(params: Readonly<Record<string, string | undefined>>): boolean {
  const { '*': _, projectId: __, ...others } = params;
  return Object.values(others).some(Boolean);
}
