import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { configureApi } from '#console/api/config.ts';
import { json, stubFetch } from '#console/api/testing.ts';
import { renderConsole } from '#console/ui/testing.tsx';
import { type Defaults, DefaultsForm } from './defaults-form.tsx';

const NOTHING: Defaults = {
  default_model_id: null,
  run_retention_days: null,
  allowed_origins: null,
};

function show(set: Partial<Defaults>, inherited: Partial<Defaults> = {}) {
  configureApi({ apiBaseUrl: '/api/v1', identityUrl: '/identity', authMethod: 'cookie' });
  const models = { results: [], pagination: { has_next: false, next_cursor: null } };
  stubFetch({ 'GET /api/v1/org/org_1/model': json(models) });
  const onSave = vi.fn(async () => undefined);
  renderConsole(
    <DefaultsForm
      orgId="org_1"
      set={{ ...NOTHING, ...set }}
      inherited={{ ...NOTHING, allowed_origins: [], ...inherited }}
      disabledReason={null}
      area="project.update"
      onSave={onSave}
    />,
  );
  const changes = () => onSave.mock.calls.map(([change]: unknown[]) => change);
  return { changes, user: userEvent.setup(), field: () => screen.findByLabelText('Keep runs for') };
}

const save = () => screen.getByRole('button', { name: 'Save' });

describe('the retention of runs', () => {
  it('is shortened only after confirming that runs are deleted', async () => {
    const { changes, user, field } = show({});
    await user.type(await field(), '30');
    await user.click(save());
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(changes()).toEqual([]);
    await user.type(await field(), '30');
    await user.click(save());
    await user.click(await screen.findByRole('button', { name: 'Delete older runs' }));
    await waitFor(() => expect(changes()).toEqual([{ ...NOTHING, run_retention_days: 30 }]));
  });

  it('is extended without asking, and inherited when left empty', async () => {
    const { changes, user, field } = show({ run_retention_days: 30 });
    await user.clear(await field());
    await user.click(save());
    await waitFor(() => expect(changes()).toEqual([NOTHING]));
  });

  it('is also shortened by inheriting a shorter one', async () => {
    const { changes, user, field } = show({ run_retention_days: 90 }, { run_retention_days: 7 });
    await user.clear(await field());
    await user.click(save());
    expect(await screen.findByText(/older than 7 days/)).toBeTruthy();
    expect(changes()).toEqual([]);
  });

  it('must be a number of days', async () => {
    const { changes, user, field } = show({ run_retention_days: 30 });
    await user.clear(await field());
    await user.type(await field(), 'week');
    await user.click(save());
    expect(await screen.findByText(/Enter 1 to 3650 days/)).toBeTruthy();
    expect(changes()).toEqual([]);
  });
});

it('allowed origins are those that browsers send, and only secure ones', async () => {
  const { changes, user } = show({ allowed_origins: [] });
  await user.click(await screen.findByRole('button', { name: 'Add origin' }));
  await user.type(screen.getByLabelText('Origin 1'), 'http://shop.example.com');
  await user.click(save());
  expect(await screen.findByText(/Use https/)).toBeTruthy();
  expect(changes()).toEqual([]);
  await user.clear(screen.getByLabelText('Origin 1'));
  await user.type(screen.getByLabelText('Origin 1'), 'Shop.example.com/cart');
  await user.click(save());
  const allowed_origins = ['https://shop.example.com'];
  await waitFor(() => expect(changes()).toEqual([{ ...NOTHING, allowed_origins }]));
});
