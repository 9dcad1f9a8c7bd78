import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { configureApi } from '#console/api/config.ts';
import { json, stubFetch } from '#console/api/testing.ts';
import { renderConsole } from '#console/ui/testing.tsx';
import { PERMISSIONS } from '#core/access/permissions.ts';
import type { Project } from '#generated/model/index.ts';
import { RunRetentionForm } from './run-retention-form.tsx';

const project = (days: number | null) =>
  ({ id: 'project_1', org_id: 'org_1', name: 'Shop', run_retention_days: days }) as Project;

function show(days: number | null) {
  configureApi({ apiBaseUrl: '/api/v1', identityUrl: '/identity', authMethod: 'cookie' });
  const path = '/api/v1/org/org_1/project/project_1';
  const { calls } = stubFetch({
    [`POST ${path}/iam/test`]: json({
      level: 'project',
      id: 'project_1',
      permissions: Object.keys(PERMISSIONS.project),
    }),
    [`PATCH ${path}`]: json(project(days)),
  });
  renderConsole(<RunRetentionForm project={project(days)} />);
  const changes = () => calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
  return { changes, user: userEvent.setup(), field: () => screen.findByLabelText('Keep runs for') };
}

const save = () => screen.getByRole('button', { name: 'Save' });

describe('the retention of runs', () => {
  it('is shortened only after confirming that runs are deleted', async () => {
    const { changes, user, field } = show(null);
    await user.type(await field(), '30');
    await user.click(save());
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(changes()).toEqual([]);
    await user.type(await field(), '30');
    await user.click(save());
    await user.click(await screen.findByRole('button', { name: 'Delete older runs' }));
    await waitFor(() => expect(changes()).toEqual([{ run_retention_days: 30 }]));
  });

  it('is extended without asking, and unlimited when left empty', async () => {
    const { changes, user, field } = show(30);
    await user.clear(await field());
    await user.click(save());
    await waitFor(() => expect(changes()).toEqual([{ run_retention_days: null }]));
  });

  it('must be a number of days', async () => {
    const { changes, user, field } = show(30);
    await user.clear(await field());
    await user.type(await field(), 'week');
    await user.click(save());
    expect(await screen.findByText(/Enter 1 to 3650 days/)).toBeTruthy();
    expect(changes()).toEqual([]);
  });
});
