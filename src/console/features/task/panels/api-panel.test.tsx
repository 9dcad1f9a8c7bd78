import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeDefinition, fakeRun, fakeTask } from '#console/modules/run/testing.ts';
import { fakeApi, renderInApp } from '#console/modules/run/testing-render.tsx';
import type { Run, Task } from '#generated/model/index.ts';
import { ApiPanel } from './api-panel.tsx';

const pagination = { has_next: false, next_cursor: null };

function show(task: Task, last?: Run) {
  fakeApi(({ url }) => {
    if (url.endsWith('/draft')) return Response.json({ definition: fakeDefinition() });
    if (/\/revision\/\d+$/.test(url)) return Response.json({ definition: fakeDefinition() });
    if (url.includes('/run?')) return Response.json({ results: last ? [last] : [], pagination });
    return url.endsWith('/run/run_1') ? Response.json(last) : undefined;
  });
  renderInApp(<ApiPanel task={task} />);
}

const code = (name: RegExp) => screen.findByRole('region', { name });

afterEach(() => vi.unstubAllGlobals());

describe('the API panel', () => {
  it('shows a call with the inputs of the last run, and where keys are made', async () => {
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

  it('has each language and way of waiting', async () => {
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
    expect(screen.getByText('Always revision 3, whatever is active.')).toBeTruthy();
  });

  it('says clearly that no revision is active yet, and shows the draft’s contract', async () => {
    show(fakeTask({ active_revision: null, latest_revision: null }));
    expect(screen.getByText('No revision is active yet')).toBeTruthy();
    expect((await code(/input schema/)).textContent).toContain('"review"');
    expect((await code(/output schema/)).textContent).toContain('"sentiment"');
    expect(screen.getByRole('radio', { name: 'Pinned' })).toHaveProperty('disabled', true);
  });

  it('lists errors with their status and what to do', () => {
    show(fakeTask());
    const row = screen.getByText('insufficient_balance').closest('tr');
    expect(row?.textContent).toContain('402');
  });
});
