import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { configureApi } from '#console/api/config.ts';
import { json, problem, stubFetch } from '#console/api/testing.ts';
import { renderPage } from '#console/ui/testing-page.tsx';
import { TopUpForm } from './top-up-form.tsx';

const PATH = '/api/v1/org/org_1/billing/top_up';

beforeEach(() =>
  configureApi({ apiBaseUrl: '/api/v1', identityUrl: '/identity', authMethod: 'cookie' }),
);
afterEach(() => vi.unstubAllGlobals());

const open = (owed = 0, disabledReason: string | null = null) =>
  renderPage(<TopUpForm orgId="org_1" owed={owed} hasCard disabledReason={disabledReason} />, {
    path: '/billing',
  });

/** Pays with the saved card until it has been sent so many times. */
async function pay(count: (path: string) => number, times: number) {
  await userEvent.click(screen.getByRole('button', { name: 'Pay with saved card' }));
  await waitFor(() => expect(count(PATH)).toBe(times));
  await waitFor(() =>
    expect(
      screen.getByRole('button', { name: 'Pay with saved card' }).getAttribute('data-loading'),
    ).toBeNull(),
  );
}

it('repeats a payment whose outcome is unknown with its key, and any other with a new one', async () => {
  const answers = [
    problem(503, 'unavailable'),
    problem(402, 'card_declined', { detail: 'Your card was declined.' }),
    json({ url: null }),
    json({ url: null }),
  ];
  const { calls, count } = stubFetch({
    [`POST ${PATH}`]: () => answers.shift() ?? problem(500),
  });
  open();
  for (const times of [1, 2, 3, 4]) await pay(count, times);
  const sent = calls.filter(({ path }) => path === PATH);
  const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
  // The second request repeats the first; the declined card and the success are final.
  expect(keys[1]).toBe(keys[0]);
  expect(new Set(keys).size).toBe(3);
  expect(sent.map(({ body }) => body)).toEqual(
    keys.map(() => ({ amount: 20_000_000, method: 'card' })),
  );
});

it('suggests to buy more than is owed', () => {
  open(31_500_000);
  expect(screen.getByRole<HTMLInputElement>('spinbutton').value).toBe('52');
});

it('takes nothing from people who may not pay', async () => {
  const { calls } = stubFetch({});
  open(0, 'Only editors and owners of this organisation can do this.');
  await userEvent.click(screen.getByRole('button', { name: 'Continue to checkout' }));
  await userEvent.type(screen.getByRole('spinbutton'), '5');
  expect(screen.getByRole<HTMLInputElement>('spinbutton').value).toBe('20');
  expect(calls).toEqual([]);
});
