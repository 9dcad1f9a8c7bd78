import type { AnalyticsEvent, AnalyticsIdentity, EventProperties } from './events.ts';

type Mixpanel = ReturnType<typeof import('./mixpanel.ts').startMixpanel>;

let token: string | undefined;
let loading: Promise<Mixpanel> | null = null;

/**
 * Called once, with the client settings. Without a token, or if the browser asks not to be tracked, nothing is ever
 * loaded or sent.
 */
export function configureAnalytics(mixpanelToken: string | undefined): void {
  token = isRefused() ? undefined : mixpanelToken;
  loading = null;
}

/** Identifies the user and their workspace. */
export function identifyAnalytics(identity: AnalyticsIdentity): Promise<void> {
  return withMixpanel((mixpanel) => mixpanel.identify(identity));
}

/** Sends an event. All events go through this function. */
export function track<Name extends AnalyticsEvent>(
  name: Name,
  properties: EventProperties<Name>,
): void {
  void withMixpanel((mixpanel) => mixpanel.send(name, properties));
}

/** Clears the identity, including one set before this page was loaded. */
export async function clearAnalyticsIdentity(): Promise<void> {
  if (loading || (token && localStorage.getItem(`mp_${token}_mixpanel`) !== null))
    await withMixpanel((mixpanel) => mixpanel.reset());
}

/** Do Not Track, or Global Privacy Control. */
function isRefused(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & {
    globalPrivacyControl?: boolean;
  };
  return doNotTrack === '1' || globalPrivacyControl === true;
}

/** Never throws: analytics must not break the console. */
async function withMixpanel(use: (mixpanel: Mixpanel) => void): Promise<void> {
  if (!token) return;
  try {
    loading ??= load(token);
    use(await loading);
  } catch {
    // Blocked by an ad blocker, or offline. The console works without it.
    loading = null;
  }
}

async function load(forToken: string): Promise<Mixpanel> {
  return (await import('./mixpanel.ts')).startMixpanel(forToken);
}
