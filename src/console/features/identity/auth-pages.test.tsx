import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as sessions from '#console/api/session.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { renderPage } from '#console/ui/testing-page.tsx';
import { GENERIC_MESSAGE } from '#core/messages.ts';
import { answerOf } from '../../../../tests/support/kratos/answers.ts';
import * as requests from './flow/flow-requests.ts';
import type { ContinueWith } from './flow/flow-types.ts';
import { flowOf, input, label } from './flow/testing.ts';
import { LoginPage } from './login-page.tsx';
import { RecoveryPage } from './recovery-page.tsx';
import { RegistrationPage } from './registration-page.tsx';
import { VerificationPage } from './verification-page.tsx';

const beginFlow = vi.spyOn(requests, 'beginFlow');
const fetchFlow = vi.spyOn(requests, 'fetchFlow');
const submitFlow = vi.spyOn(requests, 'submitFlow');
const checkSession = vi.spyOn(sessions, 'checkSession');

const { origin } = window.location;
const redirect = (to: string): ContinueWith => ({
  action: 'redirect_browser_to',
  redirect_browser_to: to,
});
const signedIn = (...continueWith: ContinueWith[]) =>
  ({ type: 'done', continueWith, signedIn: true }) as const;
const verify = {
  action: 'show_verification_ui',
  flow: { id: 'v1', verifiable_address: 'ada@example.com' },
} as ContinueWith;
const settings = { action: 'show_settings_ui', flow: { id: 's1' } } as ContinueWith;

const csrf = input('default', 'hidden', 'csrf_token', { value: 'token' });
const identifier = input('default', 'text', 'identifier', {
  required: true,
  title: label(1070004, 'ID'),
});
const password = input('password', 'password', 'password', {
  required: true,
  title: label(1070001, 'Password'),
});
const byPassword = input('password', 'submit', 'method', {
  value: 'password',
  title: label(1010022, 'Sign in'),
});
const code = (id: number) =>
  input('code', 'text', 'code', { required: true, maxlength: 6, title: label(id, 'Code') });
const byCode = input('code', 'submit', 'method', { value: 'code', title: label(1070009, 'Go') });
const login = flowOf([csrf, identifier, password, byPassword]);

const open = (at: string) =>
  renderPage(<LoginPage />, {
    path: '/auth/login',
    at,
    others: ['/', '/settings/profile', '/auth/registration', '/auth/recovery'],
  });

async function signIn() {
  await userEvent.type(await screen.findByLabelText('Email'), 'ada@example.com');
  await userEvent.type(screen.getByLabelText('Password'), 'secret{Enter}');
}

beforeEach(() => {
  vi.resetAllMocks();
  checkSession.mockResolvedValue({ state: 'unauthenticated', needsSecondFactor: false });
  beginFlow.mockResolvedValue({ type: 'show', flow: login });
  vi.spyOn(toast, 'error').mockReturnValue(undefined);
});

describe('signing in', () => {
  it('starts with an absolute return_to, keeps the flow in the URL, and returns', async () => {
    const { address } = open('/auth/login?return_to=/settings/profile');
    await screen.findByLabelText('Email');
    expect(beginFlow.mock.calls[0]?.[1]).toMatchObject({
      return_to: `${origin}/settings/profile`,
    });
    expect(address()).toBe('/auth/login?return_to=%2Fsettings%2Fprofile&flow=flow-1');
    submitFlow.mockResolvedValue(signedIn());
    await signIn();
    expect(await screen.findByText('at /settings/profile')).toBeTruthy();
  });

  it.each(['https://evil.example/x', '//evil.example', 'javascript:alert(1)'])(
    'does not return to %s',
    async (evil) => {
      open(`/auth/login?return_to=${encodeURIComponent(evil)}`);
      await screen.findByLabelText('Email');
      expect(beginFlow.mock.calls[0]?.[1].return_to).toBeUndefined();
      submitFlow.mockResolvedValue(signedIn(redirect(evil)));
      await signIn();
      expect(await screen.findByText('at /')).toBeTruthy();
    },
  );

  it('continues with the second factor, remembers where to return, and says why', async () => {
    const { address } = open('/auth/login?return_to=/settings/profile');
    await screen.findByLabelText('Email');
    const totp = input('totp', 'text', 'totp_code', { title: label(1010006, 'Code') });
    const second = { ...flowOf([csrf, totp, byCode], { id: 'flow-2' }), requested_aal: 'aal2' };
    submitFlow.mockResolvedValue({
      type: 'redirect',
      to: `${origin}/identity/self-service/login/browser?aal=aal2`,
    });
    beginFlow.mockResolvedValue({ type: 'show', flow: second as typeof login });
    await signIn();
    expect(await screen.findByRole('heading', { name: 'One more step' })).toBeTruthy();
    expect(beginFlow.mock.lastCall?.[1]).toMatchObject({
      aal: 'aal2',
      return_to: `${origin}/settings/profile`,
    });
    expect(address()).toContain('flow=flow-2');
  });

  it('says why it asks for confirmation', async () => {
    const again = { ...flowOf([csrf, password, byPassword]), refresh: true };
    beginFlow.mockResolvedValue({ type: 'show', flow: again as typeof login });
    open('/auth/login?refresh=true');
    expect(await screen.findByRole('button', { name: 'Confirm' })).toBeTruthy();
    expect(screen.getByText(/Enter your password/)).toBeTruthy();
  });

  it('shows the specified toast for a failure without a form, and keeps the input', async () => {
    open('/auth/login');
    submitFlow.mockResolvedValue({ type: 'failed', message: GENERIC_MESSAGE });
    await signIn();
    await waitFor(() => expect(toast.error).toHaveBeenCalledExactlyOnceWith(GENERIC_MESSAGE));
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@example.com');
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('secret');
  });

  it('redirects someone already signed in to their destination', async () => {
    beginFlow.mockResolvedValue({ type: 'already_signed_in' });
    checkSession.mockResolvedValue({
      state: 'authenticated',
      session: { id: 's' },
      token: null,
    });
    open('/auth/login?return_to=/settings/profile');
    expect(await screen.findByText('at /settings/profile')).toBeTruthy();
  });

  it('asks for a missing second factor instead of redirecting in circles', async () => {
    beginFlow.mockResolvedValueOnce({ type: 'already_signed_in' });
    checkSession.mockResolvedValue({
      state: 'unauthenticated',
      needsSecondFactor: true,
    });
    const { address } = open('/auth/login');
    await waitFor(() => expect(address()).toContain('aal=aal2'));
  });
});

describe('a new account', () => {
  const register = (search = '') =>
    renderPage(<RegistrationPage />, {
      path: '/auth/registration',
      at: `/auth/registration${search}`,
      others: ['/', '/auth/login', '/auth/verification'],
    });
  const form = flowOf([
    csrf,
    input('default', 'email', 'traits.email', { required: true, title: label(1070002, 'E-mail') }),
    password,
    input('password', 'submit', 'method', { value: 'password', title: label(1040001, 'Sign up') }),
  ]);

  beforeEach(() => {
    beginFlow.mockResolvedValue({ type: 'show', flow: form });
  });

  it.each([
    ['?return_to=%2Ftemplates%3Ftemplate%3Dsql', '/templates?template=sql'],
    ['?return_to=%2Fa&after_verification_return_to=%2Fb', '/b'],
    ['?after_verification_return_to=https%3A%2F%2Fevil.example', undefined],
    ['', undefined],
  ])('says where verification shall lead: %j', async (search, path) => {
    register(search);
    await screen.findByLabelText('Email');
    const address = path && window.location.origin + path;
    expect(beginFlow.mock.lastCall?.[1].after_verification_return_to).toBe(address);
  });

  it('continues with verification when there is a session', async () => {
    const { address } = register();
    submitFlow.mockResolvedValue(signedIn(verify));
    await signIn();
    await waitFor(() => expect(address()).toBe('/auth/verification?flow=v1'));
    expect(submitFlow.mock.calls[0]?.[2]).toMatchObject({
      method: 'password',
      traits: { email: 'ada@example.com' },
    });
  });

  it('continues with signing in when there is none', async () => {
    register();
    submitFlow.mockResolvedValue({ type: 'done', continueWith: [], signedIn: false });
    await signIn();
    expect(await screen.findByText('at /auth/login')).toBeTruthy();
  });
});

it('a recovery ends with setting a new password', async () => {
  beginFlow.mockResolvedValue({
    type: 'show',
    flow: flowOf([csrf, code(1070010), byCode], { state: 'sent_email' }),
  });
  const { address } = renderPage(<RecoveryPage />, {
    path: '/auth/recovery',
    others: ['/settings/security'],
  });
  submitFlow.mockResolvedValue(signedIn(settings));
  await userEvent.type(await screen.findByLabelText('Recovery code'), '123456');
  await waitFor(() => expect(address()).toBe('/settings/security?flow=s1'));
});

describe('verification', () => {
  const show = (search = '&return_to=/settings/profile') =>
    renderPage(<VerificationPage />, {
      path: '/auth/verification',
      at: `/auth/verification?flow=v1${search}`,
      others: ['/settings/profile'],
    });

  it('is prefilled with the email of the signed-in user', async () => {
    const email = input('code', 'email', 'email', { required: true, title: label(1070007, 'E') });
    fetchFlow.mockResolvedValue({
      type: 'show',
      flow: flowOf([csrf, email, byCode], { id: 'v1' }),
    });
    const verifiable_addresses = [{ value: 'ada@example.com', verified: false }];
    checkSession.mockResolvedValue({
      state: 'authenticated',
      session: { id: 's', identity: { verifiable_addresses } } as never,
      token: null,
    });
    show();
    await waitFor(() =>
      expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('ada@example.com'),
    );
  });

  it('can be skipped', async () => {
    checkSession.mockResolvedValue({ state: 'authenticated', session: { id: 's' }, token: null });
    fetchFlow.mockResolvedValue({
      type: 'show',
      flow: flowOf([csrf, code(1070011), byCode], { id: 'v1', state: 'sent_email' }),
    });
    show();
    await userEvent.click(await screen.findByRole('link', { name: 'Skip for now' }));
    expect(await screen.findByText('at /settings/profile')).toBeTruthy();
  });

  it('continues where the flow leads, in a tab that knows nothing else', async () => {
    const return_to = `${origin}/settings/profile`;
    const flow = flowOf([], { id: 'v1', state: 'passed_challenge' });
    fetchFlow.mockResolvedValue({ type: 'show', flow: { ...flow, return_to } });
    show('');
    await userEvent.click(await screen.findByRole('link', { name: 'Continue' }));
    expect(await screen.findByText('at /settings/profile')).toBeTruthy();
  });

  it('confirms verification and continues', async () => {
    fetchFlow.mockResolvedValue({
      type: 'show',
      flow: flowOf([], { id: 'v1', state: 'passed_challenge' }),
    });
    show();
    expect(await screen.findByRole('heading', { name: 'Your email is verified' })).toBeTruthy();
    // Once for the initial session, once more because it has changed.
    await waitFor(() => expect(checkSession).toHaveBeenCalledTimes(2));
    await userEvent.click(screen.getByRole('link', { name: 'Continue' }));
    expect(await screen.findByText('at /settings/profile')).toBeTruthy();
  });
});

describe('the screens of a real Ory', () => {
  const pages = {
    login: LoginPage,
    registration: RegistrationPage,
    recovery: RecoveryPage,
    verification: VerificationPage,
  };

  it.each([
    ['usual', 'registration', 'Create your account', /free credit/],
    ['usual', 'registration: credentials', 'Choose how you sign in', null],
    ['usual', 'registration: code sent', 'Check your email', /sent a code to ada@example.com\.$/],
    ['usual', 'login: code sent', 'Check your email', /ada@example.com, we sent it a code\.$/],
    ['usual', 'login: account linking', 'Connect your account', /already has an account/],
    ['first', 'login: credentials', 'Sign in', /Welcome back, ada@example.com/],
    ['first', 'login: second factor', 'One more step', /sent a code to ada@example.com/],
    ['usual', 'recovery', 'Recover your account', /send you a code/],
    ['links', 'recovery', 'Recover your account', /send you a link/],
    ['links', 'recovery: link sent', 'Check your email', /we sent it a link\.$/],
    ['choose', 'recovery: choice of addresses', 'Recover your account', /^Where should we send/],
    ['choose', 'recovery: other address', 'Recover your account', /^Enter the full address/],
    ['choose', 'recovery: code sent', 'Check your email', /uses ad\*+@example\.org, we sent/],
    ['links', 'verification', 'Verify your email', /email you a link/],
    ['links', 'verification: link sent', 'Verify your email', /We sent a link to/],
    ['usual', 'verification: code sent', 'Verify your email', /code to ada@example.com\.$/],
  ] as const)('say what they are for (%s, %s)', async (set, name, title, lead) => {
    const kind = name.split(':')[0] as keyof typeof pages;
    fetchFlow.mockResolvedValue({ type: 'show', flow: answerOf(set, name).body });
    const Page = pages[kind];
    renderPage(<Page />, { path: `/auth/${kind}`, at: `/auth/${kind}?flow=x` });
    const heading = await screen.findByRole('heading', { name: title });
    const text = heading.parentElement?.textContent?.slice(title.length);
    if (lead) expect(text).toMatch(lead);
    else expect(text).toBe('');
  });

  it('lead back from a known email to another', async () => {
    fetchFlow.mockResolvedValue({
      type: 'show',
      flow: answerOf('first', 'login: credentials').body,
    });
    open('/auth/login?flow=x');
    await userEvent.click(await screen.findByRole('button', { name: 'Use another account' }));
    expect(beginFlow).toHaveBeenCalledOnce();
  });

  it('verify an address before signing in, and then lead back there', async () => {
    fetchFlow.mockResolvedValue({
      type: 'show',
      flow: answerOf('first', 'verification: after login').body,
    });
    renderPage(<VerificationPage />, {
      path: '/auth/verification',
      at: '/auth/verification?flow=x&return_to=/settings/profile',
      others: ['/auth/login'],
    });
    const link = await screen.findByRole('link', { name: 'Back to sign in' });
    expect(link.getAttribute('href')).toBe('/auth/login?return_to=%2Fsettings%2Fprofile');
  });
});

describe('a session that ended', () => {
  it.each([
    [{ identity: 'i', expires_at: '2020-01-01T00:00:00Z' }, /session has expired/],
    [{ identity: 'i', expires_at: '2999-01-01T00:00:00Z', ended: true }, /session was ended/],
  ])('is explained where the person signs in again', async (record, reason) => {
    localStorage.setItem('session', JSON.stringify(record));
    open('/auth/login');
    expect(await screen.findByText(reason)).toBeTruthy();
    localStorage.clear();
  });
});
