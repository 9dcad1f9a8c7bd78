import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router-dom';
import { setQueryClient } from '../api/query/current-client.ts';
import { ConfirmProvider } from './modal/confirm-provider.tsx';

type PageTest = {
  /** Where the page is mounted, and what else can be navigated to (each shows its path). */
  path: string;
  others?: readonly string[];
  /** The URL it is opened with. */
  at?: string;
  /** What the page finds in the cache. */
  prepare?: (client: QueryClient) => void;
};

/** Renders a page at its route, in a router that shows where it navigates. */
export function renderPage(page: ReactNode, { path, others = [], at = path, prepare }: PageTest) {
  const routes: RouteObject[] = [
    { path, element: page },
    ...others.map((other) => ({ path: other, element: <p>at {other}</p> })),
  ];
  const router = createMemoryRouter(routes, { initialEntries: [at] });
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  });
  setQueryClient(client);
  prepare?.(client);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <ConfirmProvider>
          <RouterProvider router={router} />
        </ConfirmProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  const address = () => router.state.location.pathname + router.state.location.search;
  return { router, client, address };
}
