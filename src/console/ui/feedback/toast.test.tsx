import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderConsole } from '../testing.tsx';
import { toast } from './toast.ts';

afterEach(() => void vi.useRealTimers());

it('shows up to three toasts at the bottom centre, 448 px wide, including those queued before it loaded', async () => {
  for (const text of ['One', 'Two', 'Three', 'Four']) toast.error(text);
  renderConsole(<p>Page</p>);
  expect(await screen.findByText('Four')).toBeTruthy();
  const host = document.querySelector<HTMLElement>('[data-sonner-toaster]');
  expect(host?.dataset.xPosition).toBe('center');
  expect(host?.dataset.yPosition).toBe('bottom');
  expect(host?.style.getPropertyValue('--width')).toBe('448px');
  const isVisible = (text: string) =>
    screen.getByText(text).closest<HTMLElement>('[data-sonner-toast]')?.dataset.visible;
  await waitFor(() => {
    const visible = ['One', 'Two', 'Three', 'Four'].map(isVisible);
    expect(visible).toEqual(['false', 'true', 'true', 'true']);
  });
});

it('is visible for 4000 ms', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  renderConsole(<p>Page</p>);
  act(() => toast.success('Saved'));
  const shown = (await screen.findByText('Saved')).closest('[data-sonner-toast]');
  const state = () => shown?.getAttribute('data-removed');
  // The time it took to appear counts, so this is a little less than the whole.
  await act(() => vi.advanceTimersByTimeAsync(3500));
  expect(state()).toBe('false');
  await act(() => vi.advanceTimersByTimeAsync(500));
  expect(state()).toBe('true');
});

it('is not shown twice at the same time', async () => {
  renderConsole(<p>Page</p>);
  act(() => {
    toast.error('Same');
    toast.error('Same');
  });
  await screen.findByText('Same');
  expect(screen.getAllByText('Same')).toHaveLength(1);
});
