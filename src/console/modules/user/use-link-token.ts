import { useEffect, useState } from 'react';

/**
 * The token of a link that someone opened (`#token=…`). It is kept in the browser, because signing up leads through
 * other pages, and possibly through another tab, and removed from the address bar and its history.
 * @param key under which it is kept
 */
export function useLinkToken(key: string): string | null {
  const [token] = useState(() => givenToken() ?? localStorage.getItem(key));
  useEffect(() => {
    const given = givenToken();
    if (given === null) return;
    localStorage.setItem(key, given);
    globalThis.history.replaceState(globalThis.history.state, '', globalThis.location.pathname);
  }, [key]);
  return token;
}

/** Call it once the link was used or no longer works. */
export function forgetLinkToken(key: string): void {
  localStorage.removeItem(key);
}

function givenToken(): string | null {
  return new URLSearchParams(globalThis.location.hash.slice(1)).get('token');
}
