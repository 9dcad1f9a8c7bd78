import type { UiText } from '@ory/client';

interface Extra {
  id?: string;
  details?: Record<string, unknown>;
  redirect_browser_to?: string;
  use_flow_id?: string;
}

const STATUSES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  410: 'Gone',
  422: 'Unprocessable Entity',
};

/** An error response in Kratos's format. */
export class IdentityError extends Error {
  readonly status: number;
  readonly extra: Extra;

  constructor(status: number, reason: string, extra: Extra = {}) {
    super(reason);
    this.status = status;
    this.extra = extra;
  }

  toResponse(): Response {
    const { id, details, ...siblings } = this.extra;
    const error = {
      ...(id ? { id } : {}),
      code: this.status,
      status: STATUSES[this.status] ?? 'Error',
      reason: this.message,
      ...(details ? { details } : {}),
      message: this.status === 401 ? 'The request could not be authorized' : this.message,
    };
    return Response.json({ error, ...siblings }, { status: this.status });
  }
}

/** Invalid form input: the flow is shown again with these messages. */
export class FormError extends Error {
  readonly messages: UiText[];
  readonly fields: Record<string, UiText[]>;

  constructor(messages: UiText[], fields: Record<string, UiText[]> = {}) {
    super('The form input is invalid');
    this.messages = messages;
    this.fields = fields;
  }
}

/** Nobody is signed in. The error has no id on purpose, like that of Kratos's whoami. */
export function unauthorized(): IdentityError {
  return new IdentityError(401, 'No valid session credentials found in the request.');
}

/** The flow, session or error doesn't exist. */
export function unknownThing(): IdentityError {
  return new IdentityError(404, 'The requested resource could not be found');
}

/** The flow continues at another URL. */
export function goTo(url: string): IdentityError {
  return new IdentityError(
    422,
    `In order to complete this flow please redirect the browser to: ${url}`,
    {
      id: 'browser_location_change_required',
      redirect_browser_to: url,
    },
  );
}
