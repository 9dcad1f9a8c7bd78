import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { CopyButton } from './copy-button.tsx';

afterEach(() => vi.restoreAllMocks());

const open = (value: string | (() => Promise<string>)) =>
  render(
    <MantineProvider>
      <CopyButton what="endpoint URL" value={value} />
    </MantineProvider>,
  );

it('copies from the keyboard and confirms it', async () => {
  const user = userEvent.setup();
  open(async () => 'https://example.com');
  await user.tab();
  await user.keyboard('{Enter}');
  await screen.findByRole('button', { name: 'Copied' });
  expect(await navigator.clipboard.readText()).toBe('https://example.com');
});

it('copies without the clipboard permission', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowed'));
  const copied = vi.fn();
  document.execCommand = (command: string) => {
    const clipboardData = { setData: copied };
    return fireEvent(document, Object.assign(new Event(command), { clipboardData }));
  };
  open('https://example.com');
  fireEvent.click(screen.getByRole('button', { name: 'Copy endpoint URL' }));
  await screen.findByRole('button', { name: 'Copied' });
  expect(copied).toHaveBeenCalledWith('text/plain', 'https://example.com');
});

it('does not claim to have copied what the browser refused', async () => {
  const refuse = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'));
  document.execCommand = () => false;
  open('https://example.com');
  fireEvent.click(screen.getByRole('button'));
  await waitFor(() => expect(refuse).toHaveBeenCalled());
  expect(screen.getByRole('button', { name: 'Copy endpoint URL' })).toBeTruthy();
});
