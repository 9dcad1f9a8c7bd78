import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { fakeTask } from '#console/modules/run/testing.ts';
import { fakeApi, renderInApp } from '#console/modules/run/testing-render.tsx';
import type { Dataset } from '#generated/model/index.ts';
import { ImportModal, readTextFile } from './import-modal.tsx';

const dataset = { id: 'dataset_1', task_id: 'task_1', name: 'Cases' } as Dataset;

it('removes imported rows from the text, so that importing again adds nothing twice', async () => {
  fakeApi(({ url }) =>
    url.endsWith('/import')
      ? Response.json({
          added: 1,
          rejected: 1,
          errors: [{ row: 2, message: 'review is required' }],
        })
      : undefined,
  );
  const onClose = vi.fn();
  renderInApp(<ImportModal task={fakeTask()} dataset={dataset} onClose={onClose} />);
  const text = await screen.findByLabelText<HTMLTextAreaElement>('Cases');
  await userEvent.click(text);
  await userEvent.paste('review,name\nFine.,a\n,b\n');
  await userEvent.click(screen.getByRole('button', { name: 'Import cases' }));
  expect(await screen.findByText('1 of 2 rows imported')).toBeTruthy();
  await waitFor(() => expect(text.value.split(/\r?\n/)).toEqual(['review,name', ',b']));
  // No typed text would be lost, so it closes immediately; after a change it asks again.
  await userEvent.type(text, 'x');
  await userEvent.keyboard('{Escape}');
  expect(await screen.findByText('Discard changes?')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Keep editing' }));
  await userEvent.type(text, '{Backspace}');
  await waitFor(() => expect(screen.queryByText('Discard changes?')).toBeNull());
  await userEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  expect(onClose).toHaveBeenCalledTimes(1);
});

it.each([
  ['UTF-8', [0xc3, 0xa4]],
  ['UTF-16', [0xff, 0xfe, 0xe4, 0x00]],
  ['the encoding that spreadsheets use', [0xe4]],
])('reads files in %s', async (_, bytes) => {
  expect(await readTextFile(new Blob([new Uint8Array(bytes)]))).toContain('ä');
});
