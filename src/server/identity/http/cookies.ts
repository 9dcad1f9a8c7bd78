import { parseCookie, stringifySetCookie } from 'cookie';

export const SESSION_COOKIE = 'ory_kratos_session';

/** The cookies of a Cookie header, by name. */
export function readCookies(header: string | undefined): Record<string, string | undefined> {
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
