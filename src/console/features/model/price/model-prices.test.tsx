import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import * as api from '#console/api/http/request.ts';
import { renderPage } from '#console/ui/testing-page.tsx';
import type { PriceCorrection } from '#generated/model/index.ts';
import { ModelPrices, type PricedModel } from './model-prices.tsx';

const send = vi.spyOn(api, 'request');
beforeEach(() => {
  send.mockReset();
});

const page = (results: unknown[]) => ({
  results,
  pagination: { has_next: false, next_cursor: null },
});
const ready: PriceCorrection = {
  id: 'correction_1',
  model_id: 'compatible/one',
  status: 'ready',
  progress: 100,
  from: '2026-11-01T00:00:00Z',
  to: '2026-11-20T00:00:00Z',
  input_price: 100_000,
  output_price: 200_000,
  undoes: null,
  undone_by: null,
  is_charged: true,
  runs: 12,
  calls: 0,
  unknown_calls: 0,
  pending_runs: 1,
  skipped_runs: 0,
  organizations: 3,
  cost_before: 5_000_000,
  cost_after: 500_000,
  unpriced_runs: 0,
  given_back: 0,
  taken: 0,
  waived: 0,
  created_by: { id: 'user_1', name: 'Ada Lovelace' },
  created_at: '2026-11-20T00:00:00Z',
  ended_at: null,
};
const done = { ...ready, status: 'succeeded' as const, ended_at: '2026-11-20T00:01:00Z' };

/** A server that keeps at most one correction. */
function serve(first?: PriceCorrection) {
  const calls: [string, unknown][] = [];
  let known = first;
  send.mockImplementation(async (url: string, init: RequestInit) => {
    const at = `${init.method} ${url.split('?')[0]?.replace('/org/org_1/', '')}`;
    if (at === 'GET price-correction') return page(known ? [known] : []);
    if (at === 'GET price-change') return page([]);
    calls.push([at, init.body ? JSON.parse(String(init.body)) : null]);
    if (at === 'POST price-correction')
      known =
        JSON.parse(String(init.body)).output_price === 0
          ? { ...ready, runs: 0, calls: 2, unknown_calls: 1, output_price: 0 }
          : ready;
    if (at.endsWith('/apply')) known = { ...done, given_back: 4_500_000 };
    if (at.startsWith('DELETE')) known = undefined;
    return known;
  });
  return calls;
}

const open = (type: PricedModel['type'] = 'server') =>
  renderPage(
    <ModelPrices
      orgId="org_1"
      model={{
        ...{ id: 'compatible/one', name: 'One', input: 1_000_000, output: 2_000_000 },
        type,
      }}
    />,
    { at: '/', path: '/' },
  );

it('shows a preview before anything changes, then the result', async () => {
  const calls = serve();
  open();
  const input = await screen.findByLabelText('Correct input price, per 1M tokens');
  await userEvent.clear(input);
  await userEvent.type(input, '0.1');
  await userEvent.click(screen.getByRole('button', { name: 'Preview' }));
  await screen.findByText('12 runs of 3 organisations: $5.00 → $0.50');
  screen.getByText('Correct to $0.10 / $0.20');
  screen.getByText('Up to $4.50 will be given back.');
  screen.getByText(/1 run in progress/);
  expect(calls[0]?.[1]).toMatchObject({
    model_id: 'compatible/one',
    input_price: 100_000,
    output_price: 2_000_000,
  });
  await userEvent.click(screen.getByRole('button', { name: 'Correct 12 runs' }));
  await screen.findByText('$4.50 given back.');
  screen.getByText('Corrected to $0.10 / $0.20');
  expect(calls.map(([at]) => at)).toEqual([
    'POST price-correction',
    'POST price-correction/correction_1/apply',
  ]);
  // The form is there again, and the correction can be undone.
  screen.getByRole('button', { name: 'Preview' });
  screen.getByRole('button', { name: 'Undo…' });
});

it('says what balances did not cover', async () => {
  serve({ ...done, cost_after: 9_000_000, taken: 1_000_000, waived: 3_000_000 });
  open();
  const list = await screen.findByRole('region', { name: 'Corrections' });
  within(list).getByText("$1.00 charged, $3.00 not charged, because balances didn't cover it.");
});

it('can discard a preview', async () => {
  const calls = serve(ready);
  open('own');
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  await screen.findByRole('button', { name: 'Preview' });
  expect(calls).toEqual([['DELETE price-correction/correction_1', null]]);
});

it('shows progress in place of the form while it is applied', async () => {
  serve({ ...ready, status: 'applying', progress: 40 });
  open('own');
  await screen.findByRole('progressbar', { name: 'Correcting runs' });
  expect(screen.queryByRole('button', { name: 'Preview' })).toBeNull();
});

it('of an embedding model asks for the input price alone, and says which calls it leaves out', async () => {
  const calls = serve();
  open('embedding');
  await screen.findByLabelText('Correct input price, per 1M tokens');
  expect(screen.queryByLabelText('Correct output price, per 1M tokens')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Preview' }));
  await screen.findByText('Correct to $0.10');
  expect(calls[0]?.[1]).toMatchObject({ input_price: 1_000_000, output_price: 0 });
  screen.getByText('2 calls of 3 organisations: $5.00 → $0.50');
  screen.getByText(/1 earlier call left out: their tokens weren't recorded./);
  screen.getByRole('button', { name: 'Correct 2 calls' });
});
