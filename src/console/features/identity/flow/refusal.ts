import { absoluteUrl, apiConfig } from '#console/api/config.ts';

const offline = "We couldn't reach the sign-in service. Check your connection and try again.";
const noCookies =
  "Your browser doesn't accept cookies from this site, and signing in needs them. Allow cookies, then reload the page.";

/** Where the identity service is, and whether the browser sends its cookies there from this page. */
type Place = { service: URL; page: URL; sameSite: boolean };

function place(): Place {
  const page = new URL(globalThis.location.href);
  const service = new URL(absoluteUrl(apiConfig().identityUrl, '/'));
  return { service, page, sameSite: isSameSite(service, page) };
}

/** Cookies of sign-in are sent only to the same site: the same scheme, and a host below the same domain. */
function isSameSite(one: URL, other: URL): boolean {
  if (one.protocol !== other.protocol) return false;
  return one.hostname === other.hostname || siteOf(one.hostname) === siteOf(other.hostname);
}

/** The last two labels of a host name; IP addresses and single names stand for themselves. */
function siteOf(host: string): string {
  return /^[\d.]+$|:/.test(host) ? host : host.split('.').slice(-2).join('.');
}

/** Why a form was refused for security although it had just been renewed, and what to do about it. */
export function whyRefused(): string {
  const { service, page, sameSite } = place();
  if (!navigator.cookieEnabled) return noCookies;
  if (!sameSite) return otherSite(service, page);
  return `The sign-in service at ${service.origin} refused this form twice: the cookie that protects it didn't come back. Allow cookies for ${service.hostname}, close other tabs that are signing in, and reload the page. If that doesn't help, your administrator should check the cookie and CORS settings of the sign-in service.`;
}

/** Why there was no response, as far as this page can tell. */
export function whyUnreachable(): string {
  const { service, page, sameSite } = place();
  if (service.origin === page.origin || !navigator.onLine) return offline;
  if (!sameSite) return otherSite(service, page);
  return `We couldn't reach the sign-in service at ${service.origin}. Check your connection and try again. If that doesn't help, your administrator should check that it runs and allows requests from ${page.origin}.`;
}

function otherSite(service: URL, page: URL): string {
  const { origin, hostname } = service;
  if (isLocal(hostname) && isLocal(page.hostname) && service.protocol === page.protocol) {
    const here = new URL(page.pathname, page);
    here.hostname = hostname;
    return `This page is on ${page.hostname} and the sign-in service is on ${hostname}, so your browser doesn't send it cookies. Open ${here.href} instead.`;
  }
  return `This page is on ${page.origin} and the sign-in service is on ${origin}. Your browser sends cookies only within one site, so signing in can't work here. Ask your administrator to put both on one domain with the same scheme.`;
}

function isLocal(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || host.startsWith('127.');
}
