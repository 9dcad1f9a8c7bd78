import { Configuration, FrontendApi } from '@ory/client';
import { QueryClient, useMutation } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { MessageArea } from '#core/messages.ts';
import { configureApi } from '../api/config.ts';
import { fetcher } from '../api/fetcher.ts';
import { json, problem, stubFetch } from '../api/testing.ts';
import { ConnectionBar } from '../features/chat/connection-bar.tsx';
import type { Connection } from '../features/chat/live/use-connection.ts';
import { selectionSource } from '../modules/selection/selection-source.ts';
import { attempt } from '../ui/feedback/attempt.ts';
import { NextPage } from '../ui/list/next-page.tsx';
import { renderConsole } from '../ui/testing.tsx';

afterEach(() => vi.unstubAllGlobals());

const GENERIC = 'There was a problem, it has been reported to our team. Please try again later.';

/** What someone did, and what is shown when the server fails. */
const messages: [MessageArea, string][] = [
  ['org.create', GENERIC],
  ['avatar.update', GENERIC],
  ['task.create', GENERIC],
  ['task.update', GENERIC],
  ['task.run', GENERIC],
  ['task.delete', GENERIC],
  ['task.activate', 'Unable to set the revision as active.'],
  ['task.webhook', 'Unable to attach selected webhook'],
  ['org.update', 'Unable to update Org settings.'],
  ['project.create', 'Unable to create project.'],
  ['project.update', 'Unable to update project settings.'],
  ['member.update', "Can't update member."],
  ['member.roles', 'Unable to update roles.'],
  ['invitation.cancel', "Can't cancel this invite."],
  ['profile.update', 'There was a problem updating your profile. Please try again later.'],
  ['collection.update', 'Cannot edit the collection.'],
  ['document.add', 'Unable to add the document.'],
  ['document.urls', "We couldn't process these URLs, please check and try again."],
  ['document.update', "Can't process the document updates."],
  ['document.remove', 'Cannot remove the document.'],
  ['datasource.sync', "We couldn't sync this collection, please try again."],
  ['chat.create', 'Unable to create chat.'],
];

const failing = () => {
  configureApi({ apiBaseUrl: '/api/v1', identityUrl: '/identity', authMethod: 'cookie' });
  return stubFetch({ 'POST /api/v1/thing': problem(500) });
};
const fails = () => fetcher('/thing', { method: 'POST' });

it.each(messages)('a mutation of %s that the server fails shows: %s', async (area, message) => {
  failing();
  const Action = () => {
    const { mutate } = useMutation({ mutationFn: fails, meta: { area } });
    return <button type="button" onClick={() => mutate()} />;
  };
  renderConsole(<Action />);
  act(() => screen.getByRole('button').click());
  expect(await screen.findByText(message)).toBeTruthy();
});

it.each(messages)('an action of %s that the server fails shows: %s', async (area, message) => {
  failing();
  renderConsole(<p>Page</p>);
  await act(() => attempt(fails, area));
  expect(await screen.findByText(message)).toBeTruthy();
});

it.each<[Connection, string]>([
  ['lost', 'Unable to establish a connection to the chat server.'],
  ['polling', 'Unable to connect to the real-time chat server.'],
])('a chat whose connection is %s says: %s', (connection, message) => {
  renderConsole(<ConnectionBar connection={connection} />);
  expect(screen.getByRole('status').textContent).toContain(message);
});

it('a list whose next page fails says so', () => {
  const query = { hasNextPage: true, isFetchNextPageError: true } as Parameters<
    typeof NextPage
  >[0]['query'];
  renderConsole(<NextPage query={query} />);
  expect(screen.getByText('Unable to fetch next page')).toBeTruthy();
});

it('organisations are requested 25 at a time, by cursor and membership', async () => {
  configureApi({ apiBaseUrl: '/api/v1', identityUrl: '/identity', authMethod: 'cookie' });
  const more = { has_next: true, next_cursor: 'c2' };
  const last = { has_next: false, next_cursor: null };
  const pages = [more, last, last].map((pagination) => json({ results: [], pagination }));
  const { calls } = stubFetch({ 'GET /api/v1/org': () => pages.shift() ?? problem(404) });
  const source = selectionSource(new QueryClient(), new AbortController().signal);
  for await (const _ of source.orgs()) throw new Error('There is none.');
  expect(calls.map(({ url }) => Object.fromEntries(url.searchParams))).toEqual([
    { page_limit: '25', membership: 'member' },
    { page_limit: '25', membership: 'member', cursor: 'c2' },
    { page_limit: '25', membership: 'shared' },
  ]);
});

it('requests to the API have no timeout', async () => {
  vi.useFakeTimers();
  configureApi({ apiBaseUrl: '/api/v1', identityUrl: '/identity', authMethod: 'cookie' });
  let answer: (response: Response) => void = () => undefined;
  const waiting = new Promise<Response>((resolve) => {
    answer = resolve;
  });
  const { fetch } = stubFetch({ 'GET /api/v1/slow': () => waiting });
  const response = fetcher<{ done: boolean }>('/slow', {});
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(fetch.mock.calls[0]?.[1]?.signal?.aborted ?? false).toBe(false);
  answer(json({ done: true }));
  expect(await response).toEqual({ done: true });
  vi.useRealTimers();
});

it('a call to identity without a required parameter says which one', async () => {
  const identity = new FrontendApi(new Configuration({ basePath: '/identity' }));
  await expect(identity.getLoginFlow({ id: undefined as unknown as string })).rejects.toThrow(
    'Required parameter id was null or undefined when calling getLoginFlow',
  );
});
