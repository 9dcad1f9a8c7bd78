import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#console/api/api-error.ts';
import * as api from '#console/api/http/request.ts';
import * as signing from '#console/modules/user/sign-out.ts';
import { useUserStore } from '#console/modules/user/user-store.ts';
import { renderPage } from '#console/ui/testing-page.tsx';
import { DataPage } from './data-page.tsx';

const send = vi.spyOn(api, 'request');
const signOut = vi.spyOn(signing, 'signOut');
const email = 'ada@example.com';
const preview = {
  delete_at: null,
  orgs: [{ id: 'org_1', name: 'Acme', people: 0 }],
  memberships: 1,
  api_keys: 0,
  ends: [
    {
      kind: 'api_key',
      count: 1,
      items: [
        {
          ...{ id: 'key_1', name: 'Deploy', detail: 'tlk_4fQz', user_id: 'user_1' },
          project: { id: 'project_1', name: 'Site' },
          created_at: '2026-11-20T09:00:00Z',
          last_used_at: null,
        },
      ],
    },
  ],
  apps: 0,
  chats: 0,
  sign_in_stays: false,
  sign_in_required: false,
};

/** @param refusals how often the server says that the sign-in is too old */
function open(change: Partial<typeof preview> = {}, refusals = 0) {
  const sent: unknown[] = [];
  let left = refusals;
  send.mockImplementation(async (_url: string, { method, body }: RequestInit) => {
    if (method !== 'POST') return { ...preview, ...change };
    sent.push(JSON.parse(String(body)));
    left -= 1;
    if (left >= 0)
      throw new ApiError({ status: 403, problem: { code: 'sign_in_too_old' } as never });
    return preview;
  });
  renderPage(
    <DataPage
      confirmation={({ onConfirmed, onClose }) => (
        <>
          <button type="button" onClick={onConfirmed}>
            It is me
          </button>
          <button type="button" onClick={onClose}>
            Close
          </button>
        </>
      )}
    />,
    { path: '/settings/your-data' },
  );
  return sent;
}
const start = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Delete account' }));
async function typeEmail() {
  const dialog = await screen.findByRole('dialog');
  await userEvent.type(within(dialog).getByRole('textbox'), email);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete account' }));
}

beforeEach(() => {
  useUserStore.setState({ user: { id: 'user_1', email } as never });
  signOut.mockReset().mockResolvedValue(undefined as never);
});

it('names the API keys that end', async () => {
  open();
  await start();
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Show API keys' }));
  expect(dialog.textContent).toContain('Deploy');
  expect(dialog.textContent).toContain('Site · tlk_4fQz');
});

it('confirms the identity before anything is typed', async () => {
  const sent = open({ sign_in_required: true });
  await start();
  await userEvent.click(await screen.findByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  await start();
  await userEvent.click(await screen.findByRole('button', { name: 'It is me' }));
  await typeEmail();
  await vi.waitFor(() => expect(signOut).toHaveBeenCalled());
  expect(sent).toEqual([{ email, org_ids: ['org_1'] }]);
});

it('confirms it when the sign-in has become too old, and sends what was typed again', async () => {
  const sent = open({}, 1);
  await start();
  await typeEmail();
  expect(signOut).not.toHaveBeenCalled();
  await userEvent.click(await screen.findByRole('button', { name: 'It is me' }));
  await vi.waitFor(() => expect(signOut).toHaveBeenCalled());
  expect(sent).toEqual(Array(2).fill({ email, org_ids: ['org_1'] }));
});
