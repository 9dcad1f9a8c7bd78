import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import * as api from '#console/api/http/request.ts';
import { renderPage } from '#console/ui/testing-page.tsx';
import type { OwnEndpoint } from '#generated/model/index.ts';
import { EndpointForm } from './endpoint-form.tsx';

const send = vi.spyOn(api, 'request');
let bodies: unknown[] = [];
beforeEach(() => {
  bodies = [];
  send.mockReset();
  send.mockImplementation(async (_url: string, init: RequestInit) => {
    if (init.method !== 'PATCH') return { results: [], pagination: { has_next: false } };
    bodies.push(JSON.parse(String(init.body)));
    return { endpoint, checks: [] };
  });
});

const endpoint: OwnEndpoint = {
  id: 'endpoint_1',
  name: 'Our Groq',
  kind: 'compatible',
  base_url: 'https://api.groq.com/openai/v1',
  api_version: null,
  region: null,
  access_key_id: null,
  key: { last_four: 'x7Qa', changed_at: '2026-11-20T09:00:00Z', used_at: null },
  headers: [{ name: 'x-team', last_four: 'blue' }],
  offer: 'all',
  fallback_model_id: null,
  spend_limit: null,
  spend: { month: '2026-11', spent: 0, reserved: 0, unpriced_calls: 0 },
  problem: null,
  checked_at: null,
  models: 1,
  offered_models: 1,
  unpriced_models: 0,
  created_by: { id: 'user_1', name: 'Ada Lovelace' },
  created_at: '2026-11-20T09:00:00Z',
  etag: '"1"',
};

const open = () =>
  renderPage(<EndpointForm orgId="org_1" endpoint={endpoint} onSaved={() => {}} />, {
    at: '/orgs/org_1/settings/models',
    path: '/orgs/:orgId/settings/models',
  });
const address = () => screen.getByLabelText('Base URL');
const key = () => screen.queryByLabelText(/API key/);

it('asks for the key and headers again when the address changes, says why, and keeps what was typed', async () => {
  open();
  expect(key()).toBeNull();
  await userEvent.clear(address());
  await userEvent.type(address(), 'https://evil.example.com/v1');
  expect(
    screen.getByText(/Enter the key again: it was entered for api\.groq\.com\. Keys are only sent/),
  ).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(bodies).toEqual([]);
  expect(screen.getByText('Required')).toBeTruthy();
  expect(screen.getByText('Enter the value again: it was entered for api.groq.com.')).toBeTruthy();
  expect(address()).toHaveProperty('value', 'https://evil.example.com/v1');

  await userEvent.type(key() as HTMLElement, 'sk-new');
  await userEvent.type(screen.getByLabelText(/^Value/), 'green');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(bodies).toHaveLength(1));
  expect(bodies[0]).toMatchObject({
    base_url: 'https://evil.example.com/v1',
    api_key: 'sk-new',
    headers: [{ name: 'x-team', value: 'green' }],
  });
});

it('asks for nothing while the address stays the same, and sends no key', async () => {
  open();
  await userEvent.clear(address());
  await userEvent.type(address(), 'https://other.com');
  await userEvent.type(key() as HTMLElement, 'typed');
  await userEvent.clear(address());
  await userEvent.type(address(), 'https://API.groq.com/openai/v1/');
  expect(key()).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(bodies).toHaveLength(1));
  expect(bodies[0]).not.toHaveProperty('api_key');
});

it('can remove the key when the new address needs none', async () => {
  open();
  await userEvent.click(screen.getByRole('button', { name: 'Remove header 1' }));
  await userEvent.clear(address());
  await userEvent.type(address(), 'https://models.example.com/v1');
  await userEvent.click(screen.getByLabelText('The new address needs no key'));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(bodies).toHaveLength(1));
  expect(bodies[0]).toMatchObject({ api_key: null, headers: [] });
});
