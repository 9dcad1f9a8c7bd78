import type { FlowMessage } from './texts.ts';

const statuses: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  410: 'Gone',
  415: 'Unsupported Media Type',
  413: 'Content Too Large',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
};

interface Extra {
  id?: string;
  details?: Record<string, unknown>;
  /** Fields next to `error`: `redirect_browser_to`, `use_flow_id`, `expired_at`. */
  siblings?: Record<string, unknown>;
  headers?: Record<string, string>;
  /** Where a navigating browser goes, if the body doesn't say it. */
  redirect?: string;
}

/** An error response in Ory's format. */
export class IdentityError extends Error {
  readonly status: number;
  readonly reason: string;
  readonly extra: Extra;

  constructor(status: number, message: string, reason: string, extra: Extra = {}) {
    super(message);
    this.name = 'IdentityError';
    this.status = status;
    this.reason = reason;
    this.extra = extra;
  }

  /** The `error` object of the body. */
  toError(): Record<string, unknown> {
    const { id, details } = this.extra;
    return {
      ...(id ? { id } : {}),
      code: this.status,
      status: statuses[this.status] ?? 'Error',
      reason: this.reason,
      ...(details ? { details } : {}),
      message: this.message,
    };
  }

  toBody(): Record<string, unknown> {
    return { error: this.toError(), ...this.extra.siblings };
  }

  /** The URL that a browser is sent to instead of seeing the error. */
  get redirect(): string | undefined {
    const target = this.extra.siblings?.redirect_browser_to;
    return typeof target === 'string' ? target : this.extra.redirect;
  }
}

/** Invalid form input: the flow is shown again with these messages. */
export class FormError extends Error {
  readonly messages: FlowMessage[];
  readonly fields: Record<string, FlowMessage[]>;

  constructor(messages: FlowMessage[], fields: Record<string, FlowMessage[]> = {}) {
    super('The form input is invalid');
    this.name = 'FormError';
    this.messages = messages;
    this.fields = fields;
  }
}

const redirectTo = (url: string) => ({ siblings: { redirect_browser_to: url } });

export const badRequest = (reason: string) =>
  new IdentityError(400, 'The request was malformed or contained invalid parameters', reason);

export const notFound = (reason = 'The requested resource could not be found') =>
  new IdentityError(404, 'Unable to locate the resource', reason);

export const forbidden = (reason: string) =>
  new IdentityError(403, 'The requested action was forbidden', reason);

export const sessionAlreadyAvailable = (returnTo: string) =>
  new IdentityError(
    400,
    'The request was malformed or contained invalid parameters',
    'A valid session was detected and thus login is not possible. Did you forget to set `?refresh=true`?',
    { id: 'session_already_available', redirect: returnTo },
  );

export const returnToForbidden = (url: string) =>
  new IdentityError(
    400,
    'The request was malformed or contained invalid parameters',
    `Requested return_to URL "${url}" is not allowed.`,
    { id: 'self_service_flow_return_to_forbidden' },
  );

/** The error of whoami. It has no id on purpose: Ory's has none either. */
export const unauthorized = () =>
  new IdentityError(
    401,
    'The request could not be authorized',
    'No valid session credentials found in the request.',
  );

export const sessionInactive = (loginUrl: string) =>
  new IdentityError(
    401,
    'The request could not be authorized',
    'No active session was found in this request.',
    { id: 'session_inactive', redirect: loginUrl },
  );

export const sessionAal1Required = (loginUrl: string) =>
  new IdentityError(
    401,
    'The request could not be authorized',
    'A second factor requires a session. Sign in first.',
    { id: 'session_aal1_required', redirect: loginUrl },
  );

export const sessionAal2Required = (url: string) =>
  new IdentityError(
    403,
    'Session does not fulfill the requested Authenticator Assurance Level',
    "An active session was found, but it doesn't meet the required assurance level. Verify your second factor.",
    { id: 'session_aal2_required', details: { redirect_browser_to: url }, ...redirectTo(url) },
  );

export const sessionRefreshRequired = (url: string) =>
  new IdentityError(
    403,
    'The session is too old and thus not allowed to update these fields.',
    'The session is too old. Sign in again.',
    { id: 'session_refresh_required', details: { redirect_browser_to: url }, ...redirectTo(url) },
  );

export const csrfViolation = () =>
  new IdentityError(
    403,
    'The request was rejected to protect you from Cross-Site-Request-Forgery',
    'Try again. If that fails, clear your cookies.',
    { id: 'security_csrf_violation' },
  );

export const identityMismatch = () =>
  new IdentityError(
    403,
    'The request was rejected because it belongs to another session',
    'The flow was started by another person. Start a new one.',
    { id: 'security_identity_mismatch' },
  );

export const flowExpired = (expiredAt: Date, useFlowId?: string) =>
  new IdentityError(410, 'The self-service flow expired.', 'The flow has expired.', {
    id: 'self_service_flow_expired',
    siblings: {
      expired_at: expiredAt.toISOString(),
      ...(useFlowId ? { use_flow_id: useFlowId } : {}),
    },
  });

export const flowReplaced = (useFlowId: string) =>
  new IdentityError(
    410,
    'The self-service flow was replaced by a new one.',
    'Too many attempts. Continue with the new flow.',
    { id: 'self_service_flow_replaced', siblings: { use_flow_id: useFlowId } },
  );

export const locationChangeRequired = (url: string) =>
  new IdentityError(
    422,
    'browser location change required',
    `In order to complete this flow please redirect the browser to: ${url}`,
    { id: 'browser_location_change_required', ...redirectTo(url) },
  );

/** After too many wrong recovery codes, the browser continues with a new flow. */
export const recoveryReplaced = (flow: { id: string; url?: string }) =>
  new IdentityError(
    400,
    'The request was malformed or contained invalid parameters',
    'Too many wrong codes. Request a new one.',
    { details: { continue_with: [{ action: 'show_recovery_ui', flow }] } },
  );

const waitOf = (seconds: number) =>
  seconds < 60 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;

export const tooManyRequests = (retryAfterSeconds: number) =>
  new IdentityError(
    429,
    'Too many attempts',
    `Too many attempts. Try again in ${waitOf(retryAfterSeconds)}.`,
    { headers: { 'retry-after': String(retryAfterSeconds) } },
  );
