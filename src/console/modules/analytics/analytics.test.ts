import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useSignupEventStore } from '../onboarding/signup-event-store.ts';
import {
  clearAnalyticsIdentity,
  configureAnalytics,
  identifyAnalytics,
  track,
} from './analytics.ts';
import { trackAssistantInteraction } from './assistant-interaction.ts';

const mixpanel = vi.hoisted(() => ({
  init: vi.fn(),
  register: vi.fn(),
  identify: vi.fn(),
  people: { set: vi.fn() },
  track: vi.fn(),
  reset: vi.fn(),
}));
vi.mock('mixpanel-browser/src/loaders/loader-module-core', () => ({ default: mixpanel }));

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
  expect(mixpanel.init).not.toHaveBeenCalled();
  expect(mixpanel.track).not.toHaveBeenCalled();
});

it('identifies with id, email, name, organisation and project', async () => {
  configureAnalytics('token');
  await identifyAnalytics(ada);
  expect(mixpanel.init).toHaveBeenCalledExactlyOnceWith('token', expect.anything());
  expect(mixpanel.identify).toHaveBeenCalledExactlyOnceWith('user_1');
  expect(mixpanel.register).toHaveBeenLastCalledWith(ada);
  expect(mixpanel.people.set).toHaveBeenCalledWith({
    $email: 'ada@example.com',
    $name: 'Ada',
    orgId: 'o',
    projectId: 'p',
  });
  expect(mixpanel.register).toHaveBeenCalledWith({ environment: 'development' });
});

it('sends “Assistant interaction” with the app version v0.159.0', async () => {
  configureAnalytics('token');
  trackAssistantInteraction();
  await vi.waitFor(() =>
    expect(mixpanel.track).toHaveBeenCalledExactlyOnceWith('Assistant interaction', {
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
  expect(mixpanel.track).toHaveBeenCalledExactlyOnceWith('Signed up', {
    source: 'newsletter',
    signup_timestamp,
  });
  const [identified = 0] = mixpanel.identify.mock.invocationCallOrder;
  expect(identified).toBeLessThan(mixpanel.track.mock.invocationCallOrder[0] ?? 0);
});

it('drops properties that are not in the table', async () => {
  configureAnalytics('token');
  const properties = { origin: 'template', prompt: 'Secret plans' };
  track('Task created', properties);
  await vi.waitFor(() =>
    expect(mixpanel.track).toHaveBeenCalledExactlyOnceWith('Task created', { origin: 'template' }),
  );
});

it('clears an identity of an earlier page, and loads nothing if there is none', async () => {
  configureAnalytics('token');
  await clearAnalyticsIdentity();
  expect(mixpanel.init).not.toHaveBeenCalled();
  localStorage.setItem('mp_token_mixpanel', '{}');
  await clearAnalyticsIdentity();
  expect(mixpanel.reset).toHaveBeenCalledOnce();
});

it('never breaks the console', async () => {
  configureAnalytics('token');
  mixpanel.identify.mockImplementationOnce(() => {
    throw new Error('blocked');
  });
  await expect(identifyAnalytics(ada)).resolves.toBeUndefined();
});
