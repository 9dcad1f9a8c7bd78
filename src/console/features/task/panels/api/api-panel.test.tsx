import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { problem } from '#console/api/testing.ts';
import { fakeDefinition, fakeRun, fakeTask } from '#console/modules/run/testing.ts';
import { eventStream, fakeApi, renderInApp } from '#console/modules/run/testing-render.tsx';
import type { Run, Task } from '#generated/model/index.ts';
import { ApiPanel } from './api-panel.tsx';

const pagination = { has_next: false, next_cursor: null };

function show(task: Task, last?: Run, response?: Run | Response) {
  const calls = fakeApi(({ method, url }) => {
    if (method === 'POST' && /\/(run|mock)$/.test(url))
      return response instanceof Response ? response : Response.json(response);
    if (url.endsWith('/api-key'))
      return Response.json({ key: 'tlk_new', api_key: { id: 'key_1', name: 'Task' } });
    if (url.endsWith('/mock/stream')) return eventStream({ type: 'run.succeeded', run: fakeRun() });
    if (url.includes('/openapi.json')) return Response.json({ openapi: '3.1.0' });
    if (url.endsWith('/draft')) return Response.json({ definition: fakeDefinition() });
    if (/\/revision\/\d+$/.test(url)) return Response.json({ definition: fakeDefinition() });
    if (url.includes('/run?')) return Response.json({ results: last ? [last] : [], pagination });
    return url.endsWith('/run/run_1') ? Response.json(last) : undefined;
  });
  renderInApp(<ApiPanel task={task} />);
  return calls;
}

const code = (name: RegExp) => screen.findByRole('region', { name });

describe('the API panel', () => {
  it("shows a call with the last run's inputs, and where to create keys", async () => {
    show(fakeTask(), fakeRun({ inputs: { review: 'It broke', gone: 1 } }));
    await waitFor(async () => expect((await code(/cURL call/)).textContent).toContain('It broke'));
    const call = (await code(/cURL call/)).textContent;
    expect(call).toContain('/api/v1/org/org_1/project/project_1/task/task_1/run');
    expect(call).toContain('$TASKLOOM_API_KEY');
    expect(call).not.toContain('gone');
    expect(screen.getByRole('link', { name: /API keys/ }).getAttribute('href')).toBe(
      '/projects/project_1/settings/api-keys',
    );
  });

  it('creates a key without leaving the task, and shows the call with it', async () => {
    const calls = show(fakeTask(), fakeRun({ inputs: { review: 'It broke' } }));
    await waitFor(async () => expect((await code(/cURL call/)).textContent).toContain('It broke'));
    await userEvent.click(screen.getByRole('button', { name: 'Create API key' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Create API key' }));
    expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', fakeTask().name);
    await userEvent.click(dialog.getByRole('button', { name: 'Create API key' }));
    const call = await screen.findByText(/^export TASKLOOM_API_KEY=tlk_new/);
    expect(call.textContent).toContain('"review": "It broke"');
    expect(calls.filter(({ url }) => url.endsWith('/api-key'))).toHaveLength(1);
  });

  it('offers each language and response mode', async () => {
    show(fakeTask());
    await code(/cURL call/);
    await userEvent.click(screen.getByRole('radio', { name: 'Python' }));
    await userEvent.click(screen.getByRole('radio', { name: 'Background' }));
    const call = (await code(/Python call/)).textContent;
    expect(call).toContain('urllib.request');
    expect(call).toContain('respond-async');
  });

  it('can be pinned to a revision', async () => {
    show(fakeTask());
    await code(/cURL call/);
    await userEvent.click(screen.getByRole('radio', { name: 'Pinned' }));
    expect((await code(/cURL call/)).textContent).toContain('"revision": "3"');
    expect(screen.getByText('Always uses revision 3')).toBeTruthy();
  });

  it("warns when no revision is active, and shows the draft's contract", async () => {
    show(fakeTask({ active_revision: null, latest_revision: null }));
    expect(screen.getByText('No active revision')).toBeTruthy();
    expect((await code(/input schema/)).textContent).toContain('"review"');
    expect((await code(/output schema/)).textContent).toContain('"sentiment"');
    expect(screen.getByRole('radio', { name: 'Pinned' })).toHaveProperty('disabled', true);
  });

  it('calls the mock, even before a revision is active', async () => {
    show(fakeTask({ active_revision: null, latest_revision: null }));
    await userEvent.click(screen.getByRole('radio', { name: 'Mock' }));
    const call = (await code(/cURL call/)).textContent;
    expect(call).toContain('/task/task_1/mock');
    expect(call).toContain('"revision": "draft"');
    expect((await code(/typed client example/)).textContent).toContain('mock: true');
  });

  it('shows the typed client in use, and how to download it', async () => {
    show(fakeTask());
    await code(/cURL call/);
    await userEvent.click(screen.getByRole('radio', { name: 'Stream' }));
    const usage = (await code(/typed client example/)).textContent;
    expect(usage).toContain("from './review-sentiment-r3.ts'");
    expect(usage).toContain('client.stream({');
    expect((await code(/download command/)).textContent).toContain('/task/task_1/client.ts');
  });

  it('copies the OpenAPI document of the displayed revision', async () => {
    const user = userEvent.setup();
    show(fakeTask());
    await user.click(screen.getByRole('radio', { name: 'Pinned' }));
    await user.click(await screen.findByRole('button', { name: 'Copy OpenAPI' }));
    await waitFor(async () => expect(await navigator.clipboard.readText()).toContain('"3.1.0"'));
  });

  it('makes the displayed call and shows the response', async () => {
    const run = fakeRun({ output: { sentiment: 'good' } });
    const calls = show(fakeTask(), undefined, run);
    await code(/cURL call/);
    await userEvent.click(screen.getByRole('button', { name: 'Try call' }));
    expect((await code(/response/)).textContent).toContain('"sentiment": "good"');
    expect(screen.getByText(/^200 · /)).toBeTruthy();
    const call = calls.find(({ method, url }) => method === 'POST' && url.endsWith('/run'));
    expect(call?.body).toMatchObject({
      inputs: { review: expect.any(String) },
      revision: 'active',
    });
    await userEvent.click(screen.getByRole('radio', { name: 'Mock' }));
    await userEvent.click(screen.getByRole('radio', { name: 'Stream' }));
    await userEvent.click(screen.getByRole('button', { name: 'Try call' }));
    expect((await code(/response/)).textContent).toContain('event: run.succeeded');
  });

  it('shows why a call failed', async () => {
    show(fakeTask(), undefined, problem(402, 'insufficient_balance', { detail: 'No balance' }));
    await code(/cURL call/);
    await userEvent.click(screen.getByRole('button', { name: 'Try call' }));
    expect((await code(/response/)).textContent).toContain('No balance');
    expect(screen.getByText(/^402 · error/)).toBeTruthy();
  });

  it('lists errors with their status and what to do', () => {
    show(fakeTask());
    const row = screen.getByText('insufficient_balance').closest('tr');
    expect(row?.textContent).toContain('402');
  });
});
