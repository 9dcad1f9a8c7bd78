import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { RunState } from '#console/modules/run/stream/run-follower.ts';
import { fakeRun } from '#console/modules/run/testing.ts';
import { renderInApp } from '#console/modules/run/testing-render.tsx';
import { NO_PROGRESS } from '#core/run/run-progress.ts';
import { LiveRun } from './live-run.tsx';

it('a resumed stream counts as running, whatever status the run has by now', () => {
  const run = fakeRun({ status: 'succeeded' });
  const stream = {
    phase: 'live',
    progress: { ...NO_PROGRESS, run, status: 'succeeded', text: 'The lamp' },
    connected: false,
    startedAt: Date.now(),
    runId: run.id,
    stopping: false,
  } as unknown as RunState;
  const address = { orgId: 'org_1', projectId: 'project_1', taskId: 'task_1' };
  renderInApp(<LiveRun stream={stream} address={address} definition={undefined} />);
  expect(screen.getByText('Running')).toBeTruthy();
  expect(screen.queryByText('Succeeded')).toBeNull();
});

it('shows what the model reasons, folded', async () => {
  const run = fakeRun({ status: 'running' });
  const stream = {
    phase: 'live',
    progress: {
      ...NO_PROGRESS,
      run,
      status: 'running',
      reasoning: { step_id: 'step_1', text: 'The customer is angry.' },
    },
    connected: true,
    startedAt: Date.now(),
    runId: run.id,
    stopping: false,
  } as unknown as RunState;
  const address = { orgId: 'org_1', projectId: 'project_1', taskId: 'task_1' };
  renderInApp(<LiveRun stream={stream} address={address} definition={undefined} />);
  expect(screen.queryByText('The customer is angry.')).toBeNull();
  const details = screen.getByText('Reasoning').closest('details') as HTMLDetailsElement;
  details.open = true;
  fireEvent(details, new Event('toggle'));
  expect(await screen.findByText('The customer is angry.')).toBeTruthy();
});
