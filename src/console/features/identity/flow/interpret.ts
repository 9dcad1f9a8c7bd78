import { GENERIC_MESSAGE } from '#core/messages.ts';
import type { ContinueWith, Flow, FlowKind } from './flow-types.ts';
import { whyUnreachable } from './refusal.ts';

export type RestartReason = 'expired' | 'security' | 'return_to' | 'missing';

/** What a response of the identity service means for the screen. */
export type Outcome =
  /** Show this flow: new, sent, saved or invalid; its messages say which. */
  | { type: 'show'; flow: Flow }
  /** The flow is finished; go where it says. */
  | { type: 'done'; continueWith: ContinueWith[]; signedIn: boolean }
  /** Use this flow instead, or start a new one. What was typed stays. */
  | { type: 'restart'; because: RestartReason; flowId?: string }
  | { type: 'redirect'; to: string }
  | { type: 'already_signed_in' }
  | { type: 'sign_in' }
  | { type: 'failed'; message: string };

type ErrorBody = {
  error?: { id?: string; message?: string; details?: { continue_with?: ContinueWith[] } };
  redirect_browser_to?: string;
  use_flow_id?: string;
  ui?: unknown;
};

/** What a deactivated person is told. */
export const DISABLED = 'This account is disabled. Ask your administrator.';
const unusable =
  "Signing in this way doesn't work right now. Choose another way, or ask your administrator.";
const tooMany = 'Too many attempts. Wait a few minutes and try again.';
const switchedOff = 'This is turned off. Ask your administrator.';

/**
 * Interprets a 2xx response. A sent code, a wrong code and a saved form all return 200 with the flow, and an
 * expired flow returns 200 with a new one; all of these are shown.
 */
export function interpretSuccess(kind: FlowKind, body: unknown): Outcome {
  const response = body as { continue_with?: ContinueWith[] } & Record<string, unknown>;
  const continueWith = response.continue_with ?? [];
  if (kind === 'login' && 'session' in response) {
    return { type: 'done', continueWith, signedIn: true };
  }
  if (kind === 'registration' && 'identity' in response) {
    // Without the session hook an account now exists, but nobody is signed in.
    return { type: 'done', continueWith, signedIn: 'session' in response };
  }
  if (kind === 'recovery' && continueWith.some((step) => step.action === 'show_settings_ui')) {
    return { type: 'done', continueWith, signedIn: true };
  }
  return { type: 'show', flow: body as Flow };
}

/**
 * Interprets a failed response.
 * @param status 0 when there was no response
 */
export function interpretFailure(kind: FlowKind, status: number, body: unknown): Outcome {
  if (status === 0) return { type: 'failed', message: whyUnreachable() };
  const response = (typeof body === 'object' && body !== null ? body : {}) as ErrorBody;
  // A sent login code and a registration step return 400 too, so the flow's messages decide.
  if (response.ui !== undefined) return { type: 'show', flow: body as Flow };
  const continueWith = response.error?.details?.continue_with ?? [];
  const step = firstStep(continueWith);
  if (step?.action === 'show_recovery_ui') {
    return { type: 'restart', because: 'expired', flowId: step.flow.id };
  }
  // The password is right, but Ory wants the address verified before it signs anyone in.
  if (step?.action === 'show_verification_ui') {
    return { type: 'done', continueWith, signedIn: false };
  }
  return byErrorId(response) ?? byStatus(kind, status, response);
}

function byErrorId(response: ErrorBody): Outcome | null {
  switch (response.error?.id) {
    case 'session_already_available':
    case 'session_aal_already_fulfilled':
      return { type: 'already_signed_in' };
    case 'session_inactive':
    case 'session_aal1_required':
      return { type: 'sign_in' };
    case 'security_csrf_violation':
    case 'security_identity_mismatch':
      return { type: 'restart', because: 'security' };
    case 'self_service_flow_return_to_forbidden':
      return { type: 'restart', because: 'return_to' };
    case 'self_service_flow_disabled':
      return { type: 'failed', message: switchedOff };
    // The provider can't be reached, or its settings are wrong.
    case 'invalid_configuration':
      return { type: 'failed', message: unusable };
    default:
      return null;
  }
}

function byStatus(kind: FlowKind, status: number, response: ErrorBody): Outcome {
  // 422, and 403 for a second factor or a fresh sign-in, say where to continue.
  if (response.redirect_browser_to) return { type: 'redirect', to: response.redirect_browser_to };
  if (status === 410) return { type: 'restart', because: 'expired', flowId: response.use_flow_id };
  if (status === 404) return { type: 'restart', because: 'missing' };
  if (status === 403) return { type: 'restart', because: 'security' };
  if (status === 401) return unauthorised(kind, response);
  if (status === 429) return { type: 'failed', message: tooMany };
  return { type: 'failed', message: GENERIC_MESSAGE };
}

/** Only settings need a session. A refused sign-in is an answer to it, and asking again would only hide that. */
function unauthorised(kind: FlowKind, { error }: ErrorBody): Outcome {
  if (kind === 'settings') return { type: 'sign_in' };
  const message = error?.message === 'identity is disabled' ? DISABLED : GENERIC_MESSAGE;
  return { type: 'failed', message };
}

const priority = ['show_settings_ui', 'show_recovery_ui', 'show_verification_ui'] as const;

/** The first step by priority: settings, recovery, verification, then a redirect. */
export function firstStep(steps: ContinueWith[]): ContinueWith | undefined {
  for (const action of priority) {
    const found = steps.find((step) => step.action === action);
    if (found) return found;
  }
  return steps.find((step) => step.action === 'redirect_browser_to');
}
