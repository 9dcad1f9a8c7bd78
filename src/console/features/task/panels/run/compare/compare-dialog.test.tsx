import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { problem } from '#console/api/testing.ts';
import { fakeRun } from '#console/modules/run/testing.ts';
import { eventStream, fakeApi, renderInApp } from '#console/modules/run/testing-render.tsx';
import type { RunEvent, RunTarget } from '#generated/model/index.ts';
import { CompareDialog } from './compare-dialog.tsx';

const address = { orgId: 'org_1', projectId: 'project_1', taskId: 'task_1' };
const options = [
  { value: 'draft' as const, label: 'Draft' },
  { value: 'active' as const, label: 'Active · r3' },
];

/** A successful run with this text and latency. */
function succeeded(id: string, text: string, latency_ms: number): Response {
  const run = fakeRun({ id, output: text, output_text: text, latency_ms });
  return eventStream(
    { type: 'run.started', run } as RunEvent,
    { type: 'run.succeeded', run } as RunEvent,
  );
}

function show(respond: Parameters<typeof fakeApi>[0], versions?: RunTarget[]) {
  const calls = fakeApi(respond);
  const flush = vi.fn().mockResolvedValue('"1"');
  renderInApp(
    <CompareDialog
      address={address}
      inputs={{ review: 'Fine.' }}
      options={options}
      target="draft"
      versions={versions}
      flush={flush}
      onClose={() => undefined}
    />,
  );
  const started = () =>
    calls.filter(({ method, url }) => method === 'POST' && url.endsWith('/run/stream'));
  return { flush, started, user: userEvent.setup() };
}

const column = (name: string) => within(screen.getByRole('region', { name }));

describe('comparing versions of a task', () => {
  it('runs each with the same inputs and marks the best', async () => {
    const { user, started, flush } = show(({ url, body }) => {
      if (!url.endsWith('/run/stream')) return undefined;
      const { revision } = body as { revision: string };
      return revision === 'draft'
        ? succeeded('run_a', 'from the draft', 900)
        : succeeded('run_b', 'from the active', 300);
    });
    await user.click(screen.getByRole('button', { name: 'Run all' }));
    expect(await column('A').findByText('from the draft')).toBeTruthy();
    expect(await column('B').findByText('from the active')).toBeTruthy();
    expect(flush).toHaveBeenCalledTimes(1);
    expect(started().map(({ body }) => body)).toEqual([
      { inputs: { review: 'Fine.' }, revision: 'draft' },
      { inputs: { review: 'Fine.' }, revision: 'active' },
    ]);
    expect(await column('B').findByText('Fastest')).toBeTruthy();
    expect(column('A').queryByText('Fastest')).toBeNull();
  });

  it('shows why one was refused, alongside the other results', async () => {
    const { user } = show(({ url, body }) => {
      if (!url.endsWith('/run/stream')) return undefined;
      const { revision } = body as { revision: string };
      return revision === 'draft'
        ? problem(409, 'no_active_revision', { detail: 'No revision is active.' })
        : succeeded('run_b', 'from the active', 300);
    });
    await user.click(screen.getByRole('button', { name: 'Run all' }));
    expect(await column('B').findByText('from the active')).toBeTruthy();
    expect(await column('A').findByText(/no_active_revision/)).toBeTruthy();
  });

  it('adds and removes a third column', async () => {
    const { user } = show(() => undefined);
    await user.click(screen.getByRole('button', { name: 'Add column' }));
    expect(screen.getByRole('region', { name: 'C' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Remove C' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'C' })).toBeNull());
  });

  it("runs nothing when the draft can't be saved", async () => {
    const { user, started, flush } = show(() => undefined);
    flush.mockRejectedValue(new Error('offline'));
    await user.click(screen.getByRole('button', { name: 'Run all' }));
    await waitFor(() => expect(flush).toHaveBeenCalled());
    expect(started()).toEqual([]);
  });

  it('starts with the versions named in a link', async () => {
    const { user, started } = show(
      ({ url }) => (url.endsWith('/run/stream') ? succeeded('run_a', 'some text', 900) : undefined),
      ['2', '1'],
    );
    await user.click(screen.getByRole('button', { name: 'Run all' }));
    await waitFor(() => expect(started()).toHaveLength(2));
    expect(started().map(({ body }) => (body as { revision: string }).revision)).toEqual([
      '2',
      '1',
    ]);
  });
});
