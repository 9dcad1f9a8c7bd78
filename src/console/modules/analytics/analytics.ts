import type { OverridedMixpanel } from 'mixpanel-browser';

export type AnalyticsIdentity = {
  id: string;
  email: string;
  name: string;
  orgId: string;
  projectId: string;
};

let token: string | undefined;
let loading: Promise<OverridedMixpanel> | null = null;

/**
 * Called once, with the client settings. Without a token, or if the browser asks not to be tracked, nothing is ever
 * loaded or sent.
 */
export function configureAnalytics(mixpanelToken: string | undefined): void {
  token = isRefused() ? undefined : mixpanelToken;
  loading = null;
}

/** Whether anything may be sent. */
export function isAnalyticsOn(): boolean {
  return token !== undefined;
}

/** Identifies the user and their workspace. Never throws: analytics must not break the console. */
export async function identifyAnalytics(identity: AnalyticsIdentity): Promise<void> {
  const { id, email, name, orgId, projectId } = identity;
  await withMixpanel((mixpanel) => {
    mixpanel.identify(id);
    mixpanel.people.set({ $email: email, $name: name, orgId, projectId });
    mixpanel.register({ id, email, name, orgId, projectId });
  });
}

/** Clears the identity, including one set before this page was loaded. */
export async function clearAnalyticsIdentity(): Promise<void> {
  if (!loading && !hasStoredIdentity()) return;
  await withMixpanel((mixpanel) => mixpanel.reset());
}

/** Do Not Track, or Global Privacy Control. */
function isRefused(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & {
    globalPrivacyControl?: boolean;
  };
  return doNotTrack === '1' || globalPrivacyControl === true;
}

/** Calls Mixpanel if analytics is on. Never throws. */
export async function withMixpanel(use: (mixpanel: OverridedMixpanel) => void): Promise<void> {
  if (!token) return;
  try {
    loading ??= load(token);
    use(await loading);
  } catch {
    // Blocked by an ad blocker, or offline. The console works without it.
    loading = null;
  }
}

async function load(forToken: string): Promise<OverridedMixpanel> {
  const { default: mixpanel } = await import('mixpanel-browser/src/loaders/loader-module-core');
  mixpanel.init(forToken, { persistence: 'localStorage', track_pageview: false });
  return mixpanel;
}

function hasStoredIdentity(): boolean {
  return token !== undefined && localStorage.getItem(`mp_${token}_mixpanel`) !== null;
}
