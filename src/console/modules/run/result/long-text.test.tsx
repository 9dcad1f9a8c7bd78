import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderInApp } from '../testing-render.tsx';
import { PrettyValue } from './pretty-value.tsx';

it('cuts long texts until they are opened, and leaves others alone', async () => {
  const user = userEvent.setup();
  renderInApp(<PrettyValue value={{ short: 'a'.repeat(8000), long: 'b'.repeat(50_000) }} />);
  await user.tab();
  const button = screen.getByRole('button', { name: 'Show all 50,000 characters' });
  expect(document.activeElement).toBe(button);
  await user.keyboard('{Enter}');
  expect(screen.getByRole('button', { name: 'Show less', expanded: true })).toBeTruthy();
  expect(screen.getAllByRole('button')).toHaveLength(1);
});
