import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { configure, render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { createMemoryRouter, parsePath, RouterProvider } from 'react-router-dom';
import { toast as sonner } from 'sonner';
import { onTestFinished } from 'vitest';
import { createQueryClient } from '../api/query/query-client.ts';
import { theme } from '../theme/theme.ts';
import { cssVariablesResolver } from '../theme/variables.ts';
import { toast } from './feedback/toast.ts';
import { Toasts } from './feedback/toasts.tsx';
import { ConfirmProvider } from './modal/confirm-provider.tsx';

type RenderOptions = {
  /** The URL the page is opened at. */
  at?: string;
  /** The state of that address. */
  state?: unknown;
  /** Its route, with parameters. */
  path?: string;
  /** Other routes, to see where a page leads. */
  routes?: { path: string; element: ReactElement }[];
  /** Whether failed queries are retried, as they are in the product. */
  retries?: boolean;
};

/** For tests that count renders or requests: until the test ends, components render once, as in production. */
export function renderOnce(): void {
  configure({ reactStrictMode: false });
  onTestFinished(() => configure({ reactStrictMode: true }));
}

/** For tests: renders something as the app would, with theme, queries, routes and toasts. */
export function renderConsole(element: ReactElement, options: RenderOptions = {}) {
  const { at = '/', state, path = at.split('?')[0], routes = [], retries = false } = options;
  // Clears toasts of earlier tests, which would be shown again.
  sonner.dismiss();
  const client = createQueryClient((message) => toast.error(message));
  if (!retries)
    client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } });
  const router = createMemoryRouter([{ path, element }, ...routes], {
    initialEntries: [{ ...parsePath(at), state }],
  });
  const result = render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} env="test">
      <QueryClientProvider client={client}>
        <ConfirmProvider>
          <RouterProvider router={router} />
          <Toasts />
        </ConfirmProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { ...result, client, router };
}
