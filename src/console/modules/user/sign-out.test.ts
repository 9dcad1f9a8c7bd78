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

it('ends the session with its token and leads to sign-in', async () => {
  api.createBrowserLogoutFlow.mockResolvedValue({ data: { logout_token: 'token' } });
  await signOut();
  expect(api.updateLogoutFlow).toHaveBeenCalledExactlyOnceWith({ token: 'token' });
  expect(assign).toHaveBeenCalledExactlyOnceWith('/auth/login');
});

it('a session that has ended by itself is signed out of as well', async () => {
  api.createBrowserLogoutFlow.mockRejectedValue({ response: { status: 401 } });
  await signOut();
  expect(assign).toHaveBeenCalledOnce();
});

it.each([undefined, { status: 503 }])('stays when it could not be ended: %j', async (response) => {
  api.createBrowserLogoutFlow.mockRejectedValue({ response });
  await expect(signOut()).rejects.toBeTruthy();
  expect(assign).not.toHaveBeenCalled();
});
