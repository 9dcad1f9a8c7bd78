import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { queryKeys } from '#console/api/query/query-keys.ts';
import { ActiveProjectContext } from '#console/modules/selection/use-active-project.ts';
import { storeUser } from '#console/modules/user/user-store.ts';
import { renderPage } from '#console/ui/testing-page.tsx';
import { getGetBalanceQueryKey } from '#generated/api/billing/billing.ts';
import type { Project } from '#generated/model/index.ts';
import { VerificationBanner } from './verification-banner.tsx';

const user = {
  id: 'user_1',
  email: 'ada@example.com',
  name: 'Ada',
  avatar_url: null,
  bio: '',
  is_onboarding: false,
  job_role: null,
  subscribed_to_newsletter: false,
};

const project = { id: 'project_1', org_id: 'org_1', name: 'Shop', role: 'owner' } as Project;

const open = (
  addresses: { value: string; verified: boolean }[],
  path = '/settings/profile',
  credit_due = 0,
) =>
  renderPage(
    <ActiveProjectContext value={project}>
      <VerificationBanner />
    </ActiveProjectContext>,
    {
      path,
      others: ['/auth/verification'],
      prepare: (client) => {
        client.setQueryData(getGetBalanceQueryKey('org_1'), { credit_due });
        client.setQueryData(queryKeys.session(), {
          state: 'authenticated',
          session: { id: 's', identity: { verifiable_addresses: addresses } },
          token: null,
        });
      },
    },
  );

beforeEach(() => storeUser(user));

const unverified = [{ value: 'ADA@example.com', verified: false }];

it('leads to verification and back to the current page', async () => {
  const { address } = open(unverified);
  await userEvent.click(screen.getByRole('link', { name: 'Verify email' }));
  expect(address()).toBe('/auth/verification?return_to=%2Fsettings%2Fprofile');
});

it.each([
  [0, 'so you never lose access.'],
  [5_000_000, 'to receive $5.00 of free credit.'],
])('says what verifying is for when %d is due', async (due, reason) => {
  open(unverified, '/settings/profile', due);
  // The reason loads when the page is idle.
  await vi.waitFor(
    () =>
      expect(screen.getByRole('region').textContent).toContain(`Verify ada@example.com ${reason}`),
    { timeout: 10_000 },
  );
});

it('stays closed for the rest of the session', async () => {
  const first = open(unverified);
  await userEvent.click(screen.getByRole('button', { name: 'Remind me later' }));
  expect(screen.queryByRole('link')).toBeNull();
  await first.router.navigate('/auth/verification');
  open(unverified);
  expect(screen.queryByRole('link')).toBeNull();
});

it.each([
  ['the email is verified', [{ value: 'ada@example.com', verified: true }], '/x'],
  ['the identity service does not say', [], '/x'],
  ['onboarding is in progress', unverified, '/onboarding'],
])('is hidden when %s', (_case, addresses, path) => {
  open(addresses, path);
  expect(screen.queryByRole('link')).toBeNull();
});
