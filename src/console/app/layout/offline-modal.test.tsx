import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { OfflineModal } from './offline-modal.tsx';

function goes(state: 'online' | 'offline') {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(state === 'online');
  act(() => {
    window.dispatchEvent(new Event(state));
  });
}

const dialog = () => document.querySelector('dialog');

afterEach(() => vi.restoreAllMocks());

it('opens when the connection is lost and closes when it returns', () => {
  render(<OfflineModal />);
  expect(dialog()?.open).toBe(false);
  goes('offline');
  expect(dialog()?.open).toBe(true);
  expect(screen.getByText('Unstable Connection')).toBeTruthy();
  expect(
    screen.getByText('You are currently offline. Please check your internet connection.'),
  ).toBeTruthy();
  goes('online');
  expect(dialog()?.open).toBe(false);
});

it('opens immediately when the page is opened offline', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  render(<OfflineModal />);
  expect(dialog()?.open).toBe(true);
});

it('has no close button and ignores Escape', () => {
  render(<OfflineModal />);
  goes('offline');
  expect(dialog()?.querySelectorAll('button, a')).toHaveLength(0);
  const cancel = new Event('cancel', { cancelable: true });
  dialog()?.dispatchEvent(cancel);
  expect(cancel.defaultPrevented).toBe(true);
  // Browsers close it when Escape is pressed twice.
  act(() => dialog()?.close());
  expect(dialog()?.open).toBe(true);
});
