import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { problem } from '#console/api/testing.ts';
import { fakeTask } from '#console/modules/run/testing.ts';
import { fakeApi, renderInApp, type SentCall } from '#console/modules/run/testing-render.tsx';
import { toast } from '#console/ui/feedback/toast.ts';
import type { TaskComparison } from '#generated/model/index.ts';
import { RevisionsPanel } from '../revisions-panel.tsx';

const task = fakeTask({ environments: [{ name: 'production', revision: 3 }] });
const stats = { runs: 0, mean_cost: null, mean_latency_ms: null, valid_rate: null };
const { created_by: author, created_at } = task;
const summary = (number: number) => {
  const is_active = number === 3;
  return { task_id: task.id, author, created_at, number, note: '', is_active, stats };
};
const backend = { type: 'api_key', id: 'key_1', name: 'Production backend' };
const change = {
  level: 'breaking' as const,
  rule: 'value-refused-required',
  direction: 'request' as const,
  path: ['tone'],
  message: '“tone” is now required',
};
const comparison: TaskComparison = {
  task_id: task.id,
  // Another tab has pointed it to revision 2 in the meantime.
  base_revision: 2,
  next_revision: 4,
  verdict: 'breaking',
  changes: [change],
  callers: [],
};

const undo = vi.spyOn(toast, 'undo');
const error = vi.spyOn(toast, 'error');

function show(put: (call: SentCall) => Response = () => Response.json(task)) {
  const calls = fakeApi((call) => {
    const { url, method } = call;
    if (url.includes('/compare?')) return Response.json(comparison);
    if (url.includes('/use?')) {
      const callers = [
        { caller: backend, runs: 12, rejected_calls: 0, last_run_at: task.created_at },
      ];
      return Response.json({ callers });
    }
    if (url.includes('/environment/'))
      return method === 'PUT' ? put(call) : new Response(null, { status: 204 });
    if (url.includes('/revision?')) {
      const pagination = { has_next: false, next_cursor: null };
      return Response.json({ results: [4, 3].map(summary), pagination });
    }
    return url.endsWith(`/task/${task.id}`) ? Response.json(task) : undefined;
  });
  renderInApp(<RevisionsPanel task={task} onRestore={() => undefined} />);
  const writes = () =>
    calls.filter(({ url, method }) => url.includes('/environment/') && method !== 'GET');
  return { writes };
}

async function choose(number: number, item: RegExp) {
  await userEvent.click(
    await screen.findByRole('button', { name: `Actions for revision ${number}` }),
  );
  await userEvent.click(await screen.findByRole('menuitem', { name: item }));
}

async function confirmByName(title: string, label: string) {
  const dialog = await screen.findByRole('dialog', { name: title });
  expect(await within(dialog).findByText(/“tone” is now required/)).toBeTruthy();
  await userEvent.type(within(dialog).getByRole('textbox'), task.name);
  await userEvent.click(within(dialog).getByRole('button', { name: label }));
}

beforeEach(() => {
  undo.mockClear();
  error.mockClear();
});

it('pointing an environment to a revision replaces the compared one; Undo restores it', async () => {
  const { writes } = show();
  await choose(4, /Point production here/);
  await confirmByName('Point production to revision 4?', 'Change anyway');
  await waitFor(() => expect(undo).toHaveBeenCalled());
  expect(writes()[0]?.body).toEqual({ revision: 4, replaces: 2, confirm: task.name });
  await undo.mock.calls[0]?.[1]();
  expect(writes()[1]?.body).toEqual({ revision: 2, replaces: 4, confirm: task.name });
});

it('deleting an environment lists its callers, and can be undone', async () => {
  const { writes } = show();
  await choose(3, /Delete environment production/);
  const dialog = await screen.findByRole('dialog', { name: 'Delete environment production?' });
  expect(dialog.textContent).toContain('12 API calls in the last 7 days');
  expect(dialog.textContent).toContain('Production backend');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete environment' }));
  await waitFor(() => expect(undo).toHaveBeenCalled());
  expect(writes()[0]?.method).toBe('DELETE');
  await undo.mock.calls[0]?.[1]();
  expect(writes()[1]?.body).toEqual({ revision: 3, replaces: null, confirm: task.name });
});

it('recreating a deleted environment that is still called requires typing the name', async () => {
  const { writes } = show(({ body }) =>
    (body as { confirm?: string }).confirm === undefined
      ? problem(409, 'contract_breaks', { changes: [change] })
      : Response.json(task),
  );
  await choose(4, /Create environment/);
  await userEvent.type(await screen.findByLabelText('Name'), 'staging');
  await userEvent.keyboard('{Enter}');
  await confirmByName('Point staging to revision 4?', 'Change anyway');
  await waitFor(() => expect(undo).toHaveBeenCalled());
  expect(writes().map(({ body }) => body)).toEqual([
    { revision: 4, replaces: null },
    { revision: 4, replaces: null, confirm: task.name },
  ]);
});

it("the typed name stays when the environment can't be created", async () => {
  show(() => problem(409, 'environment_limit_reached', { detail: 'At most ten.' }));
  await choose(4, /Create environment/);
  await userEvent.type(await screen.findByLabelText('Name'), 'staging{Enter}');
  await waitFor(() => expect(error).toHaveBeenCalledWith('At most ten.'));
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('staging');
});
