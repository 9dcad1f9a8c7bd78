import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { fakeStep } from '#console/modules/run/testing.ts';
import { fakeApi, renderInApp } from '#console/modules/run/testing-render.tsx';
import { ToolReplyForm } from './tool-reply-form.tsx';

const address = { orgId: 'org_1', projectId: 'project_1', taskId: 'task_1' };
const step = fakeStep({
  id: 'step_1',
  kind: 'tool',
  name: 'find_order',
  status: 'waiting',
  input: { arguments: { number: 'A-7' }, execution: 'manual' },
});

it('a manual tool shows its arguments, and accepts a saved reply that can be edited', async () => {
  const calls = fakeApi(({ method }) =>
    method === 'POST' ? new Response(null, { status: 204 }) : undefined,
  );
  const user = userEvent.setup();
  renderInApp(
    <ToolReplyForm
      address={address}
      runId="run_1"
      step={step}
      tool={{
        name: 'find_order',
        description: 'Finds an order.',
        parameters: { type: 'object' },
        execution: 'manual',
        replies: [{ name: 'Found', reply: 'shipped' }],
      }}
    />,
  );
  expect(screen.getByText(/"A-7"/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Found' }));
  await user.type(screen.getByRole('textbox', { name: 'Reply' }), ' today');
  await user.click(screen.getByRole('button', { name: 'Send reply' }));
  await waitFor(() =>
    expect(calls.filter(({ method }) => method === 'POST')).toMatchObject([
      {
        url: '/org/org_1/project/project_1/run/run_1/step/step_1/reply',
        body: { reply: 'shipped today' },
      },
    ]),
  );
});
