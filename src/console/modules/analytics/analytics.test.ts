import { afterEach, expect, it } from 'vitest';
import { configureAnalytics, isAnalyticsOn } from './analytics.ts';
import { trackAssistantInteraction } from './assistant-interaction.ts';

function browserAsks(wishes: { doNotTrack?: string; globalPrivacyControl?: boolean }): void {
  for (const [name, value] of Object.entries(wishes))
    Object.defineProperty(navigator, name, { value, configurable: true });
}

afterEach(() => {
  configureAnalytics(undefined);
  for (const name of ['doNotTrack', 'globalPrivacyControl'])
    Reflect.deleteProperty(navigator, name);
});

it('is off without a token', async () => {
  configureAnalytics(undefined);
  expect(isAnalyticsOn()).toBe(false);
  await trackAssistantInteraction();
});

it.each([{ doNotTrack: '1' }, { globalPrivacyControl: true }])(
  'is off if the browser asks not to be tracked: %o',
  (wishes) => {
    browserAsks(wishes);
    configureAnalytics('token');
    expect(isAnalyticsOn()).toBe(false);
  },
);

it('is on with a token', () => {
  configureAnalytics('token');
  expect(isAnalyticsOn()).toBe(true);
});
