import { QueryClient } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { createMemoryRouter } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { App } from './app.tsx';

it.each([
  [null, true, 'dark'],
  [null, false, 'light'],
  ['system', true, 'dark'],
  ['light', true, 'light'],
  ['dark', false, 'dark'],
])('with the theme %s and a dark system %s, the app is %s', (stored, systemDark, expected) => {
  if (stored !== null) localStorage.setItem('theme', stored);
  const listener = { addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('dark') && systemDark,
    ...listener,
  }));
  const router = createMemoryRouter([{ path: '/', element: <p>Page</p> }]);
  render(<App client={new QueryClient()} router={router} />);
  expect(document.documentElement.dataset.mantineColorScheme).toBe(expected);
});
