import { track } from './analytics.ts';

/** As specified, with the version that the specification names. */
export function trackAssistantInteraction(): void {
  track('Assistant interaction', { app_version: 'v0.159.0' });
}
