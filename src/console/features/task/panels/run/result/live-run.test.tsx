import { screen } from '@testing-library/react';
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
