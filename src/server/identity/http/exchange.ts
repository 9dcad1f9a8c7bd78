import type { FastifyRequest } from 'fastify';
import type { IdentityContext } from '../context.ts';
import { csrfCookieName, newCsrfSecret, validCsrfSecret } from '../csrf.ts';
import type { SessionRecord } from '../repositories/session.repository.ts';
import { cookieName, readCookies, SESSION_COOKIE, sessionTokenOf, setCookie } from './cookies.ts';
import { DEVICE_COOKIE, DEVICE_SECONDS, readDevices } from './device.ts';
import { type Form, readForm } from './form.ts';
import { wantsJson } from './negotiation.ts';
import { networkOf } from './network.ts';

const YEAR_SECONDS = 365 * 24 * 3600;

/** A request, and the cookies and headers of its response. Flows see nothing else of HTTP. */
export interface Exchange {
  readonly json: boolean;
  /** The absolute URL of the request. */
  readonly url: string;
  readonly ip: string;
  /** The client's network, as counted by the throttle. */
  readonly network: string;
  readonly userAgent: string;
  /** Whether the request seems to come from a browser: it has cookies or an Origin header. */
  readonly fromBrowser: 'Cookie' | 'Origin' | undefined;
  readonly cookieToken: string | undefined;
  readonly headerToken: string | undefined;
  readonly form: Form;
  /** The id in the path; empty if there is none. */
  readonly id: string;
  query(name: string): string | undefined;
  /** The secret in the CSRF cookie; undefined if the request has none. */
  csrf(): string | undefined;
  /** The CSRF secret. Sets a new one as a cookie if there is none. */
  ensureCsrf(): string;
  /** Sets a new CSRF secret, when the person changes and on logout. */
  rotateCsrf(): string;
  setSessionCookie(token: string, maxAgeSeconds: number): void;
  clearSessionCookie(): void;
  /** Whether anyone has signed in from this browser before. */
  readonly hasDevices: boolean;
  /** The id of this browser for a person who has signed in from it before. */
  deviceOf(identityId: string | undefined): string | undefined;
  /** Remembers in a cookie that a person has signed in from this browser. */
  rememberDevice(identityId: string): void;
  /** Calls back when the client closes the connection. Returns a function that stops listening. */
  onGone(leave: () => void): () => void;
  readonly setCookies: Map<string, string>;
  /** The session, once it has been looked up. */
  found?: SessionRecord | null;
}

/** Wraps a Fastify request. `json` forces JSON, whatever the Accept header says. */
export function createExchange(
  ctx: IdentityContext,
  request: FastifyRequest,
  json = wantsJson(request.headers.accept, request.headers['content-type']),
): Exchange {
  const cookies = readCookies(request.headers.cookie);
  const query = request.query as Record<string, string | string[] | undefined>;
  const setCookies = new Map<string, string>();
  const secure = ctx.settings.secureCookies;
  const csrfName = cookieName(csrfCookieName(ctx.settings.publicUrl), secure);
  const deviceName = cookieName(DEVICE_COOKIE, secure);
  const devices = readDevices(ctx.vault, ctx.clock(), cookies[deviceName]);
  let form: Form | undefined;
  let secret = validCsrfSecret(cookies[csrfName]);

  const rotate = () => {
    secret = newCsrfSecret();
    setCookies.set(csrfName, setCookie(csrfName, secret, { secure, maxAge: YEAR_SECONDS }));
    return secret;
  };
  const session = (value: string, maxAge: number) => {
    const name = cookieName(SESSION_COOKIE, secure);
    setCookies.set(name, setCookie(name, value, { secure, maxAge }));
    // The older cookie, without the prefix.
    if (secure && cookies[SESSION_COOKIE] !== undefined) {
      setCookies.set(SESSION_COOKIE, setCookie(SESSION_COOKIE, '', { secure, maxAge: 0 }));
    }
  };

  return {
    json,
    url: new URL(ctx.settings.publicUrl).origin + request.originalUrl,
    ip: request.ip,
    network: networkOf(request.ip),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 500),
    fromBrowser: request.headers.cookie ? 'Cookie' : request.headers.origin ? 'Origin' : undefined,
    cookieToken: sessionTokenOf(cookies),
    headerToken: tokenOf(request),
    // Read on demand, so that the handler, not the exchange, rejects a malformed body.
    get form() {
      form ??= readForm(request.body);
      return form;
    },
    id: ((request.params as { id?: string } | undefined)?.id ?? '').replaceAll('\0', ''),
    query(name) {
      const value = query[name];
      const first = Array.isArray(value) ? value[0] : value;
      // PostgreSQL text can't contain NUL.
      return first?.replaceAll('\0', '') || undefined;
    },
    csrf: () => secret,
    ensureCsrf: () => secret ?? rotate(),
    rotateCsrf: rotate,
    setSessionCookie: session,
    clearSessionCookie: () => session('', 0),
    hasDevices: cookies[deviceName] !== undefined,
    deviceOf: (identityId) => (identityId === undefined ? undefined : devices.of(identityId)),
    rememberDevice(identityId) {
      const options = { secure, maxAge: DEVICE_SECONDS };
      setCookies.set(deviceName, setCookie(deviceName, devices.with(identityId), options));
    },
    onGone(leave) {
      const { socket } = request.raw;
      socket.once('close', leave);
      return () => socket.off('close', leave);
    },
    setCookies,
  };
}

function tokenOf(request: FastifyRequest): string | undefined {
  const header = request.headers['x-session-token'];
  if (typeof header === 'string' && header) return header;
  return /^bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
}
