import { bareType } from '#core/datasource/document-type.ts';
import { gunzip, isGzip } from '#core/datasource/gunzip.ts';
import { tryJson } from '#core/json/parse-json.ts';
import {
  type ConnectorContext,
  ConnectorFailure,
  type HttpRequest,
  type HttpResponse,
} from './connector.ts';

const TIMEOUT_MS = 30_000;
/**
 * The maximum size of an API response: enough for a page of any listing. Larger responses are files, for which memory is
 * reserved.
 */
const API_MAX_BYTES = 12 * 1024 * 1024;
/** The longest wait in place. After a longer one, the sync continues later. */
const WAIT_MAX = 60_000;
/** Delays before retries in milliseconds, unless the other side specifies one. */
const WAITS = [1000, 4000, 15_000];

export type Ask = Omit<HttpRequest, 'timeoutMs' | 'maxBytes' | 'signal'> &
  Partial<Pick<HttpRequest, 'timeoutMs' | 'maxBytes'>>;

export interface AskOptions {
  /**
   * Detects rate limits beyond status 429 and `Retry-After`: the milliseconds to wait; undefined if the response isn't
   * one.
   */
  waitOf?: (response: HttpResponse, now: number) => number | undefined;
  attempts?: number;
}

/** What `ask` needs of a connector's context. */
export type AskContext = Pick<
  ConnectorContext<unknown>,
  'attempts' | 'http' | 'isInteractive' | 'now' | 'reserve' | 'signal' | 'sleep'
>;

/**
 * Sends a request, with a few retries if the other side is busy or failing; while a person waits, only if it is busy.
 * @returns a response that is neither 429 nor 5xx
 * @throws ConnectorFailure `rate_limited` or `unreachable`; what the signal was aborted with
 */
export async function ask(
  request: Ask,
  context: AskContext,
  { waitOf, attempts = context.attempts }: AskOptions = {},
): Promise<HttpResponse> {
  const most = Math.min(attempts, context.attempts);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await tryOnce(request, context, waitOf);
    } catch (error) {
      if (!(error instanceof ConnectorFailure) || !isTemporary(error, context)) throw error;
      const said = error.retryAt === undefined ? undefined : error.retryAt - context.now();
      const wait = said ?? WAITS[attempt - 1];
      if (attempt >= most || wait === undefined || wait > WAIT_MAX) throw error;
      await context.sleep(Math.max(0, wait), context.signal);
    }
  }
}

async function tryOnce(
  request: Ask,
  context: AskContext,
  waitOf: AskOptions['waitOf'],
): Promise<HttpResponse> {
  const { signal } = context;
  signal.throwIfAborted();
  const sent = send(request, context);
  const response = await sent.catch((error: unknown) => {
    signal.throwIfAborted();
    throw toFailure(error);
  });
  const failure = busy(response, context, waitOf);
  if (failure) throw failure;
  return response;
}

/**
 * Requests large files twice: first to learn that they are large, and again once there is memory for them. To wait with
 * an open connection would take longer than many servers permit.
 */
async function send(request: Ask, context: AskContext): Promise<HttpResponse> {
  const { http, signal } = context;
  const { maxBytes = API_MAX_BYTES, isWanted } = request;
  const all = { timeoutMs: TIMEOUT_MS, ...request, maxBytes, signal };
  if (maxBytes <= API_MAX_BYTES) return http(all);
  let length = 0;
  const isSmall: Ask['isWanted'] = (response) => {
    if (isWanted?.(response) === false) return false;
    length = Number(response.headers['content-length'] ?? 0);
    return length <= API_MAX_BYTES;
  };
  const response = await http({ ...all, maxBytes: API_MAX_BYTES, isWanted: isSmall });
  if (length <= API_MAX_BYTES && !response.isCut) return response;
  const most = length > API_MAX_BYTES ? Math.min(length, maxBytes) : maxBytes;
  await context.reserve(most);
  return http({ ...all, maxBytes: most });
}

/** Permanent failures of the outbound client, for which retries are useless. */
const FINAL: Readonly<Record<string, 'invalid' | 'unauthorised'>> = {
  bad_url: 'invalid',
  // Only credentials are entered by people.
  bad_header: 'unauthorised',
  refused: 'invalid',
  redirects: 'invalid',
};

function toFailure(error: unknown): ConnectorFailure {
  const { reason, message } = error as { reason?: string; message?: string };
  return new ConnectorFailure(FINAL[reason ?? ''] ?? 'unreachable', message ?? String(error), {
    cause: error,
  });
}

function isTemporary(
  { reason, retryAt }: ConnectorFailure,
  { isInteractive }: Pick<AskContext, 'isInteractive'>,
): boolean {
  if (isInteractive) return reason === 'rate_limited' || retryAt !== undefined;
  return reason === 'rate_limited' || reason === 'unreachable';
}

function busy(
  response: HttpResponse,
  { now }: AskContext,
  waitOf: AskOptions['waitOf'],
): ConnectorFailure | undefined {
  const { status, headers, url } = response;
  const { host } = new URL(url);
  const said = retryAfter(headers['retry-after'], now());
  const wait = waitOf?.(response, now());
  if (status === 429 || wait !== undefined) {
    return new ConnectorFailure('rate_limited', `Too many requests to ${host}. Try again later.`, {
      ...withRetryAt(said ?? wait, now()),
    });
  }
  if (status < 500) return undefined;
  return new ConnectorFailure('unreachable', `${host} failed with status ${status}.`, {
    ...withRetryAt(said, now()),
  });
}

function withRetryAt(wait: number | undefined, now: number): { retryAt?: number } {
  return wait === undefined ? {} : { retryAt: now + wait };
}

/** Reads `Retry-After`: seconds, or a date. In milliseconds from now. */
export function retryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  const wait = /^\s*\d+\s*$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}

/** The failure for a status other than 2xx, by common usage of APIs. */
export function failureOf({ status, url }: HttpResponse, what: string): ConnectorFailure {
  const { host } = new URL(url);
  if (status === 401) {
    return new ConnectorFailure(
      'unauthorised',
      `${host} rejected the credentials. Enter them again.`,
    );
  }
  if (status === 403) {
    return new ConnectorFailure('unauthorised', `The credentials don't allow reading ${what}.`);
  }
  if (status === 404 || status === 410) {
    return new ConnectorFailure(
      'not_found',
      `${host} has no ${what}, or the credentials don't give access to it.`,
    );
  }
  return new ConnectorFailure('invalid', `${host} responded with status ${status} for ${what}.`);
}

/** Parses the body of an API response as an object. */
export function readObject(response: HttpResponse): Record<string, unknown> {
  const value = response.isCut ? undefined : tryJson(new TextDecoder().decode(response.body));
  if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  const { host } = new URL(response.url);
  throw new ConnectorFailure('invalid', `${host} sent an invalid response.`);
}

/**
 * Expands a compressed response up to `maxBytes`. Some servers compress without being asked.
 * @param what 'always' also expands files that are archives themselves
 */
export async function inflated(
  response: HttpResponse,
  maxBytes: number,
  { reserve }: Pick<AskContext, 'reserve'>,
  what: 'encoded' | 'always' = 'encoded',
): Promise<HttpResponse> {
  const { body } = response;
  const isEncoded = bareType(response.headers['content-encoding']) === 'gzip';
  if ((!isEncoded && what === 'encoded') || !isGzip(body)) return response;
  const usual = Math.min(maxBytes, API_MAX_BYTES);
  let { bytes, isCut } = await gunzip(body, usual);
  if (isCut && usual < maxBytes) {
    await reserve(body.length + maxBytes);
    ({ bytes, isCut } = await gunzip(body, maxBytes));
  }
  return { ...response, body: bytes, isCut: response.isCut || isCut };
}
