import { useEffect, useRef } from 'react';
import { useLocation, useMatches, useNavigate } from 'react-router-dom';
import { useOnboardingStore } from '../../modules/onboarding/onboarding-store.ts';
import { rememberTemplate, useSignupStore } from '../../modules/onboarding/signup-store.ts';
import { paths } from '../../modules/paths.ts';
import type { RouteFlags } from '../route-flags.ts';

/**
 * Redirects on arrival. Someone who needs onboarding is sent there once for each organisation that they select, so that
 * they can leave it. On the first arrival at any other page, and after onboarding, its selection is reset and the
 * template chosen before is opened. Links to a chat, a document and the like are never redirected, because the target
 * would be lost.
 * @param orgId the selected organisation once the gate is open; null until then
 * @param needed whether onboarding is needed
 * @returns true while a redirect is pending; render nothing else meanwhile
 */
export function useArrival(orgId: string | null, needed: boolean): boolean {
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
