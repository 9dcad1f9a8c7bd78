import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { problem } from '#console/api/testing.ts';
import { fakeDefinition, fakeTask } from '#console/modules/run/testing.ts';
import { fakeApi, renderInApp, type SentCall } from '#console/modules/run/testing-render.tsx';
import { toast } from '#console/ui/feedback/toast.ts';
import { MESSAGES } from '#core/messages.ts';
import { getGetTaskQueryKey } from '#generated/api/task/task.ts';
import type { TaskComparison, TaskRevision, TaskRevisionSummary } from '#generated/model/index.ts';
import { RevisionsPanel } from './revisions-panel.tsx';

const task = fakeTask();
const base = { task_id: task.id, author: task.created_by, created_at: task.created_at };
const stats = { runs: 21, mean_cost: 61.5, mean_latency_ms: 840, valid_rate: 0.98 };
const summary = (number: number): TaskRevisionSummary => ({
  ...base,
  number,
  note: `Note ${number}`,
  is_active: number === 3,
  stats:
    number === 4 ? { runs: 0, mean_cost: null, mean_latency_ms: null, valid_rate: null } : stats,
});
const revision = (number: number): TaskRevision => ({
  ...summary(number),
  definition: fakeDefinition({ user_prompt: `Prompt ${number} {review}` }),
  output_schema: {},
});

const compatible: TaskComparison = {
  task_id: task.id,
  base_revision: 3,
  next_revision: 4,
  verdict: 'compatible',
  changes: [],
  callers: [],
};
const breaking: TaskComparison = {
  ...compatible,
  verdict: 'breaking',
  changes: [
    {
      level: 'breaking',
      rule: 'value-refused-required',
      direction: 'request',
      path: ['tone'],
      message: '“tone” is now required',
      witness: { review: 'Fine.' },
    },
  ],
  callers: [
    {
      caller: { type: 'api_key', id: 'key_1', name: 'Production backend' },
      runs: 1200,
      checked_runs: 200,
      affected_runs: 40,
      rejected_calls: 12,
      elsewhere: ['staging'],
      last_run_at: task.created_at,
      last_rejected_at: null,
    },
    {
      caller: { type: 'api_key', id: 'key_2', name: 'Pinned backend' },
      runs: 0,
      checked_runs: 0,
      affected_runs: 0,
      rejected_calls: 0,
      elsewhere: ['3'],
      last_run_at: task.created_at,
      last_rejected_at: null,
    },
  ],
};
let comparison = compatible;

const undo = vi.spyOn(toast, 'undo');
const error = vi.spyOn(toast, 'error');

function show(path: string, activate: (call: SentCall) => Response, now = task) {
  const calls = fakeApi((call) => {
    const { url } = call;
    if (url.endsWith('/activate')) return activate(call);
    if (url.includes('/compare?')) return Response.json(comparison);
    const number = /\/revision\/(\d+)$/.exec(url)?.[1];
    if (number) return Response.json(revision(Number(number)));
    if (url.includes('/revision?')) {
      const results = [4, 3, 2].map(summary);
      return Response.json({ results, pagination: { has_next: false, next_cursor: null } });
    }
    return url.endsWith(`/task/${task.id}`) ? Response.json(now) : undefined;
  });
  const onRestore = vi.fn();
  const app = renderInApp(<RevisionsPanel task={task} onRestore={onRestore} />, { path });
  const known = () =>
    app.queryClient.getQueryData(getGetTaskQueryKey('org_1', 'project_1', task.id));
  const activations = () => calls.filter(({ url }) => url.endsWith('/activate'));
  return { ...app, calls, onRestore, known, activations };
}

const activated = (active_revision: number) => () => Response.json(fakeTask({ active_revision }));

async function activateNewest() {
  const item = await screen.findByRole('button', { name: 'Actions for revision 4' });
  const row = item.closest('li');
  if (!row) throw new Error('no row');
  await userEvent.click(within(row).getByRole('button', { name: 'Set active' }));
  return screen.findByRole('dialog', { name: 'Set revision 4 active?' });
}

beforeEach(() => {
  comparison = compatible;
  undo.mockClear();
  error.mockClear();
});

describe('the revision timeline', () => {
  it('shows each revision with its run statistics', async () => {
    show('/', activated(4));
    expect(await screen.findByText('Note 3')).toBeTruthy();
    expect(screen.getAllByText('Active')).toHaveLength(1);
    expect(
      screen.getAllByText('21 runs · 840 ms average · <$0.0001 per run · 98% valid'),
    ).toBeTruthy();
    expect(screen.getByText('Never run')).toBeTruthy();
  });

  it('opens a revision and restores it', async () => {
    const { search, onRestore } = show('/', activated(4));
    await userEvent.click(await screen.findByText('Note 2'));
    expect(search()).toBe('?revision=2');
    expect(await screen.findByText('Prompt 2 {review}')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Restore as draft' }));
    expect(onRestore).toHaveBeenCalledExactlyOnceWith(revision(2).definition, 2);
  });
});

describe('comparing two revisions', () => {
  it('shows a unified or split diff, whichever was used last', async () => {
    const path = '/?revision=2&against=3';
    const { unmount } = show(path, activated(4));
    expect(await screen.findByRole('textbox', { name: 'User prompt, r2 → r3' })).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: 'Split' }));
    const name = 'User prompt, r2 → r3: before';
    const before = await screen.findByRole('textbox', { name });
    expect(before.textContent).toContain('Prompt 2 {review}');
    expect(
      screen.getByRole('textbox', { name: 'User prompt, r2 → r3: after' }).textContent,
    ).toContain('Prompt 3 {review}');
    unmount();
    show(path, activated(4));
    expect(await screen.findByRole('textbox', { name })).toBeTruthy();
    localStorage.removeItem('diff-layout');
  });
});

describe('activating a revision', () => {
  it('names the replaced revision, sends it, and can be undone', async () => {
    const { activations, known } = show('/', (call) =>
      activated(call.url.includes('/revision/4/') ? 4 : 3)(),
    );
    const dialog = await activateNewest();
    expect(dialog.textContent).toContain('instead of 3');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Set active' }));
    await waitFor(() => expect(undo).toHaveBeenCalled());
    expect(activations()[0]?.url).toContain('/revision/4/activate');
    expect(activations()[0]?.body).toEqual({ replaces: 3 });
    expect(activations()[0]?.headers.get('idempotency-key')).toBeTruthy();
    expect(known()).toMatchObject({ active_revision: 4 });

    await undo.mock.calls[0]?.[1]();
    expect(activations()[1]?.url).toContain('/revision/3/activate');
    expect(activations()[1]?.body).toEqual({ replaces: 4, confirm: task.name });
    expect(known()).toMatchObject({ active_revision: 3 });
  });

  it("shows breaking changes and affected callers, and asks for the task's name", async () => {
    comparison = breaking;
    const { activations } = show('/', activated(4));
    const dialog = await activateNewest();
    // The verdict, and the level of the one change.
    expect(await within(dialog).findAllByText('Breaking')).toHaveLength(2);
    expect(dialog.textContent).toContain('“tone” is now required');
    expect(dialog.textContent).toContain('Accepted today, rejected after: {"review":"Fine."}');
    expect(dialog.textContent).toContain(
      'Production backend (API key)40 of the latest 200 calls affected (1,200 in total)',
    );
    const link = within(dialog).getByRole('link', { name: '12 calls rejected by r4' });
    expect(link.getAttribute('href')).toMatch(/\/runs\/rejected\?task=.+&caller=key_1$/);
    expect(dialog.textContent).toContain('Not affectedPinned backend (API key)pinned to r3');
    const go = within(dialog).getByRole('button', { name: 'Set active anyway' });
    expect(go).toHaveProperty('disabled', true);
    await userEvent.type(within(dialog).getByRole('textbox'), task.name);
    await userEvent.click(go);
    await waitFor(() => expect(undo).toHaveBeenCalled());
    expect(activations()[0]?.body).toEqual({ replaces: 3, confirm: task.name });
  });

  it("warns that all calls would fail when the model doesn't exist", async () => {
    comparison = { ...compatible, unavailable_model: 'openai/gone' };
    show('/', activated(4));
    const dialog = await activateNewest();
    expect((await within(dialog).findByRole('alert')).textContent).toContain('openai/gone');
  });

  it('replaces the revision it was compared with, even if the page is outdated', async () => {
    comparison = { ...compatible, base_revision: 2 };
    const { activations } = show('/', activated(4));
    const dialog = await activateNewest();
    expect(dialog.textContent).toContain('instead of 2');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Set active' }));
    await waitFor(() => expect(undo).toHaveBeenCalled());
    expect(activations()[0]?.body).toEqual({ replaces: 2 });
  });

  it('reports when another tab has already activated it', async () => {
    comparison = { ...compatible, base_revision: 4 };
    const info = vi.spyOn(toast, 'info');
    const { activations, known } = show('/', activated(4), fakeTask({ active_revision: 4 }));
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for revision 4' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Set active' }));
    await waitFor(() => expect(info).toHaveBeenCalled());
    expect(info.mock.calls[0]?.[0]).toContain('Someone else has already activated revision 4');
    expect(activations()).toHaveLength(0);
    expect(known()).toMatchObject({ active_revision: 4 });
  });

  it('does nothing when cancelled', async () => {
    const { activations } = show('/', activated(4));
    const dialog = await activateNewest();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(activations()).toHaveLength(0);
  });

  it('reports what someone else changed meanwhile, and shows it', async () => {
    const { known } = show(
      '/',
      () => problem(409, 'active_revision_changed'),
      fakeTask({ active_revision: 2 }),
    );
    const dialog = await activateNewest();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Set active' }));
    await waitFor(() => expect(error).toHaveBeenCalled());
    const text = error.mock.calls[0]?.[0];
    expect(text).toContain(MESSAGES.task.activate);
    expect(text).toContain('revision 2 is active now');
    expect(known()).toMatchObject({ active_revision: 2 });
  });

  it('fails with the specified message', async () => {
    show('/', () => problem(500, 'internal_error'));
    const dialog = await activateNewest();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Set active' }));
    await waitFor(() => expect(error).toHaveBeenCalledWith(MESSAGES.task.activate));
  });
});
