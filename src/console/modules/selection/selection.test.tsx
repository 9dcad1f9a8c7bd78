import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Org, Project } from '#generated/model/index.ts';
import { configureApi } from '../../api/config.ts';
import { createQueryClient } from '../../api/query/query-client.ts';
import { json, problem, stubFetch } from '../../api/testing.ts';
import { renderOnce } from '../../ui/testing.tsx';
import { lastProject, rememberProject } from './last-project.ts';
import { projectToOpen } from './open-org.ts';
import { resolveSelection, type SelectionSource } from './resolve-selection.ts';
import { selectionSource } from './selection-source.ts';
import { useSelectionStore } from './selection-store.ts';
import { useSelection } from './use-selection.ts';

const none = { projectId: 'NO_SELECTED_PROJECT', orgId: 'NO_SELECTED_PROJECT' };
const project = (id: string, org_id: string) => ({ id, org_id, name: id }) as Project;

/** Organisations with their projects, in order. */
function source(world: Record<string, string[]>): SelectionSource {
  const has = (orgId: string, id: string) => world[orgId]?.includes(id) ?? false;
  return {
    project: async (orgId, id) => (has(orgId, id) ? project(id, orgId) : null),
    firstProject: async (orgId) => {
      const first = world[orgId]?.[0];
      return first === undefined ? null : project(first, orgId);
    },
    sharedProject: async () => null,
    async *orgs() {
      for (const id of Object.keys(world)) yield { id } as Org;
    },
  };
}

describe('the active project', () => {
  const world = { o1: [], o2: ['p2', 'p3'], o3: ['p4'] };
  const resolve = (stored: { projectId: string; orgId: string }, url?: string) =>
    resolveSelection(source(world), stored, url).then(({ selection }) => selection);

  it('is the stored one', async () => {
    expect(await resolve({ projectId: 'p3', orgId: 'o2' })).toEqual({
      projectId: 'p3',
      orgId: 'o2',
    });
  });

  it.each(['', 'NO_SELECTED_PROJECT', 'gone'])(
    'else is the first of the selected organisation (stored: "%s")',
    async (projectId) => {
      expect(await resolve({ projectId, orgId: 'o3' })).toEqual({ projectId: 'p4', orgId: 'o3' });
    },
  );

  it('is otherwise the first of the first organisation with a project', async () => {
    expect(await resolve(none)).toEqual({ projectId: 'p2', orgId: 'o2' });
    expect(await resolve({ projectId: 'x', orgId: 'o1' })).toEqual({
      projectId: 'p2',
      orgId: 'o2',
    });
    expect(await resolve({ projectId: 'x', orgId: 'gone' })).toEqual({
      projectId: 'p2',
      orgId: 'o2',
    });
  });

  it('is null with empty ids if there is no project', async () => {
    const { selection, project } = await resolveSelection(source({ o1: [] }), none);
    expect(selection).toEqual({ projectId: '', orgId: '' });
    expect(project).toBeNull();
  });

  it('is the one in the URL, if there is one, in any organisation', async () => {
    expect(await resolve({ projectId: 'p2', orgId: 'o2' }, 'p4')).toEqual({
      projectId: 'p4',
      orgId: 'o3',
    });
  });

  it('is the one in the URL, even if another one of its organisation is stored', async () => {
    expect(await resolve({ projectId: 'p2', orgId: 'o2' }, 'p3')).toEqual({
      projectId: 'p3',
      orgId: 'o2',
    });
  });

  it('may be anywhere in a long list, since it is asked for by its id', async () => {
    const many = source({ o1: Array.from({ length: 250 }, (_, at) => `p${at}`) });
    const stored = { projectId: 'p249', orgId: 'o1' };
    expect((await resolveSelection(many, stored)).selection).toEqual(stored);
    const linked = await resolveSelection(many, none, 'p180');
    expect(linked.selection).toEqual({ projectId: 'p180', orgId: 'o1' });
  });

  it('is the fallback when the one in the URL does not exist, which is reported', async () => {
    const stored = { projectId: 'p3', orgId: 'o2' };
    const resolved = await resolveSelection(source(world), stored, 'gone');
    expect(resolved.selection).toEqual(stored);
    expect(resolved.urlProjectMissing).toBe(true);
  });
});

describe('the stored selection', () => {
  beforeEach(() => {
    configureApi({ apiBaseUrl: '/api/v1', identityUrl: '/identity', authMethod: 'cookie' });
    useSelectionStore.setState(none);
  });

  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('starts with the placeholder and is stored under active-project', () => {
    expect(useSelectionStore.getInitialState()).toMatchObject(none);
    useSelectionStore.getState().select({ projectId: 'p', orgId: 'o' });
    expect(JSON.parse(localStorage.getItem('active-project') ?? '')).toMatchObject({
      state: { projectId: 'p', orgId: 'o' },
    });
  });

  it('is remembered for each organisation', () => {
    const { select } = useSelectionStore.getState();
    select({ projectId: 'p1', orgId: 'o1' });
    select({ projectId: 'p2', orgId: 'o2' });
    select({ projectId: 'p3', orgId: 'o2' });
    expect([lastProject('o1'), lastProject('o2'), lastProject('o3')]).toEqual(['p1', 'p3', null]);
  });

  it('is remembered only as well as the browser can', () => {
    const blocked = () => {
      throw new DOMException('blocked', 'SecurityError');
    };
    vi.stubGlobal('localStorage', { setItem: blocked, getItem: blocked });
    rememberProject('o1', 'p1');
    expect(lastProject('o1')).toBeNull();
  });

  it('is, in a chosen organisation, the last one there, or else its first', async () => {
    const client = createQueryClient(() => undefined);
    const { signal } = new AbortController();
    const open = async (orgId: string) => (await projectToOpen(client, orgId, signal))?.id ?? null;
    const routes: Record<string, Response> = {
      'GET /api/v1/org/o1/project': page([{ id: 'p1', org_id: 'o1' }]),
      'GET /api/v1/org/o1/project/p150': json({ id: 'p150', org_id: 'o1' }),
      'GET /api/v1/org/o2/project': page([]),
    };
    stubFetch(routes);
    expect(await open('o1')).toBe('p1');
    rememberProject('o1', 'p150');
    expect(await open('o1')).toBe('p150');
    // It has been deleted since, though it is still cached.
    routes['GET /api/v1/org/o1/project/p150'] = problem(404, 'not_found');
    expect(await open('o1')).toBe('p1');
    expect(await open('o2')).toBeNull();
  });

  it('comes from own organisations before those in which projects are shared', async () => {
    const client = createQueryClient(() => undefined);
    const byMembership: Record<string, Response> = {
      member: page([{ id: 'o2' }]),
      shared: page([{ id: 'o1' }]),
    };
    const { calls } = stubFetch({
      'GET /api/v1/org': () => {
        const membership = calls.at(-1)?.url.searchParams.get('membership');
        return byMembership[membership ?? ''] ?? problem(400);
      },
      'GET /api/v1/org/o1/project': page([{ id: 'p1', org_id: 'o1' }]),
      'GET /api/v1/org/o2/project': page([{ id: 'p2', org_id: 'o2' }]),
    });
    const found = selectionSource(client, new AbortController().signal);
    expect((await resolveSelection(found, none)).selection).toEqual({
      projectId: 'p2',
      orgId: 'o2',
    });
  });

  function resolveIn(client: QueryClient) {
    const wrapper = ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    );
    return renderHook(() => useSelection(undefined, true), { wrapper });
  }
  const page = (results: unknown[]) =>
    json({ results, pagination: { has_next: false, next_cursor: null } });

  it('is polled every 2000 ms while there is no project', async () => {
    renderOnce();
    vi.useFakeTimers();
    const routes: Record<string, Response> = {
      'GET /api/v1/org': page([{ id: 'o1' }]),
      'GET /api/v1/org/o1/project': page([]),
    };
    const { count, calls } = stubFetch(routes);
    const { result } = resolveIn(createQueryClient(() => undefined));
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(result.current.data?.project).toBeNull();
    expect(useSelectionStore.getState()).toMatchObject({ projectId: '', orgId: '' });
    expect(calls[0]?.url.searchParams.get('page_limit')).toBe('25');

    await act(() => vi.advanceTimersByTimeAsync(1900));
    // Their own organisations, then those in which projects are shared.
    const memberships = calls
      .filter(({ path }) => path === '/api/v1/org')
      .map(({ url }) => url.searchParams.get('membership'));
    expect(memberships).toEqual(['member', 'shared']);
    await act(() => vi.advanceTimersByTimeAsync(200));
    expect(count('/api/v1/org')).toBe(4);

    routes['GET /api/v1/org/o1/project'] = page([{ id: 'p1', org_id: 'o1' }]);
    await act(() => vi.advanceTimersByTimeAsync(2000));
    expect(useSelectionStore.getState()).toMatchObject({ projectId: 'p1', orgId: 'o1' });
    const requests = count('/api/v1/org');
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(count('/api/v1/org')).toBe(requests);
  });

  it('survives an unreachable server', async () => {
    // Reading a response takes real turns of the event loop, so it must keep running.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    useSelectionStore.setState({ projectId: 'p1', orgId: 'o1' });
    stubFetch({ 'GET /api/v1/org/o1/project/p1': problem(500) });
    const { result } = resolveIn(createQueryClient(() => undefined));
    for (let turn = 0; turn < 200 && !result.current.error; turn += 1) {
      await act(async () => {
        await new Promise((resolve) => setImmediate(resolve));
        await vi.advanceTimersByTimeAsync(500);
      });
    }
    expect(result.current.error).toMatchObject({ status: 500 });
    expect(useSelectionStore.getState()).toMatchObject({ projectId: 'p1', orgId: 'o1' });
  });
});
