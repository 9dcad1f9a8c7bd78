import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { fakeTask } from '#console/modules/run/testing.ts';
import { fakeApi, renderInApp } from '#console/modules/run/testing-render.tsx';
import { TagsDialog } from './tags-dialog.tsx';

it('asks before a tag that is typed but not added is discarded', async () => {
  fakeApi(() => undefined);
  renderInApp(<TagsDialog task={fakeTask()} onClose={vi.fn()} />);
  const field = await screen.findByRole('combobox', { name: 'Tags' });
  await userEvent.type(field, 'urgent');
  // The first one closes the list of known tags.
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(field.hasAttribute('data-expanded')).toBe(false));
  await userEvent.keyboard('{Escape}');
  expect(await screen.findByText('Discard changes?')).toBeTruthy();
});
