import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { ApiError } from '#console/api/api-error.ts';
import * as api from '#console/api/http/request.ts';
import { ActiveProjectContext } from '#console/modules/selection/use-active-project.ts';
import { renderConsole } from '#console/ui/testing.tsx';
import { ToolSignIn } from './tool-sign-in.tsx';

const send = vi.spyOn(api, 'request');

const stored = {
  id: 'credential_1',
  origin: 'https://tools.example.com',
  path: '/',
  updated_by: { id: 'user_1', name: 'Ada Lovelace' },
  updated_at: '2026-11-01T09:00:00Z',
};

it('offers no new credential until it is known that there is none', async () => {
  send.mockRejectedValue(new ApiError({ status: 403 }));
  renderConsole(
    <ActiveProjectContext value={{ id: 'project_1', org_id: 'org_1' } as never}>
      <ToolSignIn url="https://tools.example.com/orders" />
    </ActiveProjectContext>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Credential' }));
  const retry = await screen.findByRole('button', { name: 'Retry' });
  expect(screen.queryByLabelText('Authorization header')).toBeNull();
  send.mockResolvedValue({
    results: [stored],
    pagination: { has_next: false, next_cursor: null },
  });
  await userEvent.click(retry);
  await screen.findByRole('button', { name: 'Replace credential' });
});
