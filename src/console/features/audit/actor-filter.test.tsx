import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { fakeApi, renderInApp } from '#console/modules/run/testing-render.tsx';
import type { AuditEntry } from '#generated/model/index.ts';
import { ActorFilter } from './actor-filter.tsx';

const rows = [{ actor: { type: 'api_key', id: 'key_1', name: 'CI' } }] as AuditEntry[];
const person = (id: string, name: string) => ({ user: { id, name, email: '', avatar_url: null } });

it('offers all people, also those who have done nothing lately, and finds more by typing', async () => {
  const calls = fakeApi(({ url }) => {
    if (!url.startsWith('/org/org_1/member')) return undefined;
    const results = url.includes('q=Zo') ? [person('user_3', 'Zoe')] : [person('user_2', 'Ada')];
    return Response.json({ results, pagination: { has_next: true, next_cursor: 'c' } });
  });
  const onChange = vi.fn();
  renderInApp(<ActorFilter orgId="org_1" rows={rows} value={null} onChange={onChange} />);
  expect(calls.some(({ url }) => url.includes('/member'))).toBe(false);
  const field = screen.getByRole('combobox', { name: 'Person or key' });
  await userEvent.click(field);
  await screen.findByRole('option', { name: 'Ada' });
  expect(screen.getByRole('option', { name: 'CI' })).toBeTruthy();
  await userEvent.type(field, 'Zo');
  await userEvent.click(await screen.findByRole('option', { name: 'Zoe' }));
  await waitFor(() => expect(onChange).toHaveBeenCalledWith('user_3', expect.anything()));
});
