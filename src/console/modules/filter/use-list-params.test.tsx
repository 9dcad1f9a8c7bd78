import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { useListParams } from './use-list-params.ts';

const SORTS = ['-created_at', 'name'] as const;

function paramsAt(url: string) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MemoryRouter initialEntries={[url]}>{children}</MemoryRouter>
  );
  const filters = { tag: null, state: ['ready', 'failed'] } as const;
  return renderHook(() => useListParams(SORTS, filters), { wrapper }).result.current;
}

it.each([
  ['/', false],
  ['/?q=lamp', true],
  ['/?tag=any+text', true],
  ['/?state=ready', true],
  ['/?sort=name', false],
])('%s: whether the list is filtered is %s', (url, isFiltered) => {
  expect(paramsAt(url).isFiltered).toBe(isFiltered);
});

it('ignores a filter with an unknown or empty value', () => {
  const list = paramsAt('/?state=xyz&tag=');
  expect(list.filter('state')).toBeNull();
  expect(list.filter('tag')).toBeNull();
  expect(list.isFiltered).toBe(false);
});
