import { beforeEach, expect, it, vi } from 'vitest';
import * as analytics from '../analytics/analytics.ts';
import * as client from './identity-api.ts';
import { saveBeforeSignOut } from './local-work.ts';
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

it('clears the identity of analytics and the support chat before redirecting', async () => {
  api.createBrowserLogoutFlow.mockResolvedValue({ data: { logout_token: 'token' } });
  const order: string[] = [];
  const clear = vi.spyOn(analytics, 'clearAnalyticsIdentity').mockImplementation(async () => {
    await Promise.resolve();
    order.push('analytics cleared');
  });
  window.Intercom = (command) => order.push(`support ${command}`);
  assign.mockImplementation((to) => void order.push(String(to)));
  await signOut();
  expect(order).toEqual(['analytics cleared', 'support shutdown', '/auth/login']);
  delete window.Intercom;
  clear.mockResolvedValue();
});

it('removes drafts and inputs from this browser, including those stored while leaving', async () => {
  api.createBrowserLogoutFlow.mockResolvedValue({ data: { logout_token: 'token' } });
  localStorage.setItem('task-draft:task_1:tab', 'draft');
  await signOut();
  expect(localStorage.getItem('task-draft:task_1:tab')).toBeNull();
  localStorage.setItem('run-inputs:task_1', 'inputs');
  window.dispatchEvent(new Event('pagehide'));
  expect(localStorage.getItem('run-inputs:task_1')).toBeNull();
});

it('stays signed in when open work cannot be saved', async () => {
  const stop = saveBeforeSignOut(() => Promise.reject(new Error('Your changes are not saved')));
  await expect(signOut()).rejects.toThrow('not saved');
  stop();
  expect(api.createBrowserLogoutFlow).not.toHaveBeenCalled();
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
