/**
 * All analytics events and their properties: numbers and fixed terms, never text that a person wrote. `docs/analytics.md` has
 * the same table. Properties that aren't listed here aren't sent.
 */
export const ANALYTICS_EVENTS = {
  'Assistant interaction': ['app_version'],
  'Signed up': ['source', 'signup_timestamp'],
  'Onboarding finished': ['tasks', 'first_run'],
  'Onboarding skipped': ['step'],
  'Task created': ['origin'],
  'Task run': ['status'],
  'Revision saved': ['active'],
  'Revision activated': ['change'],
  'Top-up requested': ['dollars', 'method'],
  'Plan changed': ['plan', 'interval', 'starts'],
  'Article composed': ['sections'],
  'Article published': [],
} as const satisfies Record<string, readonly string[]>;

export type AnalyticsEvent = keyof typeof ANALYTICS_EVENTS;

export type EventProperties<Name extends AnalyticsEvent> = Record<
  (typeof ANALYTICS_EVENTS)[Name][number],
  string | number | boolean | null
>;

/** The person, and their organisation and project, as specified. */
export type AnalyticsIdentity = {
  id: string;
  email: string;
  name: string;
  orgId: string;
  projectId: string;
};
