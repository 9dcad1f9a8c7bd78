import type { Session } from '@ory/client';
import { ApiError } from './api-error.ts';
import { absoluteUrl, apiConfig } from './config.ts';

/** The tokenizer template for the API's tokens, in jwt mode. */
const tokenTemplate = 'taskloom';

export type SessionCheck =
  | { state: 'authenticated'; session: Session; token: string | null }
  | { state: 'unauthenticated'; needsSecondFactor: boolean };

let latest: Promise<SessionCheck> | null = null;
let listener: (check: SessionCheck | null) => void = () => undefined;
let wasSignedIn = false;

/**
 * Asks the identity service who is signed in. In jwt mode the same response carries the API token, which saves
 * a round trip at startup.
 * @throws ApiError when the identity service cannot be reached; never because nobody is signed in
 */
export function checkSession(): Promise<SessionCheck> {
  const check = askWhoami();
  latest = check;
  check.then(
    (result) => {
      if (result.state === 'authenticated') wasSignedIn = true;
      listener(result);
    },
    () => {
      if (latest === check) latest = null;
    },
  );
  return check;
}

/** Calls `next` with every check, the last one included, and with null when this tab forgets the session. */
export function onSessionCheck(next: typeof listener): void {
  listener = next;
  latest?.then(next, () => undefined);
}

/** The last check, finished or not; null when there was none. */
export function latestSessionCheck(): Promise<SessionCheck> | null {
  return latest;
}

/** Whether anyone has been signed in since this page was loaded. */
export function wasEverSignedIn(): boolean {
  return wasSignedIn;
}

/** Drops everything that this tab knows about the session: it has ended, or another one begins. */
export function forgetSession(): void {
  latest = null;
  wasSignedIn = false;
  listener(null);
}

async function askWhoami(): Promise<SessionCheck> {
  const { identityUrl, authMethod } = apiConfig();
  const query = authMethod === 'jwt' ? `?tokenize_as=${tokenTemplate}` : '';
  const url = absoluteUrl(identityUrl, `/sessions/whoami${query}`);
  const response = (await takeEarlyResponse(url)) ?? (await ask(url));
  if (response.status === 401) return { state: 'unauthenticated', needsSecondFactor: false };
  // A session that lacks its second factor; the sign-in screen asks for it.
  if (response.status === 403) return { state: 'unauthenticated', needsSecondFactor: true };
  if (!response.ok) {
    if (authMethod === 'jwt') {
      const { noToken } = await import('./no-token.ts');
      const askWithout = () => ask(absoluteUrl(identityUrl, '/sessions/whoami'));
      throw await noToken(response, tokenTemplate, askWithout);
    }
    throw new ApiError({ status: response.status });
  }
  const session = (await response.json()) as Session;
  if (!session.id) return { state: 'unauthenticated', needsSecondFactor: false };
  return { state: 'authenticated', session, token: session.tokenized ?? null };
}

function ask(url: string): Promise<Response> {
  return fetch(url, {
    credentials: 'include',
    headers: { accept: 'application/json' },
    cache: 'no-store',
  }).catch((cause: unknown) => {
    throw new ApiError({ status: 0, cause });
  });
}

declare global {
  /**
   * Set by `public/boot.js`, which sends the request before this code has loaded; null when there was no
   * response.
   */
  var earlySession: { url: string; response: Promise<Response | null> } | undefined;
}

/** The response to the request that `public/boot.js` sent, once; null if there is none. */
async function takeEarlyResponse(url: string): Promise<Response | null> {
  const early = globalThis.earlySession;
  globalThis.earlySession = undefined;
  return early?.url === url ? early.response : null;
}
