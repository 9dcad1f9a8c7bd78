import { latestSessionCheck, wasEverSignedIn } from './session.ts';

const lastReloadKey = 'taskloom-401-reload';
/** A second 401 within this time (ms) means that reloading does not help, so the error is shown instead. */
const minReloadInterval = 15_000;

/**
 * Handles a 401 from the product API: reloads the page, unless the URL contains `datasource`, nobody was
 * signed in to begin with (the gate redirects to sign-in), or the page was just reloaded.
 */
export async function onUnauthorized(url: string): Promise<void> {
  if (url.includes('datasource')) return;
  // Requests may start before the session is known.
  const check = await latestSessionCheck()?.catch(() => null);
  if (check?.state === 'unauthenticated' && !wasEverSignedIn()) return;
  const now = Date.now();
  const last = Number(sessionStorage.getItem(lastReloadKey) ?? 0);
  if (now - last < minReloadInterval) return;
  sessionStorage.setItem(lastReloadKey, String(now));
  globalThis.location.reload();
}
