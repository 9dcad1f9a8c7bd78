import { absoluteUrl, apiConfig } from '#console/api/config.ts';
import type { ContinueWith, FlowKind, FlowParams } from './flow-types.ts';
import { firstStep } from './interpret.ts';

/** The console's path for each kind of flow. */
export const flowScreens: Readonly<Record<FlowKind, string>> = {
  login: '/auth/login',
  registration: '/auth/registration',
  recovery: '/auth/recovery',
  verification: '/auth/verification',
  settings: '/settings/security',
};

/** The path of a flow's screen, with its query. */
export function screenPath(kind: FlowKind, query: FlowParams & { flow?: string } = {}): string {
  const search = new URLSearchParams(
    Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1])),
  ).toString();
  return search === '' ? flowScreens[kind] : `${flowScreens[kind]}?${search}`;
}

/**
 * Where to go after signing in.
 * @param returnTo from the query string or the flow; untrusted
 * @returns a path of this console; `/` for another origin, a script, or a sign-in screen
 */
export function safePath(returnTo: string | null | undefined): string {
  if (!returnTo) return '/';
  return consolePath(returnTo) ?? '/';
}

/** `return_to` in the form the identity service expects: absolute, and on this origin. */
export function returnToParam(path: string): string | undefined {
  const safe = safePath(path);
  return safe === '/' ? undefined : globalThis.location.origin + safe;
}

/**
 * The console's own path for a URL from the identity service, so that the page need not be reloaded. URLs that
 * start a flow map to the flow's screen.
 * @returns null when the URL needs a full navigation, or is not allowed
 */
export function consolePath(address: string): string | null {
  const { origin } = globalThis.location;
  if (!URL.canParse(address, origin)) return null;
  const url = new URL(address, origin);
  const identity = new URL(absoluteUrl(apiConfig().identityUrl, '/'));
  if (url.origin === identity.origin && url.pathname.startsWith(identity.pathname)) {
    const rest = url.pathname.slice(identity.pathname.length);
    const screen =
      /^self-service\/(login|registration|recovery|verification|settings)(\/browser)?$/;
    const kind = screen.exec(rest)?.[1] as FlowKind | undefined;
    if (kind) return flowScreens[kind] + url.search;
    // An identity service at the root of its origin has that origin to itself.
    if (identity.pathname !== '/' || url.origin !== origin) return null;
  }
  if (url.origin !== origin || !/^https?:$/.test(url.protocol)) return null;
  return url.pathname + url.search + url.hash;
}

/** A path that does not lead back to the sign-in screens. */
export function afterSignIn(returnTo: string | null | undefined): string {
  const path = safePath(returnTo);
  return /^\/auth\/(login|registration|error)(?:[/?#]|$)/.test(path) ? '/' : path;
}

/**
 * Where a finished flow leads.
 * @param steps `continue_with` of the response
 * @param returnTo from the flow or the query string, used when the response names no other destination
 */
export function pathAfter(steps: ContinueWith[], returnTo: string | null | undefined): string {
  const redirect = steps.find((step) => step.action === 'redirect_browser_to');
  const home = afterSignIn(
    redirect?.action === 'redirect_browser_to' ? redirect.redirect_browser_to : returnTo,
  );
  const step = firstStep(steps);
  const then = home === '/' ? undefined : home;
  if (step?.action === 'show_settings_ui') return screenPath('settings', { flow: step.flow.id });
  if (step?.action === 'show_recovery_ui') {
    return screenPath('recovery', { flow: step.flow.id, return_to: then });
  }
  if (step?.action === 'show_verification_ui') {
    return screenPath('verification', { flow: step.flow.id, return_to: then });
  }
  return home;
}
