import { beforeEach, expect, it, vi } from 'vitest';
import { signOut } from './sign-out.ts';

const api = vi.hoisted(() => ({ createBrowserLogoutFlow: vi.fn(), updateLogoutFlow: vi.fn() }));
vi.mock('../identity/client.ts', () => ({ identityApi: () => api }));
vi.mock('../analytics/analytics.ts', () => ({ clearAnalyticsIdentity: vi.fn() }));
const assign = vi.spyOn(window.location, 'assign');

beforeEach(() => {
  vi.resetAllMocks();
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
