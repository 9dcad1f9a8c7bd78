import { act, renderHook, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderConsole } from '../testing.tsx';
import { useAfterClose } from './modal.tsx';
import { type ConfirmOptions, useConfirm } from './use-confirm.ts';

const options: ConfirmOptions = {
  title: 'Delete Desk?',
  body: 'Its tasks go with it.',
  confirmLabel: 'Delete project',
  danger: true,
};

function open(more?: Partial<ConfirmOptions>) {
  const resolved = vi.fn();
  function Ask() {
    const confirm = useConfirm();
    return (
      <button type="button" onClick={() => confirm({ ...options, ...more }).then(resolved)}>
        Ask
      </button>
    );
  }
  renderConsole(<Ask />);
  screen.getByText('Ask').click();
  return resolved;
}

it('resolves with whether the person confirmed; Escape cancels', async () => {
  const resolved = open();
  await userEvent.click(await screen.findByRole('button', { name: 'Delete project' }));
  expect(resolved).toHaveBeenLastCalledWith(true);
  screen.getByText('Ask').click();
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(resolved).toHaveBeenLastCalledWith(false);
  screen.getByText('Ask').click();
  await screen.findByRole('button', { name: 'Cancel' });
  await userEvent.keyboard('{Escape}');
  await vi.waitFor(() => expect(resolved).toHaveBeenCalledTimes(3));
  expect(resolved).toHaveBeenLastCalledWith(false);
});

it('requires the name to be typed', async () => {
  const resolved = open({ typeName: 'Desk' });
  const button = await screen.findByRole('button', { name: 'Delete project' });
  const field = screen.getByRole('textbox');
  expect(button).toHaveProperty('disabled', true);
  await userEvent.type(field, 'desk{Enter}');
  expect(resolved).not.toHaveBeenCalled();
  await userEvent.clear(field);
  await userEvent.type(field, 'Desk{Enter}');
  expect(resolved).toHaveBeenCalledWith(true);
});

it('calls back 200 ms after a modal closed, unless it was reopened', () => {
  vi.useFakeTimers();
  const closed = vi.fn();
  const { rerender } = renderHook(({ opened }) => useAfterClose(opened, closed), {
    initialProps: { opened: true },
  });
  rerender({ opened: false });
  act(() => vi.advanceTimersByTime(199));
  expect(closed).not.toHaveBeenCalled();
  act(() => vi.advanceTimersByTime(1));
  expect(closed).toHaveBeenCalledTimes(1);
  rerender({ opened: true });
  rerender({ opened: false });
  rerender({ opened: true });
  act(() => vi.advanceTimersByTime(500));
  expect(closed).toHaveBeenCalledTimes(1);
});
