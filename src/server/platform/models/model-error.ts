import { InvalidResponseDataError, JSONParseError, TypeValidationError } from '@ai-sdk/provider';
import { ModelFailure } from '#domain/run/execution/model-failure.ts';
import type { ModelOrigin } from './endpoints/endpoint.ts';
import { rowOf } from './server-errors.ts';
import {
  findCall,
  isErrorBody,
  isNoStream,
  readPart,
  readResponse,
  type ServerError,
} from './server-words.ts';

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
  const causes = causesOf(cause);
  const call = findCall(causes);
  const isTemporary = !hasStarted;
  const who = upper(origin.provider);
  const url = `${origin.settings.url}`;
  if (hasStarted || isCut(causes)) {
    const said = quote(wordsIn(cause, causes));
    const words = said === '' ? '' : ` ('${said}')`;
    const message = `The response from ${origin.provider} was interrupted${words}. Run it again.`;
    return new ModelFailure('model_interrupted', message, { cause, isTemporary });
  }
  const error = serverError(cause, causes);
  if (error) return fromServer(error, origin, cause);
  if (call && isNoStream(call)) {
    const message = `${who} doesn't stream its responses.`;
    return new ModelFailure('model_unreadable', message, { cause, isRefusal: true });
  }
  if (isUnreadable(causes)) {
    const message = `${who} returned an unreadable response. Check that ${url} is the address of its API.`;
    return new ModelFailure('model_unreadable', message, { cause });
  }
  if (isUnreachable(causes) || call) {
    const reason = reasonOf(causes, cause);
    return new ModelFailure(
      'model_failed',
      `${who} is unreachable (${reason}). Check ${url} and that it is running.`,
      { cause, isTemporary: !/NOTFOUND|CERT|SIGNED|INVALID/.test(reason) },
    );
  }
  return new ModelFailure('model_failed', `${who} failed: ${quote(messageOf(cause))}`, { cause });
}

/** What the server said, if it said anything: with a status, in a response with status 200, or within a stream. */
function serverError(cause: unknown, causes: readonly Error[]): ServerError | undefined {
  const call = findCall(causes);
  if (call?.statusCode !== undefined) {
    if (call.statusCode >= 300) return readResponse(call);
    const error = readResponse(call);
    return error.isPage ? { ...error, status: 200 } : said(call.responseBody, error);
  }
  const sent = causes.find((one) => TypeValidationError.isInstance(one));
  if (sent && isErrorBody(sent.value)) return readPart(sent.value);
  return cause instanceof Error ? undefined : readPart(cause);
}

/** What a server said within a stream. */
function wordsIn(cause: unknown, causes: readonly Error[]): string {
  const sent = causes.find((one) => TypeValidationError.isInstance(one));
  if (sent) return isErrorBody(sent.value) ? readPart(sent.value).words : '';
  return cause instanceof Error ? '' : readPart(cause).words;
}

function said(body: string | undefined, error: ServerError): ServerError | undefined {
  return /"choices"\s*:\s*\[\s*\{/.test(body ?? '') || error.words === '' || !isJson(body)
    ? undefined
    : error;
}

function isJson(body = ''): boolean {
  return /^\s*[{[]/.test(body) && /[}\]]\s*$/.test(body);
}

function fromServer(error: ServerError, origin: ModelOrigin, cause: unknown): ModelFailure {
  const row = rowOf(error);
  const who = upper(origin.provider);
  const words = quote(error.words.replace(/\s+/g, ' ')).replace(/[.\s]+$/, '');
  const isLimited = row.code === 'model_rate_limited' || row.isTemporary;
  return new ModelFailure(row.code, row.say({ ...error, who, origin, quote: words }), {
    cause,
    status: error.status,
    isTemporary: row.isTemporary ?? false,
    isRefusal: row.isRefusal ?? false,
    ...(isLimited && error.retryAfter !== undefined && { retry_after: error.retryAfter }),
  });
}

function isUnreadable(causes: readonly Error[]): boolean {
  return causes.some(
    (cause) =>
      JSONParseError.isInstance(cause) ||
      codeOf(cause) === 'UND_ERR_RES_EXCEEDED_MAX_SIZE' ||
      TypeValidationError.isInstance(cause) ||
      (InvalidResponseDataError.isInstance(cause) && !/finish reason/.test(cause.message)),
  );
}

const WHILE_OPEN: readonly unknown[] = ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE', 'UND_ERR_ABORTED'];

function isCut(causes: readonly Error[]): boolean {
  return causes.some((cause) => {
    const isUnfinished =
      InvalidResponseDataError.isInstance(cause) && /finish reason/.test(cause.message);
    const isBroken = /terminated|premature/i.test(cause.message);
    return WHILE_OPEN.includes(codeOf(cause)) || isUnfinished || isBroken;
  });
}

function isUnreachable(causes: readonly Error[]): boolean {
  return causes.some((cause) =>
    /^(E[A-Z_]+|UND_ERR_[A-Z_]+|CERT_.*|.*CERT.*)$/.test(codeOf(cause) ?? ''),
  );
}

function reasonOf(causes: readonly Error[], cause: unknown): string {
  return causes.map(codeOf).find((code) => code !== undefined) ?? quote(messageOf(cause));
}

function codeOf(cause: Error & { code?: unknown }): string | undefined {
  return typeof cause.code === 'string' ? cause.code : undefined;
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

function messageOf(error: unknown): string {
  if (typeof error === 'string') return error;
  if (typeof error === 'object' && error !== null && 'message' in error)
    return String(error.message);
  return JSON.stringify(error) ?? '';
}

function quote(text: string): string {
  return text.length > MAX_QUOTE ? `${text.slice(0, MAX_QUOTE).toWellFormed()}…` : text;
}

function upper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
