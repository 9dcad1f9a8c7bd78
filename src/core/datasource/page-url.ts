import { URL_MAX } from '../limits.ts';

/** Tracking and session parameters, which don't affect a page's content. */
const TRACKING =
  /^(utm_[^=]*|gclid|gbraid|wbraid|dclid|fbclid|msclkid|yclid|twclid|igshid|mc_[ce]id|_ga|_gl|_hs(enc|mi)|phpsessid|jsessionid|aspsessionid[^=]*)(=|$)|^s(ession_?)?id=[0-9a-f]{16,}$/i;
const SESSION = /;(jsessionid|phpsessid)=[^/?;]*/gi;
/**
 * Limits against relative links that lead ever deeper: no real site has more folders, or the same folder more often.
 */
const FOLDERS_MAX = 20;
const REPEATS_MAX = 3;

/**
 * Normalises a URL: no fragment, tracking parameters, session ID or default port; parameters sorted; percent-encoding
 * only where it is needed.
 * @param base the base of relative URLs
 * @returns undefined if it can't be a page: another protocol, credentials, too long
 */
export function normaliseUrl(text: string, base?: string): string | undefined {
  const url = URL.parse(text.trim(), base);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return undefined;
  url.hash = '';
  url.hostname = url.hostname.replace(/\.+$/, '');
  url.pathname = plainEncoding(url.pathname.replace(SESSION, ''));
  url.search = sortedQuery(url.search);
  const { href } = url;
  return url.hostname && href.length <= URL_MAX && !isNested(url.pathname) ? href : undefined;
}

function sortedQuery(search: string): string {
  const parts = search
    .replace(/^\?+/, '')
    .split('&')
    .filter((part) => part && !TRACKING.test(part))
    .map(plainEncoding);
  // The order of parameters with the same name may matter, so the sort is stable.
  return parts.sort((a, b) => compare(nameOf(a), nameOf(b))).join('&');
}

function nameOf(parameter: string): string {
  return parameter.split('=', 1)[0] ?? '';
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** `%7e` is `~`, and `%c3` is `%C3`. */
function plainEncoding(text: string): string {
  return text.replace(/%[0-9a-f]{2}/gi, (code) => {
    const char = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /[\w~-]/.test(char) ? char : code.toUpperCase();
  });
}

function isNested(path: string): boolean {
  const folders = path.split('/').filter(Boolean);
  if (folders.length > FOLDERS_MAX) return true;
  const counts = new Map<string, number>();
  for (const folder of folders) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  return Math.max(0, ...counts.values()) > REPEATS_MAX;
}

/**
 * Whether a URL belongs to the site: the same host, with or without `www.`, and the same port, with either protocol.
 * With `subdomains`, also its subdomains.
 */
export function isSameSite(url: string, site: string, subdomains = false): boolean {
  const [a, b] = [URL.parse(url), URL.parse(site)];
  if (!a || !b) return false;
  const [host, home] = [a, b].map(({ hostname }) => hostname.replace(/^www\./, ''));
  if (a.port !== b.port || !host || !home) return false;
  return host === home || (subdomains && host.endsWith(`.${home}`));
}

/** The strings that patterns are matched against: the path, and the path with its query. */
export function pathsOf(url: string): string[] {
  const { pathname, search } = new URL(url);
  const path = decoded(pathname);
  return search ? [path, path + decoded(search)] : [path];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * The shape of a URL. URLs that differ only in numbers and parameter values, such as the months of a calendar, have the
 * same one.
 */
export interface UrlShape {
  shape: string;
  /** The number of varying parts. With two or more, the number of pages may be unbounded. */
  freedom: number;
}

export function shapeOf(url: string): UrlShape {
  const { host, pathname, searchParams } = new URL(url);
  const path = pathname.replace(/\d+/g, '0');
  const numbers = (text: string) => text.match(/\d+/g)?.length ?? 0;
  const names = [...searchParams.keys()];
  const values = [...searchParams.values()].map((value) => Math.max(1, numbers(value)));
  return {
    shape: `${host}${path}?${names.join('&')}`,
    freedom: numbers(pathname) + values.reduce((sum, count) => sum + count, 0),
  };
}

/** Extensions of files that are neither pages nor documents. */
const OTHER_FILES =
  /\.(png|jpe?g|gif|webp|avif|svg|ico|bmp|tiff?|mp[34]|m4[av]|avi|mov|mkv|webm|og[agv]|wav|flac|css|m?js|map|woff2?|ttf|otf|eot|zip|gz|tgz|bz2|xz|7z|rar|tar|exe|dmg|msi|pkg|deb|rpm|apk|iso|bin|jar|wasm|psd|ai|eps|ics|swf)$/i;

/** Whether a link may lead to a page or document, judging by its extension. */
export function isPageName(url: string): boolean {
  return !OTHER_FILES.test(new URL(url).pathname);
}
