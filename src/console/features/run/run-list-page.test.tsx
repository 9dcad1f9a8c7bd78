import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { problem } from '#console/api/testing.ts';
import { fakeRun, fakeStep } from '#console/modules/run/testing.ts';
import { fakeApi, renderInApp, type SentCall } from '#console/modules/run/testing-render.tsx';
import { useUserStore } from '#console/modules/user/user-store.ts';
import { renderOnce } from '#console/ui/testing.tsx';
import type { User } from '#generated/model/index.ts';
import { useViewStore } from './filters/saved-views.ts';
import { RunListPage } from './run-list-page.tsx';

const runs = [
  fakeRun({ id: 'run_2', task_name: 'Second', inputs: { review: 'two' } }),
  fakeRun({ id: 'run_1', task_name: 'First', inputs: { review: 'one' } }),
];
const page = (results: unknown[]) =>
  Response.json({ results, pagination: { has_next: false, next_cursor: null } });

function respond({ url }: SentCall): Response | undefined {
  const path = url.split('?')[0] ?? '';
  if (path.endsWith('/step')) return page([fakeStep({ input: { secret: 'deep' } })]);
  const run = runs.find(({ id }) => path.endsWith(`/run/${id}`));
  if (run) return Response.json(run);
  return path.endsWith('/run') ? page(runs) : undefined;
}

function show(path: string, reply: (call: SentCall) => Response | undefined = respond) {
  const calls = fakeApi(reply);
  const app = renderInApp(<RunListPage />, { path });
  const lists = () =>
    calls
      .filter(({ url }) => url.includes('/run?') && !url.includes('created_after'))
      .map(({ url }) => new URLSearchParams(url.split('?')[1]));
  return { ...app, calls, lists };
}

beforeEach(() => useUserStore.setState({ user: { id: 'user_1' } as User }));
afterEach(() => {
  vi.unstubAllGlobals();
  useViewStore.setState({ byPlace: {} });
});

describe('the run list', () => {
  it('loads what the URL asks for', async () => {
    const { lists } = show(
      '/?status=failed&status=cancelled&source=api&q=lamp&task=task_1&revision=3',
    );
    await screen.findByText('Second');
    expect(lists()[0]?.getAll('status')).toEqual(['failed', 'cancelled']);
    expect(Object.fromEntries(lists()[0] ?? [])).toMatchObject({
      q: 'lamp',
      source: 'api',
      task_id: 'task_1',
      revision: '3',
    });
    expect(screen.getByRole('searchbox')).toHaveProperty('value', 'lamp');
    expect(screen.getByRole('button', { name: 'Failed, Cancelled' })).toBeTruthy();
  });

  it('saves the filters as a view and restores them', async () => {
    const { search, lists } = show('/?valid=no&caller=key_1');
    await screen.findByText('Second');
    expect(Object.fromEntries(lists()[0] ?? [])).toMatchObject({
      output_valid: 'false',
      caller_id: 'key_1',
    });
    await userEvent.click(screen.getByRole('button', { name: 'Views' }));
    await userEvent.type(
      await screen.findByRole('textbox', { name: 'View name' }),
      'Broken{Enter}',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(search()).toBe(''));
    await userEvent.click(screen.getByRole('button', { name: 'Views' }));
    await userEvent.click(await screen.findByRole('link', { name: 'Broken' }));
    await waitFor(() => expect(search()).toBe('?valid=no&caller=key_1'));
    expect(screen.getByRole('button', { name: 'Broken' })).toBeTruthy();
  });

  it('exports the filtered runs', async () => {
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const { calls } = show('/?status=failed&q=lamp');
    await screen.findByText('Second');
    await userEvent.click(screen.getByRole('button', { name: 'Export runs' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: /CSV/ }));
    await waitFor(() => {
      const url = calls.find((call) => call.url.includes('/run/export'))?.url ?? '';
      expect(Object.fromEntries(new URLSearchParams(url.split('?')[1]))).toEqual({
        format: 'csv',
        status: 'failed',
        q: 'lamp',
      });
    });
  });

  it('writes a selected filter into the URL and reloads', async () => {
    const { search, lists } = show('/');
    await screen.findByText('Second');
    await userEvent.click(screen.getByRole('button', { name: 'Any status' }));
    await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Failed' }));
    await waitFor(() => expect(search()).toBe('?status=failed'));
    await waitFor(() => expect(lists().at(-1)?.getAll('status')).toEqual(['failed']));
  });

  it('says when no runs match, and clears the filters', async () => {
    const { search } = show('/?q=nothing', ({ url }) =>
      url.includes('/run?') ? page([]) : undefined,
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(search()).toBe(''));
  });

  it('reports no matches only after all runs were searched', async () => {
    renderOnce();
    const shown: boolean[] = [];
    const { lists } = show('/?q=rare', ({ url }) => {
      if (!url.includes('/run?') || url.includes('created_after')) return undefined;
      const cursor = new URLSearchParams(url.split('?')[1]).get('cursor') ?? 'newest';
      shown.push(screen.queryByText('Searching older runs…') !== null);
      shown.push(screen.queryByText('No runs match these filters') !== null);
      const next = { newest: 'older', older: 'oldest' }[cursor] ?? null;
      const pagination = { has_next: next !== null, next_cursor: next };
      return Response.json({ results: [], pagination });
    });
    expect(await screen.findByText('No runs match these filters')).toBeTruthy();
    expect(lists().map((query) => query.get('cursor'))).toEqual([null, 'older', 'oldest']);
    expect(shown).toEqual([false, false, true, false, true, false]);
  });

  it('shows the error and retries', async () => {
    let broken = true;
    show('/', (call) =>
      broken && call.url.includes('/run?') ? problem(503, 'unavailable') : respond(call),
    );
    const retry = await screen.findByRole('button', { name: 'Retry' });
    broken = false;
    await userEvent.click(retry);
    expect(await screen.findByText('Second')).toBeTruthy();
  });
});

describe('the run drawer', () => {
  it("opens from the URL with the trace, and renders a step's data when it is expanded", async () => {
    show('/?run=run_1');
    const drawer = within(await screen.findByRole('dialog', { name: 'Run of First' }));
    expect(await drawer.findByText('one')).toBeTruthy();
    expect(drawer.queryByText(/deep/)).toBeNull();
    await userEvent.click(await drawer.findByRole('button', { name: /^Model/ }));
    expect(drawer.getByText(/deep/)).toBeTruthy();
  });

  it('goes to the next and previous run with J and K, and closes with Escape', async () => {
    const { search } = show('/?run=run_2');
    await screen.findByRole('dialog', { name: 'Run of Second' });
    await screen.findByText('First');
    await userEvent.keyboard('j');
    await waitFor(() => expect(search()).toBe('?run=run_1'));
    await userEvent.keyboard('k');
    await waitFor(() => expect(search()).toBe('?run=run_2'));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it("opens the editor with the run's inputs", async () => {
    show('/?run=run_1');
    const drawer = within(await screen.findByRole('dialog', { name: 'Run of First' }));
    const link = drawer.getByRole('link', { name: 'Open in editor' });
    expect(link.getAttribute('href')).toBe('/projects/project_1/tasks/task_1?tab=run&inputs=run_1');
  });

  it.each([
    ['assist', "Assistant runs can't be re-run here."],
    ['compose', 'Run the step again in its article.'],
  ] as const)(
    "offers nothing for a run by %s, whose task isn't the project's",
    async (source, why) => {
      const run = fakeRun({ id: 'run_4', task_name: 'Writer', source });
      show('/?run=run_4', (call) =>
        call.url.endsWith('/run/run_4') ? Response.json(run) : respond(call),
      );
      const drawer = within(await screen.findByRole('dialog', { name: 'Run of Writer' }));
      expect(drawer.getByText(why)).toBeTruthy();
      expect(drawer.queryByRole('link', { name: 'Open in editor' })).toBeNull();
      expect(drawer.queryByRole('button', { name: 'Run again' })).toBeNull();
    },
  );

  it('runs the same revision again with the same inputs, in the background', async () => {
    const started = fakeRun({ id: 'run_3', task_name: 'Third' });
    const { calls, search } = show('/?run=run_1', (call) => {
      if (call.method === 'POST' && call.url.endsWith('/task/task_1/run'))
        return Response.json(started, { status: 202 });
      return call.url.endsWith('/run/run_3') ? Response.json(started) : respond(call);
    });
    const drawer = within(await screen.findByRole('dialog', { name: 'Run of First' }));
    await userEvent.click(await drawer.findByRole('button', { name: 'Run again' }));
    await waitFor(() => expect(search()).toBe('?run=run_3'));
    const call = calls.find(({ method, url }) => method === 'POST' && url.endsWith('/run'));
    expect(call?.body).toEqual({ inputs: { review: 'one' }, revision: '3' });
    expect(call?.headers.get('prefer')).toBe('respond-async');
  });

  it("says when a run doesn't exist", async () => {
    show('/?run=run_9', (call) =>
      call.url.includes('/run/run_9') ? problem(404, 'not_found') : respond(call),
    );
    expect(await screen.findByText('Not found')).toBeTruthy();
  });
});
