import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, it } from 'vitest';
import { useQueryParam } from './use-query-param.ts';

it('keeps both of two values that are set before either is rendered', async () => {
  let page: ReactNode = null;
  const router = createMemoryRouter([{ path: '/', element: <Page /> }], {
    initialEntries: ['/?tab=run'],
  });
  function Page() {
    return page;
  }
  const { result } = renderHook(() => [useQueryParam('q'), useQueryParam('charts')] as const, {
    wrapper: ({ children }) => {
      page = children;
      return <RouterProvider router={router} />;
    },
  });
  const [[, setSearch], [, setCharts]] = result.current;
  await act(async () => {
    setCharts('1');
    setSearch('lamp');
  });
  expect(router.state.location.search).toBe('?tab=run&charts=1&q=lamp');
  await act(async () => result.current[1][1](null));
  expect(router.state.location.search).toBe('?tab=run&q=lamp');
});
