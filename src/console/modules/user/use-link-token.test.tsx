import { render, screen } from '@testing-library/react';
import { lazy, Suspense } from 'react';
import { afterEach, expect, it } from 'vitest';
import { useLinkToken } from './use-link-token.ts';

const KEY = 'link';

function Token() {
  return <output>{useLinkToken(KEY) ?? 'none'}</output>;
}

afterEach(() => globalThis.history.replaceState(null, '', '/'));

it('is kept and removed from the address once the page is shown, not while it suspends', async () => {
  globalThis.history.replaceState(null, '', '/link#token=abc');
  const chunk = Promise.withResolvers<{ default: () => null }>();
  const Chunk = lazy(() => chunk.promise);
  render(
    <Suspense fallback="Loading">
      <Token />
      <Chunk />
    </Suspense>,
  );
  expect(globalThis.location.hash).toBe('#token=abc');
  expect(localStorage.getItem(KEY)).toBeNull();
  chunk.resolve({ default: () => null });
  expect((await screen.findByRole('status')).textContent).toBe('abc');
  expect(globalThis.location.hash).toBe('');
  expect(localStorage.getItem(KEY)).toBe('abc');
});

it('is the one that was kept when the address has none', () => {
  localStorage.setItem(KEY, 'before');
  render(<Token />);
  expect(screen.getByRole('status').textContent).toBe('before');
});
