import mixpanel from 'mixpanel-browser/src/loaders/loader-module-core';
import { useSignupEventStore } from '../onboarding/signup-event-store.ts';
import { ANALYTICS_EVENTS, type AnalyticsEvent, type AnalyticsIdentity } from './events.ts';

/** URLs may contain search terms and the names of things that people opened. */
const NOT_SENT = [
  '$current_url',
  '$referrer',
  '$referring_domain',
  '$initial_referrer',
  '$initial_referring_domain',
  'current_page_title',
  'current_url_path',
  'current_url_search',
];

/** `track_marketing` is missing in the package's types. */
const CONFIG = {
  persistence: 'localStorage',
  track_pageview: false,
  autocapture: false,
  ip: false,
  save_referrer: false,
  track_marketing: false,
} as const;

/** Called once, with the token. */
export function startMixpanel(token: string) {
  mixpanel.init(token, { ...CONFIG, property_blacklist: NOT_SENT });
  mixpanel.register({ environment: currentEnvironment() });
  return { identify, send, reset: () => mixpanel.reset() };
}

/** Identifies the person, as specified, and sends the sign-up event if it hasn't been sent yet. */
function identify({ id, email, name, orgId, projectId }: AnalyticsIdentity): void {
  mixpanel.identify(id);
  mixpanel.people.set({ $email: email, $name: name, orgId, projectId });
  mixpanel.register({ id, email, name, orgId, projectId });
  const { source, signup_timestamp, clear } = useSignupEventStore.getState();
  if (signup_timestamp === null) return;
  clear();
  send('Signed up', { source, signup_timestamp });
}

function send(name: AnalyticsEvent, properties: Record<string, unknown>): void {
  const known: readonly string[] = ANALYTICS_EVENTS[name];
  const listed = Object.entries(properties).filter(([property]) => known.includes(property));
  mixpanel.track(name, Object.fromEntries(listed));
}

type Environment = 'development' | 'production' | 'other';

/**
 * The environment of a page, determined from its host as specified.
 * @param appUrl the URL of the production app, which the server writes into the page
 */
export function environmentOf(host: string, appUrl: string | null | undefined): Environment {
  if (/^(localhost|[\w-]+\.localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/.test(host))
    return 'development';
  return host === URL.parse(appUrl ?? '')?.host ? 'production' : 'other';
}

/** The environment of this page. */
function currentEnvironment(): Environment {
  const tag = document.querySelector<HTMLMetaElement>('meta[property="og:url"]');
  return environmentOf(globalThis.location.host, tag?.content);
}
