import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { fakeTask } from '#console/modules/run/testing.ts';
import { fakeApi, renderInApp } from '#console/modules/run/testing-render.tsx';
import { TagsDialog } from './tags-dialog.tsx';

it('asks before a tag that is typed but not added is discarded', async () => {
  fakeApi(() => undefined);
  renderInApp(<TagsDialog task={fakeTask()} onClose={vi.fn()} />);
  await userEvent.type(await screen.findByRole('combobox', { name: 'Tags' }), 'urgent');
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(await screen.findByText('Discard changes?')).toBeTruthy();
});
