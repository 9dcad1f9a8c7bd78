import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { problem } from '#console/api/testing.ts';
import { fakeDefinition, fakeRun, fakeTask } from '#console/modules/run/testing.ts';
import {
  eventStream,
  fakeApi,
  renderInApp,
  type SentCall,
} from '#console/modules/run/testing-render.tsx';
import { MESSAGES } from '#core/messages.ts';
import type { RunEvent, TaskVariable } from '#generated/model/index.ts';
import { RunPanel } from './run-panel.tsx';

// Followers outlive the panel, so each test uses its own task.
let taskNumber = 0;
const nextTask = () => fakeTask({ id: `task_panel_${++taskNumber}` });

const started: RunEvent = {
  type: 'run.started',
  run: fakeRun({ status: 'running', revision: null }),
};
const output = { sentiment: 'good' };
const run = fakeRun({ revision: null, output, output_text: JSON.stringify(output) });
const succeeded: RunEvent = { type: 'run.succeeded', run };

function show(
  respond: (call: SentCall) => Response | Promise<Response> | undefined,
  { variables = fakeDefinition().variables, path = '/', task = nextTask() } = {},
) {
  const calls = fakeApi(respond);
  const flush = vi.fn(async () => '"2"');
  const definition = fakeDefinition({ variables });
  const app = renderInApp(<RunPanel task={task} definition={definition} flush={flush} />, { path });
  const streamed = () => calls.filter(({ url }) => url.endsWith('/run/stream'));
  return { ...app, calls, streamed, flush, task };
}

const onStream = (respond: () => Response | Promise<Response>) => (call: SentCall) =>
  call.url.endsWith('/run/stream') ? respond() : undefined;
const runButton = () => screen.getByRole('button', { name: /^Run/ });

describe('the form in the run panel', () => {
  it('has a suitable field for each variable', async () => {
    const variables: TaskVariable[] = [
      { name: 'review', type: 'text', required: true, description: 'What was written' },
      { name: 'stars', type: 'number', required: false, default: '3' },
      { name: 'urgent', type: 'boolean', required: false },
      { name: 'tone', type: 'choice', required: true, options: ['kind', 'dry'] },
      { name: 'tags', type: 'list', required: false, example: 'a' },
      { name: 'order', type: 'json', required: false },
    ];
    show(() => undefined, { variables });
    expect(screen.getByRole('textbox', { name: /review/ }).tagName).toBe('TEXTAREA');
    expect(screen.getByText('What was written')).toBeTruthy();
    expect(screen.getByRole('textbox', { name: /stars/ })).toHaveProperty('value', '3');
    expect(await screen.findByRole('radiogroup', { name: 'urgent' })).toBeTruthy();
    expect(screen.getByRole('combobox', { name: /tone/ })).toBeTruthy();
    expect(screen.getByRole('textbox', { name: /tags/ })).toHaveProperty('value', 'a');
    expect(screen.getByRole('textbox', { name: /order/ }).getAttribute('placeholder')).toContain(
      '{',
    );
  });

  it('shows missing values at their fields and runs nothing', async () => {
    const { streamed, flush } = show(() => undefined);
    await userEvent.click(runButton());
    const field = screen.getByRole('textbox', { name: /review/ });
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('review is required')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(streamed()).toHaveLength(0);
    expect(flush).not.toHaveBeenCalled();
  });

  it("remembers a task's inputs on this device", async () => {
    const { unmount, task } = show(() => undefined);
    await userEvent.type(screen.getByRole('textbox', { name: /review/ }), 'It broke');
    unmount();
    show(() => undefined, { task });
    expect(screen.getByRole('textbox', { name: /review/ })).toHaveProperty('value', 'It broke');
  });

  it('shows the compiled prompts', async () => {
    show(() => undefined);
    await userEvent.type(screen.getByRole('textbox', { name: /review/ }), 'It broke');
    await userEvent.click(screen.getByRole('button', { name: 'Preview messages' }));
    expect(screen.getByText('Review: It broke, stars: 3')).toBeTruthy();
    expect(screen.getByText('You judge product reviews.')).toBeTruthy();
  });

  it("shows the server's error at its field", async () => {
    const errors = [{ pointer: '/inputs/review', message: 'Too rude' }];
    show(onStream(() => problem(400, 'invalid_request', { errors })));
    await userEvent.type(screen.getByRole('textbox', { name: /review/ }), 'x');
    await userEvent.click(runButton());
    await waitFor(() =>
      expect(
        screen.getByRole('textbox', { name: /review/ }).getAttribute('aria-describedby'),
      ).toContain('error'),
    );
    expect(screen.getAllByText(/Too rude/).length).toBeGreaterThan(0);
  });
});

describe('running from the panel', () => {
  it("saves the draft first, shows the output, and puts the run's id in the URL", async () => {
    const { streamed, flush, search } = show(
      onStream(() =>
        eventStream(started, { type: 'run.delta', offset: 0, text: '{"se' }, succeeded),
      ),
    );
    await userEvent.type(screen.getByRole('textbox', { name: /review/ }), 'It broke');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    const result = await screen.findByRole('region', { name: 'Run' });
    expect(await within(result).findByText('good')).toBeTruthy();
    expect(within(result).getByText('Succeeded')).toBeTruthy();
    expect(within(result).getByText('Valid')).toBeTruthy();
    expect(within(result).getByText('42 in · 7 out')).toBeTruthy();
    expect(flush).toHaveBeenCalledOnce();
    expect(streamed()[0]?.body).toEqual({
      inputs: { review: 'It broke', stars: 3 },
      revision: 'draft',
    });
    expect(streamed()[0]?.headers.get('idempotency-key')).toBeTruthy();
    await waitFor(() => expect(search()).toBe('?run=run_1'));
    await userEvent.click(within(result).getByRole('radio', { name: 'Raw' }));
    expect(within(result).getByText('{"sentiment":"good"}')).toBeTruthy();
  });

  it("runs nothing when the draft can't be saved", async () => {
    const { streamed, flush } = show(() => undefined);
    flush.mockRejectedValueOnce(new Error('conflict'));
    await userEvent.type(screen.getByRole('textbox', { name: /review/ }), 'x');
    await userEvent.click(runButton());
    await waitFor(() => expect(flush).toHaveBeenCalled());
    expect(streamed()).toHaveLength(0);
  });

  it('shows an unknown cost as unknown', async () => {
    const unknown = { ...run, usage: { ...run.usage, cost: null } };
    show(onStream(() => eventStream(started, { type: 'run.succeeded', run: unknown })));
    await userEvent.type(screen.getByRole('textbox', { name: /review/ }), 'x');
    await userEvent.click(runButton());
    expect(await screen.findByText('unknown')).toBeTruthy();
  });

  it('stops with Escape, even from within a field', async () => {
    const encoder = new TextEncoder();
    let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
    const push = (event: RunEvent) =>
      stream?.enqueue(encoder.encode(`data: ${JSON.stringify(event)}\n\n`));
    const live = new Response(
      new ReadableStream({
        start: (controller) => {
          stream = controller;
        },
      }),
      { headers: { 'content-type': 'text/event-stream' } },
    );
    const { calls } = show(({ url }) => {
      if (url.endsWith('/run/stream')) return live;
      return url.endsWith('/cancel') ? Response.json(fakeRun({ status: 'running' })) : undefined;
    });
    const field = screen.getByRole('textbox', { name: /review/ });
    await userEvent.type(field, 'x');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    push(started);
    await screen.findByText('Running');
    expect(screen.queryByRole('button', { name: /^Run/ })).toBeNull();
    expect(screen.getByRole('button', { name: /^Stop/ })).toBeTruthy();
    field.focus();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(calls.some(({ url }) => url.endsWith('/run_1/cancel'))).toBe(true));
    push({ type: 'run.cancelled', run: fakeRun({ status: 'cancelled' }) });
    expect(await screen.findByText('Cancelled')).toBeTruthy();
    expect(runButton()).toBeTruthy();
  });

  it('shows the run in the URL after a reload', async () => {
    show(({ url }) => (url.endsWith('/run/run_1') ? Response.json(run) : undefined), {
      path: '/?run=run_1',
    });
    expect(await screen.findByText('good')).toBeTruthy();
  });

  it('says what to do when the balance is used up, and keeps the inputs', async () => {
    show(onStream(() => problem(402, 'insufficient_balance')));
    const field = screen.getByRole('textbox', { name: /review/ });
    await userEvent.type(field, 'It broke');
    await userEvent.click(runButton());
    const error = await screen.findByRole('alert');
    expect(within(error).getByText(MESSAGES.task.balance)).toBeTruthy();
    const link = within(error).getByRole('link', { name: 'View balance' });
    expect(link.getAttribute('href')).toBe('/orgs/org_1/settings/billing');
    expect(field).toHaveProperty('value', 'It broke');
  });

  it('fills the form from a past run, once', async () => {
    const past = fakeRun({ id: 'run_9', inputs: { review: 'From then', stars: 1 } });
    const { search } = show(
      ({ url }) => (url.endsWith('/run/run_9') ? Response.json(past) : undefined),
      { path: '/?inputs=run_9' },
    );
    const field = screen.getByRole('textbox', { name: /review/ });
    await waitFor(() => expect(field).toHaveProperty('value', 'From then'));
    await waitFor(() => expect(search()).toBe(''));
  });
});
