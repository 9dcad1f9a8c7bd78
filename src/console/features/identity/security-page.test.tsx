import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as client from '#console/modules/user/identity-api.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { renderPage } from '#console/ui/testing-page.tsx';
import { answerOf } from '../../../../tests/support/kratos/answers.ts';
import * as requests from './flow/flow-requests.ts';
import type { UiNode } from './flow/flow-types.ts';
import { groupTable } from './flow/node-table.ts';
import { flowOf, input, label } from './flow/testing.ts';
import { SecurityPage } from './security-page.tsx';

const beginFlow = vi.spyOn(requests, 'beginFlow');
const fetchFlow = vi.spyOn(requests, 'fetchFlow');
const submitFlow = vi.spyOn(requests, 'submitFlow');
const api = {
  toSession: vi.fn(),
  listMySessions: vi.fn(),
  disableMySession: vi.fn(),
  disableMyOtherSessions: vi.fn(),
};

const csrf = input('default', 'hidden', 'csrf_token', { value: 'token' });
const password = [
  input('password', 'password', 'password', { required: true, title: label(1070001, 'Password') }),
  input('password', 'submit', 'method', { value: 'password', title: label(1070003, 'Save') }),
];
const settings = (nodes: UiNode[] = [], options = {}) =>
  flowOf([csrf, ...password, ...nodes], { id: 's1', state: 'show_form', ...options });
const saved = (nodes: UiNode[] = []) =>
  ({
    type: 'show',
    flow: settings(nodes, { state: 'success', messages: [label(1050001, 'saved', 'success')] }),
  }) as const;

const open = (at = '/settings/security') =>
  renderPage(<SecurityPage />, { path: '/settings/security', at, others: ['/auth/login', '/'] });

beforeEach(() => {
  vi.resetAllMocks();
  vi.spyOn(client, 'identityApi').mockReturnValue(api as never);
  beginFlow.mockResolvedValue({ type: 'show', flow: settings() });
  vi.spyOn(toast, 'success').mockReturnValue(undefined);
  const device = (id: string, user_agent: string) => ({ id, devices: [{ id, user_agent }] });
  api.toSession.mockResolvedValue({ data: device('own', 'curl/8') });
  api.listMySessions.mockResolvedValue({ data: [device('other', 'wget/2'), device('third', '')] });
  api.disableMySession.mockResolvedValue({});
  api.disableMyOtherSessions.mockResolvedValue({});
});

it('refreshes a stale session in a dialog, then submits again', async () => {
  open();
  await userEvent.type(await screen.findByLabelText('New password'), 'a new passphrase');
  submitFlow.mockResolvedValueOnce({
    type: 'redirect',
    to: '/identity/self-service/login/browser?refresh=true&return_to=/elsewhere',
  });
  beginFlow.mockResolvedValue({ type: 'show', flow: flowOf([csrf, ...password]) });
  await userEvent.click(screen.getByRole('button', { name: 'Change password' }));

  const dialog = within(await screen.findByRole('dialog'));
  expect(beginFlow.mock.lastCall).toEqual(['login', { refresh: 'true' }]);
  submitFlow.mockResolvedValueOnce({ type: 'done', continueWith: [], signedIn: true });
  submitFlow.mockResolvedValueOnce(saved());
  await userEvent.type(await dialog.findByLabelText('Password'), 'the old one{Enter}');

  await waitFor(() => expect(toast.success).toHaveBeenCalledWith('Password changed'));
  const calls = submitFlow.mock.calls.map(([kind, , body]) => [kind, body.password]);
  expect(calls).toEqual([
    ['settings', 'a new passphrase'],
    ['login', 'the old one'],
    ['settings', 'a new passphrase'],
  ]);
  expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('');
});

it('returns to this page from the second factor', async () => {
  beginFlow.mockResolvedValue({
    type: 'redirect',
    to: '/identity/self-service/login/browser?aal=aal2',
  });
  const { address } = open();
  await waitFor(() =>
    expect(address()).toBe('/auth/login?aal=aal2&return_to=%2Fsettings%2Fsecurity'),
  );
});

it('asks for a new password after a recovery, then continues', async () => {
  fetchFlow.mockResolvedValue({
    type: 'show',
    flow: settings([], { messages: [label(1060001, 'recovered')] }),
  });
  open('/settings/security?flow=s1');
  const [first] = await screen.findAllByRole('heading', { level: 2 });
  expect(first?.textContent).toBe('Set a new password');
  submitFlow.mockResolvedValue(saved());
  await userEvent.type(screen.getByLabelText('New password'), 'a new passphrase{Enter}');
  expect(await screen.findByRole('link', { name: 'Continue to Taskloom' })).toBeTruthy();
});

it('shows the status of each sign-in method', async () => {
  const unlink = input('totp', 'submit', 'totp_unlink', { value: 'true' });
  const regenerate = input('lookup_secret', 'submit', 'lookup_secret_regenerate', {
    value: 'true',
  });
  const remove = input('passkey', 'submit', 'passkey_remove', {
    value: '0a',
    title: { ...label(1050020, 'Remove'), context: { display_name: 'Phone' } },
  });
  beginFlow.mockResolvedValue({
    type: 'show',
    flow: settings([unlink, regenerate, remove]),
  });
  open();
  const state = async (name: string) =>
    (await screen.findByRole('heading', { name })).nextElementSibling?.textContent;
  expect(await state('Authenticator app')).toBe('On');
  expect(await state('Backup codes')).toBe('Off');
  expect(await state('Passkeys')).toBe('1');

  await userEvent.click(screen.getByRole('button', { name: 'Remove Phone' }));
  submitFlow.mockResolvedValue(saved());
  await userEvent.click(await screen.findByRole('button', { name: 'Remove passkey' }));
  await waitFor(() =>
    expect(submitFlow).toHaveBeenCalledExactlyOnceWith('settings', 's1', {
      csrf_token: 'token',
      method: 'passkey',
      passkey_remove: '0a',
    }),
  );
});

it('shows the errors of one form only in that form', async () => {
  const totp = [
    input('totp', 'text', 'totp_code', { title: label(1070006, 'Code') }),
    input('totp', 'submit', 'method', { value: 'totp', title: label(1070003, 'Save') }),
  ];
  beginFlow.mockResolvedValue({ type: 'show', flow: settings(totp) });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Set up' }));
  submitFlow.mockResolvedValue({
    type: 'show',
    flow: settings(totp, { messages: [label(4000008, 'wrong', 'error')] }),
  });
  await userEvent.type(screen.getByLabelText('Code from your authenticator app'), '000000');
  const alerts = await screen.findAllByRole('alert');
  expect(alerts).toHaveLength(1);
  const form = screen.getByRole('form', { name: 'Set up authenticator app' });
  expect(within(form).getByRole('alert')).toBe(alerts[0]);
});

it('signs out one or all other devices, but not this one', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out wget' }));
  await waitFor(() => expect(screen.queryByText('wget')).toBeNull());
  expect(api.disableMySession).toHaveBeenCalledExactlyOnceWith({ id: 'other' });
  expect(screen.getByText('curl')).toBeTruthy();

  await userEvent.click(screen.getByRole('button', { name: 'Sign out other devices' }));
  const confirm = within(await screen.findByRole('dialog'));
  await userEvent.click(confirm.getByRole('button', { name: 'Sign out other devices' }));
  await waitFor(() => expect(screen.queryByText('Unknown device')).toBeNull());
  expect(api.disableMyOtherSessions).toHaveBeenCalledOnce();
  expect(screen.queryByRole('button', { name: /^Sign out curl/ })).toBeNull();
});

describe('the settings of a real Ory', () => {
  const openWith = (name: string) => {
    beginFlow.mockResolvedValue({ type: 'show', flow: answerOf('usual', name).body });
    return open();
  };

  it('have a section for each group', async () => {
    openWith('settings: everything on');
    await screen.findByRole('heading', { name: 'Password' });
    const titles = screen.getAllByRole('heading', { level: 2 }).map((each) => each.textContent);
    const sections = Object.values(groupTable).flatMap(({ settings }) =>
      typeof settings === 'string' ? [settings] : [],
    );
    expect(titles.sort()).toEqual([...new Set(sections), 'Devices'].sort());
    expect(screen.getByText('Unnamed passkey')).toBeTruthy();
    expect(screen.getByText('My key')).toBeTruthy();
    expect(screen.queryByText(/signed out on other devices|At least/)).toBeNull();
  });

  it('have no empty section for what is turned off', async () => {
    const flow = structuredClone(answerOf('usual', 'settings').body);
    flow.ui.nodes = flow.ui.nodes.filter(({ group }: UiNode) => group !== 'password');
    beginFlow.mockResolvedValue({ type: 'show', flow });
    open();
    await screen.findByRole('heading', { name: 'Passkeys' });
    expect(screen.queryByRole('heading', { name: 'Password' })).toBeNull();
  });

  it('change name and email', async () => {
    openWith('settings');
    const form = within(await screen.findByRole('form', { name: 'Name and email' }));
    expect(form.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@example.com');
    await userEvent.clear(form.getByLabelText('Name'));
    await userEvent.type(form.getByLabelText('Name'), 'Ada King');
    submitFlow.mockResolvedValue(saved());
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    expect(submitFlow.mock.lastCall?.[2]).toEqual({
      csrf_token: 'token',
      method: 'profile',
      traits: { email: 'ada@example.com', name: 'Ada King' },
    });
    await waitFor(() => expect(toast.success).toHaveBeenCalledWith('Name and email saved'));
  });

  it('connect and disconnect accounts of providers', async () => {
    openWith('settings');
    submitFlow.mockResolvedValue({ type: 'failed', message: 'Later.' });
    await userEvent.click(await screen.findByRole('button', { name: 'Connect Fake provider' }));
    expect(submitFlow.mock.lastCall?.[2]).toEqual({
      csrf_token: 'token',
      method: 'oidc',
      link: 'fake',
    });
    cleanup();
    openWith('settings: linked');
    await userEvent.click(await screen.findByRole('button', { name: 'Disconnect Fake provider' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Disconnect Fake provider' }));
    expect(submitFlow.mock.lastCall?.[2]).toMatchObject({ method: 'oidc', unlink: 'fake' });
  });

  it('do not call new backup codes saved', async () => {
    openWith('settings: codes revealed');
    await screen.findByRole('heading', { name: 'Backup codes' });
    submitFlow.mockResolvedValue({
      type: 'show',
      flow: answerOf('usual', 'settings: new codes').body,
    });
    await userEvent.click(screen.getByRole('button', { name: 'Generate codes' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Generate codes' }));
    expect(await screen.findByText(/Store these somewhere safe/)).toBeTruthy();
    expect(toast.success).not.toHaveBeenCalled();
  });
});
