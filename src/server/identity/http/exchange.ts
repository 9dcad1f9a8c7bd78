import type { FastifyRequest } from 'fastify';
import type { IdentityContext } from '#domain/identity/context.ts';
import type { Exchange, Form } from '#domain/identity/http/exchange.ts';
import { readForm } from '#domain/identity/http/form.ts';
import {
  csrfCookieName,
  csrfHash,
  maskCsrf,
  newCsrfSecret,
  validCsrfSecret,
  verifyCsrf,
} from '../csrf.ts';
import { cookieName, readCookies, SESSION_COOKIE, sessionTokenOf, setCookie } from './cookies.ts';
import { DEVICE_COOKIE, DEVICE_SECONDS, readDevices } from './device.ts';
import { wantsJson } from './negotiation.ts';
import { neighbourhoodOf, networkOf } from './network.ts';

const YEAR_SECONDS = 365 * 24 * 3600;

/** An exchange over HTTP. */
export interface HttpExchange extends Exchange {
  readonly setCookies: Map<string, string>;
}

/** Wraps a Fastify request. `json` forces JSON, whatever the Accept header says. */
export function createExchange(
  ctx: IdentityContext,
  request: FastifyRequest,
  json = wantsJson(request.headers.accept, request.headers['content-type']),
): HttpExchange {
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
    get neighbourhood() {
      return neighbourhoodOf(request.ip);
    },
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
    csrf: {
      hash: () => secret && csrfHash(secret),
      ensure() {
        const own = secret ?? rotate();
        return { hash: csrfHash(own), masked: maskCsrf(own) };
      },
      rotate: () => csrfHash(rotate()),
      isValid: (masked) => secret !== undefined && verifyCsrf(secret, masked),
    },
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
