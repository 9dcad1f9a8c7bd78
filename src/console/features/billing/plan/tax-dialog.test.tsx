import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { fakeApi, renderInApp } from '#console/modules/run/testing-render.tsx';
import { TaxDialog } from './tax-dialog.tsx';

it('shows a tax ID whose type can’t be set here, and doesn’t save it as something else', async () => {
  const user = userEvent.setup();
  const calls = fakeApi(() => undefined);
  const taxId = { type: 'li_uid', value: 'CHE123456789' };
  renderInApp(<TaxDialog taxId={taxId} onClosed={() => undefined} />);
  const type = await screen.findByRole('combobox', { name: 'Type' });
  const number = screen.getByLabelText(/Number/);
  expect(type).toHaveProperty('value', 'Liechtenstein: UID');
  await user.type(number, '0');
  expect(number).toHaveProperty('value', 'CHE123456789');
  await user.type(number, '{Enter}');
  expect(calls).toEqual([]);
  await user.click(type);
  await user.click(screen.getByRole('option', { name: 'Switzerland: VAT number', hidden: true }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(calls).toMatchObject([{ method: 'PUT', body: { type: 'ch_vat', value: 'CHE123456789' } }]);
});
