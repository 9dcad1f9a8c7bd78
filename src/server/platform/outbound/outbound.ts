import { type LookupAddress, type LookupOptions, lookup as resolve } from 'node:dns';
import { isIP } from 'node:net';
import { Agent, buildConnector, type Dispatcher, request } from 'undici';
import {
  type AddressRange,
  checkAddress,
  isPublicAddress,
  parseRange,
} from '#core/outbound/address.ts';

/** A request to an address that somebody typed. */
export interface OutboundRequest {
  url: string;
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Record<string, string>;
  body?: string;
  /** For all of it, redirects included. */
  timeoutMs: number;
  /** The rest of a longer answer is not read. */
  maxBytes: number;
  /** How many redirects are followed; a POST is sent on only where the answer says so (307, 308). */
  redirects?: number;
  /** Gets the answer part by part; when it says true, that is all, and the connection is closed. */
  isAll?: (part: Buffer) => boolean;
  signal?: AbortSignal;
}

export interface OutboundAnswer {
  /** Where it came from, after redirects. */
  url: string;
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  /** Whether it was longer than `maxBytes`. */
  isCut: boolean;
}

/** Why there is no answer, in words for the person who gave the address. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  readonly reason: 'bad_url' | 'refused' | 'unreachable' | 'timeout' | 'redirects' | 'stopped';

  constructor(reason: OutboundError['reason'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

export interface Outbound {
  /** @throws OutboundError when nothing answers, or the address is not one of the public internet */
  send(request: OutboundRequest): Promise<OutboundAnswer>;
  /** What is wrong with an address, as far as can be said without asking for it. */
  check(url: string): string | undefined;
  close(): Promise<void>;
}

const REDIRECTS = [301, 302, 303, 307, 308];
const PRIVATE = 'is not an address of the public internet. Nothing was sent.';

/**
 * The one client for addresses that people type: webhooks, tools, crawls. It reaches the public internet and nothing
 * else: every address is checked at the moment of connecting, so neither a name that resolves to this network, nor one
 * that changes its mind, nor a redirect leads inside.
 * @param allowed ranges that may be reached although they are private
 */
export function createOutbound(allowed: readonly string[] = []): Outbound {
  const ranges = allowed.map(parseRange).filter((range): range is AddressRange => !!range);
  const isAllowed = (address: string) => isPublicAddress(address, ranges);
  const connectTo = buildConnector({ timeout: 5000, lookup: guardedLookup(isAllowed) });
  const agent = new Agent({
    // Whoever is asked often is not asked for a new connection each time; the check was made when it was opened.
    keepAliveTimeout: 10_000,
    maxResponseSize: -1,
    connect(options, callback) {
      const host = options.hostname.replace(/^\[|\]$/g, '');
      // What is an address already is never looked up.
      if (isIP(host) && !isAllowed(host)) return callback(refused(host), null);
      return connectTo(options, callback);
    },
  });

  async function exchange(asked: OutboundRequest, signal: AbortSignal): Promise<OutboundAnswer> {
    let { url, method = 'GET', headers = {}, body } = asked;
    for (let hops = 0; ; hops += 1) {
      const answer = await request(parse(url), {
        method,
        headers,
        body: body ?? null,
        signal,
        dispatcher: agent,
      });
      const next = redirectOf(answer, url, method);
      if (!next || asked.redirects === undefined || asked.redirects === 0) {
        return { url, ...(await read(answer, asked)) };
      }
      await answer.body.dump({ limit: 4096 });
      if (hops >= asked.redirects) {
        throw new OutboundError('redirects', `More than ${asked.redirects} redirects.`);
      }
      // Whatever proves who we are is for the first address alone.
      if (new URL(next).origin !== new URL(url).origin) headers = withoutSecrets(headers);
      url = next;
    }
  }

  return {
    async send(asked) {
      const clock = AbortSignal.timeout(asked.timeoutMs);
      const signal = asked.signal ? AbortSignal.any([clock, asked.signal]) : clock;
      try {
        return await exchange(asked, signal);
      } catch (error) {
        if (clock.aborted) {
          const seconds = asked.timeoutMs / 1000;
          throw new OutboundError('timeout', `There was no answer within ${seconds} seconds.`);
        }
        throw toOutboundError(error, asked);
      }
    },
    check: (url) => checkAddress(url, ranges),
    close: () => agent.destroy(),
  };
}

type Callback = (
  error: Error | null,
  address: string | LookupAddress[],
  family?: number | undefined,
) => void;

/** Resolves as Node does, and refuses a name when any of its addresses is inside. */
function guardedLookup(isAllowed: (address: string) => boolean) {
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

async function read(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  { maxBytes, isAll }: OutboundRequest,
) {
  // Left half-read, it says that it was aborted; nobody waits for that.
  body.on('error', () => {});
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body) {
    parts.push(part as Buffer);
    size += (part as Buffer).length;
    // Leaving the loop closes the connection.
    if (size > maxBytes || isAll?.(part as Buffer)) break;
  }
  const plain = Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]);
  return {
    status: statusCode,
    headers: Object.fromEntries(plain) as Record<string, string>,
    body: Buffer.concat(parts).subarray(0, maxBytes),
    isCut: size > maxBytes,
  };
}

function withoutSecrets(headers: Record<string, string>): Record<string, string> {
  const secret = /^(authorization|cookie|proxy-authorization)$/i;
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !secret.test(name)));
}

function parse(url: string): URL {
  const parsed = URL.parse(url);
  if (parsed && /^https?:$/.test(parsed.protocol)) return parsed;
  throw new OutboundError('bad_url', `${url} is not an http or https address.`);
}

function refused(host: string): OutboundError {
  return new OutboundError('refused', `${host} ${PRIVATE}`);
}

function toOutboundError(error: unknown, { url, signal }: OutboundRequest): OutboundError {
  if (error instanceof OutboundError) return error;
  if (signal?.aborted) return new OutboundError('stopped', 'It was stopped.');
  const { code, message } = error as NodeJS.ErrnoException;
  const host = URL.parse(url)?.host ?? url;
  const said: Record<string, string> = {
    ENOTFOUND: `There is no host ${host}.`,
    EAI_AGAIN: `The host ${host} could not be looked up.`,
    ECONNREFUSED: `${host} refuses connections.`,
    ECONNRESET: `${host} closed the connection.`,
    UND_ERR_SOCKET: `${host} closed the connection.`,
    UND_ERR_CONNECT_TIMEOUT: `${host} could not be reached within 5 seconds.`,
  };
  const text = said[code ?? ''] ?? `${host} could not be reached: ${message}.`;
  return new OutboundError('unreachable', text, { cause: error });
}
