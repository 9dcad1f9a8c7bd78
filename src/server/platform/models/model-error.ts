import {
  APICallError,
  InvalidResponseDataError,
  JSONParseError,
  TypeValidationError,
} from '@ai-sdk/provider';
import { ModelFailure } from '#domain/run/execution/model-failure.ts';

/** The origin of an error, to explain what to do about it. */
export interface ModelOrigin {
  /** Display name: `OpenAI`, `the server at http://…`. */
  provider: string;
  /** The environment variable with its API key. */
  keyName: string;
  /** The model's name at the provider. */
  model: string;
}

const MAX_QUOTE = 300;

/**
 * Explains a provider's failure and what to do about it.
 * @param cause what the SDK threw or sent as an `error` part
 * @param hasStarted whether part of the response had already arrived
 */
export function toModelFailure(
  cause: unknown,
  origin: ModelOrigin,
  hasStarted: boolean,
): ModelFailure {
  if (cause instanceof ModelFailure) return cause;
  const call = findCall(cause);
  const isRead = call?.statusCode !== undefined && call.statusCode < 300;
  if (isUnreadable(cause)) {
    return new ModelFailure(
      'model_unreadable',
      `${upper(origin.provider)} returned an unreadable response. Check that the base URL is that of its API.`,
      { cause },
    );
  }
  if (hasStarted || isRead || isCut(cause)) {
    const said = quote(messageOf(cause));
    const hasMessage = isPart(cause) && said !== '';
    return new ModelFailure(
      'model_interrupted',
      `The response from ${origin.provider} was interrupted${hasMessage ? ` ('${said}')` : ''}. Run it again.`,
      { cause },
    );
  }
  if (call?.statusCode !== undefined) return fromStatus(call, call.statusCode, origin);
  if (isUnreachable(cause) || call) {
    return new ModelFailure(
      'model_failed',
      `${upper(origin.provider)} is unreachable (${reasonOf(cause)}). Check the base URL and that it is running.`,
      { cause },
    );
  }
  return new ModelFailure(
    'model_failed',
    `${upper(origin.provider)} failed: ${quote(messageOf(cause))}`,
    { cause },
  );
}

function fromStatus(call: APICallError, status: number, origin: ModelOrigin): ModelFailure {
  const said = quote(call.message);
  const who = upper(origin.provider);
  if (status === 401 || status === 403) {
    return new ModelFailure(
      'model_unauthorized',
      `${who} rejected the API key. Check ${origin.keyName} on the server.`,
      { cause: call },
    );
  }
  if (status === 404) {
    return new ModelFailure(
      'model_not_found',
      `${who} has no model named ${origin.model}. Choose another model.`,
      { cause: call },
    );
  }
  if (status === 429) {
    const retryAfter = retryAfterOf(call);
    const wait = retryAfter === undefined ? 'later' : `in ${retryAfter} seconds`;
    return new ModelFailure(
      'model_rate_limited',
      `${who} is rate-limiting requests. Try again ${wait}.`,
      {
        cause: call,
        ...(retryAfter !== undefined && { retry_after: retryAfter }),
      },
    );
  }
  if (
    status === 413 ||
    /context.{0,20}(length|window)|too many tokens|prompt is too long|maximum context/i.test(said)
  ) {
    return new ModelFailure(
      'prompt_too_long',
      `The prompt is too long for ${origin.model}: ${said}`,
      { cause: call },
    );
  }
  if (status === 408 || status === 504) {
    return new ModelFailure('model_timeout', `${who} timed out (${status}). Try again.`, {
      cause: call,
    });
  }
  if (status < 500) {
    return new ModelFailure('model_refused', `${who} rejected the request (${status}): ${said}`, {
      cause: call,
    });
  }
  return new ModelFailure(
    'model_failed',
    `${who} failed (${status})${said === '' ? '' : `: ${said.replace(/[.\s]+$/, '')}`}. Try again later.`,
    { cause: call },
  );
}

/** Seconds, from `Retry-After` as a number or a date. */
function retryAfterOf(call: APICallError): number | undefined {
  const value = call.responseHeaders?.['retry-after'];
  if (value === undefined) return undefined;
  const seconds = /^\d+(\.\d+)?$/.test(value)
    ? Number(value)
    : (Date.parse(value) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined;
}

function findCall(error: unknown): APICallError | undefined {
  for (const cause of causesOf(error)) if (APICallError.isInstance(cause)) return cause;
  return undefined;
}

function isUnreadable(error: unknown): boolean {
  return causesOf(error).some(
    (cause) =>
      JSONParseError.isInstance(cause) ||
      (cause as Error & { code?: unknown }).code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE' ||
      TypeValidationError.isInstance(cause) ||
      (InvalidResponseDataError.isInstance(cause) && !/finish reason/.test(cause.message)),
  );
}

function isCut(error: unknown): boolean {
  return causesOf(error).some((cause) => {
    const { code } = cause as Error & { code?: unknown };
    const wasOpen =
      code === 'UND_ERR_SOCKET' ||
      code === 'ECONNRESET' ||
      code === 'EPIPE' ||
      code === 'UND_ERR_ABORTED';
    return (
      wasOpen ||
      InvalidResponseDataError.isInstance(cause) ||
      /terminated|premature/i.test(cause.message)
    );
  });
}

function isUnreachable(error: unknown): boolean {
  return causesOf(error).some((cause) => {
    const { code } = cause as Error & { code?: unknown };
    return typeof code === 'string' && /^(E[A-Z_]+|UND_ERR_[A-Z_]+|CERT_.*|.*CERT.*)$/.test(code);
  });
}

function reasonOf(error: unknown): string {
  for (const cause of causesOf(error)) {
    const { code } = cause as Error & { code?: unknown };
    if (typeof code === 'string') return code;
  }
  return quote(messageOf(error));
}

function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let at = error; at instanceof Error && causes.length < 8; at = at.cause) {
    causes.push(at);
    if (at instanceof AggregateError)
      causes.push(...at.errors.filter((one) => one instanceof Error));
  }
  return causes;
}

/** Whether the error arrived as part of a stream. Providers send plain objects or strings there. */
function isPart(error: unknown): boolean {
  return !(error instanceof Error);
}

function messageOf(error: unknown): string {
  if (typeof error === 'string') return error;
  if (typeof error === 'object' && error !== null && 'message' in error)
    return String(error.message);
  return JSON.stringify(error) ?? '';
}

function quote(text: string): string {
  return text.length > MAX_QUOTE ? `${text.slice(0, MAX_QUOTE)}…` : text;
}

function upper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
