import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Project } from '#generated/model/index.ts';
import { configureApi } from '../../api/config.ts';
import { queryKeys } from '../../api/query/query-keys.ts';
import { json, problem, stubFetch } from '../../api/testing.ts';
import { renderConsole } from '../../ui/testing.tsx';
import { AccessWatch } from './access-watch.tsx';

const project = { id: 'p', org_id: 'o', name: 'Desk', role: 'editor' } as Project;
const path = 'GET /api/v1/org/o/project/p';
const routes: Record<string, Response> = {};

beforeEach(() => {
  configureApi({ apiBaseUrl: '/api/v1', identityUrl: '/identity', authMethod: 'cookie' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Lets ten seconds pass, and the response arrive, which takes real turns of the event loop. */
async function later(): Promise<void> {
  await act(async () => {
    await vi.advanceTimersByTimeAsync(10_000);
    for (let turn = 0; turn < 20; turn += 1) await new Promise((done) => setImmediate(done));
  });
}

function watch() {
  stubFetch(routes);
  return renderConsole(<AccessWatch project={project} />);
}

it('covers the page once access is lost, but not while the server fails', async () => {
  routes[path] = problem(500);
  watch();
  await later();
  expect(screen.queryByRole('alertdialog')).toBeNull();
  routes[path] = problem(404, 'not_found');
  await later();
  expect(screen.getByRole('alertdialog').textContent).toContain('removed you from Desk');
});

it('reads permissions again when the role changes', async () => {
  routes[path] = json({ ...project, role: 'member' });
  const { client } = watch();
  const key = queryKeys.permissions('project', 'p');
  client.setQueryData(key, { permissions: ['edit'], id: 'p', level: 'project' });
  await later();
  expect(client.getQueryState(key)?.isInvalidated).toBe(true);
  expect(screen.queryByRole('alertdialog')).toBeNull();
});
