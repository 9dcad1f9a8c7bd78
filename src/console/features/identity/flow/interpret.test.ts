import { describe, expect, it } from 'vitest';
import { GENERIC_MESSAGE } from '#core/messages.ts';
import type { ContinueWith } from './flow-types.ts';
import { firstStep, interpretFailure, interpretSuccess } from './interpret.ts';

const flow = { id: 'f1', state: 'choose_method', ui: { action: '', method: 'POST', nodes: [] } };
const redirect: ContinueWith = { action: 'redirect_browser_to', redirect_browser_to: 'http://x/' };
const verification = {
  action: 'show_verification_ui',
  flow: { id: 'v1', verifiable_address: 'ada@example.com' },
} as ContinueWith;
const settings = { action: 'show_settings_ui', flow: { id: 's1' } } as ContinueWith;
const recovery = { action: 'show_recovery_ui', flow: { id: 'r1' } } as ContinueWith;

describe('2xx responses', () => {
  it('finish a login', () => {
    expect(interpretSuccess('login', { session: { id: 's' }, continue_with: [redirect] })).toEqual({
      type: 'done',
      continueWith: [redirect],
      signedIn: true,
    });
  });

  it('finish a registration, with and without the session hook', () => {
    const identity = { id: 'i' };
    expect(interpretSuccess('registration', { identity, session: { id: 's' } })).toEqual({
      type: 'done',
      continueWith: [],
      signedIn: true,
    });
    expect(interpretSuccess('registration', { identity })).toMatchObject({ signedIn: false });
  });

  it('finish a completed recovery, which continues in the settings', () => {
    const passed = { ...flow, state: 'passed_challenge', continue_with: [settings] };
    expect(interpretSuccess('recovery', passed)).toMatchObject({ type: 'done' });
  });

  it.each([
    ['a code was sent', { ...flow, state: 'sent_email' }],
    ['a wrong code', { ...flow, ui: { ...flow.ui, messages: [{ id: 4060006 }] } }],
    ['an expired flow, replaced by one with a new id', { ...flow, id: 'f2' }],
  ])('show the flow of a recovery: %s', (_case, body) => {
    expect(interpretSuccess('recovery', body)).toEqual({ type: 'show', flow: body });
  });

  it('show a completed verification, which the screen confirms', () => {
    const passed = { ...flow, state: 'passed_challenge', continue_with: [redirect] };
    expect(interpretSuccess('verification', passed)).toEqual({ type: 'show', flow: passed });
  });

  it('show settings, whether they were saved or have new backup codes', () => {
    for (const state of ['success', 'show_form']) {
      const body = { ...flow, state, identity: { id: 'i' }, continue_with: [redirect] };
      expect(interpretSuccess('settings', body)).toEqual({ type: 'show', flow: body });
    }
  });
});

describe('failures', () => {
  const error = (id: string, more: object = {}) => ({ error: { id }, ...more });
  const to = 'http://localhost/identity/self-service/login/browser?aal=aal2';

  it.each([
    ['400 with a form', 400, flow, { type: 'show', flow }],
    [
      'recovery replaced after five submissions',
      400,
      { error: { code: 400, details: { continue_with: [recovery] } } },
      { type: 'restart', because: 'expired', flowId: 'r1' },
    ],
    [
      'verification replaced',
      410,
      error('self_service_flow_replaced', { use_flow_id: 'f9' }),
      { type: 'restart', because: 'expired', flowId: 'f9' },
    ],
    [
      'form expired',
      410,
      error('self_service_flow_expired', { use_flow_id: 'f9' }),
      { type: 'restart', because: 'expired', flowId: 'f9' },
    ],
    ['any other 410', 410, { error: { code: 410 } }, { type: 'restart', because: 'expired' }],
    ['already signed in', 400, error('session_already_available'), { type: 'already_signed_in' }],
    [
      'forbidden return_to',
      400,
      error('self_service_flow_return_to_forbidden'),
      { type: 'restart', because: 'return_to' },
    ],
    ['no session', 401, error('session_inactive'), { type: 'sign_in' }],
    ['second factor without a first', 401, error('session_aal1_required'), { type: 'sign_in' }],
    ['401 without an id', 401, { error: { code: 401 } }, { type: 'sign_in' }],
    ['CSRF', 403, error('security_csrf_violation'), { type: 'restart', because: 'security' }],
    [
      "another person's flow",
      403,
      error('security_identity_mismatch'),
      { type: 'restart', because: 'security' },
    ],
    [
      'stale session',
      403,
      error('session_refresh_required', { redirect_browser_to: to }),
      { type: 'redirect', to },
    ],
    [
      'second factor required',
      403,
      error('session_aal2_required', { redirect_browser_to: to }),
      { type: 'redirect', to },
    ],
    [
      'change of location',
      422,
      error('browser_location_change_required', { redirect_browser_to: to }),
      { type: 'redirect', to },
    ],
    ['unknown flow', 404, { error: { code: 404 } }, { type: 'restart', because: 'missing' }],
    ['anything else', 500, '<html>', { type: 'failed', message: GENERIC_MESSAGE }],
    [
      'a provider that is unreachable or set up wrongly',
      500,
      { error: { id: 'invalid_configuration', code: 500, reason: 'dial tcp: refused' } },
      { type: 'failed', message: expect.stringContaining('Choose another way') },
    ],
    ['no body', 502, undefined, { type: 'failed', message: GENERIC_MESSAGE }],
  ])('%s', (_case, status, body, outcome) => {
    expect(interpretFailure('settings', status, body)).toEqual(outcome);
  });

  it('says what to do when there is no response or there were too many attempts', () => {
    expect(interpretFailure('login', 0, undefined)).toMatchObject({
      type: 'failed',
      message: expect.stringContaining('connection'),
    });
    expect(interpretFailure('login', 429, {})).toMatchObject({
      type: 'failed',
      message: expect.stringContaining('Wait'),
    });
  });
});

describe('continue_with', () => {
  it('prefers settings to recovery to verification to a redirect', () => {
    expect(firstStep([redirect, verification, recovery, settings])).toBe(settings);
    expect(firstStep([redirect, verification, recovery])).toBe(recovery);
    expect(firstStep([redirect, verification])).toBe(verification);
    expect(firstStep([redirect])).toBe(redirect);
    expect(firstStep([])).toBeUndefined();
  });
});
