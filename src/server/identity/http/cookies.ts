import { parseCookie, stringifySetCookie } from 'cookie';

export const SESSION_COOKIE = 'ory_kratos_session';
const HOST_PREFIX = '__Host-';

/** The name of one of our cookies. Over https it has a prefix that browsers accept only from this exact host. */
export function cookieName(name: string, secure: boolean): string {
  return secure ? HOST_PREFIX + name : name;
}

type Cookies = Record<string, string | undefined>;

/** The session token; also from the cookie without the prefix, which older sessions have. */
export function sessionTokenOf(cookies: Cookies): string | undefined {
  return cookies[HOST_PREFIX + SESSION_COOKIE] || cookies[SESSION_COOKIE] || undefined;
}

/** The cookies of a Cookie header, by name. */
export function readCookies(header: string | undefined): Cookies {
  return header ? parseCookie(header) : {};
}

interface CookieOptions {
  secure: boolean;
  /** Seconds; 0 deletes the cookie. */
  maxAge: number;
}

/** A Set-Cookie header: HttpOnly, Lax, for the whole origin. */
export function setCookie(name: string, value: string, options: CookieOptions): string {
  return stringifySetCookie({
    name,
    value,
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: options.secure,
    maxAge: options.maxAge,
  });
}
