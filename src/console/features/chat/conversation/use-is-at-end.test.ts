import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useIsAtEnd } from './use-is-at-end.ts';

afterEach(() => vi.unstubAllGlobals());

/** A list of 1000 px in a view of 600 px, at its end, and what changes its sizes. */
function show({ startsThere = true, scrollTop = 400 } = {}) {
  let resized = () => {};
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        resized = callback;
      }
      observe() {}
      disconnect() {}
    },
  );
  const element = document.createElement('div');
  const size = { clientWidth: 390, clientHeight: 600, scrollHeight: 1000, scrollTop };
  for (const name of Object.keys(size) as (keyof typeof size)[])
    Object.defineProperty(element, name, { get: () => size[name] });
  const toEnd = vi.fn(() => {
    size.scrollTop = size.scrollHeight - size.clientHeight;
  });
  const { result } = renderHook(() => useIsAtEnd({ current: element }, { startsThere, toEnd }));
  const change = (next: Partial<typeof size>) => Object.assign(size, next);
  const scroll = () => act(() => void element.dispatchEvent(new Event('scroll')));
  const resize = () => act(() => resized());
  resize();
  return { result, size, toEnd, change, scroll, resize };
}

it('stays at the end when the view becomes lower, even if the browser has scrolled meanwhile', () => {
  const { result, size, change, scroll, resize } = show();
  change({ clientHeight: 410, scrollTop: 400 });
  scroll();
  resize();
  expect(size.scrollTop).toBe(590);
  expect(result.current).toBe(true);
});

it('is left by the reader alone, and does not take them back', () => {
  const { result, toEnd, change, scroll, resize } = show();
  toEnd.mockClear();
  change({ scrollTop: 200 });
  scroll();
  expect(result.current).toBe(false);
  change({ scrollHeight: 1200 });
  resize();
  expect(toEnd).not.toHaveBeenCalled();
  expect(result.current).toBe(false);
});

it('is in view once all of a smaller list is, without any scrolling', () => {
  const { result, change, resize } = show({ startsThere: false, scrollTop: 0 });
  expect(result.current).toBe(false);
  change({ scrollHeight: 600 });
  resize();
  expect(result.current).toBe(true);
});
