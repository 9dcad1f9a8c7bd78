import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LongList } from './long-list.tsx';

// Sizes that the test DOM does not compute.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(40);
});
afterEach(() => vi.restoreAllMocks());

function open(count: number, hasMore = false) {
  const items = Array.from({ length: count }, (_, at) => `Item ${at}`);
  return render(
    <div data-testid="scroller" style={{ overflowY: 'auto', height: 400 }}>
      <LongList
        label="Things"
        items={items}
        hasMore={hasMore}
        itemKey={(item) => item}
        itemHeight={40}
        renderItem={(item, place) => (
          <li key={item} {...place}>
            <button type="button">{item}</button>
          </li>
        )}
      />
    </div>,
  );
}

const items = () => screen.queryAllByRole('listitem');

it('renders all items of a short list', () => {
  open(60);
  expect(items()).toHaveLength(60);
  expect(items()[0]?.hasAttribute('aria-posinset')).toBe(false);
});

it('renders the visible items of a long list, and space for the rest', async () => {
  open(1000);
  await waitFor(() => expect(items()[0]?.getAttribute('aria-setsize')).toBe('1000'));
  expect(items().length).toBeLessThan(100);
  const { paddingBottom } = screen.getByRole('list', { name: 'Things' }).style;
  expect(Number.parseInt(paddingBottom, 10)).toBeGreaterThan(30_000);
});

it("can't be clicked or focused before it is virtual, since its rows are replaced then", async () => {
  open(1000);
  // The virtual list's code may already be loaded.
  const before = document.querySelector('[aria-label="Things"]');
  const isVirtual = before?.querySelector('[aria-setsize]') !== null;
  expect(isVirtual || before?.hasAttribute('inert')).toBe(true);
  await waitFor(() => expect(items()[0]?.getAttribute('aria-setsize')).toBe('1000'));
  expect(screen.getByRole('list', { name: 'Things' }).hasAttribute('inert')).toBe(false);
});

it('leaves the list size unknown while more can be loaded', async () => {
  open(50, true);
  await waitFor(() => expect(items()[0]?.getAttribute('aria-setsize')).toBe('-1'));
});

it('keeps the focused item while it is scrolled out of view', async () => {
  open(1000);
  await waitFor(() => expect(items()[0]?.getAttribute('aria-setsize')).toBe('1000'));
  const first = screen.getByRole('button', { name: 'Item 0' });
  act(() => first.focus());
  const scroller = screen.getByTestId('scroller');
  scroller.scrollTop = 20_000;
  fireEvent.scroll(scroller);
  await screen.findByRole('button', { name: 'Item 500' });
  expect(document.activeElement).toBe(first);
  expect(screen.queryByRole('button', { name: 'Item 100' })).toBeNull();
  const next = items()[1];
  expect(Number.parseInt(next?.style.marginTop ?? '', 10)).toBeGreaterThan(15_000);
});
