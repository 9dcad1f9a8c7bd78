import { withMixpanel } from './analytics.ts';

/** As specified, with the version that the specification names. */
export function trackAssistantInteraction(): Promise<void> {
  return withMixpanel((mixpanel) => {
    mixpanel.track('Assistant interaction', { app_version: 'v0.159.0' });
  });
}
