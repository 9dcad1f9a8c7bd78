import { beforeEach, expect, it, vi } from 'vitest';
import * as analytics from '../analytics/analytics.ts';
import * as client from './identity-api.ts';
import { signOut } from './sign-out.ts';

const api = { createBrowserLogoutFlow: vi.fn(), updateLogoutFlow: vi.fn() };
const assign = vi.spyOn(window.location, 'assign');

beforeEach(() => {
  vi.resetAllMocks();
  vi.spyOn(client, 'identityApi').mockReturnValue(api as never);
  vi.spyOn(analytics, 'clearAnalyticsIdentity').mockResolvedValue();
  assign.mockReturnValue(undefined);
});

it('ends the session with its token and redirects to sign-in', async () => {
  api.createBrowserLogoutFlow.mockResolvedValue({ data: { logout_token: 'token' } });
  await signOut();
  expect(api.updateLogoutFlow).toHaveBeenCalledExactlyOnceWith({ token: 'token' });
  expect(assign).toHaveBeenCalledExactlyOnceWith('/auth/login');
});

it('also signs out of a session that has already ended', async () => {
  api.createBrowserLogoutFlow.mockRejectedValue({ response: { status: 401 } });
  await signOut();
  expect(assign).toHaveBeenCalledOnce();
});

it.each([undefined, { status: 503 }])(
  'stays signed in when the session could not be ended: %j',
  async (response) => {
    api.createBrowserLogoutFlow.mockRejectedValue({ response });
    await expect(signOut()).rejects.toBeTruthy();
    expect(assign).not.toHaveBeenCalled();
  },
);
