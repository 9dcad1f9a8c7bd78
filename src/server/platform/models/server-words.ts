import { APICallError } from '@ai-sdk/provider';
import { isObject } from '#core/json/is-object.ts';
import { tryJson } from '#core/json/parse-json.ts';

/** An error that a server sent instead of a response. */
export interface ServerError {
  /** The HTTP status, or the one that the body names in a response with status 200. Undefined within a stream. */
  status: number | undefined;
  /** Its own words; empty if there are none. */
  words: string;
  /** Its own codes for the error, if it has any. */
  code: string;
  /** Whether it sent a web page, as proxies and other servers than model servers do. */
  isPage: boolean;
  /** Where it redirects to. */
  location: string | undefined;
  /** Seconds until it may be asked again. */
  retryAfter: number | undefined;
}

const MAX_WORDS = 2000;

/** Reads what a server sent with a status. */
export function readResponse(call: APICallError): ServerError {
  const { statusCode = 0, responseBody = '', responseHeaders: headers = {} } = call;
  const isPage = /^\s*<(!doctype|html|head|\?xml)/i.test(responseBody);
  const value = tryJson(responseBody);
  const read = value === undefined ? plain(isPage ? '' : responseBody) : readValue(value);
  return {
    ...read,
    // Gateways wrap errors into responses with status 200.
    status: statusCode < 300 ? (statusIn(read.code) ?? 500) : statusCode,
    isPage,
    location: headers.location,
    retryAfter: retryAfterOf(headers) ?? waitIn(read.words),
  };
}

/** Reads an error that arrived within a stream. */
export function readPart(error: unknown): ServerError {
  const read = typeof error === 'string' ? plain(error) : readValue(error);
  const status = statusIn(read.code);
  return { ...read, status, isPage: false, location: undefined, retryAfter: waitIn(read.words) };
}

/** Whether a value is an error in one of the shapes that servers use. */
export function isErrorBody(value: unknown): boolean {
  return isObject(value) && value.choices === undefined && readValue(value).words !== '';
}

type Words = Pick<ServerError, 'words' | 'code'>;

/**
 * Finds the words: `{error: {message}}` (OpenAI, vLLM, llama.cpp, LiteLLM), `{error: "…"}` (Ollama), `{detail}`
 * (FastAPI), `{message}` (vLLM before 0.10, Portkey, Mistral), `{errors: […]}` (Cloudflare), `[{error}]` (Gemini).
 */
function readValue(value: unknown): Words {
  if (typeof value === 'string') return plain(value);
  if (Array.isArray(value)) return value.length > 0 ? readValue(value[0]) : plain('');
  if (!isObject(value)) return plain('');
  const inner = [value.error, value.errors, value.detail].find(
    (one) => isObject(one) || isFull(one),
  );
  const found = inner === undefined ? plain(textIn(value.message, value.msg)) : readValue(inner);
  // The SDK puts `statusCode` into exceptions of Amazon's streams.
  const own = [value.code, value.type, value.status, value.statusCode]
    .filter((one) => typeof one === 'number' || (typeof one === 'string' && one !== 'error'))
    .join(' ');
  const raw = isObject(value.metadata) ? textIn(value.metadata.raw) : '';
  return {
    // OpenRouter says "Provider returned error" and quotes the provider.
    words: [found.words, innermost(raw)].filter(Boolean).join(': ').slice(0, MAX_WORDS),
    code: found.code || own,
  };
}

function innermost(raw: string): string {
  if (raw === '') return '';
  const value = tryJson(raw);
  return value === undefined ? raw : readValue(value).words;
}

function plain(text: string): Words {
  return { words: text.trim().slice(0, MAX_WORDS), code: '' };
}

function textIn(...values: unknown[]): string {
  const found = values.find((value) => typeof value === 'string' || isObject(value));
  return isObject(found) ? readValue(found).words : String(found ?? '');
}

function isFull(value: unknown): boolean {
  return (typeof value === 'string' && value !== '') || (Array.isArray(value) && value.length > 0);
}

function statusIn(code: string): number | undefined {
  const found = /(?:^| )([45]\d\d)(?: |$)/.exec(code)?.[1];
  return found === undefined ? undefined : Number(found);
}

/** The names under which servers, and gateways for the servers behind them, say how long to wait. */
const WAIT_HEADERS = ['retry-after', 'llm_provider-retry-after', 'x-ms-retry-after'];

/** Seconds, from a number or a date. */
function retryAfterOf(headers: Readonly<Record<string, string>>): number | undefined {
  const ms = headers['retry-after-ms'];
  const name = WAIT_HEADERS.find((one) => headers[one] !== undefined);
  const value = name === undefined ? undefined : headers[name];
  if (value === undefined) return ms === undefined ? undefined : whole(Number(ms) / 1000);
  return whole(
    /^\d+(\.\d+)?$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000,
  );
}

/** Seconds, from a sentence such as `Please try again in 1.2s`. */
function waitIn(words: string): number | undefined {
  const found = /try again in (\d+(?:\.\d+)?) ?(ms|m\b|s|sec)/i.exec(words);
  if (!found) return undefined;
  const unit = found[2]?.toLowerCase();
  return whole(Number(found[1]) * (unit === 'ms' ? 0.001 : unit === 'm' ? 60 : 1));
}

function whole(seconds: number): number | undefined {
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined;
}

/** The response that an error is about. */
export function findCall(causes: readonly Error[]): APICallError | undefined {
  return causes.find((cause) => APICallError.isInstance(cause)) as APICallError | undefined;
}

const NO_STREAM = 'The response is not a stream';

/** A response that came at once, although a stream was asked for. The SDK would read it as an empty stream. */
export function noStream(url: string, body: string, headers: Headers): APICallError {
  return new APICallError({
    message: NO_STREAM,
    url,
    requestBodyValues: {},
    statusCode: 200,
    responseBody: body,
    responseHeaders: Object.fromEntries(headers),
    isRetryable: false,
  });
}

/** Whether the error was made by `noStream`. */
export function isNoStream({ message }: APICallError): boolean {
  return message === NO_STREAM;
}
