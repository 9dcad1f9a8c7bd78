import { latestSessionCheck, wasEverSignedIn } from './session.ts';

const lastReloadKey = 'taskloom-401-reload';
/** A second 401 within this time (ms) means that reloading does not help: the error is shown instead. */
const calmAfter = 15_000;

/**
 * What a 401 of the product API does: the page reloads, unless the URL contains `datasource`. Nor does it
 * when nobody was signed in to begin with (the gate leads to sign-in), nor twice in a row.
 */
export async function onUnauthorized(url: string): Promise<void> {
  if (url.includes('datasource')) return;
  // Calls may start before it is known who is signed in.
  const check = await latestSessionCheck()?.catch(() => null);
  if (check?.state === 'unauthenticated' && !wasEverSignedIn()) return;
  const now = Date.now();
  const last = Number(sessionStorage.getItem(lastReloadKey) ?? 0);
  if (now - last < calmAfter) return;
  sessionStorage.setItem(lastReloadKey, String(now));
  globalThis.location.reload();
}
