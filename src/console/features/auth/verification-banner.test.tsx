import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { queryKeys } from '#console/api/query/query-keys.ts';
import { storeUser } from '#console/modules/user/user-store.ts';
import { renderPage } from '#console/ui/testing-page.tsx';
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

const open = (addresses: { value: string; verified: boolean }[], path = '/settings/profile') =>
  renderPage(<VerificationBanner />, {
    path,
    others: ['/auth/verification'],
    prepare: (client) =>
      client.setQueryData(queryKeys.session(), {
        state: 'authenticated',
        session: { id: 's', identity: { verifiable_addresses: addresses } },
        token: null,
      }),
  });

beforeEach(() => storeUser(user));

const unverified = [{ value: 'ADA@example.com', verified: false }];

it('leads to verification and back to the current page', async () => {
  const { address } = open(unverified);
  await userEvent.click(screen.getByRole('link', { name: 'Verify email' }));
  expect(address()).toBe('/auth/verification?return_to=%2Fsettings%2Fprofile');
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
