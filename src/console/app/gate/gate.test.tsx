import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dropToken } from '../../api/auth-token.ts';
import { configureApi } from '../../api/config.ts';
import { forgetSession } from '../../api/session.ts';
import { json, problem, stubFetch } from '../../api/testing.ts';
import * as analytics from '../../modules/analytics/analytics.ts';
import { useOnboardingStore } from '../../modules/onboarding/onboarding-store.ts';
import { useSignupStore } from '../../modules/onboarding/signup-store.ts';
import { useSelectionStore } from '../../modules/selection/selection-store.ts';
import { forgetUser } from '../../modules/user/user-store.ts';
import { renderConsole, renderOnce } from '../../ui/testing.tsx';
import { Gate } from './gate.tsx';

const order: string[] = [];
vi.spyOn(analytics, 'clearAnalyticsIdentity').mockImplementation(async () => {
  order.push('analytics cleared');
});
vi.spyOn(analytics, 'identifyAnalytics').mockImplementation(async (identity) => {
  order.push(`identified ${Object.values(identity).join(' ')}`);
});

const page = (results: unknown[]) =>
  json({ results, pagination: { has_next: false, next_cursor: null } });
const user = {
  id: 'u',
  email: 'ada@example.com',
  name: 'Ada',
  avatar_url: null,
  is_onboarding: false,
};
const project = { id: 'p', org_id: 'o', name: 'Desk' };

const world = (more: Record<string, Response> = {}) => ({
  'GET /identity/sessions/whoami': json({ id: 's' }),
  'GET /api/v1/user': json(user),
  'GET /api/v1/org': page([{ id: 'o' }]),
  'GET /api/v1/user/shared': page([]),
  'GET /api/v1/org/o/project': page([project]),
  'GET /api/v1/org/o/project/p': json(project),
  'GET /api/v1/org/o/task': page([{ id: 't' }]),
  ...more,
});

beforeEach(() => {
  order.length = 0;
  configureApi({ apiBaseUrl: '/api/v1', identityUrl: '/identity', authMethod: 'cookie' });
  useSelectionStore.setState({ projectId: 'NO_SELECTED_PROJECT', orgId: 'NO_SELECTED_PROJECT' });
  useSignupStore.getState().clear();
});

afterEach(() => {
  forgetSession();
  dropToken();
  forgetUser();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function open(at: string, routes = world(), path = '*') {
  const fetch = stubFetch(routes);
  const gate = <Gate>{(instead) => instead ?? <p>Inside</p>}</Gate>;
  const result = renderConsole(gate, {
    at,
    path,
    routes: [
      { path: '/auth/login', element: <p>Sign in</p> },
      ...(path === '*' ? [] : [{ path: '*', element: gate }]),
    ],
  });
  const address = () => {
    const { pathname, search } = result.router.state.location;
    return pathname + search;
  };
  const go = (to: string) => act(() => result.router.navigate(to));
  return { ...fetch, address, go };
}

describe('the gate', () => {
  it('shows a full-screen loader until the project is loaded', async () => {
    open('/settings/profile');
    expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy();
    expect(screen.queryByText('Inside')).toBeNull();
    expect(await screen.findByText('Inside')).toBeTruthy();
    expect(useSelectionStore.getState()).toMatchObject({ projectId: 'p', orgId: 'o' });
    expect(order).toEqual(['identified u ada@example.com Ada o p']);
  });

  it('requests the session, the user and the stored project at the same time', async () => {
    renderOnce();
    useSelectionStore.setState({ projectId: 'p', orgId: 'o' });
    const never = {
      'GET /identity/sessions/whoami': (() => new Promise(() => undefined)) as never,
    };
    const { calls } = open('/projects/p/tasks', world(never));
    await waitFor(() => expect(calls).toHaveLength(4));
    expect(calls.map(({ path }) => path).sort()).toEqual([
      '/api/v1/org/o/project/p',
      '/api/v1/org/o/task',
      '/api/v1/user',
      '/identity/sessions/whoami',
    ]);
  });

  it('sends visitors to sign-in and back, clearing the analytics identity first', async () => {
    const out = problem(401, 'unauthenticated');
    const { address } = open(
      '/projects/p/tasks?q=a',
      world({ 'GET /identity/sessions/whoami': out, 'GET /api/v1/user': out }),
    );
    expect(await screen.findByText('Sign in')).toBeTruthy();
    expect(address()).toBe('/auth/login?return_to=%2Fprojects%2Fp%2Ftasks%3Fq%3Da');
    expect(order).toEqual(['analytics cleared']);
  });

  it('asks for the second factor when the session lacks it', async () => {
    const { address } = open('/', world({ 'GET /identity/sessions/whoami': problem(403) }));
    expect(await screen.findByText('Sign in')).toBeTruthy();
    expect(address()).toBe('/auth/login?aal=aal2');
  });

  it('shows an error when identity is unreachable, with Retry', async () => {
    const { count } = open('/', world({ 'GET /identity/sessions/whoami': problem(503) }));
    (await screen.findByRole('button', { name: 'Retry' })).click();
    await waitFor(() => expect(count('/identity/sessions/whoami')).toBe(2));
  });

  it.each([
    ['failed', problem(500), 'Retry'],
    ['found none', page([]), 'Sign out'],
  ])(
    'goes on looking for a project after the first attempt %s, without a change of the screen',
    async (_, first, button) => {
      let orgs: () => Promise<Response> = async () => first.clone();
      const { count } = open('/', world({ 'GET /api/v1/org': (() => orgs()) as never }));
      // Polls come every 2000 ms. Faked timers hung here in some runs of all tests; the cause is unknown.
      const another = async (before: number) => {
        await waitFor(() => expect(count('/api/v1/org')).toBeGreaterThan(before));
        return count('/api/v1/org');
      };
      const seen = await screen.findByRole('button', { name: button });
      const once = await another(count('/api/v1/org'));
      const answer = Promise.withResolvers<Response>();
      orgs = () => answer.promise;
      await another(once);
      expect(seen.isConnected).toBe(true);
      orgs = async () => page([{ id: 'o' }]);
      answer.resolve(page([{ id: 'o' }]));
      expect(await screen.findByText('Inside')).toBeTruthy();
      const found = count('/api/v1/org');
      await new Promise((resolve) => setTimeout(resolve, 2500));
      expect(count('/api/v1/org')).toBe(found);
    },
  );

  it('shows the fallback project in the frame when the project in the URL does not exist', async () => {
    open('/projects/gone/tasks');
    expect(await screen.findByText('Project not found')).toBeTruthy();
  });

  it('lets someone without a project create an organisation', async () => {
    open('/', world({ 'GET /api/v1/org/o/project': page([]) }));
    expect(await screen.findByText('No project yet')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Create organisation' })).toBeTruthy();
  });
});

describe('onboarding', () => {
  const onboarding = () => useOnboardingStore.getState();
  const choose = () =>
    useOnboardingStore.setState({
      selectedTasks: [{ name: 'A', selected: true }],
      assistantToolMethod: 'describe',
      onboarding: true,
    });

  it.each([
    ['the flag', { 'GET /api/v1/user': json({ ...user, is_onboarding: true }) }],
    ['a first page without an id', { 'GET /api/v1/org/o/task': page([]) }],
  ])('is entered by %s', async (_, routes) => {
    const { address } = open('/projects/p/tasks', world(routes));
    expect(await screen.findByText('Inside')).toBeTruthy();
    expect(address()).toBe('/onboarding');
    expect(onboarding().onboarding).toBe(true);
  });

  it('is not entered from a link to something in a project', async () => {
    const path = '/projects/:projectId/chats/:chatId?';
    const empty = () => world({ 'GET /api/v1/org/o/task': page([]) });
    const { address } = open('/projects/p/chats/c', empty(), path);
    expect(await screen.findByText('Inside')).toBeTruthy();
    expect(address()).toBe('/projects/p/chats/c');
  });

  it('leaves a link to something as it is, and keeps the template for the next arrival', async () => {
    choose();
    useSignupStore.getState().choose('sql');
    const path = '/projects/:projectId/chats/:chatId?';
    const { address, go } = open('/projects/p/chats/c', world(), path);
    expect(await screen.findByText('Inside')).toBeTruthy();
    expect(address()).toBe('/projects/p/chats/c');
    expect(useSignupStore.getState().template).toBe('sql');
    expect(onboarding().selectedTasks).toHaveLength(1);
    await go('/projects/p/chats');
    await waitFor(() => expect(address()).toBe('/templates?template=sql'));
    expect(onboarding().selectedTasks).toEqual([]);
  });

  it('is not entered when the first page failed', async () => {
    const { address } = open(
      '/projects/p/tasks',
      world({ 'GET /api/v1/org/o/task': problem(500) }),
    );
    expect(await screen.findByText('Inside')).toBeTruthy();
    expect(address()).toBe('/projects/p/tasks');
  });

  it('keeps the selection during onboarding', async () => {
    choose();
    open('/onboarding', world({ 'GET /api/v1/org/o/task': page([]) }));
    expect(await screen.findByText('Inside')).toBeTruthy();
    expect(onboarding().selectedTasks).toHaveLength(1);
  });

  it('resets the selection on the first arrival anywhere else', async () => {
    choose();
    const { address } = open('/projects/p/runs');
    expect(await screen.findByText('Inside')).toBeTruthy();
    await waitFor(() => expect(onboarding().selectedTasks).toEqual([]));
    expect(onboarding()).toMatchObject({ assistantToolMethod: null, onboarding: false });
    expect(address()).toBe('/projects/p/runs');
  });

  it('opens the template chosen at sign-up, once', async () => {
    useSignupStore.getState().choose('support bot', ['support']);
    const { address } = open('/projects/p/tasks');
    await waitFor(() => expect(address()).toBe('/templates?template=support%20bot'));
    expect(useSignupStore.getState()).toMatchObject({ template: null, templateTags: [] });
  });

  it('leads afterwards to the template that the person came for', async () => {
    const { address, go } = open(
      '/templates?template=sql&tag=Data',
      world({ 'GET /api/v1/user': json({ ...user, is_onboarding: true }) }),
    );
    await waitFor(() => expect(address()).toBe('/onboarding'));
    expect(await screen.findByText('Inside')).toBeTruthy();
    expect(useSignupStore.getState()).toMatchObject({ template: 'sql', templateTags: ['Data'] });
    await go('/projects/p/tasks/t?tab=api');
    await waitFor(() => expect(address()).toBe('/templates?template=sql'));
    expect(useSignupStore.getState()).toMatchObject({ template: null, templateTags: [] });
    expect(JSON.parse(localStorage.getItem('signup') ?? '').state.template).toBeNull();
    await go('/projects/p/tasks');
    expect(address()).toBe('/projects/p/tasks');
  });

  it('leads to the template also when it ends at a task', async () => {
    useSignupStore.getState().choose('sql');
    // One route, as in the app, where the gate stays while pages change.
    const path = '/:projectId/p?/tasks?/:taskId?';
    const { address, go } = open('/onboarding', world(), path);
    expect(await screen.findByText('Inside')).toBeTruthy();
    await go('/projects/p/tasks/t');
    await waitFor(() => expect(address()).toBe('/templates?template=sql'));
  });

  it('can be left, and is entered again when another organisation without tasks is selected', async () => {
    const { address, go } = open(
      '/projects/p/tasks',
      world({
        'GET /api/v1/org': page([{ id: 'o' }, { id: 'o2' }]),
        'GET /api/v1/org/o2/project/p2': json({ id: 'p2', org_id: 'o2', name: 'Other' }),
        'GET /api/v1/org/o2/task': page([]),
      }),
    );
    expect(await screen.findByText('Inside')).toBeTruthy();
    expect(address()).toBe('/projects/p/tasks');
    for (let times = 0; times < 2; times += 1) {
      await go('/projects/p2/tasks');
      await waitFor(() => expect(address()).toBe('/onboarding'));
      expect(order.at(-1)).toBe('identified u ada@example.com Ada o2 p2');
      await go('/projects/p2/tasks');
      expect(await screen.findByText('Inside')).toBeTruthy();
      expect(address()).toBe('/projects/p2/tasks');
      await go('/projects/p/tasks');
      expect(await screen.findByText('Inside')).toBeTruthy();
      expect(address()).toBe('/projects/p/tasks');
    }
  });

  it('is not entered again once the organisation has a task', async () => {
    let tasks: unknown[] = [];
    const { address, go } = open(
      '/projects/p2/tasks',
      world({
        'GET /api/v1/org': page([{ id: 'o' }, { id: 'o2' }]),
        'GET /api/v1/org/o2/project/p2': json({ id: 'p2', org_id: 'o2', name: 'Other' }),
        'GET /api/v1/org/o2/task': (() => page(tasks)) as never,
      }),
    );
    await waitFor(() => expect(address()).toBe('/onboarding'));
    tasks = [{ id: 't2' }];
    await go('/projects/p/tasks');
    expect(await screen.findByText('Inside')).toBeTruthy();
    await go('/projects/p2/tasks');
    expect(await screen.findByText('Inside')).toBeTruthy();
    expect(address()).toBe('/projects/p2/tasks');
  });
});
