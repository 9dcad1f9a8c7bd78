import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#console/api/api-error.ts';
import * as api from '#console/api/http/request.ts';
import { renderConsole } from '#console/ui/testing.tsx';
import { CallbackPage } from './callback-page.tsx';
import { leaveToConnect } from './connect/connection.ts';

const send = vi.spyOn(api, 'request');
const source = {
  orgId: 'org_1',
  projectId: 'project_1',
  collectionId: 'collection_1',
  datasourceId: 'datasource_1',
  name: 'Drive',
};

/** What `leaveToConnect` stores, without leaving. */
function begin(state: string): void {
  const assign = vi.fn();
  vi.stubGlobal('location', { ...globalThis.location, assign });
  leaveToConnect(`https://accounts.example.com/auth?state=${state}`, source);
  expect(assign).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
}

const open = (query: string) =>
  renderConsole(<CallbackPage />, {
    at: `/datasources/callback?${query}`,
    path: '/datasources/callback',
    routes: [{ path: '/projects/:p/collections/:c', element: <p>The collection</p> }],
  });

const refuse = (status: number, code: string, more: object = {}) =>
  new ApiError({ status, problem: { type: '', title: code, status, code, ...more } as never });

beforeEach(() => {
  send.mockReset();
  sessionStorage.clear();
});
afterEach(() => vi.unstubAllGlobals());

it('passes the code on once, and returns to the data source', async () => {
  begin('abc');
  send.mockResolvedValue({});
  const { router } = open('code=4/0A&state=abc');
  expect(await screen.findByText('The collection')).toBeTruthy();
  expect(router.state.location.search).toBe('?tab=sources&source=datasource_1');
  expect(send).toHaveBeenCalledOnce();
  const [url, init] = send.mock.calls[0] ?? [];
  expect(url).toMatch(/\/collection_1\/datasource\/datasource_1\/connection$/);
  expect(JSON.parse(String(init?.body))).toEqual({ code: '4/0A', state: 'abc' });
});

it.each([
  ['error=access_denied&state=abc', 'Access was not allowed, so nothing was connected.'],
  ['error=server_error&error_description=Try+later&state=abc', 'Google refused the connection'],
  ['state=abc', "it didn't send a code"],
  ['code=4/0A&state=other', 'It was started in another tab or browser'],
])('says what went wrong: %s', async (query, text) => {
  begin('abc');
  open(query);
  expect((await screen.findByRole('alert')).textContent).toContain(text);
  expect(send).not.toHaveBeenCalled();
});

it.each([
  [
    refuse(401, 'datasource_unauthorized', { detail: 'Authentication failed. The code expired.' }),
    'Authentication failedThe code expired. Open the data source and connect again.',
  ],
  [
    refuse(400, 'validation_failed', { errors: [{ pointer: '/state', message: 'Too long ago.' }] }),
    'Too long ago.',
  ],
  [refuse(404, 'not_found'), 'The data source was deleted meanwhile.'],
])('says why the server refuses: %s', async (error, text) => {
  begin('abc');
  send.mockRejectedValue(error);
  open('code=4/0A&state=abc');
  expect((await screen.findByRole('alert')).textContent).toContain(text);
  expect(screen.getByRole('link', { name: 'Back to the data source' })).toBeTruthy();
});

it('can try again when the server did not respond', async () => {
  begin('abc');
  send.mockRejectedValueOnce(new ApiError({ status: 0 })).mockResolvedValueOnce({});
  open('code=4/0A&state=abc');
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('The collection')).toBeTruthy();
});
