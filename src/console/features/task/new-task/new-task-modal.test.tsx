import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { json, problem } from '#console/api/testing.ts';
import { encodeEvent } from '#core/sse.ts';
import type { AssistEvent, TaskDefinition } from '#generated/model/index.ts';
import { useAssistModelStore } from '../assist/assist-model-store.ts';
import { aDefinition, aTask, projectPath, renderTaskPage, stubTaskApi } from '../testing.tsx';
import { NewTaskModal } from './new-task-modal.tsx';

const stream = `POST ${projectPath}/assist/stream`;
const started: AssistEvent = {
  type: 'assist.started',
  run_id: 'run_1',
  model_id: 'sandbox/sandbox',
  is_sample: true,
};
const succeeded: AssistEvent = {
  type: 'assist.succeeded',
  answer: {
    run_id: 'run_1',
    model_id: 'sandbox/sandbox',
    is_sample: true,
    usage: { input_tokens: 1, output_tokens: 1, cost: 0 },
    result: {
      helper: 'generate_task',
      name: 'Judge reviews',
      description: 'Says how a customer feels.',
      definition: aDefinition,
    },
  },
};

function events(...all: AssistEvent[]): Response {
  const body = all.map((event) => encodeEvent({ id: '0-0', data: JSON.stringify(event) })).join('');
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

async function describeTask(routes: Parameters<typeof stubTaskApi>[0]) {
  const api = stubTaskApi(routes);
  const view = renderTaskPage(<NewTaskModal onClose={() => undefined} />, '/here');
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('What should the task do?'), 'Judge reviews');
  await user.click(screen.getByRole('button', { name: 'Generate task' }));
  return { ...api, ...view, user };
}

describe('a task generated from a description', () => {
  it('can be edited before it is created, and labels sample output', async () => {
    const { user, calls, router } = await describeTask({
      [stream]: () => events(started, { type: 'assist.delta', offset: 0, text: '{' }, succeeded),
      [`POST ${projectPath}/task`]: () => json(aTask({ id: 'task_9' }), 201),
    });
    expect(await screen.findByText(/This is a rule-based sample/)).toBeTruthy();
    const name = screen.getByLabelText(/^Name/);
    await user.clear(name);
    await user.type(name, 'Judge them');
    await user.type(screen.getByLabelText('Description of review'), 'What they wrote');
    await user.click(screen.getByRole('button', { name: 'Create task' }));
    await waitFor(() =>
      expect(router.state.location.pathname).toBe('/projects/project_1/tasks/task_9'),
    );
    const created = calls.find(({ path, method }) => path.endsWith('/task') && method === 'POST');
    expect(created?.body).toMatchObject({
      name: 'Judge them',
      definition: { variables: [{ name: 'review', description: 'What they wrote' }] },
    });
  });

  it('renames its variables in the prompts too', async () => {
    const { user, calls } = await describeTask({
      [stream]: () => events(started, succeeded),
      [`POST ${projectPath}/task`]: () => json(aTask({ id: 'task_9' }), 201),
    });
    const name = await screen.findByLabelText('Variables: review');
    await user.clear(name);
    await user.type(name, 'opinion 2{Enter}');
    expect(
      await screen.findByText('Input variable names may contain only alphabetic characters'),
    ).toBeTruthy();
    const again = screen.getByLabelText('Variables: opinion 2');
    await user.clear(again);
    await user.type(again, 'opinion{Enter}');
    await user.click(screen.getByRole('button', { name: 'Create task' }));
    const isCreation = ({ path, method }: { path: string; method: string }) =>
      path.endsWith('/task') && method === 'POST';
    await waitFor(() => expect(calls.filter(isCreation)).toHaveLength(1));
    const [{ body } = { body: null }] = calls.filter(isCreation);
    const { definition } = body as { definition: TaskDefinition };
    expect(definition.variables.map((variable) => variable.name)).toEqual(['opinion']);
    expect(definition.user_prompt).toBe(aDefinition.user_prompt.replace('{review}', '{opinion}'));
    expect(definition.user_prompt).toContain('{opinion}');
  });

  it('shows an error at the prompt that uses a removed variable', async () => {
    const { user, count } = await describeTask({ [stream]: () => events(started, succeeded) });
    const variables = within(await screen.findByRole('region', { name: 'Variables' }));
    await user.click(variables.getByRole('button', { name: 'Remove review' }));
    await user.click(screen.getByRole('button', { name: 'Create task' }));
    expect(await screen.findByText("{review} isn't defined")).toBeTruthy();
    expect(count(`${projectPath}/task`)).toBe(0);
  });

  it('shows the error and keeps the description', async () => {
    await describeTask({ [stream]: () => problem(402, 'insufficient_balance') });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Insufficient balance');
    expect(screen.getByLabelText('What should the task do?')).toHaveProperty(
      'value',
      'Judge reviews',
    );
  });

  it('uses the default model when the remembered one is gone', async () => {
    useAssistModelStore.getState().choose('gone/model');
    const errors = [{ pointer: '/model_id', message: 'Unknown model' }];
    let requests = 0;
    const { calls } = await describeTask({
      [stream]: () => {
        requests += 1;
        return requests === 1
          ? problem(400, 'invalid_request', { errors })
          : events(started, succeeded);
      },
    });
    expect(await screen.findByRole('button', { name: 'Create task' })).toBeTruthy();
    const bodies = calls.filter(({ path }) => path.endsWith('/assist/stream'));
    expect(bodies.map(({ body }) => (body as { model_id?: string }).model_id)).toEqual([
      'gone/model',
      undefined,
    ]);
  });

  it('can be stopped, which cancels the run', async () => {
    const { user, calls } = await describeTask({
      [stream]: () =>
        new Response(
          new ReadableStream({
            start(controller) {
              const text = encodeEvent({ id: '0-0', data: JSON.stringify(started) });
              controller.enqueue(new TextEncoder().encode(text));
            },
          }),
          { headers: { 'content-type': 'text/event-stream' } },
        ),
    });
    await screen.findByRole('status', { name: 'Assistant response' });
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    expect(await screen.findByRole('button', { name: 'Generate task' })).toBeTruthy();
    await waitFor(() =>
      expect(calls.some(({ path }) => path.endsWith('/run/run_1/cancel'))).toBe(true),
    );
  });
});
