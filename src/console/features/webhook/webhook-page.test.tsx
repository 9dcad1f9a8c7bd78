import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#console/api/api-error.ts';
import * as api from '#console/api/http/request.ts';
import { ActiveProjectContext } from '#console/modules/selection/use-active-project.ts';
import { renderConsole } from '#console/ui/testing.tsx';
import type { Webhook } from '#generated/model/index.ts';
import { WebhookPage } from './webhook-page.tsx';

const send = vi.spyOn(api, 'request');

const base = '/org/org_1/project/project_1';
const disabled: Webhook = {
  id: 'webhook_1',
  project_id: 'project_1',
  name: 'CRM',
  url: 'https://example.com/hook',
  events: ['run.failed'],
  all_tasks: false,
  status: 'disabled',
  failures: 31,
  failing_since: '2026-11-19T09:00:00Z',
  last_delivered_at: null,
  old_secret_until: null,
  created_by: { id: 'user_1', name: 'Ada Lovelace' },
  created_at: '2026-11-01T09:00:00Z',
  etag: '"1"',
};

/** A fake server with one webhook and an empty log. */
function serve({ permissions = ['edit'] } = {}) {
  let webhook = disabled;
  send.mockImplementation(async (url: string, init: RequestInit) => {
    const [path] = url.split('?');
    if (path?.endsWith('/iam/test')) return { permissions, id: 'project_1', level: 'project' };
    if (path === `${base}/webhook/webhook_1/delivery`)
      return { results: [], pagination: { has_next: false, next_cursor: null } };
    if (init.method === 'PATCH') {
      const change = JSON.parse(String(init.body)) as Partial<Webhook>;
      webhook = { ...webhook, ...change, failures: 0, failing_since: null };
    }
    return webhook;
  });
}

const open = () =>
  renderConsole(
    <ActiveProjectContext value={{ id: 'project_1', org_id: 'org_1' } as never}>
      <WebhookPage />
    </ActiveProjectContext>,
    { at: '/hooks/webhook_1', path: '/hooks/:webhookId' },
  );

beforeEach(() => {
  send.mockReset();
});

it('says that it was disabled and why, until it is enabled again', async () => {
  serve();
  open();
  const notice = within(await screen.findByRole('status'));
  expect(notice.getByText(/^Disabled after failing for too long. The last 31/)).toBeTruthy();
  await userEvent.click(notice.getByRole('button', { name: 'Enable' }));
  await waitFor(() => expect(screen.queryByText(/^Disabled after/)).toBeNull());
  expect(await screen.findByText('Active')).toBeTruthy();
});

it('disables actions for those who may only view', async () => {
  serve({ permissions: ['run_task'] });
  open();
  const button = await screen.findByRole('button', { name: 'Enable' });
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'));
  await userEvent.click(button);
  expect(send.mock.calls.some(([, init]) => init.method === 'PATCH')).toBe(false);
});

it('can be saved after someone else changed it, from the new version', async () => {
  serve();
  open();
  const respond = send.getMockImplementation();
  const sent: unknown[] = [];
  send.mockImplementation(async (url: string, init: RequestInit) => {
    const etag = new Headers(init.headers).get('if-match');
    if (init.method === 'PATCH') sent.push(etag);
    if (init.method === 'PATCH' && etag !== '"2"') throw new ApiError({ status: 412 });
    const webhook = await respond?.(url, init);
    return url.endsWith('/webhook/webhook_1') && sent.length > 0
      ? { ...(webhook as Webhook), etag: '"2"' }
      : webhook;
  });
  await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByLabelText('Name'), ' 2');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toEqual(['"1"']));
  await waitFor(() =>
    expect(dialog.getByRole('button', { name: 'Save' })).not.toHaveProperty('disabled', true),
  );
  expect(dialog.getByLabelText<HTMLInputElement>('Name').value).toBe('CRM 2');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toEqual(['"1"', '"2"']));
});

it('focuses the choice in the dialog that rotates the secret, not Close', async () => {
  serve();
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: /Rotate/ }));
  const dialog = within(await screen.findByRole('dialog'));
  const chosen = await dialog.findByRole('radio', { name: '1 day' });
  await waitFor(() => expect(document.activeElement).toBe(chosen));
});

it('shows the new secret once when it moves to another host', async () => {
  serve();
  const before = send.getMockImplementation();
  send.mockImplementation(async (url: string, init: RequestInit) => {
    const answer = await before?.(url, init);
    return init.method === 'PATCH' ? { ...(answer as Webhook), new_secret: 'whsec_new' } : answer;
  });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  const url = await screen.findByLabelText('Endpoint URL');
  expect(screen.queryByText(/signed with a new secret/)).toBeNull();
  await userEvent.clear(url);
  await userEvent.type(url, 'https://other.example.com/hook');
  expect(screen.getByText(/signed with a new secret/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Copy your new secret now')).toBeTruthy();
  expect(screen.getByText('whsec_new')).toBeTruthy();
});
