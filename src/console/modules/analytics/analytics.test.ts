import mixpanel from 'mixpanel-browser/src/loaders/loader-module-core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useSignupEventStore } from '../onboarding/signup-event-store.ts';
import {
  clearAnalyticsIdentity,
  configureAnalytics,
  identifyAnalytics,
  track,
} from './analytics.ts';
import { trackAssistantInteraction } from './assistant-interaction.ts';

const register = vi.spyOn(mixpanel, 'register').mockReturnValue();
const init = vi.spyOn(mixpanel, 'init').mockReturnValue(mixpanel as never);
const identify = vi.spyOn(mixpanel, 'identify').mockReturnValue(undefined as never);
// Mixpanel makes it when it starts.
Object.assign(mixpanel, { people: mixpanel.people ?? { set: () => undefined } });
const setPerson = vi.spyOn(mixpanel.people, 'set').mockReturnValue();
const sent = vi.spyOn(mixpanel, 'track').mockReturnValue();
const reset = vi.spyOn(mixpanel, 'reset').mockReturnValue();

const ada = { id: 'user_1', email: 'ada@example.com', name: 'Ada', orgId: 'o', projectId: 'p' };

function browserAsks(wishes: { doNotTrack?: string; globalPrivacyControl?: boolean }): void {
  for (const [name, value] of Object.entries(wishes))
    Object.defineProperty(navigator, name, { value, configurable: true });
}

beforeEach(() => {
  vi.clearAllMocks();
  localStorage.clear();
  useSignupEventStore.getState().clear();
});

afterEach(() => {
  configureAnalytics(undefined);
  for (const name of ['doNotTrack', 'globalPrivacyControl'])
    Reflect.deleteProperty(navigator, name);
});

it.each([
  ['without a token', undefined, {}],
  ['against Do Not Track', 'token', { doNotTrack: '1' }],
  ['against Global Privacy Control', 'token', { globalPrivacyControl: true }],
])('sends nothing %s', async (_, token, wishes) => {
  browserAsks(wishes);
  localStorage.setItem('mp_token_mixpanel', '{}');
  configureAnalytics(token);
  await identifyAnalytics(ada);
  trackAssistantInteraction();
  await clearAnalyticsIdentity();
  await vi.dynamicImportSettled();
  expect(init).not.toHaveBeenCalled();
  expect(sent).not.toHaveBeenCalled();
});

it('identifies with id, email, name, organisation and project', async () => {
  configureAnalytics('token');
  await identifyAnalytics(ada);
  expect(init).toHaveBeenCalledExactlyOnceWith('token', expect.anything());
  expect(identify).toHaveBeenCalledExactlyOnceWith('user_1');
  expect(register).toHaveBeenLastCalledWith(ada);
  expect(setPerson).toHaveBeenCalledWith({
    $email: 'ada@example.com',
    $name: 'Ada',
    orgId: 'o',
    projectId: 'p',
  });
  expect(register).toHaveBeenCalledWith({ environment: 'development' });
});

it('sends “Assistant interaction” with the app version v0.159.0', async () => {
  configureAnalytics('token');
  trackAssistantInteraction();
  await vi.waitFor(() =>
    expect(sent).toHaveBeenCalledExactlyOnceWith('Assistant interaction', {
      app_version: 'v0.159.0',
    }),
  );
});

it('sends a sign-up once, after the person is identified', async () => {
  configureAnalytics('token');
  useSignupEventStore.getState().record('newsletter');
  const { signup_timestamp } = useSignupEventStore.getState();
  await identifyAnalytics(ada);
  await identifyAnalytics(ada);
  expect(sent).toHaveBeenCalledExactlyOnceWith('Signed up', {
    source: 'newsletter',
    signup_timestamp,
  });
  const [identified = 0] = identify.mock.invocationCallOrder;
  expect(identified).toBeLessThan(sent.mock.invocationCallOrder[0] ?? 0);
});

it('drops properties that are not in the table', async () => {
  configureAnalytics('token');
  const properties = { origin: 'template', prompt: 'Secret plans' };
  track('Task created', properties);
  await vi.waitFor(() =>
    expect(sent).toHaveBeenCalledExactlyOnceWith('Task created', { origin: 'template' }),
  );
});

it('clears an identity of an earlier page, and loads nothing if there is none', async () => {
  configureAnalytics('token');
  await clearAnalyticsIdentity();
  expect(init).not.toHaveBeenCalled();
  localStorage.setItem('mp_token_mixpanel', '{}');
  await clearAnalyticsIdentity();
  expect(reset).toHaveBeenCalledOnce();
});

it('never breaks the console', async () => {
  configureAnalytics('token');
  identify.mockImplementationOnce(() => {
    throw new Error('blocked');
  });
  await expect(identifyAnalytics(ada)).resolves.toBeUndefined();
});
