import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { fakeApi, renderInApp } from '#console/modules/run/testing-render.tsx';
import type { Invitation } from '#generated/model/index.ts';
import { AccessDialog } from './access-dialog.tsx';

const invitation = {
  id: 'invitation_1',
  email: 'grace@example.com',
  role: null,
  projects: [{ id: 'project_1', name: 'Support', role: 'editor' }],
  things: [],
} as unknown as Invitation;

it('changes the projects of an open invitation, each with its own role', async () => {
  const calls = fakeApi(({ method, url, body }) => {
    if (method === 'PATCH') return Response.json({ ...invitation, ...(body as object) });
    if (!url.startsWith('/org/org_1/project')) return undefined;
    const results = [
      { id: 'project_1', name: 'Support' },
      { id: 'project_2', name: 'Sales' },
    ];
    return Response.json({ results, pagination: { has_next: false, next_cursor: null } });
  });
  renderInApp(<AccessDialog orgId="org_1" invitation={invitation} onClosed={vi.fn()} />);
  expect(await screen.findByLabelText('Role in Support')).toHaveProperty('value', 'editor');
  await userEvent.click(screen.getByRole('combobox', { name: 'Projects' }));
  await userEvent.click(await screen.findByRole('option', { name: 'Sales' }));
  expect(screen.getByLabelText('Role in Sales')).toHaveProperty('value', 'member');
  await userEvent.click(screen.getByRole('button', { name: 'Save access' }));
  await waitFor(() =>
    expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({
      role: null,
      projects: [
        { project_id: 'project_1', role: 'editor' },
        { project_id: 'project_2', role: 'member' },
      ],
    }),
  );
});
