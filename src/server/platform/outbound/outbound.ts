import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import { isIP } from 'node:net';
import { Agent, buildConnector, type Dispatcher, request } from 'undici';
import {
  type AddressRange,
  checkAddress,
  isPublicAddress,
  parseRange,
} from '#core/outbound/address.ts';
import { unsendable } from './headers.ts';
import {
  createOwnOrigin,
  type OwnOrigin,
  type OwnOriginCheck,
  portOf,
  type Resolve,
} from './own-origin.ts';

/** A request to a user-supplied URL. */
export interface OutboundRequest {
  url: string;
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Record<string, string>;
  body?: string;
  /** Timeout for the whole request, including redirects. */
  timeoutMs: number;
  /** Maximum size of the response. The rest isn't read. */
  maxBytes: number;
  /** Maximum number of redirects. A POST is only repeated if the response requires it (307, 308). */
  redirects?: number;
  /** Whether credentials are also for the target of a redirect. The default is any target of the same origin. */
  isTrusted?: (url: string) => boolean;
  /** Receives the response chunk by chunk. If it returns true, the response is complete and the connection is closed. */
  isAll?: (part: Buffer) => boolean;
  /** Whether to read the body, judging by status and headers. The default is true. */
  isWanted?: (response: Pick<OutboundResponse, 'status' | 'headers'>) => boolean;
  signal?: AbortSignal;
}

export interface OutboundResponse {
  /** Final URL, after redirects. */
  url: string;
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  /** Whether the response was longer than `maxBytes`. */
  isCut: boolean;
}

/** Why there is no response, with a message for the person who entered the URL. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  readonly reason:
    | 'bad_url'
    | 'bad_header'
    | 'refused'
    | 'unreachable'
    | 'timeout'
    | 'redirects'
    | 'stopped';

  constructor(reason: OutboundError['reason'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

export interface Outbound {
  /** @throws OutboundError if there is no response, or the address isn't public */
  send(request: OutboundRequest): Promise<OutboundResponse>;
  /** The problem with a URL, as far as it can be checked without a request. */
  check(url: string): string | undefined;
  close(): Promise<void>;
}

const REDIRECTS = [301, 302, 303, 307, 308];
const PRIVATE = 'is not a public internet address. Nothing was sent.';
const OWN = 'is this server. Nothing was sent.';

/**
 * The client for all user-supplied URLs: webhooks, tools, crawling. It only reaches the public internet. Every address is
 * checked when connecting, so no name that resolves to a private address, no DNS rebinding and no redirect can reach the
 * internal network, nor this server itself.
 */
export function createOutbound(limits: OutboundLimits = {}): Outbound {
  const { allowed = [] } = limits;
  const ranges = rangesOf(allowed);
  const self = limits.own && createOwnOrigin(limits.own, limits.resolve);
  const agent = new Agent({
    // Connections are reused. The address was checked when the connection was opened.
    keepAliveTimeout: 10_000,
    maxResponseSize: -1,
    connect: guardedConnector(limits),
  });

  async function exchange(
    options: OutboundRequest,
    signal: AbortSignal,
  ): Promise<OutboundResponse> {
    let { url, method = 'GET', headers = {}, body } = options;
    requireHeaders(headers);
    for (let hops = 0; ; hops += 1) {
      const response = await request(parse(url), {
        method,
        headers,
        body: body ?? null,
        signal,
        dispatcher: agent,
      });
      const next = redirectOf(response, url, method);
      if (!next || options.redirects === undefined || options.redirects === 0) {
        return { url, ...(await read(response, options)) };
      }
      await response.body.dump({ limit: 4096 });
      if (hops >= options.redirects) {
        throw new OutboundError('redirects', `More than ${options.redirects} redirects.`);
      }
      // Credentials are only for the first origin.
      const isTrusted = new URL(next).origin === new URL(url).origin;
      if (!isTrusted || options.isTrusted?.(next) === false) headers = withoutSecrets(headers);
      url = next;
    }
  }

  function ownProblem(text: string): string | undefined {
    const url = new URL(text);
    return self?.isNamed(url.hostname, portOf(url))
      ? 'Must not be an address of this server'
      : undefined;
  }

  return {
    async send(options) {
      const clock = AbortSignal.timeout(options.timeoutMs);
      const signal = options.signal ? AbortSignal.any([clock, options.signal]) : clock;
      try {
        return await exchange(options, signal);
      } catch (error) {
        if (clock.aborted) {
          const seconds = options.timeoutMs / 1000;
          throw new OutboundError('timeout', `No response within ${seconds} s.`);
        }
        throw toOutboundError(error, options);
      }
    },
    check: (url) => checkAddress(url, ranges) ?? ownProblem(url),
    close: () => agent.destroy(),
  };
}

/** What users' URLs may lead to. */
export interface OutboundLimits {
  /** Private ranges that may be reached. */
  allowed?: readonly string[];
  /** This server, which may not. */
  own?: OwnOrigin;
  /** Looks names up; tests pass one whose answers change. */
  resolve?: Resolve;
}

/**
 * Opens connections to public addresses only, and none to this server. Every address is checked when connecting, and so
 * is the one that was connected to.
 */
export function guardedConnector({
  allowed = [],
  own,
  resolve = lookup,
}: OutboundLimits): buildConnector.connector {
  const ranges = rangesOf(allowed);
  const isAllowed = (address: string) => isPublicAddress(address, ranges);
  const connectTo = buildConnector({ timeout: 5000, lookup: guardedLookup(isAllowed, resolve) });
  const self = own && createOwnOrigin(own, resolve);
  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, '');
    const port = portOf(options);
    // IP addresses are never looked up, so they are checked here.
    if (isIP(host) && !isAllowed(host)) return callback(refused(host), null);
    if (!self) return connectTo(options, callback);
    if (self.isNamed(host, port)) return callback(refused(host, OWN), null);
    return connectTo(options, refusingOwn(self, { host, port }, callback));
  };
}

/** Nothing has been sent when a connection is open, except for the TLS handshake. */
function refusingOwn(
  self: OwnOriginCheck,
  { host, port }: { host: string; port: number },
  callback: buildConnector.Callback,
): buildConnector.Callback {
  return (error, socket) => {
    if (error || !socket) return callback(error ?? new Error('No socket'), null);
    self
      .isReached(socket.remoteAddress ?? '', port)
      .then((isOwn) => {
        if (!isOwn) return callback(null, socket);
        socket.destroy();
        return callback(refused(host, OWN), null);
      })
      .catch((reason: Error) => callback(reason, null));
  };
}

function rangesOf(allowed: readonly string[]): AddressRange[] {
  return allowed.map(parseRange).filter((range): range is AddressRange => !!range);
}

type Callback = (
  error: Error | null,
  address: string | LookupAddress[],
  family?: number | undefined,
) => void;

/** Resolves names like Node, and rejects a name if any of its addresses is private. */
function guardedLookup(isAllowed: (address: string) => boolean, resolve: Resolve) {
  return (host: string, options: LookupOptions, callback: Callback): void => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const inside = addresses.find(({ address }) => !isAllowed(address));
      const [first] = addresses;
      if (inside || !first) return callback(refused(host), []);
      if (options.all) return callback(null, addresses);
      return callback(null, first.address, first.family);
    });
  };
}

function redirectOf(
  { statusCode, headers }: Dispatcher.ResponseData,
  url: string,
  method: string,
): string | undefined {
  const isKept = statusCode === 307 || statusCode === 308;
  if (!REDIRECTS.includes(statusCode) || (method !== 'GET' && !isKept)) return undefined;
  const location = [headers.location].flat()[0];
  return location === undefined ? undefined : URL.parse(location, url)?.href;
}

async function read(response: Dispatcher.ResponseData, options: OutboundRequest) {
  const { statusCode: status, body } = response;
  const headers = plainHeaders(response);
  if (options.isWanted?.({ status, headers }) === false) {
    await body.dump({ limit: 4096 });
    return { status, headers, body: Buffer.alloc(0), isCut: false };
  }
  return { status, headers, ...(await readBody(body, options)) };
}

async function readBody(
  body: Dispatcher.ResponseData['body'],
  { maxBytes, isAll }: OutboundRequest,
) {
  // A partly read body reports an abort, which can be ignored.
  body.on('error', () => {});
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body) {
    parts.push(part as Buffer);
    size += (part as Buffer).length;
    // Leaving the loop closes the connection.
    if (size > maxBytes || isAll?.(part as Buffer)) break;
  }
  return { body: Buffer.concat(parts).subarray(0, maxBytes), isCut: size > maxBytes };
}

function plainHeaders({ headers }: Dispatcher.ResponseData): Record<string, string> {
  const plain = Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]);
  return Object.fromEntries(plain);
}

function withoutSecrets(headers: Record<string, string>): Record<string, string> {
  const secret = /^(authorization|cookie|proxy-authorization)$/i;
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !secret.test(name)));
}

function parse(url: string): URL {
  const parsed = URL.parse(url);
  if (parsed && /^https?:$/.test(parsed.protocol)) return parsed;
  throw new OutboundError('bad_url', `${url} is not an http or https URL.`);
}

function requireHeaders(headers: Record<string, string>): void {
  const name = unsendable(headers);
  if (name === undefined) return;
  const message = `The header ${name} contains characters that can't be sent. Nothing was sent.`;
  throw new OutboundError('bad_header', message);
}

function refused(host: string, why = PRIVATE): OutboundError {
  return new OutboundError('refused', `${host} ${why}`);
}

function toOutboundError(error: unknown, { url, signal }: OutboundRequest): OutboundError {
  if (error instanceof OutboundError) return error;
  if (signal?.aborted) return new OutboundError('stopped', 'Cancelled.');
  const { code, message } = error as NodeJS.ErrnoException;
  const host = URL.parse(url)?.host ?? url;
  const said: Record<string, string> = {
    ENOTFOUND: `Host ${host} not found.`,
    EAI_AGAIN: `DNS lookup of ${host} failed.`,
    ECONNREFUSED: `${host} refused the connection.`,
    ECONNRESET: `${host} closed the connection.`,
    UND_ERR_SOCKET: `${host} closed the connection.`,
    UND_ERR_CONNECT_TIMEOUT: `Connection to ${host} timed out after 5 s.`,
  };
  const text = said[code ?? ''] ?? `Connection to ${host} failed: ${message}.`;
  return new OutboundError('unreachable', text, { cause: error });
}
