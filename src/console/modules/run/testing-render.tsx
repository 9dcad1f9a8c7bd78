import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, Outlet, RouterProvider, useLocation } from 'react-router-dom';
import { vi } from 'vitest';
import { configureApi } from '#console/api/config.ts';
import { completed } from '#console/api/testing.ts';
import { ActiveProjectContext } from '#console/modules/selection/use-active-project.ts';
import { ConfirmProvider } from '#console/ui/modal/confirm-provider.tsx';
import { encodeEvent } from '#core/sse.ts';
import type { RunEvent } from '#generated/model/index.ts';

/** A request received by a test's API. */
export interface SentCall {
  method: string;
  /** Path within the API, with its query. */
  url: string;
  body: unknown;
  headers: Headers;
}

type Reply = Response | Promise<Response> | undefined;

/**
 * Fakes the product API. `respond` returns a response for a call; by default, everything is allowed and lists are empty.
 * @returns all calls so far, in order
 */
export function fakeApi(respond: (call: SentCall) => Reply): SentCall[] {
  configureApi({ apiBaseUrl: '/api/v1', identityUrl: '/identity', authMethod: 'cookie' });
  const calls: SentCall[] = [];
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const { pathname, search } = new URL(input);
    const call = {
      method: init.method ?? 'GET',
      url: pathname.replace('/api/v1', '') + search,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      headers: new Headers(init.headers),
    };
    calls.push(call);
    return completed(call.method, pathname, (await respond(call)) ?? fallback(call));
  });
  return calls;
}

function fallback({ url, body }: SentCall): Response {
  if (url.endsWith('/iam/test')) {
    const { permissions } = body as { permissions: string[] };
    return Response.json({ permissions, level: 'task', id: 'task_1' });
  }
  return Response.json({ results: [], pagination: { has_next: false, next_cursor: null } });
}

/** A stream of these events that ends after them. */
export function eventStream(...events: RunEvent[]): Response {
  const text = events.map((event, index) =>
    encodeEvent({ id: String(index + 1), event: event.type, data: JSON.stringify(event) }),
  );
  return new Response(text.join(''), { headers: { 'content-type': 'text/event-stream' } });
}

const project = { id: 'project_1', org_id: 'org_1', name: 'My first project' };

function Address({ onChange }: { onChange: (search: string) => void }) {
  onChange(useLocation().search);
  return <Outlet />;
}

/** Renders an element as a page within the app. `search()` returns the current query string. */
export function renderInApp(children: ReactNode, { path = '/' } = {}) {
  const queryClient = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  });
  let search = '';
  const address = (
    <Address
      onChange={(now) => {
        search = now;
      }}
    />
  );
  const page = (
    <ActiveProjectContext value={project as never}>
      <ConfirmProvider>{children}</ConfirmProvider>
    </ActiveProjectContext>
  );
  const router = createMemoryRouter(
    [{ element: address, children: [{ path: '*', element: page }] }],
    { initialEntries: [path] },
  );
  const found = render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { ...found, queryClient, search: () => search };
}
