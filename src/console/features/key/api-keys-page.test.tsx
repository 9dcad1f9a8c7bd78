import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as api from '#console/api/http/request.ts';
import { ActiveProjectContext } from '#console/modules/selection/use-active-project.ts';
import { renderPage } from '#console/ui/testing-page.tsx';
import type { ApiKey } from '#generated/model/index.ts';
import { ApiKeysPage } from './api-keys-page.tsx';

const send = vi.spyOn(api, 'request');

const project = { id: 'project_1', org_id: 'org_1' } as never;
const base = '/org/org_1/project/project_1';
const key: ApiKey = {
  id: 'key_1',
  name: 'Backend',
  prefix: 'tlk_4fQz',
  resources: null,
  old_prefix: null,
  old_key_until: null,
  created_by: { id: 'user_1', name: 'Ada Lovelace' },
  created_at: '2026-11-20T09:00:00Z',
  last_used_at: null,
  expires_at: null,
};

/** A fake server with keys and one task to call. */
function serve({ permissions = ['edit'], keys = [key] } = {}) {
  const page = (results: unknown[]) => ({
    results,
    pagination: { has_next: false, next_cursor: null },
  });
  let list = keys;
  send.mockImplementation(async (url: string, init: RequestInit) => {
    const [path] = url.split('?');
    const at = `${init.method} ${path}`;
    if (at === `POST ${base}/iam/test`) return { permissions, id: 'project_1', level: 'project' };
    if (at === `GET ${base}/api-key`) return page(list);
    if (at === `POST ${base}/api-key`) {
      const created = { ...key, ...JSON.parse(String(init.body)), id: 'key_2' };
      list = [...list, created];
      return { api_key: created, key: 'tlk_secret' };
    }
    if (at === `DELETE ${base}/api-key/key_1`) {
      list = list.filter(({ id }) => id !== 'key_1');
      return undefined;
    }
    if (at === `GET ${base}/task`) {
      return page([{ id: 'task_1', name: 'Review sentiment', active_revision: 2 }]);
    }
    if (at === `GET ${base}/task/task_1/revision/2`) {
      const variables = [{ name: 'review', type: 'text', required: true, example: 'Broken lamp.' }];
      return { definition: { variables } };
    }
    throw new Error(`no response for ${at}`);
  });
}

const open = () =>
  renderPage(
    <ActiveProjectContext value={project}>
      <ApiKeysPage />
    </ActiveProjectContext>,
    { path: '/keys' },
  );

const calls = (method: string, path: string) =>
  send.mock.calls.filter(([url, init]) => init.method === method && url.split('?')[0] === path);

beforeEach(() => {
  send.mockReset();
});

describe('the list', () => {
  it('shows the details of a key, but never the key itself', async () => {
    serve();
    open();
    expect(await screen.findByText('Backend')).toBeTruthy();
    expect(screen.getByText('tlk_4fQz…')).toBeTruthy();
    expect(screen.getByText('Ada Lovelace')).toBeTruthy();
    expect(screen.getAllByText('Never')).toHaveLength(2);
  });

  it('says what keys are for when there are none', async () => {
    serve({ keys: [] });
    open();
    expect(await screen.findByText('No API keys yet')).toBeTruthy();
    const [, inList] = screen.getAllByRole('button', { name: 'Create API key' });
    await userEvent.click(inList as HTMLElement);
    expect(await screen.findByRole('dialog', { name: 'Create API key' })).toBeTruthy();
  });

  it('sends no request and says why when the person may not view keys', async () => {
    serve({ permissions: ['run_task'] });
    open();
    expect(
      await screen.findByText('Only editors and owners of this project can do this.'),
    ).toBeTruthy();
    const create = screen.getByRole('button', { name: 'Create API key' });
    expect(create.getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(create);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('a new key', () => {
  it('is shown once, with a call ready to paste', async () => {
    serve({ keys: [] });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Create API key' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Create API key' }));
    expect(await dialog.findByText('A name is required')).toBeTruthy();
    await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), ' Worker ');
    await userEvent.click(dialog.getByRole('radio', { name: 'Never' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Create API key' }));

    expect(await screen.findByText('tlk_secret')).toBeTruthy();
    const call = await screen.findByText(/^export TASKLOOM_API_KEY=tlk_secret/);
    expect(call.textContent).toContain(`${base}/task/task_1/run`);
    expect(call.textContent).toContain('"review": "Broken lamp."');
    const [[, created]] = calls('POST', `${base}/api-key`) as [[string, RequestInit]];
    expect(JSON.parse(String(created.body))).toEqual({
      name: 'Worker',
      expires_at: null,
      resources: null,
    });

    await userEvent.click(screen.getByRole('button', { name: "I've copied it" }));
    await waitFor(() => expect(screen.queryByText('tlk_secret')).toBeNull());
    expect(await screen.findByText('Worker')).toBeTruthy();
  });

  it('needs a date when Custom date is selected', async () => {
    serve();
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Create API key' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), 'Worker');
    await userEvent.click(dialog.getByRole('radio', { name: 'Custom date' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Create API key' }));
    expect(await dialog.findByText('Choose a date')).toBeTruthy();
    expect(calls('POST', `${base}/api-key`)).toHaveLength(0);
  });
});

it('asks before revoking, naming the key, and removes it from the list', async () => {
  serve();
  open();
  await screen.findByText('Backend');
  await userEvent.click(screen.getByRole('button', { name: /actions|more/i }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Revoke' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Revoke Backend?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Revoke key' }));
  expect(await screen.findByText('No API keys yet')).toBeTruthy();
  expect(calls('DELETE', `${base}/api-key/key_1`)).toHaveLength(1);
});
