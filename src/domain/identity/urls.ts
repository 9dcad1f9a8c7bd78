import type { IdentityContext } from './context.ts';
import { returnToForbidden } from './errors.ts';
import type { FlowKind } from './rows.ts';

const screens: Record<FlowKind | 'error', string> = {
  login: '/auth/login',
  registration: '/auth/registration',
  recovery: '/auth/recovery',
  verification: '/auth/verification',
  settings: '/settings/security',
  error: '/auth/error',
};

const URL_MAX = 2000;

type Query = Record<string, string | undefined>;

function withQuery(base: string, query: Query): string {
  const url = new URL(base);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url.href;
}

/** The URL of the console's screen for a flow. */
export function uiUrl(ctx: IdentityContext, screen: FlowKind | 'error', query: Query = {}): string {
  return withQuery(ctx.settings.consoleUrl + screens[screen], query);
}

/** The URL that a flow's form is submitted to. */
export function actionUrl(ctx: IdentityContext, kind: FlowKind, flowId: string): string {
  return withQuery(`${ctx.settings.publicUrl}/self-service/${kind}`, { flow: flowId });
}

/** The URL where a browser starts a flow. */
export function browserUrl(ctx: IdentityContext, kind: FlowKind, query: Query = {}): string {
  return withQuery(`${ctx.settings.publicUrl}/self-service/${kind}/browser`, query);
}

/** The URL where a client reads a flow. */
export function fetchUrl(ctx: IdentityContext, kind: FlowKind, flowId: string): string {
  return withQuery(`${ctx.settings.publicUrl}/self-service/${kind}/flows`, { id: flowId });
}

/** The URL that a browser goes to by default. */
export function homeUrl(ctx: IdentityContext): string {
  return `${ctx.settings.consoleUrl}/`;
}

/**
 * The `return_to` parameter as an absolute URL; undefined if it is missing.
 * @throws IdentityError 400 if its scheme, host and path prefix aren't on the allow-list.
 */
export function allowedReturnTo(
  ctx: IdentityContext,
  value: string | undefined,
): string | undefined {
  if (value === undefined) return undefined;
  const url = urlIfAllowed(ctx, value);
  if (url === null) throw returnToForbidden(value.slice(0, URL_MAX));
  return url;
}

/** An address to return to as an absolute URL; null if it isn't on the allow-list. */
export function urlIfAllowed(ctx: IdentityContext, value: string): string | null {
  const url = value.length <= URL_MAX ? URL.parse(value, ctx.settings.consoleUrl) : null;
  if (!url || url.username || url.password) return null;
  return ctx.settings.returnTo.some((prefix) => covers(prefix, url)) ? url.href : null;
}

function covers(prefix: URL, url: URL): boolean {
  if (prefix.protocol !== url.protocol || prefix.host !== url.host) return false;
  const path = prefix.pathname.endsWith('/') ? prefix.pathname : `${prefix.pathname}/`;
  return url.pathname === prefix.pathname || url.pathname.startsWith(path);
}
