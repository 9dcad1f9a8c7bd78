import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeApi, renderInApp } from '#console/modules/run/testing-render.tsx';
import { useUserStore } from '#console/modules/user/user-store.ts';
import type { RejectedCallGroup, User } from '#generated/model/index.ts';
import { RejectedListPage } from './rejected-list-page.tsx';

const group = (parts: Partial<RejectedCallGroup> = {}): RejectedCallGroup => ({
  id: 'rejected_1',
  task_id: 'task_1',
  task_name: 'Review sentiment',
  target: null,
  revision: 2,
  source: 'api',
  caller: { type: 'api_key', id: 'key_1', name: 'Backend' },
  code: 'invalid_request',
  status: 400,
  pointers: ['/inputs/tone', '/inputs/*'],
  calls: 1204,
  first_at: '2026-11-20T09:00:00Z',
  last_at: '2026-11-20T11:30:00Z',
  last_request_id: 'req_1',
  ...parts,
});

function show(path: string, results: RejectedCallGroup[]) {
  const calls = fakeApi(({ url }) =>
    url.includes('/run/rejected')
      ? Response.json({ results, pagination: { has_next: false, next_cursor: null } })
      : undefined,
  );
  const app = renderInApp(<RejectedListPage />, { path });
  const lists = () =>
    calls
      .filter(({ url }) => url.includes('/run/rejected'))
      .map(({ url }) => Object.fromEntries(new URLSearchParams(url.split('?')[1])));
  return { ...app, lists };
}

beforeEach(() => useUserStore.setState({ user: { id: 'user_1' } as User }));
afterEach(() => vi.unstubAllGlobals());

describe('the list of rejected calls', () => {
  it('shows callers, counts and reasons, and applies the filters of the URL', async () => {
    const { lists } = show('/?task=task_1&caller=key_1&code=invalid_request&from=2026-11-20', [
      group(),
      group({ id: 'rejected_2', target: 'staging', revision: null, pointers: [] }),
    ]);
    const row = within(
      (await screen.findByText('tone, unknown input')).closest('[role=row]') as never,
    );
    for (const text of ['400', 'Invalid request', 'Review sentiment', 'r2', 'Backend', '1,204'])
      expect(row.getByText(text)).toBeTruthy();
    expect(screen.getByText('staging')).toBeTruthy();
    expect(lists()[0]).toMatchObject({
      task_id: 'task_1',
      caller_id: 'key_1',
      code: 'invalid_request',
      called_after: new Date(2026, 10, 20).toISOString(),
    });
  });

  it('opens a group from the URL, with advice and links, and moves on with J', async () => {
    const other = group({ id: 'rejected_2', code: 'rate_limited', status: 429 });
    const { search } = show('/?group=rejected_1', [group(), other]);
    const name = 'Rejected calls: Invalid request';
    const drawer = within(await screen.findByRole('dialog', { name }));
    expect(drawer.getByText(/don't match the revision's variables/)).toBeTruthy();
    const href = (link: string) => drawer.getByRole('link', { name: link }).getAttribute('href');
    expect(href('Review sentiment')).toBe('/projects/project_1/tasks/task_1');
    expect(href('Runs of this caller')).toBe('/projects/project_1/runs?caller=key_1');
    expect(href('invalid_request in the docs')).toBe('/docs/errors#invalid_request');
    await userEvent.keyboard('j');
    await waitFor(() => expect(search()).toBe('?group=rejected_2'));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(search()).toBe(''));
  });

  it('has an empty state, and clears filters without matches', async () => {
    const { search } = show('/?code=not_found', []);
    expect(await screen.findByText('No rejected calls match these filters')).toBeTruthy();
    const [clear] = screen.getAllByRole('button', { name: 'Clear filters' });
    await userEvent.click(clear as HTMLElement);
    await waitFor(() => expect(search()).toBe(''));
    expect(await screen.findByText('No rejected calls')).toBeTruthy();
    const link = screen.getByRole('link', { name: 'View runs' });
    expect(link.getAttribute('href')).toBe('/projects/project_1/runs');
  });
});
